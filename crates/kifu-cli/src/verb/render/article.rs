//! Games as articles.

use kifu_batch::Input;
use kifu_diagram::book::Block;
use kifu_diagram::figure;

use super::Render;
use super::gathered::Gathered;
use crate::drawing::Reporter;
use crate::exit::Exit;
use crate::output::Output;

impl Render {
    /// All games of all files: one is an article, several are the chapters of a book.
    pub(super) fn articles(
        &self,
        files: Vec<Input>,
        exit: &mut Exit,
        output: &mut Output,
    ) -> Gathered {
        let mut articles = Vec::new();
        let (records, languages) = self.records(files, exit, output);
        let captions = self.lang.unwrap_or_else(|| languages.captions());
        let mut options = self.look.options(false);
        options.lang = captions;
        for (path, collection) in records {
            let mut reporter = Reporter::new(&path, &collection);
            for game in self.games(&collection, &mut reporter, exit, output) {
                match figure::article(game, &options, self.look.keep_breaks) {
                    Ok(article) => {
                        exit.add(reporter.notes(&article.notes, output));
                        articles.push(article);
                    }
                    Err(no_board) => {
                        let game = game.number() + 1;
                        exit.add(reporter.problem(&format!("game {game}: {no_board}"), output));
                    }
                }
            }
        }
        let mut book = self.new_book(captions);
        if articles.len() == 1 {
            for article in articles {
                if book.title.is_empty() {
                    book.title = article.title;
                }
                if self.author.is_none() {
                    book.author = article.author;
                }
                book.info = article.info;
                book.blocks = article.blocks;
            }
        } else {
            book.contents = articles.len() > 2;
            for (number, article) in (1..).zip(articles) {
                if number > 1 {
                    book.blocks.push(Block::PageBreak);
                }
                book.blocks.push(Block::heading(1, article.title));
                let facts: Vec<String> = article
                    .info
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}"))
                    .collect();
                if !facts.is_empty() {
                    book.blocks.push(Block::paragraph("", facts.join("  ·  ")));
                }
                book.blocks.extend(
                    article
                        .blocks
                        .into_iter()
                        .map(|block| in_chapter(block, number)),
                );
            }
        }
        Gathered::of_book(book, languages.fonts())
    }
}

/// The names of a chapter's diagrams, which other chapters have too.
fn in_chapter(mut block: Block, chapter: usize) -> Block {
    let rename = |name: &mut String| {
        if !name.is_empty() {
            *name = format!("{chapter}-{name}");
        }
    };
    match &mut block {
        Block::Paragraph(paragraph) => rename(&mut paragraph.link),
        Block::Figure(figure) => rename(&mut figure.anchor),
        Block::Row(figures) => figures
            .iter_mut()
            .for_each(|figure| rename(&mut figure.anchor)),
        _ => {}
    }
    block
}
