//! Facts from the moves of the main line: signatures and captures.

use std::fmt::Write as _;

use kifu_games::go::Replay;
use kifu_go::{Color, Symmetry};
use kifu_sgf::schema::{Game, Notation};
use kifu_sgf::value::{self, Move, Point, Size};
use kifu_sgf::{GameTree, Node};
use md5::{Digest as _, Md5};

/// The moves of Dave Dyer's two signatures, one after the other.
const DYER: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// Text for a move that is missing or off the board.
const UNKNOWN: &str = "??";

/// The stones of the root and the moves of the main line of a game whose points are two letters.
pub(crate) struct Moves {
    size: Size,
    /// The stones that the root sets up: black ones first, then by column and row.
    setup: Vec<(Color, Point)>,
    line: Vec<Option<Move>>,
}

impl Moves {
    /// The moves of a game; `None` for games whose moves are not points written as in Go.
    pub(crate) fn of(game: GameTree<'_>) -> Option<Self> {
        let kind = game.kind()?;
        if kind.notation() != Notation::GoLike {
            return None;
        }
        let root = game.root();
        let size = size_of(game, kind);
        let mut setup: Vec<_> = [("AB", Color::Black), ("AW", Color::White)]
            .into_iter()
            .flat_map(|(identifier, color)| {
                let points = root.points(identifier, size);
                points
                    .iter()
                    .map(move |point| (color, point))
                    .collect::<Vec<_>>()
            })
            .collect();
        setup.sort_unstable_by_key(|(color, point)| (color.index(), point.x, point.y));
        let moves = game.main_line().filter_map(|node| played(node, size));
        let line: Vec<_> = moves.map(|(_, own)| own).collect();
        // A move of Amazons or Ataxx is several points.
        if !line.is_empty() && line.iter().all(Option::is_none) {
            return None;
        }
        Some(Self { size, setup, line })
    }

    /// All points, two letters each: `tt` for a pass (`--` on boards where `tt` is a point).
    pub(crate) fn text(&self, symmetry: Symmetry) -> String {
        let mut setup: Vec<_> = self
            .setup
            .iter()
            .map(|(color, point)| (color.index(), symmetry.apply(*point, self.size)))
            .collect();
        setup.sort_unstable_by_key(|(color, point)| (*color, point.x, point.y));
        let mut text = String::with_capacity(2 * (setup.len() + self.line.len()));
        for (_, point) in setup {
            text.push_str(&point.to_string());
        }
        for own in &self.line {
            text.push_str(&self.letters(*own, symmetry));
        }
        text
    }

    fn letters(&self, own: Option<Move>, symmetry: Symmetry) -> String {
        match own {
            Some(Move::Play(point)) => symmetry.apply(point, self.size).to_string(),
            Some(Move::Pass) if self.size.has_tt_pass() => "tt".to_owned(),
            Some(Move::Pass) => "--".to_owned(),
            None => UNKNOWN.to_owned(),
        }
    }

