//! Othello, as programs write it: points as in Go; a move flips the discs it encloses.

use kifu_board::{Color, Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;

use crate::grid::{Grid, Outcome, Pieces};
use crate::notation::go_move;
use crate::{Note, Notes, Piece, Play, position};

/// The start: two discs of each color in the middle, White upper left.
fn start(size: Size) -> impl Iterator<Item = (Point, Color)> {
    let is_large = size.columns() >= 2 && size.rows() >= 2;
    let (x, y) = (size.columns() / 2, size.rows() / 2);
    let discs = is_large.then(|| {
        [
            (Point::new(x - 1, y - 1), Color::White),
            (Point::new(x, y), Color::White),
            (Point::new(x, y - 1), Color::Black),
            (Point::new(x - 1, y), Color::Black),
        ]
    });
    discs.into_iter().flatten()
}

/// Returns the discs that flip if `color` plays on `point`, occupied or not.
fn turned(disc: impl Fn(Point) -> Option<Color>, point: Point, color: Color) -> Vec<Point> {
    const DIRECTIONS: [(i16, i16); 8] = [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ];
    let mut all = Vec::new();
    for (dx, dy) in DIRECTIONS {
        let step = |from: Point| {
            let x = from.x.checked_add_signed(dx)?;
            let y = from.y.checked_add_signed(dy)?;
            Some(Point::new(x, y))
        };
        let before = all.len();
        let mut here = step(point);
        while let Some(at) = here.filter(|at| disc(*at) == Some(color.opponent())) {
            all.push(at);
            here = step(at);
        }
        if here.and_then(&disc) != Some(color) {
            all.truncate(before);
        }
    }
    all
}

/// A position by the rules: illegal moves are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    cells: Vec<Option<Color>>,
}

impl Board {
    /// The start on a board of this size: White on d4 and e5 of eight times eight points, Black on
    /// e4 and d5, rows counted from the top.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let mut board = Self {
            size,
            cells: vec![None; size.area()],
        };
        for (point, color) in start(size) {
            board.cells[size.index(point)] = Some(color);
        }
        board
    }

    /// The disc on a point.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        let is_on = self.size.contains(point);
        is_on.then(|| self.cells[self.size.index(point)])?
    }

    /// Returns the discs that flip if `color` plays on `point`; empty if the move is illegal.
    fn turned(&self, point: Point, color: Color) -> Vec<Point> {
        if !self.size.contains(point) || self.get(point).is_some() {
            return Vec::new();
        }
        turned(|at| self.get(at), point, color)
    }

    /// Plays a disc; false, without a change, if the move is illegal.
    pub fn play(&mut self, point: Point, color: Color) -> bool {
        let turned = self.turned(point, color);
        if turned.is_empty() {
            return false;
        }
        for at in turned.into_iter().chain([point]) {
            self.cells[self.size.index(at)] = Some(color);
        }
        true
    }

    /// Whether `color` has a move.
    #[must_use]
    pub fn can_move(&self, color: Color) -> bool {
        let mut points = self.size.points();
        points.any(|point| !self.turned(point, color).is_empty())
    }

    /// The discs of Black; at the end of a game empty points are the winner's, and are shared in a
    /// draw.
    #[must_use]
    pub fn score(&self) -> usize {
        let count = |color| {
            let discs = self.cells.iter().filter(|cell| **cell == Some(color));
            discs.count()
        };
        let (black, white) = (count(Color::Black), count(Color::White));
        let is_over = !self.can_move(Color::Black) && !self.can_move(Color::White);
        match black.cmp(&white) {
            std::cmp::Ordering::Greater if is_over => self.cells.len() - white,
            std::cmp::Ordering::Equal => self.cells.len() / 2,
            _ => black,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Othello;

impl Pieces for Othello {
    const GAME: Game = Game::Othello;

    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid) {
        let size = position::size(tree, Game::Othello, notes);
        let mut grid = Grid::new(size);
        if !position::has_setup(tree) {
            for (point, color) in start(size) {
                grid.set(point, Some(Piece::Stone(color)));
            }
        }
        (Self, grid)
    }

    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome {
        let place = go_move(play.value, grid.size)?;
        if let Some(point) = place {
            let disc = |at| grid.get(at).and_then(Piece::color);
            let turned = turned(disc, point, play.color);
            if grid.get(point).is_some() {
                notes.rule(play.value, "a disc stands where the move is made");
            } else if turned.is_empty() {
                notes.rule(play.value, "the move turns no disc");
            }
            for at in turned.into_iter().chain([point]) {
                grid.set(at, Some(Piece::Stone(play.color)));
            }
        }
        Ok(place.into())
    }
}

#[cfg(test)]
mod tests {
    use kifu_board::{Color, Size};

    use super::Board;

    /// Counts the games of `depth` moves.
    fn count(board: &Board, color: Color, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut games = 0;
        for point in board.size.points() {
            let mut next = board.clone();
            if next.play(point, color) {
                games += count(&next, color.opponent(), depth - 1);
            }
        }
        games
    }

    /// The known numbers of games from the start.
    #[test]
    fn games_are_counted() {
        let start = Board::new(Size::of::<8, 8>());
        let counts: Vec<_> = (1..=5)
            .map(|depth| count(&start, Color::Black, depth))
            .collect();
        assert_eq!(counts, [4, 12, 56, 244, 1396]);
    }
}
