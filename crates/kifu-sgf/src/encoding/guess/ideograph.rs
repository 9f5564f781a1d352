//! Characters of multi-byte encodings: ideographs, syllables, and the characters found among them.

use super::super::frequent::{Frequent, HANGUL, KANJI, Rank, SIMPLIFIED, TRADITIONAL};
use super::context::{Class, Context, mark};

/// Cost model for encodings that have no model.
pub(super) fn other(context: &mut Context, char: char, _: &[u8]) -> u32 {
    if char.is_alphabetic() {
        40 + context.enter(Class::of(char))
    } else {
        context.previous = Class::Other;
        mark(char)
    }
}

/// Punctuation of East Asian texts.
pub(super) fn punctuation(char: char) -> u32 {
    match char {
        '、' | '。' | '，' | '！' | '？' | '：' | '；' | '（' | '）' | '“' | '”' | '「' | '」'
        | '《' | '》' | '・' | '　' => 50,
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => 65,
        '…'
        | '—'
        | '‘'
        | '’'
        | '『'
        | '』'
        | '【'
        | '】'
        | '〈'
        | '〉'
        | '～'
        | '〜'
        | '·'
        | '．'
        | '●'
        | '○'
        | '△'
        | '▲'
        | '□'
        | '■'
        | '☆'
        | '★'
        | '※'
        | '①'..='⑳'
        | '々'
        | '→' => 75,
        '\u{E000}'..='\u{F8FF}' => 150,
        _ => 115,
    }
}

/// Cost of a letter of an alphabet that East Asian character sets include, if `char` is one: words of it are
/// plausible, a single letter between characters of other scripts is not.
fn letter_besides(context: &mut Context, char: char) -> Option<u32> {
    let script = |char| match char {
        'Ѐ'..='ӿ' => 1,
        '\u{370}'..='\u{3FF}' => 2,
        'ㄅ'..='ㄯ' => 3,
        _ => 0,
    };
    let own = script(char);
    let goes_on = context.last == '\0' || script(context.last) == own;
    context.last = char;
    (own > 0).then_some(if goes_on { 55 } else { 115 })
}

/// Cost of an ideograph or syllable, given the cost of an infrequent one at its position.
fn ideograph(frequent: &Frequent, char: char, infrequent: u32) -> u32 {
    match frequent.rank(char) {
        Rank::Top => 50,
        Rank::Common => 68,
        Rank::Other => infrequent,
    }
}

pub(super) fn chinese(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let letter = letter_besides(context, char);
    context.ideograph(bytes)
        + match *bytes {
            [0xA1..=0xA9, 0xA1..=0xFF] => letter.unwrap_or_else(|| match char {
                'ぁ'..='ん' | 'ァ'..='ヶ' | 'ー' => 75,
                _ => punctuation(char),
            }),
            [0xB0..=0xD7, 0xA1..=0xFF] => ideograph(&SIMPLIFIED, char, 90),
            [0xD8..=0xF7, 0xA1..=0xFF] => ideograph(&SIMPLIFIED, char, 106),
            [_, _] => ideograph(&TRADITIONAL, char, 120).max(95) + mark_private(char),
            [_, _, _, _] => 170,
            _ => 120,
        }
}

pub(super) fn big5(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    context.ideograph(bytes)
        + match *bytes {
            [0xA1..=0xA3, _] => punctuation(char),
            [0xA4..=0xC5, _] | [0xC6, 0..=0x7E] => ideograph(&TRADITIONAL, char, 90),
            [0xC9..=0xF9, _] => ideograph(&TRADITIONAL, char, 108),
            _ => 135,
        }
}

pub(super) fn korean(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let letter = letter_besides(context, char);
    context.ideograph(bytes)
        + match *bytes {
            [0xA1..=0xAC, 0xA1..=0xFF] => letter.unwrap_or_else(|| punctuation(char) + 15),
            [0xB0..=0xC8, 0xA1..=0xFF] => ideograph(&HANGUL, char, 88),
            [0xCA..=0xFD, 0xA1..=0xFF] => 108 + mark_private(char),
            _ => 130 + mark_private(char),
        }
}

pub(super) fn shift_jis(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    context.ideograph(bytes)
        + match *bytes {
            [_] => 85,
            [0x88..=0x97, _] => japanese(char, 92),
            [0x81..=0x84 | 0x98..=0x9F | 0xE0..=0xEA, _] => japanese(char, 110),
            _ => 125 + mark_private(char),
        }
}

pub(super) fn euc_jp(context: &mut Context, char: char, bytes: &[u8]) -> u32 {
    let letter = letter_besides(context, char);
    context.ideograph(bytes)
        + match *bytes {
            [0x8E, _] => 110,
            [0xB0..=0xCF, _] => japanese(char, 92),
            [0xA1..=0xA8 | 0xD0..=0xF4, _] => letter.unwrap_or_else(|| japanese(char, 110)),
            _ => 130 + mark_private(char),
        }
}

fn japanese(char: char, infrequent: u32) -> u32 {
    match char {
        'ぁ'..='ん' => 40,
        'ァ'..='ヶ' | 'ー' => 48,
        '\u{4E00}'..='\u{9FFF}' => ideograph(&KANJI, char, infrequent),
        _ => punctuation(char),
    }
}

fn mark_private(char: char) -> u32 {
    if matches!(char, '\u{E000}'..='\u{F8FF}') {
        40
    } else {
        0
    }
}