    /// The MD5 of the text and a line feed, in hexadecimal digits.
    pub(crate) fn md5(&self, symmetry: Symmetry) -> String {
        let digest = Md5::digest(self.text(symmetry) + "\n");
        let mut digits = String::with_capacity(32);
        for byte in digest {
            // Writing to a string does not fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }

    /// The least MD5 of all eight symmetries.
    pub(crate) fn canonical(&self) -> Option<String> {
        let all = Symmetry::ALL.into_iter();
        all.map(|symmetry| self.md5(symmetry)).min()
    }

    /// Dyer's signature, with `--` for a pass and for a move that is missing; `None` if all are.
    pub(crate) fn dyer(&self, symmetry: Symmetry) -> Option<String> {
        let points = DYER.map(|number| self.line.get(number - 1).copied().flatten()?.point());
        if points.iter().all(Option::is_none) {
            return None;
        }
        let letters = points.iter().map(|point| match point {
            Some(point) => symmetry.apply(*point, self.size).to_string(),
            None => "--".to_owned(),
        });
        Some(letters.collect())
    }

    /// The least of Dyer's signatures of all symmetries that keep the size of the board.
    pub(crate) fn dyer_canonical(&self) -> Option<String> {
        let all = Symmetry::ALL.into_iter();
        all.filter(|symmetry| symmetry.size(self.size) == self.size)
            .filter_map(|symmetry| self.dyer(symmetry))
            .min()
    }
}

/// The size of the board; the usual one of the game if it is missing, unreadable or too large for letters.
pub(crate) fn size_of(game: GameTree<'_>, kind: Game) -> Size {
    let raw = game.root().value("SZ");
    let own = raw.and_then(|raw| value::size::parse_lenient(raw).ok());
    own.map(|read| read.value)
        .or_else(|| value::size::default_of(kind))
        .filter(|size| size.has_letters())
        .unwrap_or_default()
}

/// The move of a node with its color; the inner `None` is a move that is off the board or cannot be read.
pub(crate) fn played(node: Node<'_>, size: Size) -> Option<(Color, Option<Move>)> {
    let (letter, raw) = node.play()?;
    let color = Color::from_letter(*letter.as_bytes().first()?)?;
    let own = value::r#move::parse_lenient(raw, size).ok();
    let own = own.map(|read| read.value);
    let is_on_board = |own: &Move| own.point().is_none_or(|point| size.contains(point));
    Some((color, own.filter(is_on_board)))
}

/// The black and the white stones that are captured on the main line; `None` unless the game is Go.
pub(crate) fn captured(game: GameTree<'_>) -> Option<[u32; 2]> {
    if game.kind()? != Game::Go {
        return None;
    }
    let mut replay = Replay::new(game);
    while replay.forward() {}
    let board = replay.game();
    // Prisoners are counted by the player who took them.
    Some([Color::White, Color::Black].map(|by| board.prisoners(by)))
}

/// A condition on moves of the main line: all points are played, by any or one player, in a range of moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plays {
    color: Option<Color>,
    /// The first and the last move, counted from 1.
    first: usize,
    last: usize,
    points: Vec<Wanted>,
}

/// A point in a condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wanted {
    Point(Point),
    /// A letter and a row from the bottom, as `Q16`.
    Board(String),
    Pass,
}

impl Wanted {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("pass") {
            return Some(Self::Pass);
        }
        let [first, second, ..] = word.as_bytes() else {
            return None;
        };
        if word.len() == 2 && second.is_ascii_alphabetic() {
            return Point::from_letters(*first, *second).map(Self::Point);
        }
        let largest = Size::of::<52, 52>();
        let is_point = kifu_board::Coordinates::Board.parse(word, largest).is_ok();
        is_point.then(|| Self::Board(word.to_owned()))
    }

    pub(crate) fn on(&self, size: Size) -> Option<Move> {
        match self {
            Self::Point(point) => Some(Move::Play(*point)),
            Self::Pass => Some(Move::Pass),
            Self::Board(name) => {
                let point = kifu_board::Coordinates::Board.parse(name, size).ok()?;
                Some(Move::Play(point))
            }
        }
    }
}

