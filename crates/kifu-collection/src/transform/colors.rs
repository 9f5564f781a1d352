//! Values that depend on a color.

use std::borrow::Cow;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, GameResult, real};

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
    let read = |raw: &str| value::color::parse_lenient(raw).ok().map(|read| read.value);
    let other = read(raw)?.opponent();
    let swapped = match raw.trim() {
        "1" => raw.replace('1', "2"),
        "2" => raw.replace('2', "1"),
        _ => swapped_words(raw),
    };
    let is_other = read(&swapped) == Some(other);
    Some(if is_other {
        swapped.into()
    } else {
        other.letter().into()
    })
}

/// The result with the other winner: only the words and letters of colors change. `None` if that would not change the
/// winner, as no other text is lost for it.
fn result(raw: &str) -> Option<Cow<'_, str>> {
    let winner = |text: &str| GameResult::guess(text).ok().map(|read| read.value.winner());
    let Some(before) = winner(raw)? else {
        return Some(raw.into());
    };
    let swapped = swapped_words(raw);
    (winner(&swapped)? == Some(before.opponent())).then(|| swapped.into())
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

/// Letters for the colors, if they are no part of a word.
const LETTERS: [(char, char); 2] = [('B', 'W'), ('b', 'w')];

/// A text with the words and letters of the colors exchanged, and everything else unchanged.
fn swapped_words(raw: &str) -> String {
    // `白` is used in two languages, which write Black with different characters.
    let other_black = if is_japanese(raw) { "黑" } else { "黒" };
    let mut swapped = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(sign) = rest.chars().next() {
        let found = WORDS.iter().find_map(|(black, white)| {
            if let Some(after) = rest.strip_prefix(black) {
                return Some((*white, after));
            }
            let after = rest.strip_prefix(white)?;
            (*black != other_black).then_some((*black, after))
        });
        if let Some((word, after)) = found {
            swapped.push_str(word);
            rest = after;
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        let is_in_word = swapped.ends_with(char::is_alphanumeric)
            || rest.starts_with(|next: char| next.is_ascii_alphabetic());
        let letter = LETTERS.iter().find_map(|&(black, white)| match sign {
            _ if is_in_word => None,
            _ if sign == black => Some(white),
            _ if sign == white => Some(black),
            _ => None,
        });
        swapped.push(letter.unwrap_or(sign));
    }
    swapped
}

/// Words of results that are Japanese, and not Chinese.
const JAPANESE: [&str; 6] = ["黒", "押", "番", "半目", "目半", "目勝"];

/// Whether a text has characters or words that only Japanese uses.
fn is_japanese(text: &str) -> bool {
    let is_kana = |sign: char| ('\u{3040}'..='\u{30FF}').contains(&sign);
    text.contains(is_kana) || JAPANESE.iter().any(|word| text.contains(word))
}

/// The negated number; blanks and words around it are unchanged, as in `6.5目`. `None` if there is no number, or another
/// text to which a sign would refer: a second number, a color, or text without a blank before the number.
fn negated(raw: &str) -> Option<Cow<'_, str>> {
    let is_sign_of_number = |sign: char| sign.is_ascii_digit() || "+-.,".contains(sign);
    let start = raw.find(is_sign_of_number)?;
    let number = &raw[start..];
    let end = number.find(|sign: char| !is_sign_of_number(sign) && !"eE ".contains(sign));
    let number = number[..end.unwrap_or(number.len())].trim_end();
    let value = real::parse_lenient(number).ok()?.value.get();
    if value == 0.0 {
        return Some(raw.into());
    }
    let (before, after) = (&raw[..start], &raw[start + number.len()..]);
    // Another number, as in `6.5 or 7.5`, would keep its sign, and a color, as in `B+3`, its meaning.
    let is_bound =
        |text: &str| text.contains(|sign: char| sign.is_numeric()) || swapped_words(text) != text;
    let is_attached = before.ends_with(|sign: char| !sign.is_whitespace());
    if is_attached || is_bound(before) || is_bound(after) {
        return None;
    }
    let negated = match number.strip_prefix('-') {
        Some(digits) => digits.to_owned(),
        None => format!("-{}", number.strip_prefix('+').unwrap_or(number)),
    };
    Some(format!("{before}{negated}{after}").into())
}

#[cfg(test)]
mod tests {
    use super::{negated, result};

    #[test]
    fn results_in_words_come_back() {
        for (raw, swapped) in [
            ("黑1.5目胜", "白1.5目胜"),
            ("白中盘胜", "黑中盘胜"),
            ("黒中押し勝ち", "白中押し勝ち"),
            ("黒半目勝", "白半目勝"),
            ("黒番１目半勝", "白番１目半勝"),
            ("黒４目勝", "白４目勝"),
            ("黑勝", "白勝"),
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

    #[test]
    fn results_keep_all_their_words() {
        for (raw, swapped) in [
            ("W wins (Black resigned)", "B wins (White resigned)"),
            ("B wins by 3 points", "W wins by 3 points"),
            ("W resigned", "B resigned"),
            ("b+r", "w+r"),
            (" B+0.50 ", " W+0.50 "),
            ("B 3.5", "W 3.5"),
            ("B", "W"),
        ] {
            assert_eq!(result(raw).as_deref(), Some(swapped), "{raw}");
            assert_eq!(result(swapped).as_deref(), Some(raw), "{swapped}");
        }
    }

    #[test]
    fn negated_numbers_keep_what_surrounds_them() {
        for (raw, swapped) in [
            ("6.5", "-6.5"),
            (" 6.50 ", " -6.50 "),
            ("6.5目", "-6.5目"),
            ("komi 7", "komi -7"),
            ("3,75", "-3,75"),
        ] {
            assert_eq!(negated(raw).as_deref(), Some(swapped), "{raw}");
            assert_eq!(negated(swapped).as_deref(), Some(raw), "{swapped}");
        }
        assert_eq!(negated("+6.5").as_deref(), Some("-6.5"));
        assert_eq!(negated("0"), Some("0".into()));
        for unreadable in [
            "none",
            "6.5 or 7.5",
            "３",
            "3 3/4",
            "B+3",
            "W 3",
            "3 (white)",
            "\u{2212}5",
            "- 5",
        ] {
            assert_eq!(negated(unreadable), None, "{unreadable}");
        }
    }
}
