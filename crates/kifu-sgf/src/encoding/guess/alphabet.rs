//! Letters of single-byte encodings.

use std::ops::RangeInclusive;

use encoding_rs::Encoding;

use super::context::{Class, Context, mark};

/// The letters of the languages that an encoding is for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// Latin letters beyond ASCII: the frequent ones, all others, and those of each language.
    Latin {
        common: &'static str,
        others: &'static str,
        languages: &'static [&'static str],
    },
    /// Letters beyond ASCII: the most frequent ones, and less frequent ones.
    Own {
        letters: RangeInclusive<char>,
        frequent: &'static str,
        common: &'static str,
    },
}

pub(super) const WESTERN: Alphabet = Alphabet::Latin {
    common: "éèüöäßçñáíóàåøæ",
    others: "âêîôûëïúùœãõìòý",
    languages: &[
        // German, French, Spanish, Portuguese, Italian, Catalan, Dutch.
        "äöüßé",
        "àâæçéèêëîïôœùûüÿ",
        "áéíñóúü",
        "áàâãçéêíóôõúü",
        "àèéìíîòóùú",
        "àçèéíïòóúü",
        "áéèëïíóöúü",
        // Scandinavian languages, Icelandic with Faroese, Estonian with Finnish.
        "åäöæøéüóàòôê",
        "áðéíóöøúýþæ",
        "äõöüåšž",
    ],
};

pub(super) const CENTRAL: Alphabet = Alphabet::Latin {
    common: "ąćęłńóśźżáčďéěíňřšťúůýžőűöü",
    others: "äăâîşţđľôç",
    languages: &[
        // Polish, Czech, Slovak, Hungarian, Croatian with Slovene, Romanian, German.
        "ąćęłńóśźż",
        "áčďéěíňóřšťúůýž",
        "áäčďéíĺľňóôŕšťúýž",
        "áéíóöőúüű",
        "čćđšž",
        "ăâîşţ",
        "äöüß",
    ],
};

pub(super) const TURKISH: Alphabet = Alphabet::Latin {
    common: "ğışçöüi\u{307}İ",
    others: "âîû",
    languages: &[
        "âçğıîöşüû",
        // German.
        "äöüß",
    ],
};

pub(super) const BALTIC: Alphabet = Alphabet::Latin {
    common: "āčēģīķļņšūžąęėįųäöüõ",
    others: "ōŗéó",
    languages: &[
        // Lithuanian, Latvian, Estonian, German.
        "ąčęėįšųūž",
        "āčēģīķļņōŗšūž",
        "äõöüšž",
        "äöüß",
    ],
};

pub(super) const CYRILLIC: Alphabet = Alphabet::Own {
    letters: 'Ѐ'..='ӿ',
    frequent: "оеаинтсрвл",
    common: "кмдпуяыгзбчйхжьюшцёіїє",
};

pub(super) const GREEK: Alphabet = Alphabet::Own {
    letters: '\u{370}'..='\u{3FF}',
    frequent: "αοιετνςηρπκσ",
    common: "λμυάέίόγδθωχφβή",
};

pub(super) const HEBREW: Alphabet = Alphabet::Own {
    letters: 'א'..='ת',
    frequent: "יוהלאמרבת",
    common: "שנדעקפחםןגזטכסצ",
};

pub(super) const ARABIC: Alphabet = Alphabet::Own {
    letters: '\u{600}'..='\u{6FF}',
    frequent: "اليمنورتبةع",
    common: "دسفهكقحجش",
};

pub(super) const THAI: Alphabet = Alphabet::Own {
    letters: '\u{E00}'..='\u{E7F}',
    frequent: "านรกอเงมยลวด",
    common: "ทสตะปบคหแจพ่้ี",
};