impl Plays {
    /// Reads `cf, dd`, `1-12: cf dd`, `black 120: C14`; `None` for any other text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut words = text
            .split(|sign: char| sign.is_whitespace() || sign == ',' || sign == ':')
            .filter(|word| !word.is_empty())
            .peekable();
        let color = match words.peek()?.to_ascii_lowercase().as_str() {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => None,
        };
        if color.is_some() {
            words.next();
        }
        let (mut first, mut last) = (1, usize::MAX);
        let is_range =
            |word: &&str| word.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
        if let Some(range) = words.next_if(is_range) {
            (first, last) = match range.split_once('-') {
                Some(("", "")) => return None,
                Some((from, "")) => (from.parse().ok()?, usize::MAX),
                Some(("", to)) => (1, to.parse().ok()?),
                Some((from, to)) => (from.parse().ok()?, to.parse().ok()?),
                None => (range.parse().ok()?, range.parse().ok()?),
            };
        }
        let points: Option<Vec<_>> = words.map(Wanted::parse).collect();
        let points = points.filter(|points| !points.is_empty() && first <= last)?;
        Some(Self {
            color,
            first,
            last,
            points,
        })
    }

    /// Whether the main line of a game has all these moves.
    pub(crate) fn holds(&self, game: GameTree<'_>) -> bool {
        let Some(kind) = game
            .kind()
            .filter(|kind| kind.notation() == Notation::GoLike)
        else {
            return false;
        };
        let size = size_of(game, kind);
        let mut left: Vec<_> = self.points.iter().map(|point| point.on(size)).collect();
        let moves = game.main_line().filter_map(|node| played(node, size));
        let in_range = moves
            .zip(1..)
            .skip_while(|(_, number)| *number < self.first);
        for ((color, own), _) in in_range.take_while(|(_, number)| *number <= self.last) {
            if own.is_some() && self.color.is_none_or(|wanted| wanted == color) {
                left.retain(|wanted| *wanted != own);
            }
            if left.is_empty() {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use kifu_go::Symmetry;
    use kifu_sgf::Collection;

    use super::{Moves, Plays, captured};

    #[test]
    fn signatures_are_those_of_sgfutils() {
        // Values printed by `sgfinfo -s -md5` of sgfutils 0.25.
        let games = Collection::from("(;SZ[19]AB[pd][dp];W[dd];B[pp];W[cf];B[];W[tt])");
        let moves = Moves::of(games.game(0).unwrap()).unwrap();
        assert_eq!(moves.text(Symmetry::Identity), "dppdddppcftttt");
        assert_eq!(
            moves.md5(Symmetry::Identity),
            "c951fa989d8077d07fd98f028cbdcf1b"
        );
    }

    #[test]
    fn turned_games_have_one_canonical_signature() {
        let one = Collection::from("(;SZ[9]AB[cc][gg];W[dc];B[];W[gh])");
        // A quarter turn of it, clockwise.
        let two = Collection::from("(;SZ[9]AB[gc][cg];W[gd];B[tt];W[bg])");
        let [one, two] = [&one, &two].map(|games| Moves::of(games.game(0).unwrap()).unwrap());
        assert_eq!(one.canonical(), two.canonical());
        assert_ne!(one.md5(Symmetry::Identity), two.md5(Symmetry::Identity));
    }

    #[test]
    fn captured_stones_are_counted_by_their_color() {
        let games = Collection::from("(;SZ[9];B[aa];W[ab];B[ii];W[ba])(;GM[2])");
        assert_eq!(captured(games.game(0).unwrap()), Some([1, 0]));
        assert_eq!(captured(games.game(1).unwrap()), None);
    }

    #[test]
    fn moves_are_found_in_their_range() {
        let games = Collection::from("(;SZ[9];B[cf];W[dd];B[];W[ff](;B[gg])(;B[aa]))");
        let game = games.game(0).unwrap();
        for (text, expected) in [
            ("cf", true),
            ("cf, dd", true),
            ("cf dd aa", false),
            ("black cf", true),
            ("white cf", false),
            ("1: C4", true),
            ("2: C4", false),
            ("1-2: cf,dd", true),
            ("-1 dd", false),
            ("2-:ff gg", true),
            ("5 G3", true),
            ("3: pass", true),
            ("white pass", false),
        ] {
            let plays = Plays::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(plays.holds(game), expected, "{text}");
        }
        for text in [
            "", "black", "1-2", "3-1 aa", "a", "aaa", "1-2-3 aa", "- aa", "Z99 x",
        ] {
            assert_eq!(Plays::parse(text), None, "{text}");
        }
    }

    #[test]
    fn moves_of_several_points_have_no_signature() {
        for text in ["(;GM[18]SZ[10];W[dadedg];B[gjgbed])", "(;SZ[9];B[zz])"] {
            let games = Collection::from(text);
            assert!(Moves::of(games.game(0).unwrap()).is_none(), "{text}");
        }
        let games = Collection::from("(;SZ[9])(;SZ[9];B[zz];W[aa])");
        assert!(games.games().all(|game| Moves::of(game).is_some()));
    }
}
