//! Positions of the games of rows.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use datafusion::arrow::array::{Array, ArrayRef, UInt32Array};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::cast::as_uint32_array;
use datafusion::error::Result;
use kifu::diagram::{Piece, Scene, text};
use kifu::go::{Board, Color, Move, Size};
use kifu::store::Change;

use crate::database::{Database, Databases};
use crate::error::of_store;
use crate::functions::converted;
use crate::tables::moves::Numbers;

/// Games with their rows.
type Rows = Vec<(u32, usize)>;

/// The rows of games, by segment.
pub(crate) struct Games {
    /// The index and the number of the segment in it; the rows with their games, by game.
    segments: Vec<(Database, u32, Rows)>,
}

impl Games {
    /// The games of rows by their columns; omits rows with a null or an unknown segment.
    pub(crate) fn of(databases: &Databases, segments: &ArrayRef, games: &ArrayRef) -> Result<Self> {
        let segments = converted(segments, &DataType::UInt32)?;
        let games = converted(games, &DataType::UInt32)?;
        let (segments, games): (&UInt32Array, &UInt32Array) =
            (as_uint32_array(&segments)?, as_uint32_array(&games)?);
        let mut by_segment: BTreeMap<u32, Vec<(u32, usize)>> = BTreeMap::new();
        for row in 0..segments.len() {
            if segments.is_valid(row) && games.is_valid(row) {
                let of_segment = by_segment.entry(segments.value(row)).or_default();
                of_segment.push((games.value(row), row));
            }
        }
        let with_database = by_segment.into_iter().filter_map(|(segment, mut rows)| {
            let (database, own) = databases.of_segment(segment)?;
            rows.sort_unstable();
            Some((database, own, rows))
        });
        Ok(Self {
            segments: with_database.collect(),
        })
    }

    /// Iterates over the segments with their rows, by game.
    pub(crate) fn segments(&self) -> impl Iterator<Item = (&Database, u32, &[(u32, usize)])> {
        let segments = self.segments.iter();
        segments.map(|(database, segment, rows)| (database, *segment, &rows[..]))
    }

    /// Passes on the changes in the game of each row. Rows of other games than Go are omitted.
    pub(crate) fn each(
        &self,
        mut take: impl FnMut(usize, Size, &[(u32, Change)]) -> Result<()>,
    ) -> Result<()> {
        for (database, segment, rows) in self.segments() {
            let Some(view) = database.store.snapshot().segment(segment) else {
                continue;
            };
            let mut mask = mask(rows, view.rows());
            view.keep_go(&mut mask).map_err(of_store)?;
            let mut outcome = Ok(());
            view.main_lines(Some(&mask), |game, changes| {
                let first = rows.partition_point(|(own, _)| *own < game);
                let of_game = rows[first..].iter().take_while(|(own, _)| *own == game);
                for (_, row) in of_game {
                    outcome = take(*row, view.size(), changes);
                    if outcome.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            })
            .map_err(of_store)?;
            outcome?;
        }
        Ok(())
    }
}

/// The games of rows, one bit per game.
pub(crate) fn mask(rows: &[(u32, usize)], games: usize) -> Vec<u64> {
    let mut mask = vec![0_u64; games.div_ceil(64)];
    for (game, _) in rows {
        if let Some(word) = mask.get_mut(*game as usize / 64) {
            *word |= 1 << (game % 64);
        }
    }
    mask
}

/// A position of a game.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    size: Size,
    stones: Vec<Option<Color>>,
}

