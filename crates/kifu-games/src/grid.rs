//! Contents of the points of a grid, with undo.

use std::ops::RangeInclusive;

use kifu_board::{Color, Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;

use crate::notation::MOST as MOST_NAMED;
use crate::position::{Mark, Turn, bad_move};
use crate::{Notation, Note, Notes, Piece, Play, Played, Position};

/// Maximum number of changes stored. A setup value of a few letters changes every point of a board, so a file of a
/// megabyte could need gigabytes.
const MOST: usize = 1 << 22;

/// Content of each point of a board: a piece or none, unless another type is given.
///
/// Every change is stored, so that nodes can be undone.
#[derive(Clone, Debug)]
pub(crate) struct Grid<T = Option<Piece>> {
    pub(crate) size: Size,
    cells: Vec<T>,
    /// The cells that changed, with their old contents, oldest first.
    changes: Vec<(usize, T)>,
    /// Number of earlier changes that were dropped.
    forgotten: usize,
    /// The points that large rectangles of setup may still name.
    pub(crate) left: usize,
}

impl<T: Copy + Default + PartialEq> Grid<T> {
    /// A grid of empty points.
    pub(crate) fn new(size: Size) -> Self {
        Self {
            size,
            cells: vec![T::default(); size.area()],
            changes: Vec::new(),
            forgotten: 0,
            left: MOST_NAMED,
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.size.contains(point).then(|| self.size.index(point))
    }

    /// Content of a point; off the board, that of an empty point.
    pub(crate) fn get(&self, point: Point) -> T {
        self.index(point)
            .map_or_else(T::default, |index| self.cells[index])
    }

    /// Sets the content of a point; no effect off the board.
    pub(crate) fn set(&mut self, point: Point, cell: T) {
        let Some(index) = self.index(point) else {
            return;
        };
        let before = core::mem::replace(&mut self.cells[index], cell);
        if before != cell {
            self.changes.push((index, before));
        }
        if self.changes.len() > MOST {
            self.forgotten += self.changes.len();
            self.changes = Vec::new();
        }
    }

    /// Sets the content of all points of a row; no effect off the board.
    pub(crate) fn set_row(&mut self, row: u16, columns: RangeInclusive<u16>, cell: T) {
        let ends =
            [*columns.start(), *columns.end()].map(|column| self.index(Point::new(column, row)));
        // A list that names the same rectangles again and again is mostly rows that are there already.
        if let [Some(first), Some(last)] = ends
            && self.cells[first..=last].iter().all(|there| *there == cell)
        {
            return;
        }
        for column in columns {
            self.set(Point::new(column, row), cell);
        }
    }

    /// Number of changes made.
    pub(crate) const fn steps(&self) -> usize {
        self.forgotten + self.changes.len()
    }

    /// Undoes all but the first `steps` changes. Returns false if they were dropped; the grid is then invalid.
    pub(crate) fn back_to(&mut self, steps: usize) -> bool {
        let Some(kept) = steps.checked_sub(self.forgotten) else {
            return false;
        };
        let from = kept.min(self.changes.len());
        for (index, before) in self.changes.drain(from..).rev() {
            self.cells[index] = before;
        }
        true
    }

    /// All points, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Point, T)> + '_ {
        self.size.points().zip(self.cells.iter().copied())
    }
}

impl Grid {
    /// All pieces, row by row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        self.cells()
            .filter_map(|(point, cell)| cell.map(|piece| (point, piece)))
    }

    /// Puts a piece, or nothing, on each point of a value.
    pub(crate) fn set_all(
        &mut self,
        notation: Notation,
        (identifier, raw): (&'static str, &str),
        piece: Option<Piece>,
        notes: &mut Notes<'_>,
    ) {
        let mut left = self.left;
        let read = notation.each_row(raw, &mut left, |row, columns| {
            self.set_row(row, columns, piece);
        });
        self.left = left;
        if let Err(error) = read {
            notes.add(raw, error.kind(identifier));
        }
    }
}

/// The property that sets up this.
pub(crate) const fn setup_property(stone: Option<Color>) -> &'static str {
    match stone {
        Some(Color::Black) => "AB",
        Some(Color::White) => "AW",
        None => "AE",
    }
}