impl Alphabet {
    /// The letters beyond ASCII of each language; `None` for alphabets other than Latin.
    pub(super) const fn languages(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::Latin { languages, .. } => Some(languages),
            Self::Own { .. } => None,
        }
    }

    /// Decodes the bytes from 0x80 on in `encoding`; `None` for each invalid byte.
    pub(super) fn characters(&self, encoding: &'static Encoding) -> [Option<Character>; 128] {
        std::array::from_fn(|index| {
            let byte = [0x80 | index as u8];
            let text = encoding.decode_without_bom_handling_and_without_replacement(&byte)?;
            text.chars().next().map(|char| self.character(char))
        })
    }

    pub(super) fn character(&self, char: char) -> Character {
        let is_letter = match self {
            Self::Latin { .. } => char.is_alphabetic() && !matches!(char, 'ª' | 'º' | 'ƒ' | 'ˆ'),
            Self::Own { letters, .. } => letters.contains(&char),
        };
        let lower = char.to_lowercase().next().unwrap_or(char);
        let is_small = lower == char;
        let cost = match self {
            Self::Latin { .. } if !is_letter => mark(char),
            Self::Own { .. } if !is_letter => {
                mark(char) + if char.is_alphabetic() { 20 } else { 0 }
            }
            Self::Latin { common, others, .. } => {
                let upper = if is_small { 0 } else { 20 };
                upper + frequency(lower, [(common, 36), (others, 58)], 85)
            }
            Self::Own {
                frequent, common, ..
            } => {
                let upper = if is_small { 0 } else { 14 };
                upper + frequency(lower, [(frequent, 25), (common, 35)], 50)
            }
        };
        Character {
            cost,
            class: is_letter.then(|| Class::of(char)),
            lower,
            is_small,
        }
    }

    /// Cost of `character` in its context.
    pub(super) fn cost(&self, context: &mut Context, character: &Character) -> u32 {
        character.cost
            + match self {
                Self::Latin { .. } => character.among_latin(context),
                Self::Own { .. } => character.among_own(context),
            }
    }
}

/// Cost of the first list that contains `lower`, or `rare` if none does.
fn frequency(lower: char, lists: [(&str, u32); 2], rare: u32) -> u32 {
    let found = lists.iter().find(|(list, _)| list.contains(lower));
    found.map_or(rare, |(_, cost)| *cost)
}

/// Decoded form of a byte beyond ASCII.
#[derive(Clone, Copy, Debug)]
pub(super) struct Character {
    /// Cost that does not depend on context.
    cost: u32,
    /// Letter class; `None` if it is not a letter of the alphabet.
    class: Option<Class>,
    lower: char,
    is_small: bool,
}

impl Character {
    fn among_latin(&self, context: &mut Context) -> u32 {
        let Some(class) = self.class else {
            // A mark inside of a word is no mark.
            let inside = if context.previous == Class::Other {
                0
            } else {
                15
            };
            context.previous = Class::Other;
            context.wide = true;
            return inside;
        };
        // Two letters beyond ASCII side by side are rare.
        let beside = if context.wide && context.previous != Class::Other {
            18
        } else {
            0
        };
        beside + context.enter(class)
    }

    fn among_own(&self, context: &mut Context) -> u32 {
        let Some(class) = self.class else {
            let glued = if context.run > 0 { 25 } else { 0 };
            let ended = context.end_run() + glued;
            context.previous = Class::Other;
            context.wide = true;
            return ended;
        };
        // It ends words.
        let final_sigma = if context.last == 'ς' { 60 } else { 0 };
        let glued = if context.wide && context.run == 0 {
            20
        } else {
            0
        };
        let beside_ascii = context.previous != Class::Other && !context.wide;
        let place = context.enter(class);
        // `Аа Бб`: the table of some other alphabet rather than words of this one.
        let twin = if self.is_small && context.run == 1 && context.last == self.lower {
            60
        } else {
            0
        };
        let mixed = if beside_ascii { 35 } else { 0 };
        context.run += 1;
        context.last = self.lower;
        final_sigma + place + twin + mixed + glued
    }
}
