//! The games, with the values each reads and writes.

use crate::board;
use kifu_sgf::games::{check_move, check_point, check_stone};
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size, ValueError, ValueErrorKind as Kind};
use kifu_syntax::Span;
use proptest::prelude::*;

mod backgammon;
mod dialects;
mod letters;
mod numbers;
mod octi;

/// Checks the text written for a value after it was read.
fn assert_written<T: ToString>(raw: &str, read: Result<T, ValueError>, written: &str) {
    assert_eq!(
        read.map(|value| value.to_string()),
        Ok(written.to_owned()),
        "{raw:?}"
    );
}

/// Checks that a value is refused, why, and at which bytes.
fn assert_refused<T: std::fmt::Debug>(
    raw: &str,
    read: Result<T, ValueError>,
    kind: Kind,
    span: std::ops::Range<usize>,
) {
    let expected = ValueError::new(kind, Span::from(span));
    assert_eq!(read.unwrap_err(), expected, "{raw:?}");
}

#[test]
fn every_game_is_checked_by_its_own_rules() {
    let size = |game: Game| value::size::default_of(game).unwrap_or(Size::GO);
    for (game, good, bad) in [
        (Game::Go, "dd", "d4"),
        (Game::Othello, "dd", "ii"),
        (Game::Gomoku, "oo", "pp"),
        (Game::Ataxx, "aacc", "aac"),
        (Game::Backgammon, "31hefe", "dd"),
        (Game::LinesOfAction, "C2:C5++", "dd"),
        (Game::Hex, "a11", "dd"),
        (Game::Amazons, "djddgd", "dj"),
        (Game::Octi, "33+B", "dd"),
        (Game::Gess, "dd:dg", "dd"),
        (Game::TwixT, "x24", "24"),
    ] {
        assert_eq!(check_move(game, good, size(game)), Ok(()), "{game} {good}");
        assert!(check_move(game, bad, size(game)).is_err(), "{game} {bad}");
    }
    for (game, good, bad) in [
        (Game::Go, "dd", "tt"),
        (Game::Amazons, "jj", "kk"),
        (Game::Backgammon, "y", "A"),
        (Game::LinesOfAction, "h8", "i8"),
        (Game::Hex, "k11", "l11"),
        (Game::Octi, "11", "10"),
        (Game::TwixT, "x24", "y24"),
    ] {
        assert_eq!(check_point(game, good, size(game)), Ok(()), "{game} {good}");
        assert!(check_point(game, bad, size(game)).is_err(), "{game} {bad}");
        assert_eq!(check_stone(game, good, size(game)), Ok(()), "{game} {good}");
        assert!(check_stone(game, bad, size(game)).is_err(), "{game} {bad}");
    }
    assert_eq!(check_stone(Game::Octi, "46CD", Size::GO), Ok(()));
    for game in [Game::Chess, Game::Hive, Game::Kropki] {
        assert_eq!(check_move(game, "e2e4 or whatever", Size::GO), Ok(()));
        assert_eq!(check_point(game, "e2", Size::GO), Ok(()));
    }
}

proptest! {
    #[test]
    fn hostile_values_are_refused_quietly(
        raw in "\\PC{0,12}|[a-zA-Z0-9:+x!,|-]{0,12}",
        columns in 1_u16..,
        rows in 1_u16..,
    ) {
        let size = board(columns, rows);
        for game in Game::ALL {
            let checks = [
                check_move(game, &raw, size),
                check_point(game, &raw, size),
                check_stone(game, &raw, size),
            ];
            for error in checks.into_iter().filter_map(Result::err) {
                prop_assert!(raw.get(error.span.range()).is_some(), "{error:?}");
            }
        }
    }
}
