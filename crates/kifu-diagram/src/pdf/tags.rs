//! Document structure for screen readers.

use core::num::NonZeroU16;

use krilla::tagging::{Identifier, Tag, TagGroup, TagKind, TagTree};

use crate::Lang;
use crate::picture::Role;

/// The structure so far.
pub(super) struct Tags {
    tree: TagTree,
    /// Open element that may get more content: a paragraph, a figure and its caption, a table of contents.
    open: Option<(Kind, TagGroup)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    Figure,
    Contents,
}

impl Tags {
    pub(super) fn new(lang: Lang) -> Self {
        Self {
            tree: TagTree::new().with_lang(Some(lang.tag().to_owned())),
            open: None,
        }
    }

    /// Adds content of a page.
    pub(super) fn add(&mut self, role: &Role, content: Identifier) {
        match role {
            Role::Heading(level) => {
                self.close();
                let level = NonZeroU16::new((*level).into()).unwrap_or(NonZeroU16::MIN);
                self.tree.push(group(Tag::Hn(level, None), content));
            }
            Role::Paragraph { goes_on } => match &mut self.open {
                Some((Kind::Paragraph, paragraph)) if *goes_on => paragraph.push(content),
                _ => self.start(Kind::Paragraph, group(Tag::P, content)),
            },
            Role::Figure(description) => {
                let tag = Tag::Figure(Some(description.clone()));
                self.start(Kind::Figure, group(tag, content));
            }
            Role::Caption => {
                let caption = group(Tag::Caption, content);
                match &mut self.open {
                    Some((Kind::Figure, figure)) => figure.push(caption),
                    _ => self.tree.push(caption),
                }
            }
            Role::Entry => {
                let entry = group(Tag::TOCI, content);
                match &mut self.open {
                    Some((Kind::Contents, contents)) => contents.push(entry),
                    _ => self.start(
                        Kind::Contents,
                        TagGroup::with_children(Tag::TOC, vec![entry.into()]),
                    ),
                }
            }
            Role::Header => {}
        }
    }

    /// Adds a link of a page.
    pub(super) fn link(&mut self, annotation: Identifier) {
        self.close();
        self.tree.push(group(Tag::Link, annotation));
    }

    fn start(&mut self, kind: Kind, group: TagGroup) {
        self.close();
        self.open = Some((kind, group));
    }

    fn close(&mut self) {
        if let Some((_, group)) = self.open.take() {
            self.tree.push(group);
        }
    }

    pub(super) fn finish(mut self) -> TagTree {
        self.close();
        self.tree
    }
}

fn group(tag: impl Into<TagKind>, content: Identifier) -> TagGroup {
    TagGroup::with_children(tag, vec![content.into()])
}
