//! The table of contents.

use super::paragraph::LEADING;
use super::{Book, Bookmark};
use crate::lang::Word;
use crate::measure;
use crate::picture::{Anchor, Link, Picture, Region, Role, Shape, Spacing, Style};
use crate::theme::Theme;

/// Headings down to this level are listed.
const LEVELS: u8 = 2;

/// Height of the heading of the table, for font size 1.
const HEADING: f32 = 3.0;

/// An entry: the text, the page from 1, the level.
struct Entry<'a> {
    text: &'a str,
    page: usize,
    level: u8,
    number: usize,
}

/// Number of entries on a page.
fn on_page(book: &Book) -> usize {
    let height = book.paper.lower_end() - book.paper.top - book.words * HEADING;
    #[expect(clippy::cast_sign_loss, reason = "`as` makes 0 of what is below")]
    let count = (height / (book.words * LEADING)) as usize;
    count.max(1)
}

/// Number of pages of the table.
pub(super) fn pages(book: &Book, bookmarks: &[Bookmark]) -> usize {
    let entries = bookmarks.iter().filter(|entry| entry.level <= LEVELS);
    entries.count().div_ceil(on_page(book))
}

/// The name of the anchor at a heading.
pub(super) fn anchor(number: usize) -> String {
    format!("heading-{number}")
}

/// Draws the table as areas of text, one for each page. Page numbers of entries must already include the table.
pub(super) fn draw(book: &Book, bookmarks: &[Bookmark], theme: &Theme) -> Vec<Picture> {
    let entries = bookmarks
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.level <= LEVELS)
        .map(|(number, bookmark)| Entry {
            text: &bookmark.text,
            page: bookmark.page + 1,
            level: bookmark.level,
            number,
        });
    let entries: Vec<Entry<'_>> = entries.collect();
    let pages = entries.chunks(on_page(book)).enumerate();
    pages
        .map(|(index, entries)| area(book, entries, index == 0, theme))
        .collect()
}

fn area(book: &Book, entries: &[Entry<'_>], is_first: bool, theme: &Theme) -> Picture {
    let size = book.words;
    let width = book.paper.text_width();
    let mut picture = Picture {
        width,
        ..Picture::default()
    };
    let mut y = 0.0;
    let ink = Style::fill(theme.page.ink);
    let text = |x: f32, y: f32, size: f32, anchor: Anchor, bold: bool, text: String| Shape::Text {
        x,
        y,
        size,
        anchor,
        bold,
        spacing: Spacing::default(),
        text,
    };
    if is_first {
        let name = book.lang.word(Word::Contents).to_owned();
        picture.push(
            ink,
            text(0.0, size * 1.3, size * 1.3, Anchor::Start, true, name),
        );
        picture.regions.push(Region::new(0..1, Role::Heading(1)));
        y = size * HEADING;
    }
    for entry in entries {
        let first = picture.items.len();
        let indent = f32::from(entry.level.saturating_sub(1)) * size * 1.4;
        let base = y + size * 1.05;
        let page = entry.page.to_string();
        let room = width - indent - (measure::width(&page) + 2.0) * size;
        let bold = entry.level == 1;
        let name = measure::cut(entry.text, room / size, |text| {
            measure::width_of(text, bold)
        });
        let end = indent + (measure::width_of(&name, bold) + 0.5) * size;
        picture.push(ink, text(indent, base, size, Anchor::Start, bold, name));
        let dots = leader(end, width - (measure::width(&page) + 0.5) * size, size);
        if !dots.is_empty() {
            let muted = Style::fill(theme.page.muted);
            let x = width - (measure::width(&page) + 0.5) * size;
            picture.push(muted, text(x, base, size, Anchor::End, false, dots));
        }
        picture.push(ink, text(width, base, size, Anchor::End, false, page));
        picture
            .regions
            .push(Region::new(first..picture.items.len(), Role::Entry));
        picture.links.push(Link {
            x: 0.0,
            y,
            w: width,
            h: size * LEADING,
            to: anchor(entry.number),
        });
        y += size * LEADING;
    }
    picture.height = y;
    picture
}

/// Dots that lead the eye from a name to its page.
fn leader(from: f32, to: f32, size: f32) -> String {
    let dot = measure::width(" .") * size;
    #[expect(clippy::cast_sign_loss, reason = "`as` makes 0 of what is below")]
    let count = ((to - from) / dot).floor() as usize;
    " .".repeat(count.min(500))
}
