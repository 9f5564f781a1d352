//! A book as lines of text.

use super::{Block, Book, Paragraph};
use crate::Lang;
use crate::text::{self, Options, wrapped};

impl Book {
    /// Writes the book as text: its title and facts, then all blocks, one after another.
    pub fn text(&self, options: &Options) -> String {
        let words = |text: &str| wrapped(text, options);
        let mut parts = vec![words(&self.title)];
        let facts = self.info.iter();
        parts.push(
            facts
                .map(|(name, value)| words(&format!("{name}: {value}")))
                .collect(),
        );
        for block in &self.blocks {
            match block {
                Block::Heading { text, .. } => parts.push(words(text)),
                Block::Paragraph(paragraph) => parts.push(words(&led(paragraph, self.lang))),
                Block::Figure(_) | Block::Row(_) => {
                    let scenes = block.figures().iter().map(super::Figure::scene);
                    parts.extend(scenes.map(|scene| text::draw(&scene, options)));
                }
                Block::PageBreak => {}
            }
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }
}

/// A paragraph after its lead.
fn led(paragraph: &Paragraph, lang: Lang) -> String {
    let joint = match (paragraph.lead.is_empty(), lang.is_solid()) {
        (true, _) => "",
        (false, true) => "　",
        (false, false) => ": ",
    };
    format!("{}{joint}{}", paragraph.lead, paragraph.text)
}
