//! What tells readings apart, besides their cost.

use super::super::Charset;
use super::super::segment::Form;
use super::super::walk::walk;
use super::{Evidence, natural};

impl Evidence {
    /// The number of positions that no text in a European language has, read as `charset`.
    pub(in super::super) fn strange_positions(&self, charset: Charset) -> usize {
        natural::strange_positions(&charset.decode(&self.0))
    }

    /// The number of UTF-8 characters of three bytes or more, except at the end of words in ASCII: `é…”` there is one
    /// in Windows-1252.
    pub(in super::super) fn long_characters(&self) -> usize {
        let mut before = '\0';
        let mut count = 0;
        for chunk in self.0.utf8_chunks() {
            let mut chars = chunk.valid().chars().peekable();
            while let Some(char) = chars.next() {
                let is_inside = chars.peek().is_some_and(char::is_ascii_lowercase);
                let ends_word = before.is_ascii_alphabetic() && !is_inside;
                count += usize::from(char.len_utf8() > 2 && !ends_word);
                before = char;
            }
        }
        count
    }

    /// The number of characters beyond ASCII in UTF-8.
    pub(in super::super) fn characters_of_utf8(&self) -> u32 {
        self.0.iter().filter(|byte| **byte >= 0xC0).count() as u32
    }

    /// The number of characters in UTF-8 that fit the ASCII around them: `6½`, `30 °C`, `¿Qué`, `à` between words, `MENÜ`.
    /// The last two count twice.
    pub(in super::super) fn natural_utf8(&self) -> u32 {
        let text = String::from_utf8_lossy(&self.0);
        let chars = ['\n', '\n'].into_iter().chain(text.chars());
        let chars = chars.chain(['\n', '\n']).collect::<Vec<_>>();
        chars.windows(5).map(natural).sum()
    }

    /// The number of lead bytes of three bytes and more in UTF-8.
    pub(in super::super) fn long_utf8(&self) -> u32 {
        self.0.iter().filter(|byte| **byte >= 0xE0).count() as u32
    }

    /// Number of positions where a multi-byte character of `charset` touches a lower-case ASCII letter: ideographs
    /// inside words.
    pub(in super::super) fn glued(&self, charset: Charset) -> u32 {
        let (mut glued, mut was_wide, mut was_letter) = (0, false, false);
        walk(charset, Form::CutLeads, &self.0, |step| {
            let text = step.text.as_bytes();
            let is_wide = !step.text.is_ascii();
            let (first, last) = (text.first(), text.last());
            let begins = !is_wide && first.is_some_and(u8::is_ascii_lowercase);
            glued += u32::from(is_wide && was_letter || was_wide && begins);
            was_wide = is_wide;
            was_letter = !is_wide && last.is_some_and(u8::is_ascii_lowercase);
        });
        glued
    }
}

/// How much the character in the middle fits the ASCII around it.
fn natural(chars: &[char]) -> u32 {
    let &[first, before, char, after, last] = chars else {
        return 0;
    };
    let is_word = |char: char| char == ' ' || char.is_ascii_alphabetic();
    let is_lone = before == ' ' && after == ' ' && last.is_ascii_lowercase();
    let is_capital = char.is_uppercase()
        && (first.is_ascii_uppercase() && before.is_ascii_uppercase()
            || before.is_ascii_uppercase() && after.is_ascii_uppercase());
    match char {
        '½' | '¼' | '¾' => u32::from(before.is_ascii_digit() || before == '['),
        '°' => u32::from(before.is_ascii_digit() || after == 'C'),
        '·' => u32::from(is_word(before) && is_word(after)),
        '¡' | '¿' => 2 * u32::from(after.is_ascii_uppercase() && last.is_alphabetic()),
        '«' => u32::from(after == ' ' || after.is_ascii_uppercase()),
        '»' => u32::from(before == ' ' || before.is_alphabetic()),
        '\u{C0}'..='\u{17F}' => 2 * u32::from(is_lone || is_capital),
        _ => 0,
    }
}
