//! Finishes pages: adds the table of contents before them, running heads and page numbers.

use super::flow::Flow;
use super::page::Page;
use super::{Pages, contents};
use crate::Problem;
use crate::picture::CELL;

impl Flow<'_> {
    pub(super) fn finish(mut self) -> (Pages, Vec<Problem>) {
        if self.pages.len() > 1 && self.pages.last().is_some_and(Page::is_empty) {
            self.pages.pop();
        }
        if let Some(last) = self.pages.last_mut() {
            last.is_closed = true;
        }
        let book = self.book;
        let mut all: Vec<super::Bookmark> = Vec::new();
        for (page, filled) in self.pages.iter().enumerate() {
            all.extend(
                filled
                    .headings
                    .iter()
                    .map(|(level, text, y)| super::Bookmark {
                        level: *level,
                        text: text.clone(),
                        page,
                        y: *y,
                    }),
            );
        }
        // The title is a bookmark, but no entry of the contents.
        let titles = usize::from(!book.title.is_empty());
        let mut listed = all.split_off(titles.min(all.len()));
        let contents = if book.contents {
            contents::pages(book, &listed)
        } else {
            0
        };
        for entry in &mut listed {
            entry.page += contents;
        }
        let tables = if contents > 0 {
            contents::draw(book, &listed, self.theme)
        } else {
            Vec::new()
        };
        let mut pictures = Vec::with_capacity(self.pages.len() + contents);
        let mut bookmarks = Vec::new();
        let mut section = String::new();
        for table in tables {
            let number = pictures.len() + 1;
            let mut page = Page::default();
            page.put(table, 0.0, book.paper.top, 0, false);
            let picture = page.finish(book, self.theme, number, "", &mut bookmarks);
            pictures.push(picture);
        }
        for filled in self.pages {
            let number = pictures.len() + 1;
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
            let picture = filled.finish(book, self.theme, number, &section, &mut bookmarks);
            pictures.push(picture);
            if let Some(text) = after {
                section = text;
            }
        }
        let pages = Pages {
            pictures,
            bookmarks,
            cell: self.scale * CELL,
        };
        (pages, self.problems)
    }
}
