//! A page while it is filled, its running head, and its number.

use super::Book;
use super::figure::Drawn;
use crate::measure;
use crate::picture::{Anchor, Picture, Region, Role, Shape, Spacing, Style};
use crate::theme::Theme;

/// The font size of running heads.
const HEAD: f32 = 7.5;
/// Maximum extra space between the rows of a page.
const MOST_STRETCH: f32 = 26.0;

/// Diagrams whose boards end at one height, to draw when the page is.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// Each with its middle.
    pub(super) figures: Vec<(Drawn<'a>, f32)>,
    pub(super) board_height: f32,
    pub(super) below: f32,
}

impl<'a> Row<'a> {
    /// One diagram.
    pub(super) fn of(drawn: Drawn<'a>, middle: f32) -> Self {
        Self {
            board_height: drawn.board_height(),
            below: drawn.below,
            figures: vec![(drawn, middle)],
        }
    }
}

/// Content of a page.
#[derive(Debug)]
pub(super) enum Content<'a> {
    Text(Picture),
    Figures(Row<'a>),
}

impl Content<'_> {
    pub(super) fn height(&self) -> f32 {
        match self {
            Self::Text(picture) => picture.height,
            Self::Figures(row) => row.board_height + row.below,
        }
    }
}

/// Something placed on a page; `x` counts from the left end of the text.
#[derive(Debug)]
struct Placed<'a> {
    content: Content<'a>,
    x: f32,
    y: f32,
    column: usize,
    /// Whether it is a row of diagrams, which may be moved down to fill the page.
    is_row: bool,
}

/// A page that is being filled.
#[derive(Debug, Default)]
pub(super) struct Page<'a> {
    placed: Vec<Placed<'a>>,
    /// Top of its columns.
    pub(super) top: f32,
    /// Whether it has a title, and therefore no running head.
    pub(super) is_title: bool,
    /// Headings: level, text, and the distance from the top.
    pub(super) headings: Vec<(u8, String, f32)>,
    /// Whether the next block begins on another page, so that this one is complete.
    pub(super) is_closed: bool,
}

impl<'a> Page<'a> {
    /// An empty page whose text begins at `top`.
    pub(super) fn at(top: f32) -> Self {
        Self {
            top,
            ..Self::default()
        }
    }

    pub(super) fn put(
        &mut self,
        content: Content<'a>,
        x: f32,
        y: f32,
        column: usize,
        is_row: bool,
    ) {
        self.placed.push(Placed {
            content,
            x,
            y,
            column,
            is_row,
        });
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// Moves rows of diagrams apart if they alone fill the page, down to `end`.
    pub(super) fn stretch(&mut self, end: f32) {
        let rows = self.placed.iter().filter(|placed| placed.is_row).count();
        let only_rows = self
            .placed
            .iter()
            .all(|placed| placed.is_row && placed.column == 0);
        if self.is_closed || rows < 2 || !only_rows {
            return;
        }
        let lowest = self
            .placed
            .iter()
            .map(|placed| placed.y + placed.content.height())
            .fold(0.0, f32::max);
        #[expect(clippy::cast_precision_loss, reason = "rows of a page")]
        let each = ((end - lowest) / (rows - 1) as f32).clamp(0.0, MOST_STRETCH);
        let mut shift = 0.0;
        for placed in &mut self.placed {
            placed.y += shift;
            shift += each;
        }
    }

    /// Places that links lead to, with the distance from the top.
    pub(super) fn anchors(&self) -> Vec<(String, f32)> {
        let mut all = Vec::new();
        for placed in &self.placed {
            match &placed.content {
                Content::Text(picture) => {
                    let anchors = picture.anchors.iter();
                    all.extend(anchors.map(|(name, y)| (name.clone(), placed.y + y)));
                }
                Content::Figures(row) => {
                    let base = placed.y + row.board_height;
                    let figures = row.figures.iter();
                    all.extend(figures.filter_map(|(drawn, _)| drawn.anchor(base)));
                }
            }
        }
        all
    }

    /// Draws the page; `number` counts from 1, `section` is the current heading at its start.
    pub(super) fn draw(&self, book: &Book, theme: &Theme, number: usize, section: &str) -> Picture {
        let paper = &book.paper;
        let mut picture = Picture {
            width: paper.width,
            height: paper.height,
            title: match book.title.as_str() {
                "" => format!("Page {number}"),
                title => format!("{title}, page {number}"),
            },
            font: theme.font.clone(),
            ..Picture::default()
        };
        if book.heads {
            self.head(&mut picture, book, theme, number, section);
        }
        let left = paper.left(number);
        for placed in &self.placed {
            match &placed.content {
                Content::Text(text) => picture.place(text, 1.0, left + placed.x, placed.y),
                Content::Figures(row) => {
                    for (drawn, middle) in &row.figures {
                        let base = placed.y + row.board_height;
                        drawn.put(&mut picture, left + placed.x + middle, base, theme);
                    }
                }
            }
        }
        picture.anchors = self.anchors();
        crate::layout::add_ground(&mut picture, theme);
        picture
    }

    fn head(
        &self,
        picture: &mut Picture,
        book: &Book,
        theme: &Theme,
        number: usize,
        section: &str,
    ) {
        let paper = &book.paper;
        let (left, right) = (paper.left(number), paper.left(number) + paper.text_width());
        let is_right = number % 2 == 1;
        // The title is on left pages, the section on right ones.
        let text = if is_right && !section.is_empty() {
            section
        } else {
            &book.title
        };
        let page = number.to_string();
        let room = (paper.text_width() - 40.0) / HEAD;
        let text = measure::cut(text, room, measure::width);
        let first = picture.items.len();
        let style = Style::fill(theme.page.muted);
        let y = paper.top * 0.58;
        let mut write = |x: f32, y: f32, anchor: Anchor, text: String| {
            if !text.is_empty() {
                let shape = Shape::Text {
                    x,
                    y,
                    size: HEAD,
                    anchor,
                    bold: false,
                    spacing: Spacing::default(),
                    text,
                };
                picture.push(style, shape);
            }
        };
        if self.is_title {
            let middle = f32::midpoint(left, right);
            let below = paper.height - paper.bottom * 0.45;
            write(middle, below, Anchor::Middle, page);
        } else if is_right {
            write(left, y, Anchor::Start, text);
            write(right, y, Anchor::End, page);
        } else {
            write(left, y, Anchor::Start, page);
            write(right, y, Anchor::End, text);
        }
        picture
            .regions
            .push(Region::new(first..picture.items.len(), Role::Header));
    }
}
