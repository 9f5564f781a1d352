//! What has a colour.

use std::borrow::Cow;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, GameResult, real};

/// What becomes of the komi when colours are exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Komi {
    /// The number changes its sign, so that the result stays right. The default.
    #[default]
    Negate,
    /// It stays as it is.
    Keep,
    /// It is removed.
    Drop,
}

/// What becomes of the number of handicap stones when colours are exchanged: `HA` means stones of
/// Black, which are White's then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// It stays as it is. The default.
    #[default]
    Keep,
    /// It is removed; the stones stay.
    Drop,
}

/// Properties of one colour, and those of the other that mean the same.
const PAIRS: [(&str, &str); 11] = [
    ("B", "W"),
    ("AB", "AW"),
    ("TB", "TW"),
    ("BL", "WL"),
    ("OB", "OW"),
    ("GB", "GW"),
    ("PB", "PW"),
    ("BR", "WR"),
    ("BT", "WT"),
    ("BS", "WS"),
    ("BO", "WO"),
];

/// The property of the other colour that means the same.
pub(super) fn counterpart(identifier: &str) -> Option<&'static str> {
    PAIRS.iter().find_map(|(black, white)| {
        if *black == identifier {
            Some(*white)
        } else if *white == identifier {
            Some(*black)
        } else {
            None
        }
    })
}

/// What becomes of a property whose value has a colour.
pub(super) enum Swapped<'a> {
    /// It has none.
    Same,
    /// This raw value.
    Value(Cow<'a, str>),
    /// It goes.
    Dropped,
    /// It has one, but cannot be read.
    Unreadable,
}

/// The value of a property when colours are exchanged.
pub(super) fn swapped<'a>(
    game: Game,
    identifier: &str,
    raw: &'a str,
    komi: Komi,
    handicap: Handicap,
) -> Swapped<'a> {
    let value = match identifier {
        "PL" => color(raw),
        "RE" => result(raw),
        "V" => negated(raw),
        "KM" | "KI" => match komi {
            Komi::Keep => return Swapped::Same,
            Komi::Drop => return Swapped::Dropped,
            Komi::Negate => negated(raw),
        },
        "HA" if handicap == Handicap::Drop => return Swapped::Dropped,
        "AS" if game == Game::LinesOfAction => color(raw).or(Some(raw.into())),
        _ => return Swapped::Same,
    };
    match value {
        Some(value) => Swapped::Value(value),
        None if raw.trim().is_empty() => Swapped::Same,
        None => Swapped::Unreadable,
    }
}

/// The other colour, written as this one is.
fn color(raw: &str) -> Option<Cow<'_, str>> {
    let other = value::color::parse_lenient(raw).ok()?.value.opponent();
    let (black, white) = match raw.trim() {
        "b" | "w" => ("b", "w"),
        "black" | "white" => ("black", "white"),
        "Black" | "White" => ("Black", "White"),
        "1" | "2" => ("1", "2"),
        _ => ("B", "W"),
    };
    Some(Cow::Borrowed(match other {
        Color::Black => black,
        Color::White => white,
    }))
}

/// The result with the other winner: only the letter changes if it is written as the standard has
/// it.
fn result(raw: &str) -> Option<Cow<'_, str>> {
    if let Some(rest) = raw.strip_prefix("B+") {
        return Some(format!("W+{rest}").into());
    }
    if let Some(rest) = raw.strip_prefix("W+") {
        return Some(format!("B+{rest}").into());
    }
    match GameResult::parse_lenient(raw).ok()?.value {
        GameResult::Win {
            winner,
            margin,
            reason,
        } => {
            let swapped = GameResult::Win {
                winner: winner.opponent(),
                margin,
                reason,
            };
            Some(swapped.to_string().into())
        }
        GameResult::Draw | GameResult::Void | GameResult::Unknown => Some(raw.into()),
    }
}

/// A number with the other sign.
fn negated(raw: &str) -> Option<Cow<'_, str>> {
    let value = real::parse_lenient(raw).ok()?.value.get();
    if value == 0.0 {
        return Some(raw.into());
    }
    let number = raw.trim();
    Some(match number.strip_prefix('-') {
        Some(digits) => digits.trim_start().to_owned().into(),
        None => format!("-{}", number.strip_prefix('+').unwrap_or(number)).into(),
    })
}
