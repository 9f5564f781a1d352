//! Guesses whose text is as natural, or more so, in another language.
//!
//! The guess prefers frequent encodings, and a name of one or two letters beyond ASCII is too short to outweigh that:
//! `Poznañ` is no Spanish word, although `ñ` is frequent. Such a guess is in doubt.

use std::ops::RangeInclusive;

use super::super::Charset;
use super::super::charset::Kind;
use super::alphabet::Alphabet;
use super::{CANDIDATES, Candidate, Evidence, Guess, Script};

/// The lead of the text itself below which another alphabet is as likely, whatever its encoding.
const ALIKE: u32 = 25;

impl Evidence {
    /// Whether the text of a guess has words that are more natural in another encoding.
    pub(in super::super) fn has_rivals(&self, guess: &Guess) -> bool {
        let text = guess.charset.decode(&self.0);
        let is_western = [encoding_rs::WINDOWS_1252, encoding_rs::ISO_8859_15]
            .map(|encoding| Charset(Kind::Web(encoding)))
            .contains(&guess.charset);
        has_boxes_in_words(&text)
            || is_western && has_letters_of_others(&text)
            || self.has_other_alphabet(guess, &text)
    }

    /// Whether another alphabet reads the text about as well, regardless of how frequent its encoding is.
    fn has_other_alphabet(&self, guess: &Guess, text: &str) -> bool {
        let of = |encoding| Charset(Kind::Web(encoding));
        let is_guess = |candidate: &&Candidate| of(candidate.encoding) == guess.charset;
        let Some(letters) = CANDIDATES
            .iter()
            .find(is_guess)
            .and_then(Candidate::own_letters)
        else {
            return false;
        };
        let is_other = |candidate: &&Candidate| {
            let own = candidate.own_letters();
            own.is_some_and(|own| own != letters)
        };
        CANDIDATES.iter().filter(is_other).any(|candidate| {
            let most = guess.cost.all + ALIKE;
            let cost = candidate.cost(&self.0, most);
            cost.all <= most
                && cost.invalid <= guess.cost.invalid
                && of(candidate.encoding).decode(&self.0) != text
        })
    }
}

impl Candidate {
    /// The letters of an alphabet other than Latin.
    const fn own_letters(&self) -> Option<&RangeInclusive<char>> {
        match &self.script {
            Script::Letters {
                alphabet: Alphabet::Own { letters, .. },
                ..
            } => Some(letters),
            _ => None,
        }
    }
}

/// Whether a box-drawing sign is beside a letter, where another encoding has a letter: `Андр╕й` instead of `Андрій`.
fn has_boxes_in_words(text: &str) -> bool {
    let is_box = |char: char| matches!(char, '\u{2500}'..='\u{259F}');
    positions(text).any(|(before, char, after)| {
        is_box(char) && (before.is_alphabetic() || after.is_alphabetic())
    })
}

/// Whether a word of Windows-1252 has a letter or sign where only the letter of another encoding makes sense: `Gdañsk`
/// instead of `Gdańsk`, `Æosiæ` instead of `Ćosić`.
fn has_letters_of_others(text: &str) -> bool {
    positions(text).any(|(before, char, after)| {
        is_letter_of_others(small(before), small(char), small(after))
            || is_sign_of_others(before, char, after)
    }) || has_letters_of_hungarian(text)
}

/// Whether a text has `õ` or `û` where French and Portuguese have none, and no letter that Hungarian lacks: `Erdõs` is
/// rather `Erdős`.
fn has_letters_of_hungarian(text: &str) -> bool {
    let mut letters = text.chars().map(small).filter(|char| !char.is_ascii());
    letters.all(|char| !char.is_alphabetic() || "áéíóöúüõû".contains(char))
        && positions(text).any(|(before, char, after)| match small(char) {
            'õ' => !matches!(small(after), 'e' | 'o') || !before.is_alphabetic(),
            'û' => {
                !before.is_alphabetic()
                    || small(before) == 'y'
                    || matches!(small(after), 'z' | 'k' | 's' | 'v' | 'j')
            }
            _ => false,
        })
}

