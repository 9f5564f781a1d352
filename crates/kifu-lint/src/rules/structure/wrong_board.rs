//! ## What it does
//!
//! Checks for games most of whose moves are off the board or not in the notation of the game.
//!
//! ## Why is this bad
//!
//! `SZ` or `GM` is missing or wrong, so that programs show an empty board or another game. The moves themselves are
//! probably right: they are not reported one by one, and nothing about points is checked in such a game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]SZ[9];B[pd];W[dp];B[qq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]SZ[19];B[pd];W[dp];B[qq])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the size is the smallest usual one that holds all moves, and the game is one that the moves or the root
//! name.
//!
//! ## References
//!
//! FF[4], `GM` and `SZ`; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! None. SGFC reports and deletes each move (message 14).

use kifu_sgf::games;
use kifu_sgf::schema::{Game, Notation};
use kifu_sgf::value::{Size, point, size};
use kifu_syntax::Span;

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::notation::{is_defined, is_move, move_form};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S331",
    "wrong-board",
    Severity::Error,
    None,
    page!("wrong_board.rs"),
);

/// Minimum number of unreadable moves that are evidence about the game as a whole.
const LEAST: usize = 2;

/// Sizes in common use, from the smallest.
const USUAL: [u16; 3] = [9, 13, 19];

/// Rules about points and moves only.
const ABOUT_POINTS: [&str; 18] = [
    "G401", "G402", "G403", "G404", "G405", "G406", "G407", "G408", "G409", "S314", "S315", "S326",
    "S327", "V206", "V207", "V208", "V209", "V227",
];

/// Names that programs write for games in the root, with the game if it has a number.
const NAMES: [(&str, Option<Game>); 7] = [
    ("havannah", None),
    ("twixt", Some(Game::TwixT)),
    ("amazons", Some(Game::Amazons)),
    ("lines of action", Some(Game::LinesOfAction)),
    ("othello", Some(Game::Othello)),
    ("renju", Some(Game::Gomoku)),
    ("hex", Some(Game::Hex)),
];

/// The moves of a game that cannot be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct OddMoves {
    count: usize,
    /// Number of these that are points in Go notation, off the board.
    points: usize,
    /// Number of these that are a letter and a number.
    coordinates: usize,
    /// Columns and rows that a board needs for the points.
    needed: (u16, u16),
    /// Whether one is a word of Hex.
    swaps: bool,
    /// The first.
    first: Option<Span>,
    /// A game that the root names.
    named: Option<(&'static str, Option<Game>)>,
    /// `GM` and `SZ` of the root: the property, and its first value.
    game: Option<(Span, Span)>,
    size: Option<(Span, Span)>,
}

/// Stores the facts of the root about the game.
pub(crate) fn begin(cx: &mut Context<'_>, root: &Node<'_>) {
    let place = |identifier| {
        let prop = root.get(identifier)?;
        Some((prop.span(), *root.spans(prop).first()?))
    };
    cx.game.odd_moves = OddMoves {
        game: place("GM"),
        size: place("SZ"),
        ..OddMoves::default()
    };
}

/// Looks for the name of a game in the root.
fn named(cx: &Context<'_>) -> Option<(&'static str, Option<Game>)> {
    let root = cx
        .text
        .get(cx.game.root.start..cx.game.root_end)?
        .to_ascii_lowercase();
    let is_word = |name: &str| {
        let mut places = root.match_indices(name);
        places.any(|(at, _)| {
            let before = root[..at].bytes().next_back();
            let after = root[at + name.len()..].bytes().next();
            ![before, after]
                .iter()
                .flatten()
                .any(u8::is_ascii_alphabetic)
        })
    };
    NAMES.into_iter().find(|(name, _)| is_word(name))
}

/// Counts the move `prop` if it cannot be read.
pub(crate) fn count(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let raw = node.first_value(prop);
    let (game, size) = (cx.game.game, cx.game.size);
    if is_move(game, raw, size) {
        return;
    }
    let odd = &mut cx.game.odd_moves;
    odd.count += 1;
    if odd.first.is_none() {
        odd.first = node.spans(prop).first().copied();
    }
    let is_go_like = game.is_some_and(|game| game.notation() == Notation::GoLike);
    if let Some(point) = point::parse(raw).ok().filter(|_| is_go_like) {
        odd.points += 1;
        odd.needed.0 = odd.needed.0.max(point.x + 1);
        odd.needed.1 = odd.needed.1.max(point.y + 1);
    } else if is_coordinate(raw) {
        odd.coordinates += 1;
    }
    odd.swaps |= raw.starts_with("swap-");
}