impl Position {
    /// The position after the node of the n-th move: 0 is before the first move, `None` after the last. Returns `None`
    /// if the game has fewer moves.
    pub(crate) fn after(
        size: Size,
        changes: &[(u32, Change)],
        number: Option<u64>,
    ) -> Option<Self> {
        let mut stones = vec![None; size.area()];
        let (mut moves, mut end) = (Numbers::default(), None);
        let place = |point: kifu::go::Point| {
            usize::from(point.y) * usize::from(size.columns()) + usize::from(point.x)
        };
        for (node, change) in changes {
            if end.is_some_and(|end| *node > end) {
                break;
            }
            match *change {
                Change::Move(color, played) => {
                    if end.is_none() && number == Some(moves.last().into()) {
                        break;
                    }
                    if number == Some(moves.of(*node).into()) {
                        end = Some(*node);
                    }
                    if let Move::Play(point) = played {
                        stones[place(point)] = Some(color);
                    }
                }
                Change::Capture(point) => stones[place(point)] = None,
                Change::Setup(point, stone) => stones[place(point)] = stone,
            }
        }
        number
            .is_none_or(|number| number == u64::from(moves.last()))
            .then_some(Self { size, stones })
    }

    /// The drawing: `X`, `O` and `.`, row by row from the top, separated by `/`.
    pub(crate) fn drawing(&self) -> String {
        let rows = self.stones.chunks(self.size.columns().into());
        let rows = rows.map(|row| {
            let letters = row.iter().map(|stone| match stone {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            });
            letters.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn stones(&self) -> impl Iterator<Item = (kifu::go::Point, Color)> {
        let columns = usize::from(self.size.columns());
        let stones = self.stones.iter().enumerate();
        stones.filter_map(move |(at, stone)| {
            // A board has at most 52 columns and rows.
            let point = kifu::go::Point::new((at % columns) as u16, (at / columns) as u16);
            Some((point, (*stone)?))
        })
    }

    /// A hash that is equal for positions that are equal under some symmetry.
    pub(crate) fn hash(&self) -> i64 {
        let mut board = Board::new(self.size);
        // All points are on the board.
        let _ = board.setup(self.stones().map(|(point, color)| (point, Some(color))));
        board.canonical_hash().0.cast_signed()
    }

    /// A diagram in Unicode, with coordinates.
    pub(crate) fn diagram(&self) -> String {
        let mut scene = Scene::go(self.size.columns(), self.size.rows());
        for (point, color) in self.stones() {
            scene.spot(point).piece = Some(Piece::Stone(color));
        }
        text::draw(&scene, &text::Options::default())
    }
}

#[cfg(test)]
mod tests {
    use kifu::go::{Color, Move, Point, Size};
    use kifu::store::Change;

    use super::Position;

    #[test]
    fn positions_are_those_after_a_move() {
        let point = |x, y| Point::new(x, y);
        let play = |x, y, color| Change::Move(color, Move::Play(point(x, y)));
        let (black, white) = (Color::Black, Color::White);
        let changes = [
            (0, Change::Setup(point(1, 0), Some(black))),
            (1, play(0, 0, white)),
            (2, play(0, 1, black)),
            (2, Change::Capture(point(0, 0))),
            (3, Change::Move(white, Move::Pass)),
            (4, Change::Setup(point(1, 1), Some(white))),
        ];
        let at = |number| {
            let size = Size::new(2, 2).unwrap();
            Position::after(size, &changes, number).map(|position| position.drawing())
        };
        assert_eq!(at(Some(0)).unwrap(), ".X/..");
        assert_eq!(at(Some(1)).unwrap(), "OX/..");
        assert_eq!(at(Some(2)).unwrap(), ".X/X.");
        assert_eq!(at(Some(3)).unwrap(), ".X/X.");
        assert_eq!(at(Some(4)), None);
        assert_eq!(at(None).unwrap(), ".X/XO");
    }

    #[test]
    fn two_moves_in_a_node_are_one() {
        let play = |x, color| Change::Move(color, Move::Play(Point::new(x, 0)));
        let (black, white) = (Color::Black, Color::White);
        let changes = [
            (1, play(0, black)),
            (1, play(1, white)),
            (2, play(2, black)),
        ];
        let at = |number| {
            let size = Size::new(3, 1).unwrap();
            Position::after(size, &changes, Some(number)).map(|position| position.drawing())
        };
        assert_eq!(at(0).unwrap(), "...");
        assert_eq!(at(1).unwrap(), "XO.");
        assert_eq!(at(2).unwrap(), "XOX");
        assert_eq!(at(3), None);
    }
}