/// The lower-case letter of a letter, or its first one.
fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Each character with the ones before and after it.
fn positions(text: &str) -> impl Iterator<Item = (char, char, char)> {
    let before = std::iter::once('\n').chain(text.chars());
    let after = text.chars().skip(1).chain(std::iter::once('\n'));
    let chars = before.zip(text.chars()).zip(after);
    chars.map(|((before, char), after)| (before, char, after))
}

/// Whether a letter is at a position that no Western European language has it at. In comments: the letter of Central
/// European encodings at the same byte.
fn is_letter_of_others(before: char, char: char, after: char) -> bool {
    let begins = !before.is_alphabetic();
    let ends = !after.is_alphabetic();
    match char {
        // ń
        'ñ' => !begins && !is_vowel(after),
        // ć
        'æ' => (ends && before == 'i') || (begins && is_vowel(after)) || (begins && after == 'm'),
        // č
        'è' => is_vowel(after) || (ends && matches!(before, 'a' | 'u' | 'e')),
        // ř
        'ø' => is_accented_vowel(after) || (ends && before == 'o'),
        // ě
        'ì' => !ends,
        // ů
        'ù' => !ends && !begins,
        // ę
        'ê' => matches!(after, 'g' | 'k' | 'd'),
        // ś
        'œ' => (ends && !begins) || matches!(after, 'w' | 'k' | 'm' | 'p' | 'z'),
        // ă
        'ã' => !ends && !is_vowel(after) && !matches!(after, 's' | 'i'),
        // ţ
        'þ' => (ends && !begins) || matches!(before, 'n' | 't' | 's'),
        // đ
        'ð' => begins && !ends || before == 'n',
        _ => false,
    }
}

/// Whether a sign is inside a word, where a letter of Central European encodings has the same byte: `£ukasz`, `Pawe³`.
fn is_sign_of_others(before: char, char: char, after: char) -> bool {
    let joins = before.is_lowercase() && after.is_lowercase();
    match char {
        '£' | '¯' | '¦' | '¬' => after.is_ascii_lowercase() || joins,
        '³' | '¹' | '¿' | '¶' | '¼' | '¾' | '±' | 'º' | 'ª' => joins,
        _ => false,
    }
}

fn is_vowel(char: char) -> bool {
    matches!(char, 'a' | 'e' | 'i' | 'o' | 'u' | 'y') || is_accented_vowel(char)
}

fn is_accented_vowel(char: char) -> bool {
    matches!(char, 'á' | 'é' | 'í' | 'ó' | 'ú' | 'ý')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_western_languages_have_no_letters_of_others() {
        for text in [
            "Muñoz Peña ÑANDÚ",
            "caffè è cioè première Hélène",
            "lunedì più",
            "Ærø Kjær læ Æbelø",
            "Søe Jørgensen Tromsø",
            "ações põe irmã irmãs São",
            "août sûr goût brûler",
            "même être você",
            "sœur œuf Œuvre",
            "íþrótt þýðing góður",
            "Tõnu Jyväskylä",
            "£5 10 m³ 1º 2ª ¿Qué?",
        ] {
            assert!(!has_letters_of_others(text), "{text}");
        }
    }

    #[test]
    fn words_of_other_languages_read_as_western_ones_are_found() {
        for text in [
            "Poznañ",
            "Gdañsk",
            "Æosiæ",
            "Nikoliæ",
            "Èapek",
            "Jiøí",
            "Nìmec",
            "Dùl",
            "Õri",
            "Gyõr",
            "tûz",
            "£ukasz",
            "Wa³êsa",
            "Mãcelaru",
            "Ðokoviæ",
        ] {
            assert!(has_letters_of_others(text), "{text}");
        }
    }

    #[test]
    fn boxes_in_words_are_found() {
        assert!(has_boxes_in_words("Андр╕й"));
        assert!(!has_boxes_in_words("Иван ─── Пётр"));
    }
}
