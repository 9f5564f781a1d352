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

/// Maximum number of lines of an entry.
const MOST_LINES: usize = 4;

/// Indentation of the lines after the first, for font size 1.
const HANGING: f32 = 1.0;

/// An entry: its lines, the page from 1, the level.
struct Entry {
    lines: Vec<String>,
    page: usize,
    level: u8,
    number: usize,
}

impl Entry {
    fn new(book: &Book, number: usize, bookmark: &Bookmark) -> Self {
        let (size, bold) = (book.words, bookmark.level == 1);
        // A fixed width for page numbers: they are known only after the table has its pages.
        let beside = (indent(bookmark.level) + HANGING + measure::width("0000") + 2.0) * size;
        let room = (book.paper.text_width() - beside).max(size);
        let room = room / size;
        let width = |c| measure::character(c, bold);
        let mut lines = measure::wrap(&bookmark.text, room, room, width);
        if lines.is_empty() {
            lines.push(String::new());
        }
        if lines.len() > MOST_LINES {
            let rest = lines.split_off(MOST_LINES - 1).join(" ");
            let measure = |text: &str| measure::width_of(text, bold);
            lines.push(measure::cut(&rest, room, measure));
        }
        Self {
            lines,
            page: bookmark.page + 1,
            level: bookmark.level,
            number,
        }
    }
}

/// Indentation of the entries of a level, for font size 1.
fn indent(level: u8) -> f32 {
    f32::from(level.saturating_sub(1)) * 1.4
}

/// The entries of each page.
fn divided(book: &Book, bookmarks: &[Bookmark]) -> Vec<Vec<Entry>> {
    let height = book.paper.lower_end() - book.paper.top - book.words * HEADING;
    #[expect(clippy::cast_sign_loss, reason = "`as` makes 0 of what is below")]
    let most = (height / (book.words * LEADING)) as usize;
    let listed = bookmarks.iter().enumerate();
    let listed = listed.filter(|(_, bookmark)| bookmark.level <= LEVELS);
    let mut pages: Vec<Vec<Entry>> = Vec::new();
    let mut count = 0;
    for (number, bookmark) in listed {
        let entry = Entry::new(book, number, bookmark);
        count += entry.lines.len();
        if let Some(page) = pages.last_mut().filter(|_| count <= most) {
            page.push(entry);
        } else {
            count = entry.lines.len();
            pages.push(vec![entry]);
        }
    }
    pages
}

/// Number of pages of the table.
pub(super) fn pages(book: &Book, bookmarks: &[Bookmark]) -> usize {
    divided(book, bookmarks).len()
}

/// The name of the anchor at a heading.
pub(super) fn anchor(number: usize) -> String {
    format!("heading-{number}")
}

/// Draws the table as areas of text, one for each page. Page numbers of entries must already include the table.
pub(super) fn draw(book: &Book, bookmarks: &[Bookmark], theme: &Theme) -> Vec<Picture> {
    let pages = divided(book, bookmarks).into_iter().enumerate();
    pages
        .map(|(index, entries)| area(book, entries, index == 0, theme))
        .collect()
}

fn area(book: &Book, entries: Vec<Entry>, is_first: bool, theme: &Theme) -> Picture {
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
        let page = entry.page.to_string();
        let bold = entry.level == 1;
        let (mut base, mut end, top) = (y, 0.0, y);
        for (index, line) in entry.lines.into_iter().enumerate() {
            let hanging = if index > 0 { HANGING } else { 0.0 };
            let x = (indent(entry.level) + hanging) * size;
            base = y + size * 1.05;
            end = x + (measure::width_of(&line, bold) + 0.5) * size;
            picture.push(ink, text(x, base, size, Anchor::Start, bold, line));
            y += size * LEADING;
        }
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
            y: top,
            w: width,
            h: y - top,
            to: anchor(entry.number),
        });
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
