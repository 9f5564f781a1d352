//! Contents of a diagram: a board, the pieces and marks on its points, the text around it.
//!
//! Everything is plain data with public fields. Points count from the upper left corner, in every game;
//! [`CoordinateLabels`] sets their names.

mod backgammon;
mod board;
mod check;
mod coordinates;
mod note;
mod octi;
mod packed;
#[cfg(feature = "sgf")]
mod references;
mod spot;
mod stroke;

use std::collections::{BTreeMap, BTreeSet};

pub use backgammon::{Backgammon, Cube, Stack};
pub use board::{Board, Point, Rect, go_stars};
pub use coordinates::{Axis, CoordinateLabels};
pub use note::{Note, Place};
pub use octi::{Octi, Pod};
pub(crate) use packed::Packed;
pub use spot::{Color, Hint, Mark, Piece, Role, Spot};
pub(crate) use stroke::Stretch;

use crate::lang::Lang;

/// Maximum number of columns or rows that a pen draws. Larger boards are cut, and reported as
/// [`Problem::TooLarge`](crate::Problem::TooLarge). The largest board of the standard is a `TwixT` board of 702 by
/// 702.
pub const MAX_SHOWN: u16 = 702;

/// A diagram to be drawn.
///
/// The default is an empty board of no size; begin with [`Scene::go`] or
/// [`Scene::new`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Kind of the board.
    pub board: Board,
    /// Columns of the board.
    pub columns: u16,
    /// Rows of the board.
    pub rows: u16,
    /// The rectangle shown; `None` is the whole board. Where it ends before the board does, the diagram has an open
    /// edge.
    pub crop: Option<Rect>,
    /// The visible points, from `VW`; `None` is all. Without a
    /// [`crop`](Self::crop) the diagram is cut to their bounding rectangle.
    pub visible: Option<BTreeSet<Point>>,
    /// Contents of the points. Points without an entry are empty.
    pub spots: BTreeMap<Point, Spot>,
    /// Star points, as small dots.
    pub stars: Vec<Point>,
    /// Arrows (`AR`), from and to.
    pub arrows: Vec<(Point, Point)>,
    /// Lines (`LN`).
    pub lines: Vec<(Point, Point)>,
    /// Links between pegs, with their owner (`TwixT`).
    pub links: Vec<(Point, Point, Color)>,
    /// The names of points along the edges.
    pub coordinates: CoordinateLabels,
    /// Names of the two sides. Default: `Black` and `White`.
    pub names: Names,
    /// Language of notes and status. Default: English.
    pub lang: Lang,
    /// A heading above the board.
    pub title: String,
    /// Players and move, used as the title of a picture without another one. Not shown.
    pub subject: String,
    /// The side to move, if the diagram names it.
    pub to_play: Option<Color>,
    /// Stones each side has captured (by Black, by White), if the diagram shows them.
    pub prisoners: Option<[u32; 2]>,
    /// Moves that could not be shown on the board: "12 at 7".
    pub notes: Vec<Note>,
    /// Labels of points that show the number of a move, with that number: "A = 12".
    pub references: Vec<(String, u32)>,
    /// The line under the board: "Figure 3 (51–100)".
    pub caption: String,
    /// The comment, as a box of wrapped lines under the caption.
    pub comment: String,
    /// The game-info box above the board: pairs of name and value.
    pub info: Vec<(String, String)>,
}

/// Names of the two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The first side. Default: `Black`.
    pub black: String,
    /// The second side. Default: `White`.
    pub white: String,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            black: "Black".into(),
            white: "White".into(),
        }
    }
}

