//! Where points come to lie, in the notation of each game.

use kifu_go::Symmetry;
use kifu_sgf::GameTree;
use kifu_sgf::games::{hex, lines_of_action};
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Point, Size};

/// A place, as one sees the board: column and row from the upper left, both from zero.
type Place = (u16, u16);

/// The board of a game, how its points are written, and how it is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) game: Game,
    pub(super) size: Size,
    symmetry: Symmetry,
    /// In Lines of Action, whether row 1 is at the top.
    is_inverted: bool,
}

impl Board {
    pub(super) fn new(tree: GameTree<'_>, game: Game, size: Size, symmetry: Symmetry) -> Self {
        let inverted = tree.root().value("IY");
        Self {
            game,
            size,
            symmetry,
            is_inverted: inverted.is_some_and(|raw| raw.trim().eq_ignore_ascii_case("true")),
        }
    }

    /// The size of the board when it is turned.
    pub(super) fn turned_size(self) -> Size {
        if self.symmetry.transposes() {
            Size::new(self.size.rows, self.size.columns)
        } else {
            self.size
        }
    }

    /// Where the point of a raw value comes to lie, as a raw value; `None` if it cannot be read.
    pub(super) fn point(self, raw: &str) -> Option<String> {
        let place = self.turned(self.read(raw)?);
        Some(self.write(place, raw))
    }

    /// Where two opposite corners of a rectangle come to lie: the upper left and the lower right.
    pub(super) fn corners(self, first: &str, second: &str) -> Option<(String, String)> {
        let (a, b) = (
            self.turned(self.read(first)?),
            self.turned(self.read(second)?),
        );
        let upper_left = (a.0.min(b.0), a.1.min(b.1));
        let lower_right = (a.0.max(b.0), a.1.max(b.1));
        Some((
            self.write(upper_left, first),
            self.write(lower_right, second),
        ))
    }

    fn read(self, raw: &str) -> Option<Place> {
        match self.game {
            Game::Hex | Game::TwixT => {
                let point = hex::Point::parse_lenient(raw, self.size).ok()?.value;
                Some((point.column, point.row))
            }
            Game::LinesOfAction => {
                let point = lines_of_action::Point::parse_lenient(raw, self.size);
                let point = point.ok()?.value;
                let row = u16::from(point.row);
                Some((point.column.into(), self.seen_row(row, self.size.rows)))
            }
            _ => {
                let point = Point::parse_lenient(raw, self.size).ok()?.value;
                Some((point.column.into(), point.row.into()))
            }
        }
    }

    /// The raw value of a place of the turned board; letters in capitals where those of `like` are.
    fn write(self, (column, row): Place, like: &str) -> String {
        let labelled = match self.game {
            Game::Hex | Game::TwixT => hex::Point::new(column, row).to_string(),
            Game::LinesOfAction => {
                let row = self.seen_row(row, self.turned_size().rows);
                hex::Point::new(column, row).to_string()
            }
            // Both lie on a board of 52×52 at the most.
            _ => return Point::new(column as u8, row as u8).to_string(),
        };
        if like
            .trim()
            .starts_with(|char: char| char.is_ascii_uppercase())
        {
            labelled.to_ascii_uppercase()
        } else {
            labelled
        }
    }

    /// A row of Lines of Action counted from the other side of a board of `rows`, unless it is counted
    /// from the top already.
    fn seen_row(self, row: u16, rows: u16) -> u16 {
        if self.is_inverted {
            row
        } else {
            rows - 1 - row
        }
    }

    fn turned(self, (x, y): Place) -> Place {
        // The last column and row.
        let (right, bottom) = (self.size.columns - 1, self.size.rows - 1);
        match self.symmetry {
            Symmetry::Identity => (x, y),
            Symmetry::Rotate90 => (bottom - y, x),
            Symmetry::Rotate180 => (right - x, bottom - y),
            Symmetry::Rotate270 => (y, right - x),
            Symmetry::MirrorColumns => (right - x, y),
            Symmetry::MirrorRows => (x, bottom - y),
            Symmetry::Transpose => (y, x),
            Symmetry::AntiTranspose => (bottom - y, right - x),
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu_go::{Size as GoSize, Symmetry};
    use kifu_sgf::Collection;
    use kifu_sgf::schema::Game;
    use kifu_sgf::value::Size;

    use super::Board;

    #[test]
    fn points_go_where_those_of_go_boards_go() {
        let collection = Collection::from("(;)");
        let tree = collection.game(0).unwrap();
        for (columns, rows) in [(9_u8, 9_u8), (9, 13), (1, 52), (19, 19)] {
            let size = GoSize::new(columns.into(), rows.into()).unwrap();
            for symmetry in Symmetry::ALL {
                let board_size = Size::new(columns.into(), rows.into());
                let board = Board::new(tree, Game::Go, board_size, symmetry);
                for x in 0..columns {
                    for y in 0..rows {
                        let point = kifu_go::Point::new(x, y);
                        let turned = board.turned((x.into(), y.into()));
                        let expected = symmetry.apply(point, size);
                        assert_eq!(turned, (expected.x.into(), expected.y.into()));
                    }
                }
            }
        }
    }
}
