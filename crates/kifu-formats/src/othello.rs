//! The rules of Othello, as far as formats need them: which discs turn, and who can move.

use kifu_sgf::value::{Color, Point};

/// Columns and rows.
const SIDE: u8 = 8;

/// A position on eight times eight points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    cells: [Option<Color>; 64],
}

const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

fn index(point: Point) -> Option<usize> {
    (point.column < SIDE && point.row < SIDE)
        .then(|| usize::from(point.row) * usize::from(SIDE) + usize::from(point.column))
}

impl Board {
    /// The start: White on d4 and e5, Black on e4 and d5, rows counted from the top.
    pub(crate) fn new() -> Self {
        let mut board = Self { cells: [None; 64] };
        for (column, row, color) in [
            (3, 3, Color::White),
            (4, 4, Color::White),
            (4, 3, Color::Black),
            (3, 4, Color::Black),
        ] {
            board.set(Point::new(column, row), Some(color));
        }
        board
    }

    fn set(&mut self, point: Point, color: Option<Color>) {
        if let Some(index) = index(point) {
            self.cells[index] = color;
        }
    }

    fn get(&self, point: Point) -> Option<Color> {
        self.cells[index(point)?]
    }

    /// The discs that turn if `color` plays on `point`; none if the move is against the rules.
    fn turned(&self, point: Point, color: Color) -> Vec<Point> {
        let mut all = Vec::new();
        if index(point).is_none() || self.get(point).is_some() {
            return all;
        }
        for (dx, dy) in DIRECTIONS {
            let step = |from: Point| {
                let column = from.column.checked_add_signed(dx)?;
                let row = from.row.checked_add_signed(dy)?;
                Some(Point::new(column, row))
            };
            let mut line = Vec::new();
            let mut here = step(point);
            while let Some(at) = here.filter(|at| self.get(*at) == Some(color.other())) {
                line.push(at);
                here = step(at);
            }
            if here.is_some_and(|end| self.get(end) == Some(color)) {
                all.extend(line);
            }
        }
        all
    }

    /// Plays a disc; false if it turns none, and nothing is changed.
    pub(crate) fn play(&mut self, point: Point, color: Color) -> bool {
        let turned = self.turned(point, color);
        if turned.is_empty() {
            return false;
        }
        for at in turned.into_iter().chain([point]) {
            self.set(at, Some(color));
        }
        true
    }

    /// Whether `color` has a move.
    pub(crate) fn can_move(&self, color: Color) -> bool {
        (0..SIDE).any(|row| {
            (0..SIDE).any(|column| !self.turned(Point::new(column, row), color).is_empty())
        })
    }

    /// The discs of Black; at the end of a game empty points are the winner's.
    pub(crate) fn score(&self) -> u8 {
        let count = |color| {
            self.cells
                .iter()
                .filter(|cell| **cell == Some(color))
                .count() as u8
        };
        let (black, white) = (count(Color::Black), count(Color::White));
        let is_over = !self.can_move(Color::Black) && !self.can_move(Color::White);
        match black.cmp(&white) {
            std::cmp::Ordering::Greater if is_over => 64 - white,
            std::cmp::Ordering::Equal => 32,
            _ => black,
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu_sgf::value::{Color, Point};

    use super::Board;

    /// The number of games of so many moves.
    fn count(board: &Board, color: Color, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut games = 0;
        for place in 0..64 {
            let mut next = board.clone();
            if next.play(Point::new(place % 8, place / 8), color) {
                games += count(&next, color.other(), depth - 1);
            }
        }
        games
    }

    /// The known numbers of games from the start.
    #[test]
    fn games_are_counted() {
        let counts: Vec<_> = (1..=5)
            .map(|depth| count(&Board::new(), Color::Black, depth))
            .collect();
        assert_eq!(counts, [4, 12, 56, 244, 1396]);
    }
}
