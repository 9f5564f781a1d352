//! Points, stones and moves of the games: one file for each game, named as in the standard.
//!
//! The standard leaves these three value types to the game. It has a page on them for eight games. For Othello, Gomoku
//! and Renju, and Ataxx it has none, but programs write them like Go. Values of all other games are kept unchanged.
//!
//! | game | point | move |
//! |---|---|---|
//! | [Go](go), Othello, Gomoku | `dd` | `dd`, `` |
//! | [Ataxx](ataxx) | `dd` | `dd`, `aacc`, `` |
//! | [Backgammon](backgammon) | `a` … `z` | `31hefe`, `double` |
//! | [Lines of Action](lines_of_action) | `a5` | `e1-e3`, `C2:C5`, `Pass` |
//! | [Hex](hex) | `a5` | `a5`, `swap-pieces` |
//! | [Amazons](amazons) | `dd` | `djddgd` |
//! | [Octi](octi) | `46`, stone `46CD` | `33+B`, `84-86-68x` |
//! | [Gess](gess) | `dd` | `dd:dg` |
//! | [TwixT](twixt) | `a5` | `a5` |
//!
//! [`little_golem`] is a dialect: the moves of that server's files.

pub mod amazons;
pub mod ataxx;
pub mod backgammon;
pub mod gess;
pub mod go;
mod grid;
pub mod hex;
pub mod lines_of_action;
pub mod little_golem;
pub mod octi;
pub mod twixt;

use crate::{
    schema::{Game, Notation},
    value::{self, Size, ValueError},
};

/// Whether the standard defines the points and moves of `game`. It does not for Othello, Gomoku and Renju, and Ataxx,
/// which programs write in several notations.
#[must_use]
pub fn is_defined(game: Game) -> bool {
    game.notation() != Notation::Undefined
        && !matches!(game, Game::Othello | Game::Gomoku | Game::Ataxx)
}

/// Checks a Move of `game` on a board of `size`. Every value passes in games without a defined notation.
///
/// # Errors
/// Those of the game's own `value::r#move::parse`.
pub fn check_move(game: Game, raw: &str, size: Size) -> Result<(), ValueError> {
    match game {
        Game::Ataxx => ataxx::Move::parse(raw, size).map(drop),
        Game::Backgammon => backgammon::Move::parse(raw).map(drop),
        Game::LinesOfAction => lines_of_action::Move::parse(raw, size).map(drop),
        Game::Hex => hex::Move::parse(raw, size).map(drop),
        Game::Amazons => amazons::Move::parse(raw, size).map(drop),
        Game::Octi => octi::Move::parse(raw).map(drop),
        Game::Gess => gess::Move::parse(raw, size).map(drop),
        Game::TwixT => twixt::Move::parse(raw, size).map(drop),
        _ if game.notation() == Notation::GoLike => value::r#move::parse(raw, size).map(drop),
        _ => Ok(()),
    }
}

/// Checks a Point of `game` on a board of `size`. Every value passes in games without a defined notation.
///
/// # Errors
/// Those of the game's own `value::point::parse`.
pub fn check_point(game: Game, raw: &str, size: Size) -> Result<(), ValueError> {
    match game {
        Game::Backgammon => backgammon::Point::parse(raw).map(drop),
        Game::LinesOfAction => lines_of_action::Point::parse(raw, size).map(drop),
        Game::Hex | Game::TwixT => hex::parse_point(raw, size).map(drop),
        Game::Octi => octi::Point::parse(raw).map(drop),
        _ if game.notation() == Notation::GoLike => value::point::parse_on(raw, size).map(drop),
        _ => Ok(()),
    }
}

/// Checks a Stone of `game` on a board of `size`: a point or, in Octi, a pod with its prongs.
///
/// # Errors
/// Those of the game's own `Stone::parse`, else of [`check_point`].
pub fn check_stone(game: Game, raw: &str, size: Size) -> Result<(), ValueError> {
    match game {
        Game::Octi => octi::Stone::parse(raw).map(drop),
        _ => check_point(game, raw, size),
    }
}
