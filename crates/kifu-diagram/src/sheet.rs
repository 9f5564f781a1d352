//! Several diagrams on a page, as in a book.

use crate::picture::{Anchor, Picture, Shape, Spacing, Style};
use crate::scene::Scene;
use crate::theme::Theme;
use crate::{Problem, layout, measure};

/// Page layout. Lengths are in points, 72 to an inch.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The width of a page; 595 (A4) by default.
    pub width: f32,
    /// Height of a page. Default: 842 (A4). With 0 a single page grows as needed: a contact sheet.
    pub height: f32,
    /// The margin on all sides. Default: 42.
    pub margin: f32,
    /// Number of diagrams side by side. Default: 2.
    pub columns: u16,
    /// Number of diagrams above each other. Default: 3. More diagrams continue on the next page, if pages have a
    /// height.
    pub rows: u16,
    /// Whether rows are only as high as needed, as many as fit on the page. Default: off, all rows have the same
    /// height.
    pub packed: bool,
    /// The space between diagrams. Default: 18.
    pub gap: f32,
    /// Font size of the text at a diagram. Default: 9. It does not depend on the size of the board.
    pub words: f32,
    /// The heading of the first page.
    pub title: String,
    /// Whether pages are numbered. Default: on.
    pub numbered: bool,
    /// The number of the first page. Default: 1.
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
            packed: false,
            gap: 18.0,
            words: 9.0,
            title: String::new(),
            numbered: true,
            first_page: 1,
        }
    }
}

/// Diagrams are not enlarged beyond this: a board of 5 lines does not fill a page.
const MOST_SCALE: f32 = 1.25;
/// A long comment makes the boards of its page smaller down to this part of their size, and then its
/// row higher.
const LEAST_PART: f32 = 0.75;
/// The size of the heading, and the height it takes.
const HEADING: f32 = 18.0;
const HEAD: f32 = 30.0;
/// The height that the number of a page takes.
const FOOT: f32 = 18.0;

/// A diagram to place on a page.
struct Item<'a> {
    scene: &'a Scene,
    board: Picture,
    /// The height of the words, without the comment and with it.
    words: [f32; 2],
}

impl Sheet {
    /// Lays scenes out on pages, from left to right and from top to bottom. Every diagram has a field of equal size;
    /// all boards have one scale, unless one of them is so large that it would make the others less than two thirds of
    /// their size. Long comments make the boards of their page smaller, all alike. A comment that is too long for its
    /// field makes the row higher; one too long for a page is cut, and reported.
    pub fn pages(&self, scenes: &[Scene], theme: &Theme) -> (Vec<Picture>, Vec<Problem>) {
        let items: Vec<Item<'_>> = scenes.iter().map(|scene| self.item(scene, theme)).collect();
        let mut problems = Vec::new();
        let mut pages: Vec<Picture> = Vec::new();
        let (mut y, mut rows) = (0.0, 0);
        let scales = self.scales(&items);
        let columns = usize::from(self.columns.max(1));
        for (row, scales) in items.chunks(columns).zip(scales.chunks(columns)) {
            let drawn: Vec<Picture> = row
                .iter()
                .zip(scales)
                .map(|(item, scale)| self.diagram(item, *scale, theme, &mut problems))
                .collect();
            let tallest = drawn.iter().map(|p| p.height).fold(0.0, f32::max);
            let height = match self.field_height() {
                Some(field) if !self.packed => field.max(tallest),
                _ => tallest,
            };
            // A quarter of a point is what rounding may lose.
            let is_full = self.height > 0.0
                && (!self.packed && rows == self.rows.max(1)
                    || y + height > self.lower_end() + 0.25);
            if pages.is_empty() || is_full {
                pages.push(self.page(pages.len(), theme));
                (y, rows) = (self.margin + self.head(), 0);
            }
            if let Some(page) = pages.last_mut() {
                let mut x = self.margin;
                for picture in &drawn {
                    page.place(
                        picture,
                        1.0,
                        x + (self.field_width() - picture.width) / 2.0,
                        y,
                    );
                    if !page.description.is_empty() {
                        page.description.push_str("; ");
                    }
                    page.description.push_str(&picture.title);
                    x += self.field_width() + self.gap;
                }
                y += height + self.gap;
                rows += 1;
                if self.height <= 0.0 {
                    page.height = y - self.gap + self.margin;
                }
            }
        }
        for page in &mut pages {
            layout::add_ground(page, theme);
        }
        (pages, problems)
    }

