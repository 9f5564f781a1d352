//! Values that depend on a color.

use std::borrow::Cow;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, GameResult, real};

/// Treatment of the komi when colors are exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Komi {
    /// The sign changes, so that the result stays correct. The default.
    #[default]
    Negate,
    /// The komi is unchanged.
    Keep,
    /// The komi is removed.
    Drop,
}

/// Treatment of the number of handicap stones when colors are exchanged: `HA` counts stones of Black, which then become
/// White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// The number is unchanged. The default.
    #[default]
    Keep,
    /// The number is removed; the stones are kept.
    Drop,
}

/// Properties of one color, and their counterparts of the other color.
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

/// The counterpart of a property for the other color.
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

/// The result of exchanging colors in a value.
pub(super) enum Swapped<'a> {
    /// The value has no color.
    Same,
    /// The new raw value.
    Value(Cow<'a, str>),
    /// The property is removed.
    Dropped,
    /// The value has a color, but cannot be read.
    Unreadable,
}

/// The value of a property after colors are exchanged.
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

/// The other color, in the same notation.
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

/// The result with the other winner: only the letter changes if the value conforms to the standard.
fn result(raw: &str) -> Option<Cow<'_, str>> {
    if let Some(rest) = raw.strip_prefix("B+") {
        return Some(format!("W+{rest}").into());
    }
    if let Some(rest) = raw.strip_prefix("W+") {
        return Some(format!("B+{rest}").into());
    }
    if let Some(words) = swapped_words(raw) {
        return Some(words.into());
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

/// Words for Black and their counterparts for White in the same language and case.
const WORDS: [(&str, &str); 6] = [
    ("黑", "白"),
    ("黒", "白"),
    ("흑", "백"),
    ("Black", "White"),
    ("black", "white"),
    ("BLACK", "WHITE"),
];

/// A result in words with the colors exchanged, with its other words and symbols unchanged; `None` if it would not mean
/// the opposite.
fn swapped_words(raw: &str) -> Option<String> {
    let winner = |text: &str| GameResult::guess(text).ok()?.value.winner();
    let before = winner(raw)?;
    let mut swapped = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(sign) = rest.chars().next() {
        let found = WORDS.iter().find_map(|(black, white)| {
            // `白` is used in two languages, which write Black with different characters.
            let is_other = *black == if is_japanese(raw) { "黑" } else { "黒" };
            if let Some(after) = rest.strip_prefix(black) {
                return Some((*white, after));
            }
            let after = rest.strip_prefix(white)?;
            (!is_other).then_some((*black, after))
        });
        if let Some((word, after)) = found {
            swapped.push_str(word);
            rest = after;
        } else {
            swapped.push(sign);
            rest = &rest[sign.len_utf8()..];
        }
    }
    (winner(&swapped)? == before.opponent()).then_some(swapped)
}

/// Whether a text has characters that only Japanese uses.
fn is_japanese(text: &str) -> bool {
    text.contains(|sign: char| {
        ('\u{3040}'..='\u{30FF}').contains(&sign) || sign == '黒' || sign == '押'
    })
}

/// The negated number.
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

#[cfg(test)]
mod tests {
    use super::result;

    #[test]
    fn results_in_words_come_back() {
        for (raw, swapped) in [
            ("黑1.5目胜", "白1.5目胜"),
            ("白中盘胜", "黑中盘胜"),
            ("黒中押し勝ち", "白中押し勝ち"),
            ("흑 불계승", "백 불계승"),
            ("White wins by resignation", "Black wins by resignation"),
            ("B+1.5", "W+1.5"),
            ("Draw", "Draw"),
        ] {
            assert_eq!(result(raw).as_deref(), Some(swapped), "{raw}");
            assert_eq!(result(swapped).as_deref(), Some(raw), "{swapped}");
        }
        assert_eq!(result("a fine game"), None);
    }
}
