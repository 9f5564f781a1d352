//! A book on its pages.

use std::collections::BTreeMap;

use super::page::Page;
use super::{Book, Bookmark};
use crate::picture::Picture;
use crate::theme::Theme;

/// The pages of a book. They are laid out, and drawn one by one: a page in drawn form takes much more memory.
#[derive(Debug)]
pub struct Pages<'a> {
    /// The outline, in order.
    pub bookmarks: Vec<Bookmark>,
    /// The distance of two lines of a board.
    pub cell: f32,
    pub(super) book: &'a Book,
    pub(super) theme: Theme,
    /// Each with the heading of the section it begins in.
    pub(super) laid_out: Vec<(Page<'a>, String)>,
}

impl Pages<'_> {
    /// Number of pages.
    pub const fn len(&self) -> usize {
        self.laid_out.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.laid_out.is_empty()
    }

    /// Draws a page; `index` counts from 0. A page after the last is empty.
    pub fn draw(&self, index: usize) -> Picture {
        match self.laid_out.get(index) {
            Some((page, section)) => page.draw(self.book, &self.theme, index + 1, section),
            None => Picture::default(),
        }
    }

    /// Draws all pages, one at a time.
    pub fn iter(&self) -> impl Iterator<Item = Picture> {
        (0..self.len()).map(|index| self.draw(index))
    }

    /// The places that links lead to: the page, from 0, and the distance from its top.
    pub fn anchors(&self) -> BTreeMap<String, (usize, f32)> {
        let pages = self.laid_out.iter().enumerate();
        let all = pages.flat_map(|(index, (page, _))| {
            let anchors = page.anchors().into_iter();
            anchors.map(move |(name, y)| (name, (index, y)))
        });
        all.collect()
    }
}