    fn item<'a>(&self, scene: &'a Scene, theme: &Theme) -> Item<'a> {
        let board = layout::board(scene, theme);
        // Of a board without size only the words are left.
        let options = self.options(0.0);
        let all = layout::compose(scene, &board, theme, &options, f32::INFINITY);
        Item {
            scene,
            board,
            words: [all.picture.height - all.comment, all.picture.height],
        }
    }

    /// The scale that all diagrams have unless they are too large for it.
    fn common_scale(&self, items: &[Item<'_>]) -> f32 {
        let mut fits: Vec<f32> = items.iter().map(|item| self.fit(item, 0)).collect();
        fits.sort_unstable_by(f32::total_cmp);
        let median = fits.get(fits.len() / 2).copied().unwrap_or(1.0);
        fits.into_iter()
            .find(|&scale| scale >= median / 1.5)
            .unwrap_or(median)
            .min(MOST_SCALE)
    }

    /// The scale of each diagram: on a page the same for all that can have the common one.
    fn scales(&self, items: &[Item<'_>]) -> Vec<f32> {
        let common = self.common_scale(items);
        let on_page = usize::from(self.columns.max(1)) * usize::from(self.rows.max(1));
        let of_page = |page: &[Item<'_>]| {
            let most = page
                .iter()
                .filter(|item| self.fit(item, 0) >= common)
                .map(|item| self.beside_words(item, common))
                .fold(common, f32::min);
            page.iter()
                .map(|item| self.beside_words(item, common).min(most))
                .collect::<Vec<_>>()
        };
        items.chunks(on_page).flat_map(of_page).collect()
    }

    /// The scale at which one board leaves room for its comment, if that does not take too much.
    fn beside_words(&self, item: &Item<'_>, common: f32) -> f32 {
        let scale = self.fit(item, 0).min(common);
        if self.packed {
            return scale;
        }
        self.fit(item, 1).clamp(scale * LEAST_PART, scale)
    }

    /// Returns the largest scale at which a board fits with its text; `words` selects the height of the text.
    fn fit(&self, item: &Item<'_>, words: usize) -> f32 {
        let wide = (self.field_width() - 2.0 * layout::MARGIN) / item.board.width.max(1.0);
        let high = self.field_height().map_or(f32::INFINITY, |field| {
            (field - item.words[words]) / item.board.height.max(1.0)
        });
        // Part of the board is visible even with very long text.
        wide.min(high.max(wide * 0.25))
    }

    fn diagram(
        &self,
        item: &Item<'_>,
        scale: f32,
        theme: &Theme,
        problems: &mut Vec<Problem>,
    ) -> Picture {
        let room = if self.height > 0.0 {
            self.lower_end() - self.margin - self.head()
        } else {
            f32::INFINITY
        };
        let options = self.options(scale);
        let drawn = layout::compose(item.scene, &item.board, theme, &options, room);
        if drawn.is_cut {
            problems.push(Problem::CommentCut {
                title: drawn.picture.title.clone(),
            });
        }
        drawn.picture
    }

    fn options(&self, scale: f32) -> layout::Options {
        layout::Options {
            scale,
            words: self.words,
            width: Some(self.field_width()),
            beside: false,
        }
    }

    fn field_width(&self) -> f32 {
        let columns = self.columns.max(1);
        let room = self.width - 2.0 * self.margin - self.gap * f32::from(columns - 1);
        (room / f32::from(columns)).max(10.0)
    }

    /// The height of a field; `None` if the page grows.
    fn field_height(&self) -> Option<f32> {
        let rows = self.rows.max(1);
        let room = self.lower_end() - self.margin - self.head() - self.gap * f32::from(rows - 1);
        (self.height > 0.0).then(|| (room / f32::from(rows)).max(10.0))
    }

    /// Height of the heading; every page reserves it, so fields align.
    fn head(&self) -> f32 {
        if self.title.is_empty() { 0.0 } else { HEAD }
    }

    /// Lower end of the diagrams of a page.
    fn lower_end(&self) -> f32 {
        self.height - self.margin - if self.numbered { FOOT } else { 0.0 }
    }

    /// Creates a page with only its heading and its number.
    fn page(&self, index: usize, theme: &Theme) -> Picture {
        let number = self.first_page + index;
        let mut page = Picture {
            width: self.width,
            height: self.height,
            title: match self.title.as_str() {
                "" => format!("Page {number}"),
                title => format!("{title}, page {number}"),
            },
            font: theme.font.clone(),
            ..Picture::default()
        };
        let middle = self.width / 2.0;
        if index == 0 && !self.title.is_empty() {
            let room = (self.width - 2.0 * self.margin) / HEADING;
            let text = measure::cut(&self.title, room, |text| measure::width_of(text, true));
            let shape = centered(middle, self.margin + 16.0, HEADING, true, text);
            page.push(Style::fill(theme.page.ink), shape);
        }
        if self.numbered && self.height > 0.0 {
            let y = self.height - self.margin + 4.0;
            let shape = centered(middle, y, 9.0, false, number.to_string());
            page.push(Style::fill(theme.page.muted), shape);
        }
        page
    }
}

fn centered(x: f32, y: f32, size: f32, bold: bool, text: String) -> Shape {
    Shape::Text {
        x,
        y,
        size,
        anchor: Anchor::Middle,
        bold,
        spacing: Spacing::default(),
        text,
    }
}