/// Whether `raw` is a letter or two and a number: `D4`.
fn is_coordinate(raw: &str) -> bool {
    let number = raw.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let letters = raw.len() - number.len();
    (1..=2).contains(&letters)
        && (1..=2).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Decides on the current game, with the given number of moves: drops the findings about its points if most moves are
/// unreadable.
pub(crate) fn end_game(cx: &mut Context<'_>, moves: usize) {
    let odd = std::mem::take(&mut cx.game.odd_moves);
    let Some(first) = odd.first else {
        return;
    };
    if odd.count < LEAST || odd.count * 2 <= moves || !cx.allows(&RULE) {
        return;
    }
    cx.withdraw(&ABOUT_POINTS);
    let odd = OddMoves {
        named: named(cx),
        ..odd
    };
    let (message, fix) = judged(cx, &odd, moves, cx.str(first));
    let place = if odd.points == odd.count {
        odd.size.or(odd.game)
    } else {
        odd.game.or(odd.size)
    };
    let span = place.map_or(cx.game.root, |(prop, _)| prop);
    cx.report(
        Diagnostic::new(&RULE, span, message)
            .why(format!(
                "{}; points and moves of this game are not checked",
                move_form(cx.game.game)
            ))
            .fix(fix),
    );
}

/// The message, and the fix if the right value is known.
fn judged(cx: &Context<'_>, odd: &OddMoves, moves: usize, example: &str) -> (String, Option<Fix>) {
    let (count, example) = (odd.count, crate::rules::value::shown(example));
    let state = |place: Option<_>| if place.is_some() { "wrong" } else { "missing" };
    if odd.points == count {
        let size = state(odd.size);
        let message = format!(
            "`SZ` is {size}: {count} of {moves} moves are off the board, such as `{example}`"
        );
        return (
            message,
            size_for(cx, odd).map(|new| write(cx, "SZ", odd.size, &new.sgf().to_string())),
        );
    }
    let game = state(odd.game);
    let what = if odd.coordinates * 2 > count {
        "a letter and a number"
    } else {
        "not in the notation of the game"
    };
    let message =
        format!("`GM` is {game}: {count} of {moves} moves are {what}, such as `{example}`");
    match odd.named {
        Some((name, None)) => {
            let message =
                format!("{message}; the root names {name}, which has no number in the standard");
            (message, None)
        }
        Some((_, Some(game))) if Some(game) != cx.game.game && fits(game, &example) => (
            message,
            Some(write(cx, "GM", odd.game, &game.number().to_string())),
        ),
        _ if odd.swaps && cx.game.game != Some(Game::Hex) => {
            let number = Game::Hex.number().to_string();
            (message, Some(write(cx, "GM", odd.game, &number)))
        }
        _ => (message, None),
    }
}

/// Whether `example` is a move of `game` on the largest possible board.
fn fits(game: Game, example: &str) -> bool {
    !is_defined(Some(game)) || games::check_move(game, example, Size::LARGEST).is_ok()
}

/// Returns the smallest size that has all points of the moves.
fn size_for(cx: &Context<'_>, odd: &OddMoves) -> Option<Size> {
    let (columns, rows) = odd.needed;
    let needed = columns.max(rows);
    let size = USUAL
        .into_iter()
        .find(|size| *size >= needed)
        .unwrap_or(needed);
    let size = Size::square(size).ok()?;
    size::fits(size, cx.game.game?).then_some(size)
}

/// Writes a property of the root that has one value.
fn write(cx: &Context<'_>, identifier: &str, place: Option<(Span, Span)>, value: &str) -> Fix {
    let text = format!("{identifier}[{value}]");
    let edit = match place {
        Some((_, old)) => Edit::replace(old, value),
        None => Edit::insert(cx.game.root_end, &*text),
    };
    Fix::risky(format!("write `{text}`"), vec![edit])
}
