//! Several diagrams on a page, as a book prints them.

use crate::measure;
use crate::picture::{Anchor, Picture, Shape, Style};
use crate::theme::Theme;

/// How pages are laid out. Lengths are in points, 72 to an inch.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The width of a page; 595 (A4) by default.
    pub width: f32,
    /// The height of a page; 842 (A4) by default. With 0 a single page grows as
    /// long as it must: a contact sheet.
    pub height: f32,
    /// The margin on all sides; 42 by default.
    pub margin: f32,
    /// Diagrams beside each other; 2 by default.
    pub columns: u16,
    /// Diagrams above each other; 3 by default. A page with a height and more
    /// diagrams than fit goes on to the next.
    pub rows: u16,
    /// The space between diagrams; 18 by default.
    pub gap: f32,
    /// The heading of the first page.
    pub title: String,
    /// Whether pages are numbered; they are by default.
    pub numbered: bool,
    /// The number of the first page; 1 by default.
    pub first_page: usize,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            width: 595.0,
            height: 842.0,
            margin: 42.0,
            columns: 2,
            rows: 3,
            gap: 18.0,
            title: String::new(),
            numbered: true,
            first_page: 1,
        }
    }
}

/// Diagrams are not enlarged beyond this: a board of 5 lines does not fill a page.
const MOST_SCALE: f32 = 1.25;

impl Sheet {
    /// Puts pictures on pages, from left to right and from above. Every diagram
    /// has its own field of equal size and is made to fit it; all diagrams of
    /// a sheet have one scale, unless one of them is so large that it would
    /// make the others less than two thirds of their size.
    pub fn pages(&self, pictures: &[Picture], theme: &Theme) -> Vec<Picture> {
        let columns = self.columns.max(1);
        let rows = self.rows.max(1);
        let head = if self.title.is_empty() { 0.0 } else { 30.0 };
        let foot = if self.numbered && self.height > 0.0 {
            18.0
        } else {
            0.0
        };
        let field_width = ((self.width - 2.0 * self.margin - self.gap * f32::from(columns - 1))
            / f32::from(columns))
        .max(10.0);
        let field_height = if self.height > 0.0 {
            ((self.height - 2.0 * self.margin - head - foot - self.gap * f32::from(rows - 1))
                / f32::from(rows))
            .max(10.0)
        } else {
            f32::INFINITY
        };
        let fit = |picture: &Picture| {
            (field_width / picture.width.max(1.0)).min(field_height / picture.height.max(1.0))
        };
        let mut fits: Vec<f32> = pictures.iter().map(fit).collect();
        fits.sort_unstable_by(f32::total_cmp);
        let median = fits.get(fits.len() / 2).copied().unwrap_or(1.0);
        let common = fits
            .iter()
            .copied()
            .find(|&scale| scale >= median / 1.5)
            .unwrap_or(median)
            .min(MOST_SCALE);
        let chunk = if self.height > 0.0 {
            usize::from(columns) * usize::from(rows)
        } else {
            pictures.len().max(1)
        };
        let mut pages = Vec::new();
        for (number, group) in pictures.chunks(chunk).enumerate() {
            let mut page = Picture {
                width: self.width,
                title: match (number, self.title.as_str()) {
                    (_, "") => format!("Page {}", self.first_page + number),
                    (_, title) => format!("{title}, page {}", self.first_page + number),
                },
                description: group
                    .iter()
                    .map(|picture| picture.title.as_str())
                    .collect::<Vec<_>>()
                    .join("; "),
                font: theme.font.clone(),
                ..Picture::default()
            };
            let mut y = self.margin;
            if number == 0 && head > 0.0 {
                let room = (self.width - 2.0 * self.margin) / 18.0 * 0.93;
                let text = measure::cut(&self.title, room, measure::width);
                page.push(
                    Style::fill(theme.page.ink),
                    centred(self.width / 2.0, y + 16.0, 18.0, true, text),
                );
            }
            // All pages keep the room of the heading, so that fields stand alike.
            y += head;
            for row in group.chunks(usize::from(columns)) {
                let scales: Vec<f32> = row.iter().map(|p| fit(p).min(common)).collect();
                let tallest = row
                    .iter()
                    .zip(&scales)
                    .map(|(picture, scale)| picture.height * scale)
                    .fold(0.0, f32::max);
                let mut x = self.margin;
                for (picture, &scale) in row.iter().zip(&scales) {
                    let left = x + (field_width - picture.width * scale) / 2.0;
                    page.place(picture, scale, left, y);
                    x += field_width + self.gap;
                }
                y += self.gap
                    + if field_height.is_finite() {
                        field_height
                    } else {
                        tallest
                    };
            }
            page.height = if self.height > 0.0 {
                self.height
            } else {
                y - self.gap + self.margin
            };
            if foot > 0.0 {
                page.push(
                    Style::fill(theme.page.muted),
                    centred(
                        self.width / 2.0,
                        self.height - self.margin + 4.0,
                        9.0,
                        false,
                        (self.first_page + number).to_string(),
                    ),
                );
            }
            if let Some(color) = theme.page.background {
                let ground = crate::picture::Item {
                    style: Style::fill(color),
                    shape: Shape::Rect {
                        x: 0.0,
                        y: 0.0,
                        w: page.width,
                        h: page.height,
                        round: 0.0,
                    },
                };
                page.items.insert(0, ground);
            }
            pages.push(page);
        }
        pages
    }
}

fn centred(x: f32, y: f32, size: f32, bold: bool, text: String) -> Shape {
    Shape::Text {
        x,
        y,
        size,
        anchor: Anchor::Middle,
        bold,
        text,
    }
}