/// Rules of a game with pieces on the points of a grid.
pub(crate) trait Pieces: core::fmt::Debug + Send + Sync + Sized {
    const GAME: Game;

    /// Piece that `AB` and `AW` put on a point.
    const PIECE: fn(Color) -> Piece = Piece::Stone;

    /// First player, if the main line has no move.
    const FIRST: Color = Color::Black;

    /// The rules by the root of a tree, and the start position.
    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid);

    /// Notation of points.
    fn notation(&self, size: Size) -> Notation {
        Notation::GoLike(size)
    }

    /// Executes a move, legal or not.
    ///
    /// # Errors
    /// It cannot be read.
    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome;

    /// The point at which a move is made.
    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        self.notation(size).point(raw).ok()
    }
}

/// Effect of a move.
#[derive(Clone, Copy, Default)]
pub(crate) struct Made {
    /// The point; `None` for a pass.
    pub(crate) place: Option<Point>,
    /// Whether all pieces changed color and were mirrored on the long diagonal.
    pub(crate) swaps: bool,
    /// Whether the same color moves again.
    pub(crate) keeps_turn: bool,
}

impl From<Option<Point>> for Made {
    fn from(place: Option<Point>) -> Self {
        Self {
            place,
            ..Self::default()
        }
    }
}

/// Effect of a move, or the error in its value.
pub(crate) type Outcome = Result<Made, kifu_sgf::value::ValueError>;

/// The position of a game on a grid.
#[derive(Debug)]
pub(crate) struct OnGrid<P> {
    pieces: P,
    grid: Grid,
    turn: Turn,
}

impl<P: Pieces> OnGrid<P> {
    /// The start of a game.
    pub(crate) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let (pieces, grid) = P::begin(tree, notes);
        Self {
            pieces,
            grid,
            turn: Turn::first(tree, P::FIRST),
        }
    }
}

impl<P: Pieces> Position for OnGrid<P> {
    fn restart(&mut self, tree: GameTree<'_>, notes: &mut Vec<Note>) {
        *self = Self::new(tree, notes);
    }

    fn mark(&mut self) -> Mark {
        self.turn.mark([self.grid.steps(), 0])
    }

    fn back_to(&mut self, mark: Mark) -> bool {
        self.turn.back_to(mark);
        self.grid.back_to(mark.steps[0])
    }

    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>) {
        let named = (setup_property(stone), value);
        let notation = self.notation();
        self.grid
            .set_all(notation, named, stone.map(P::PIECE), notes);
    }

    fn other(&mut self, identifier: &'static str, value: &str, notes: &mut Notes<'_>) {
        if identifier == "AA" && P::GAME == Game::Amazons {
            let notation = self.notation();
            let arrow = Some(Piece::Blocked);
            self.grid
                .set_all(notation, (identifier, value), arrow, notes);
        }
    }

    fn set_number(&mut self, number: u32) {
        self.turn.number = number;
    }

    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        let made = self.pieces.play(play, &mut self.grid, notes);
        let made = made.unwrap_or_else(|error| {
            bad_move(play, error, notes);
            Made::default()
        });
        let played = self.turn.play(play.color, made.place);
        if made.keeps_turn {
            self.turn.to_play = play.color;
        }
        Played {
            swaps: made.swaps,
            ..played
        }
    }

    fn set_to_play(&mut self, color: Color) {
        self.turn.to_play = color;
    }

    fn game(&self) -> Game {
        P::GAME
    }

    fn notation(&self) -> Notation {
        self.pieces.notation(self.grid.size)
    }

    fn to_play(&self) -> Color {
        self.turn.to_play
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        self.pieces.place_of(raw, self.grid.size)
    }

    fn pieces(&self, take: &mut dyn FnMut(Point, Piece)) {
        for (point, piece) in self.grid.iter() {
            take(point, piece);
        }
    }
}
