//! Notation of points and moves by game, as far as the standard defines it.

use kifu_sgf::games;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size};

/// Whether the standard defines the points and moves of `game`. Programs write Othello, Renju and Ataxx in several
/// notations, and none of them is wrong.
pub(crate) fn is_defined(game: Option<Game>) -> bool {
    game.is_some_and(games::is_defined)
}

/// Whether `raw` is a move of `game` on a board of `size`, or can be read as one.
pub(crate) fn is_move(game: Option<Game>, raw: &str, size: Size) -> bool {
    match game {
        Some(Game::Go) => value::r#move::parse_lenient(raw, size).is_ok(),
        Some(game) if is_defined(Some(game)) => games::check_move(game, raw, size).is_ok(),
        _ => true,
    }
}

/// Describes the form of a move of `game`.
pub(crate) const fn move_form(game: Option<Game>) -> &'static str {
    match game {
        Some(Game::Amazons) => {
            "a move of Amazons is the points from, to and of the arrow: `djddgd`"
        }
        Some(Game::Backgammon) => {
            "a move of Backgammon is two dice and up to four steps (`31hefe`), or `double`, `take` or `drop`"
        }
        Some(Game::Gess) => "a move of Gess is two points with a colon between them: `dd:dg`",
        Some(Game::Hex) => "a move of Hex is a cell such as `a5`, or a word such as `swap-pieces`",
        Some(Game::LinesOfAction) => {
            "a move of Lines of Action is two points (`e1-e3`, `c2:c5`), or a word such as `pass`"
        }
        Some(Game::Octi) => "a move of Octi is a pod and what it does: `73`, `33+B`, `84-86-68x`",
        Some(Game::TwixT) => "a move of TwixT is a hole such as `a5`",
        _ => "a move is a point such as `pd`, or empty for a pass",
    }
}

/// The point that is a pass on boards of Go up to 19×19, and before FF\[4\] the only form of one.
pub(crate) const PASS: &str = "tt";

/// Describes the form of a point of `game`.
pub(crate) const fn point_form(game: Option<Game>) -> &'static str {
    match game {
        Some(Game::Backgammon) => {
            "a point of Backgammon is a letter, `a` to `x`; `y` is the bar, `z` the tray"
        }
        Some(Game::Hex) => "a cell of Hex is letters for the column and a number for the row: `a5`",
        Some(Game::LinesOfAction) => "a point of Lines of Action is a letter and a number: `a5`",
        Some(Game::Octi) => "a point of Octi is two digits, `11` to `99`",
        Some(Game::TwixT) => "a hole of TwixT is letters and a number: `a5`",
        _ => "a point is two letters, column and row from the upper left corner",
    }
}

/// Describes the form of a stone of `game`.
pub(crate) const fn stone_form(game: Option<Game>) -> &'static str {
    match game {
        Some(Game::Octi) => "a pod of Octi is a point and the letters of its prongs: `46CD`",
        _ => point_form(game),
    }
}
