//! Guesses whose text is as natural, or more so, in another language.
//!
//! The guess prefers frequent encodings, and a name of one or two letters beyond ASCII is too short to outweigh that:
//! `Poznañ` is no Spanish word, although `ñ` is frequent. Such a guess is in doubt.

use super::super::Charset;
use super::super::charset::Kind;
use super::alphabet::{Alphabet, BALTIC, TURKISH, WESTERN};
use super::{CANDIDATES, Candidate, Cost, Evidence, Guess, Script, cost_of_characters, unicode};

/// The lead of the text itself below which another alphabet is as likely, whatever its encoding.
const ALIKE: u32 = 25;

/// The lead of one Latin alphabet over another below which both are as likely: two letters that are frequent in one of
/// them and known in the other.
const ALIKE_LATIN: u32 = 44;

/// The lead of letters over East Asian characters up to which both are as likely: a letter that is not frequent.
const ALIKE_EAST_ASIAN: u32 = 40;

/// The lead of other East Asian characters over those of a guess from which they are likelier.
const AHEAD: u32 = 4;

impl Evidence {
    /// Whether the text of a guess has words that are more natural in another encoding.
    pub(in super::super) fn has_rivals(&self, guess: &Guess) -> bool {
        let text = guess.charset.decode(&self.0);
        let is_guess = |candidate: &&Candidate| candidate.charset() == guess.charset;
        let candidate = CANDIDATES.iter().find(is_guess);
        has_boxes_in_words(&text)
            || candidate.is_some_and(|candidate| self.has_east_asian_words(guess, candidate, &text))
            || candidate
                .and_then(Candidate::alphabet)
                .is_some_and(|alphabet| {
                    self.has_other_alphabet(guess, alphabet, &text)
                        || has_words_of_no_language(alphabet, &text)
                        || *alphabet == WESTERN && has_letters_of_others(&text)
                        || *alphabet == BALTIC && has_croatian_names(&text)
                })
    }

    /// Whether another alphabet reads the text about as well, regardless of how frequent its encoding is.
    fn has_other_alphabet(&self, guess: &Guess, alphabet: &Alphabet, text: &str) -> bool {
        CANDIDATES.iter().any(|candidate| {
            let Some(lead) = candidate.alphabet().and_then(|other| lead(alphabet, other)) else {
                return false;
            };
            let most = guess.cost.all + lead;
            let cost = candidate.cost(&self.0, most);
            cost.all <= most && self.is_rival(candidate, cost, guess, text)
        })
    }

    /// Whether another East Asian encoding reads characters that are frequent in any East Asian language. Korean names in
    /// hanja are rare, but Cyrillic letters or Chinese characters that form no words are no more likely.
    fn has_east_asian_words(&self, guess: &Guess, candidate: &Candidate, text: &str) -> bool {
        let cost = |charset, most| cost_of_characters(&self.0, charset, unicode::unicode, most);
        let own = guess.cost.all;
        let most = match candidate.alphabet() {
            Some(Alphabet::Own { .. }) => own + ALIKE_EAST_ASIAN,
            Some(Alphabet::Latin { .. }) => return false,
            None => own.min(cost(guess.charset, own).all).saturating_sub(AHEAD),
        };
        let mut others = CANDIDATES.iter().filter(|other| other.alphabet().is_none());
        others.any(|other| {
            let cost = cost(other.charset(), most);
            cost.all <= most && self.is_rival(other, cost, guess, text)
        })
    }

    /// Whether an encoding that costs little reads another text than the guess, with no more invalid bytes.
    fn is_rival(&self, candidate: &Candidate, cost: Cost, guess: &Guess, text: &str) -> bool {
        cost.invalid <= guess.cost.invalid && candidate.charset().decode(&self.0) != text
    }
}

/// The lead of the text itself, read in an alphabet, up to which another one is as likely; `None` if they are not
/// compared.
fn lead(alphabet: &Alphabet, other: &Alphabet) -> Option<u32> {
    let is_latin = |alphabet: &Alphabet| alphabet.languages().is_some();
    match (is_latin(alphabet), is_latin(other)) {
        _ if alphabet == other => None,
        (false, false) => Some(ALIKE),
        // Most letters are the same, and the others are frequent in Turkish alone. For Central Europe the letters of
        // each word are better evidence.
        (true, true) if *alphabet == WESTERN => (*other == TURKISH).then_some(0),
        (true, true) => Some(ALIKE_LATIN),
        _ => None,
    }
}

impl Candidate {
    fn charset(&self) -> Charset {
        Charset(Kind::Web(self.encoding))
    }

    const fn alphabet(&self) -> Option<&Alphabet> {
        match &self.script {
            Script::Letters { alphabet, .. } => Some(alphabet),
            Script::Ideographs(_) => None,
        }
    }
}

/// Whether a word has letters that no language of a Latin alphabet has together: `Guśrśn` is in none of Windows-1257.
fn has_words_of_no_language(alphabet: &Alphabet, text: &str) -> bool {
    let Some(languages) = alphabet.languages() else {
        return false;
    };
    let mut words = text.split(|char: char| !char.is_alphabetic());
    words.any(|word| {
        let letters = word.chars().map(small).filter(|char| !char.is_ascii());
        let letters: Vec<char> = letters.collect();
        let has = |language: &str| letters.iter().all(|letter| language.contains(*letter));
        !languages.iter().any(|language| has(language))
    })
}

/// Whether a word ends with `ię`, which is no end of a Lithuanian word, but `ić` in Windows-1250.
fn has_croatian_names(text: &str) -> bool {
    positions(text).any(|(before, char, after)| {
        small(before) == 'i' && small(char) == 'ę' && !after.is_alphabetic()
    })
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
                    || matches!(small(before), 'y' | 'z')
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
    use super::super::alphabet::{CENTRAL, CYRILLIC};
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
            "Szûcs",
            "£ukasz",
            "Wa³êsa",
            "Mãcelaru",
            "Ðokoviæ",
        ] {
            assert!(has_letters_of_others(text), "{text}");
        }
    }

    #[test]
    fn words_have_the_letters_of_one_language() {
        for (alphabet, text) in [
            (
                &CENTRAL,
                "Łukasz Źrebak Čapek Ľubomír Győr Đorđe Ţîrle Müller",
            ),
            (&TURKISH, "Çağlar Işık Öğüt"),
            (&BALTIC, "Šimkūnaitė Bērziņš Jõgeva Žukov"),
            (&WESTERN, "Þórður Françoise João Søren Großmann Cefalù"),
            (&CYRILLIC, "Иван"),
        ] {
            assert!(!has_words_of_no_language(alphabet, text), "{text}");
        }
        for (alphabet, text) in [
            (&CENTRAL, "źubomír"),
            (&CENTRAL, "źavý"),
            (&BALTIC, "Siguršur Žóršarson"),
            (&BALTIC, "hvķtur į Guśrśn"),
            (&WESTERN, "Þõrður"),
        ] {
            assert!(has_words_of_no_language(alphabet, text), "{text}");
        }
    }

    #[test]
    fn boxes_in_words_are_found() {
        assert!(has_boxes_in_words("Андр╕й"));
        assert!(!has_boxes_in_words("Иван ─── Пётр"));
    }
}
