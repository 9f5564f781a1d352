//! Transformed points, in the notation of each game.

use kifu_go::Symmetry;
use kifu_sgf::GameTree;
use kifu_sgf::games::{hex, lines_of_action};
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Point, Size};

/// The board of a game, its notation of points, and its symmetry.
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

    /// The size of the board after the transformation.
    pub(super) fn turned_size(self) -> Size {
        self.symmetry.size(self.size)
    }

    /// The turned board, which the same symmetry turns again.
    pub(super) fn turned(self) -> Self {
        Self {
            size: self.turned_size(),
            ..self
        }
    }

    /// The transformed point of a raw value, as a raw value; `None` if it cannot be read.
    pub(super) fn point(self, raw: &str) -> Option<String> {
        let place = self.symmetry.apply(self.read(raw)?, self.size);
        Some(self.write(place, raw))
    }

    /// The transformed rectangle of two opposite corners, as its upper left and lower right corner.
    pub(super) fn corners(self, first: &str, second: &str) -> Option<(String, String)> {
        let (a, b) = (
            self.symmetry.apply(self.read(first)?, self.size),
            self.symmetry.apply(self.read(second)?, self.size),
        );
        let upper_left = Point::new(a.x.min(b.x), a.y.min(b.y));
        let lower_right = Point::new(a.x.max(b.x), a.y.max(b.y));
        Some((
            self.write(upper_left, first),
            self.write(lower_right, second),
        ))
    }

    fn read(self, raw: &str) -> Option<Point> {
        match self.game {
            Game::Hex | Game::TwixT => {
                let point = hex::parse_point_lenient(raw, self.size);
                Some(point.ok()?.value)
            }
            Game::LinesOfAction => {
                let point = lines_of_action::Point::parse_lenient(raw, self.size);
                let point = point.ok()?.value;
                let row = self.seen_row(point.row.into(), self.size.rows());
                Some(Point::new(point.column.into(), row))
            }
            _ => {
                let point = value::point::parse_lenient(raw, self.size);
                Some(point.ok()?.value)
            }
        }
    }

    /// The raw value of a point of the transformed board, with the white space of `like`. Letters before a number are
    /// upper case if those of `like` are.
    fn write(self, point: Point, like: &str) -> String {
        let is_upper = like
            .trim()
            .starts_with(|char: char| char.is_ascii_uppercase());
        let labeled = |point| {
            let name = hex::name(point).to_string();
            if is_upper {
                name.to_ascii_uppercase()
            } else {
                name
            }
        };
        let name = match self.game {
            Game::Hex | Game::TwixT => labeled(point),
            Game::LinesOfAction => {
                let row = self.seen_row(point.y, self.turned_size().rows());
                labeled(Point::new(point.x, row))
            }
            _ => match point.letters() {
                Some([column, row]) => String::from_iter([char::from(column), char::from(row)]),
                None => point.to_string(),
            },
        };
        if like.contains(is_blank) {
            spaced(&name, like)
        } else {
            name
        }
    }

    /// A row of Lines of Action counted from the other side of a board of `rows`, unless rows are already counted from
    /// the top.
    fn seen_row(self, row: u16, rows: u16) -> u16 {
        if self.is_inverted {
            row
        } else {
            rows - 1 - row
        }
    }
}

fn is_blank(char: char) -> bool {
    char.is_ascii_whitespace()
}

/// The characters of `name` in place of those of `like`, whose white space stays.
pub(super) fn spaced(name: &str, like: &str) -> String {
    let mut new = name.chars();
    let mut old = like.chars().filter(|char| !is_blank(*char)).count();
    let mut written = String::with_capacity(like.len() + name.len());
    for char in like.chars() {
        if is_blank(char) {
            written.push(char);
            continue;
        }
        old -= 1;
        // A name may be longer or shorter than the old one.
        let count = if old == 0 { usize::MAX } else { 1 };
        written.extend(new.by_ref().take(count));
    }
    written
}
