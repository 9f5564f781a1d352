//! Recognizes text that can be in a European language.

use encoding_rs::{
    ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15,
    ISO_8859_16, MACINTOSH, WINDOWS_1250, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257, WINDOWS_1258,
};

use super::super::Charset;
use super::super::charset::Kind;

/// Whether `charset` has one byte a character, for languages with the Latin alphabet.
pub(in super::super) fn is_european(charset: Charset) -> bool {
    let all = [
        WINDOWS_1252,
        MACINTOSH,
        WINDOWS_1250,
        WINDOWS_1254,
        WINDOWS_1257,
        WINDOWS_1258,
        ISO_8859_2,
        ISO_8859_3,
        ISO_8859_4,
        ISO_8859_10,
        ISO_8859_13,
        ISO_8859_14,
        ISO_8859_15,
        ISO_8859_16,
    ];
    matches!(charset.0, Kind::Web(encoding) if all.contains(&encoding))
}

/// Letters from this number on, beyond ASCII and side by side, are in no European word.
const LONG_RUN: usize = 4;

/// Returns the number of positions that no text in a European language has: symbols inside words, a capital letter
/// after a small one, long runs of letters beyond ASCII, pairs of letters that are UTF-8. Control characters count
/// twice.
pub(super) fn strange_positions(text: &str) -> usize {
    let mut strange = 0;
    let mut run = 0;
    let mut before_last = Shape::Other;
    let mut last = ('\0', Shape::Other);
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let shape = Shape::of(char);
        let after = chars.peek().map_or(Shape::Other, |char| Shape::of(*char));
        strange += match shape {
            Shape::Control => 2,
            Shape::Symbol => {
                let is_beside = last.1.is_accented()
                    || after.is_accented()
                    || (matches!(last.1, Shape::Symbol | Shape::Mark) && last.0 != char);
                usize::from(is_beside || last.1.is_letter() && after.is_letter())
            }
            Shape::Mark => {
                let ends =
                    matches!(char, '¡' | '¿' | 'ª' | 'º' | '°' | '§') && last.1.is_accented();
                let joins = last.1.is_accented() && after.is_letter() && !joins_words(char);
                // `Ã–sterreich`, and the word `Ã–`.
                let is_pair =
                    is_utf8_lead(last.0) && (!before_last.is_letter() || after.is_small());
                usize::from(ends || joins || is_pair)
            }
            Shape::Lower { .. } => usize::from(is_utf8_pair(last.0, char)),
            Shape::Upper { is_accented } => {
                let rises = last.1.is_small() && (is_accented || last.1.is_accented());
                let begins = shape == CAPITAL && last.1 == CAPITAL && after.is_small();
                usize::from(rises || begins || is_utf8_pair(last.0, char))
            }
            Shape::Other => 0,
        };
        if shape.is_accented() {
            run += 1;
        } else {
            strange += if run < LONG_RUN { 0 } else { run / 2 };
            run = 0;
        }
        before_last = last.1;
        last = (char, shape);
    }
    strange + if run < LONG_RUN { 0 } else { run / 2 }
}

/// Whether the letter is the first byte of the frequent letters in UTF-8, read as Windows-1252.
const fn is_utf8_lead(char: char) -> bool {
    matches!(char, 'Â' | 'Ã' | 'Ä' | 'Å' | 'Î' | 'Ï' | 'Ð' | 'Ñ')
}

/// Whether the two letters are a frequent letter in UTF-8, read as Windows-1252.
const fn is_utf8_pair(lead: char, char: char) -> bool {
    is_utf8_lead(lead) && matches!(char, 'Š' | 'Œ' | 'Ž' | 'š' | 'œ' | 'ž' | 'Ÿ')
}

/// Whether the mark may be between two letters.
const fn joins_words(char: char) -> bool {
    matches!(
        char,
        '\u{2018}' | '\u{2019}' | '´' | '·' | '–' | '—' | '…' | '\u{A0}' | '\u{AD}'
    )
}

const CAPITAL: Shape = Shape::Upper { is_accented: true };

/// What a character can be in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Lower {
        is_accented: bool,
    },
    Upper {
        is_accented: bool,
    },
    /// Punctuation.
    Mark,
    /// Neither a letter nor punctuation.
    Symbol,
    /// A control character, or one for private use.
    Control,
    /// ASCII other than letters.
    Other,
}

impl Shape {
    const fn of(char: char) -> Self {
        match char {
            // With the combining accents of Vietnamese, and the ligatures of Macintosh.
            'a'..='z' | '\u{300}'..='\u{36F}' | 'ﬁ' | 'ﬂ' => Self::Lower { is_accented: false },
            'A'..='Z' => Self::Upper { is_accented: false },
            '\0'..='\x7F' => Self::Other,
            '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' | '\u{FFFD}' => Self::Control,
            '\u{A0}'
            | '\u{AD}'
            | '¡'
            | '¿'
            | 'ª'
            | 'º'
            | '°'
            | '§'
            | '«'
            | '»'
            | '´'
            | '·'
            | '\u{2010}'..='\u{201F}'
            | '•'
            | '…'
            | '‹'
            | '›' => Self::Mark,
            '×' | '÷' | 'ƒ' => Self::Symbol,
            '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => {
                if char.is_uppercase() {
                    Self::Upper { is_accented: true }
                } else {
                    Self::Lower { is_accented: true }
                }
            }
            _ => Self::Symbol,
        }
    }

    const fn is_letter(self) -> bool {
        matches!(self, Self::Lower { .. } | Self::Upper { .. })
    }

    const fn is_small(self) -> bool {
        matches!(self, Self::Lower { .. })
    }

    const fn is_accented(self) -> bool {
        matches!(
            self,
            Self::Lower { is_accented: true } | Self::Upper { is_accented: true }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_differ_from_other_readings() {
        for text in [
            "Dušan Šiška",
            "ÚŽASNÝ",
            "AÇÃO",
            "OPÇÕES",
            "l’école",
            "¿Qué? ¡Ñandú!",
            "1ª 2º n° 5",
            "«Été»",
            "þýðing",
            "2½ €",
            "“Große”…",
            "ŠŠ",
            "30 °C",
            "Müller–Lüdenscheid",
            "10 µs",
        ] {
            assert_eq!(strange_positions(text), 0, "{text}");
        }
        for (text, count) in [
            ("Ã©", 1),
            ("Ãœber", 1),
            ("GroÃŸ", 2),
            ("¹ÅÁ¦", 2),
            ("Èâàí", 2),
            ("AndrŽ", 1),
            ("\u{81}\u{E9}", 2),
        ] {
            assert!(
                strange_positions(text) >= count,
                "{text}: {}",
                strange_positions(text)
            );
        }
    }
}
