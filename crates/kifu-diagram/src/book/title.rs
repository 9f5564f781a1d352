//! The title of a book, its facts, and headings.

use super::flow::{AROUND, Boards, Flow, region};
use super::page::Content;
use super::paragraph::Lines;
use super::{Block, contents};
use crate::measure;
use crate::picture::Role;

impl Flow<'_> {
    /// The title of the book and its facts, over all columns.
    pub(super) fn title(&mut self) {
        let book = self.book;
        if book.title.is_empty() && book.info.is_empty() {
            return;
        }
        let width = book.paper.text_width();
        let size = book.words;
        self.page().is_title = true;
        let mut y = self.y;
        if !book.title.is_empty() {
            let title = most_lines(&book.title, width / (size * 1.75));
            let lines = Lines::new(&title, "", "", self.setting(size * 1.75, width));
            let mut picture = lines.draw(0..lines.count(), true);
            region(&mut picture, Role::Heading(1));
            let height = picture.height;
            self.page().put(Content::Text(picture), 0.0, y, 0, false);
            self.page().headings.push((1, book.title.clone(), y));
            y += height + size * 0.4;
        }
        let facts = book
            .info
            .iter()
            .map(|(name, value)| format!("{name}: {value}"));
        // A short fact is not broken.
        let facts: Vec<String> = facts
            .map(|fact| {
                if fact.len() < 40 {
                    fact.replace(' ', "\u{a0}")
                } else {
                    fact
                }
            })
            .collect();
        if !facts.is_empty() {
            let between = if book.lang.is_solid() {
                "　"
            } else {
                "  ·  "
            };
            let room = width / (size * 0.92);
            let mut left = MOST_LINES;
            for row in rows_of(&facts, between, room) {
                if left < 1.0 {
                    break;
                }
                let row = measure::cut(&row, room * left, measure::width);
                let lines = Lines::new("", &row, "", self.setting(size * 0.92, width));
                #[expect(clippy::cast_precision_loss, reason = "few lines")]
                let count = lines.count() as f32;
                left -= count;
                let mut picture = lines.draw(0..lines.count(), true);
                region(&mut picture, Role::Paragraph { goes_on: false });
                let height = picture.height;
                self.page().put(Content::Text(picture), 0.0, y, 0, false);
                y += height;
            }
        }
        y += size * 1.2;
        self.page().top = y;
        self.y = y;
    }

    pub(super) fn heading(
        &mut self,
        level: u8,
        text: &str,
        anchor: &str,
        next: Option<&Block>,
        boards: &Boards,
    ) {
        let size = self.book.words
            * match level {
                1 => 1.45,
                2 => 1.2,
                _ => 1.05,
            };
        let heading = most_lines(text, self.column_width / size);
        let lines = Lines::new(&heading, "", "", self.setting(size, self.column_width));
        let before = if self.is_at_top() { 0.0 } else { size * 1.1 };
        let own = lines.height() + size * 0.35;
        // A heading stays with the next block.
        let follows = match next {
            Some(Block::Figure(_) | Block::Row(_)) => {
                let board = boards
                    .front()
                    .map_or(0.0, |(_, height)| height * self.scale);
                board + AROUND + self.book.words * 2.8
            }
            Some(Block::Paragraph(_)) => self.book.words * 1.38 * 3.0,
            _ => 0.0,
        };
        if !self.is_at_top() && self.y + before + own + follows > self.end() {
            self.next_column();
        } else {
            self.y += before;
        }
        let mut picture = lines.draw(0..lines.count(), false);
        picture.height += size * 0.35;
        region(&mut picture, Role::Heading(level));
        picture.anchors.push((contents::anchor(self.headings), 0.0));
        if !anchor.is_empty() {
            picture.anchors.push((anchor.to_owned(), 0.0));
        }
        self.headings += 1;
        let y = self.y;
        self.page().headings.push((level, text.to_owned(), y));
        self.put(Content::Text(picture), false);
    }
}

/// Facts in rows of this width, so that no line ends with what is between them.
fn rows_of(facts: &[String], between: &str, width: f32) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for fact in facts {
        let longer = rows.last().map(|row| format!("{row}{between}{fact}"));
        let fits = |row: &String| measure::width(row) <= width;
        match (rows.last_mut(), longer.filter(fits)) {
            (Some(row), Some(longer)) => *row = longer,
            _ => rows.push(fact.clone()),
        }
    }
    rows
}

/// Maximum number of lines of titles and headings: a record may hold any text.
const MOST_LINES: f32 = 6.0;

/// As much of a text as fills a few lines of this width.
fn most_lines(text: &str, width: f32) -> String {
    measure::cut(text, width * MOST_LINES, |text| {
        measure::width_of(text, true)
    })
}