impl Names {
    /// The name of a side.
    pub fn of(&self, side: Color) -> &str {
        match side {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl Scene {
    /// An empty board without coordinates or star points.
    pub fn new(board: Board, columns: u16, rows: u16) -> Self {
        Self {
            board,
            columns,
            rows,
            ..Self::default()
        }
    }

    /// An empty Go board with star points and Western coordinates.
    pub fn go(columns: u16, rows: u16) -> Self {
        Self {
            stars: go_stars(columns, rows),
            coordinates: CoordinateLabels::western(),
            ..Self::new(Board::Lines, columns, rows)
        }
    }

    /// Returns the contents of a point, for changes. A point off the board is allowed; it is not drawn, and
    /// [`problems`](Self::problems) reports it.
    pub fn spot(&mut self, point: Point) -> &mut Spot {
        self.spots.entry(point).or_default()
    }

    /// Whether the board has this point.
    pub fn has(&self, point: Point) -> bool {
        point.x < self.columns && point.y < self.rows
    }

    /// Returns the contents of a point; `None` if it is empty or off the board.
    pub fn at(&self, point: Point) -> Option<&Spot> {
        self.spots.get(&point).filter(|_| self.has(point))
    }

    /// The pods on a point; none unless the board is one of Octi.
    pub(crate) fn pods(&self, point: Point) -> &[Pod] {
        match &self.board {
            Board::Octi(octi) if self.has(point) => octi.at(point),
            _ => &[],
        }
    }

    /// The points with pods, in reading order.
    pub(crate) fn points_of_pods(&self) -> impl Iterator<Item = Point> + '_ {
        let octi = match &self.board {
            Board::Octi(octi) => Some(octi),
            _ => None,
        };
        octi.into_iter().flat_map(|octi| octi.pods.keys().copied())
    }

    /// The part of the board that is drawn.
    pub fn window(&self) -> Window<'_> {
        let board = Rect::board(self.columns, self.rows);
        let listed = self
            .visible
            .as_ref()
            .and_then(|list| Rect::around(list.iter().copied().filter(|&p| self.has(p))));
        let cropped = self.crop.and_then(|rect| rect.normal().intersect(board));
        let mut rect = cropped.or(listed).unwrap_or(board);
        rect.right = rect.right.min(rect.left.saturating_add(MAX_SHOWN - 1));
        rect.bottom = rect.bottom.min(rect.top.saturating_add(MAX_SHOWN - 1));
        Window {
            rect,
            board,
            empty: self.columns == 0 || self.rows == 0,
            list: self.visible.as_ref().filter(|_| listed.is_some()),
        }
    }

    /// Crops to the pieces, marks, labels and lines, with `margin` points
    /// around them. An edge closer than `margin` + 2 is taken in whole, so that
    /// a corner looks like one. An empty board stays whole.
    pub fn shrink(&mut self, margin: u16) {
        let ends = self.arrows.iter().chain(&self.lines).copied();
        let links = self.links.iter().map(|&(a, b, _)| (a, b));
        let points = self
            .spots
            .iter()
            .filter(|(_, spot)| !spot.is_empty())
            .map(|(&point, _)| point)
            .chain(ends.chain(links).flat_map(|(a, b)| [a, b]))
            .chain(self.points_of_pods())
            .filter(|&p| self.has(p));
        let Some(mut rect) = Rect::around(points) else {
            self.crop = None;
            return;
        };
        let low = |at: u16| {
            if at < margin.saturating_add(2) {
                0
            } else {
                at - margin
            }
        };
        let high = |at: u16, size: u16| {
            if size - 1 - at < margin.saturating_add(2) {
                size - 1
            } else {
                at + margin
            }
        };
        rect.left = low(rect.left);
        rect.top = low(rect.top);
        rect.right = high(rect.right, self.columns);
        rect.bottom = high(rect.bottom, self.rows);
        self.crop = Some(rect);
    }

    /// The points of the diagram that are not empty, in reading order.
    pub fn shown(&self) -> impl Iterator<Item = (Point, &Spot)> {
        let window = self.window();
        self.spots
            .iter()
            .filter(move |&(&point, _)| window.shows(point))
            .map(|(&point, spot)| (point, spot))
    }
}

/// The part of a board that is drawn: the crop, or else the bounds of the points in `VW`, or else the whole board;
/// never beyond the board, never more than [`MAX_SHOWN`] points either way. A crop or a list without a point of the
/// board is ignored.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// The rectangle drawn.
    pub rect: Rect,
    board: Rect,
    empty: bool,
    list: Option<&'a BTreeSet<Point>>,
}

impl Window<'_> {
    /// Whether a point is drawn.
    pub fn shows(&self, point: Point) -> bool {
        !self.empty
            && self.rect.contains(point)
            && self.list.is_none_or(|list| list.contains(&point))
    }
}
