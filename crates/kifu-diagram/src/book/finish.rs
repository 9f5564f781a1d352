//! Finishes pages: adds the table of contents before them, running heads and page numbers.

use super::flow::Flow;
use super::page::{Content, Page};
use super::{Bookmark, Pages, contents};
use crate::Problem;
use crate::picture::CELL;

impl<'a> Flow<'a> {
    pub(super) fn finish(mut self) -> (Pages<'a>, Vec<Problem>) {
        if self.pages.len() > 1 && self.pages.last().is_some_and(Page::is_empty) {
            self.pages.pop();
        }
        if let Some(last) = self.pages.last_mut() {
            last.is_closed = true;
        }
        let book = self.book;
        let mut bookmarks: Vec<Bookmark> = Vec::new();
        for (page, filled) in self.pages.iter().enumerate() {
            let headings = filled.headings.iter();
            bookmarks.extend(headings.map(|(level, text, y)| Bookmark {
                level: *level,
                text: text.clone(),
                page,
                y: *y,
            }));
        }
        // The title is a bookmark, but no entry of the contents.
        let titles = usize::from(!book.title.is_empty());
        let titles = titles.min(bookmarks.len());
        let contents = if book.contents {
            contents::pages(book, &bookmarks[titles..])
        } else {
            0
        };
        for bookmark in &mut bookmarks {
            bookmark.page += contents;
        }
        let mut pages = Vec::with_capacity(self.pages.len() + contents);
        if contents > 0 {
            for table in contents::draw(book, &bookmarks[titles..], &self.theme) {
                let mut page = Page::default();
                page.put(Content::Text(table), 0.0, book.paper.top, 0, false);
                pages.push((page, String::new()));
            }
        }
        let mut section = String::new();
        for mut filled in self.pages {
            filled.stretch(book.paper.lower_end());
            // A heading at the top of a page is already that of the page.
            let own = filled
                .headings
                .iter()
                .find(|(level, _, y)| *level == 1 && *y <= filled.top + 1.0);
            if let Some((_, text, _)) = own {
                section.clone_from(text);
            }
            let after = filled.headings.iter().rev().find(|(level, ..)| *level == 1);
            let after = after.map(|(_, text, _)| text.clone());
            pages.push((filled, section.clone()));
            if let Some(text) = after {
                section = text;
            }
        }
        let pages = Pages {
            bookmarks,
            cell: self.scale * CELL,
            book,
            theme: self.theme,
            laid_out: pages,
        };
        (pages, self.problems)
    }
}
