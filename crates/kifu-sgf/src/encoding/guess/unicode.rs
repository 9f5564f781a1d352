//! Cost model for UTF-8, in which every script is possible.

use super::super::frequent::{HANGUL, KANJI, Rank, SIMPLIFIED, TRADITIONAL};
use super::alphabet::{ARABIC, Alphabet, CYRILLIC, GREEK, HEBREW, THAI};
use super::context::{Class, Context, mark};
use super::ideograph::punctuation;

/// Latin letters that are frequent in some European language, and others that some language has.
const LATIN: Alphabet = Alphabet::Latin {
    common: "éèüöäßçñáíóàåøæąćęłńśźżčďěňřšťúůýžőűğışøāēīūăâđêôơưșț",
    others: "îûëïùœãõìòļņķģŗōėįųĺľŕţþð",
    languages: &[],
};

/// The cost of a word that is a single letter beyond ASCII: few languages have any.
const LONE: u32 = 40;

/// The cost of a change of the script within a word.
const CHANGE: u32 = 60;

/// Returns the cost of `char` in its context.
pub(super) fn unicode(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let own = match char {
        '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => &GREEK,
        'Ѐ'..='ӿ' => &CYRILLIC,
        '\u{590}'..='\u{5FF}' => &HEBREW,
        '\u{600}'..='\u{6FF}' => &ARABIC,
        '\u{E00}'..='\u{E7F}' => &THAI,
        _ => return other(context, char, bytes),
    };
    let is_inside_ascii = !context.wide && context.previous != Class::Other;
    let changes = is_inside_ascii || context.run > 0 && block(context.last) != block(char);
    own.cost(context, &own.character(char)) + if changes { CHANGE } else { 0 }
}

fn other(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let ranks = |frequent: &[&super::super::frequent::Frequent]| {
        frequent.iter().map(|list| list.rank(char)).min()
    };
    let by_rank = |rank, infrequent| match rank {
        Some(Rank::Top) => 50,
        Some(Rank::Common) => 68,
        _ => infrequent,
    };
    match char {
        '\u{C0}'..='\u{17F}'
        | '\u{1A0}'
        | '\u{1A1}'
        | '\u{1AF}'
        | '\u{1B0}'
        | '\u{1CD}'..='\u{1DC}'
        | '\u{218}'..='\u{21B}' => {
            let changes = if context.run > 0 { CHANGE } else { 0 };
            changes + LATIN.cost(context, &LATIN.character(char))
        }
        // Vietnamese.
        '\u{1EA0}'..='\u{1EF9}' => 45 + context.enter(Class::of(char)),
        // Phonetic and other rare letters.
        '\u{180}'..='\u{2FF}' => 120 + context.enter(Class::of(char)),
        '\u{300}'..='\u{36F}' => 75,
        '\u{4E00}'..='\u{9FFF}' => {
            let rank = ranks(&[&KANJI, &SIMPLIFIED, &TRADITIONAL]);
            context.ideograph(bytes) + by_rank(rank, 90)
        }
        '\u{AC00}'..='\u{D7A3}' => context.ideograph(bytes) + by_rank(ranks(&[&HANGUL]), 88),
        'ぁ'..='ん' => context.ideograph(bytes) + 40,
        'ァ'..='ヶ' | 'ー' => context.ideograph(bytes) + 48,
        '\u{FF61}'..='\u{FF9F}' => context.ideograph(bytes) + 85,
        '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => {
            context.ideograph(bytes) + 125
        }
        // Private use, and unassigned.
        '\u{E000}'..='\u{F8FF}' | '\u{40000}'.. => 250 + context.enter(Class::Other),
        _ if char.is_alphabetic() => 130 + context.enter(Class::of(char)),
        _ => {
            let ended = context.end_run();
            context.previous = Class::Other;
            context.wide = true;
            let cost = match char {
                '\u{A0}'..='\u{BF}'
                | '×'
                | '÷'
                | '\u{2000}'..='\u{303F}'
                | '\u{FF00}'..='\u{FFEF}' => mark(char).min(punctuation(char)),
                _ => 150,
            };
            ended + cost
        }
    }
}

/// The block of 256 characters, which is a script for the alphabets used here.
const fn block(char: char) -> u32 {
    char as u32 >> 8
}

/// The cost of the words of `text` that are a single letter beyond ASCII of an alphabet.
pub(super) fn lone_letters(text: &str) -> u32 {
    let is_letter = |char: char| char.is_alphanumeric() && !matches!(char, '\u{2E80}'..='\u{FFEF}');
    let words = text.split(|char| !is_letter(char));
    let lone = words.filter(|word| !word.is_ascii() && word.chars().count() == 1);
    lone.count() as u32 * LONE
}
