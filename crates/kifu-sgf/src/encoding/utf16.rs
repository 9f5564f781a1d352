//! UTF-16 values in a game that is otherwise ASCII.

use std::ops::Range;

use super::Charset;
use super::segment::{Decision, Form};
use super::split::values;
use super::walk::walk;

/// UTF-16 in the order of bytes in which the values of `chunk` have letters of Latin-1, if they have some.
pub(super) fn order(chunk: &[u8]) -> Option<Charset> {
    const LEAST: usize = 3;
    let letters = |charset| {
        let mut count = 0;
        for value in values(chunk).map(|value| &chunk[value]) {
            if memchr::memchr(0, value).is_some() {
                walk(charset, Form::Value, value, |step| {
                    let is_letter = |char| matches!(char, ' '..='~' | '\u{A0}'..='\u{FF}');
                    count += usize::from(step.text.chars().next().is_some_and(is_letter));
                });
            }
        }
        count
    };
    let (little, big) = (letters(Charset::UTF_16LE), letters(Charset::UTF_16BE));
    if little >= LEAST && little > 2 * big {
        Some(Charset::UTF_16LE)
    } else if big >= LEAST && big > 2 * little {
        Some(Charset::UTF_16BE)
    } else {
        None
    }
}

/// Whether `value` is UTF-16 and not a value in ASCII.
pub(super) fn is_value(charset: Charset, value: &[u8], decision: Decision) -> bool {
    let plain = value
        .iter()
        .all(|byte| matches!(byte, b' '..=b'~') || byte.is_ascii_whitespace());
    // Text of few letters beyond Latin-1 is full of NUL bytes in UTF-16; a single one is a slip.
    let nuls = memchr::memchr_iter(0, value).count();
    if plain || (decision == Decision::Guessed && (nuls < 2 || nuls * 4 < value.len())) {
        return false;
    }
    let mut valid = true;
    walk(charset, Form::Value, value, |step| {
        valid &= !step.invalid && step.text != "\0";
    });
    valid
}

/// The texts that ranges of `chunk` have in UTF-16, and their bytes; a line for each.
pub(super) fn texts(charset: Charset, chunk: &[u8], values: &[Range<usize>]) -> (String, Vec<u8>) {
    let (mut text, mut bytes) = (String::new(), Vec::new());
    for value in values {
        let value = &chunk[value.clone()];
        walk(charset, Form::Value, value, |step| text.push_str(step.text));
        bytes.extend_from_slice(value);
        text.push('\n');
        bytes.push(b'\n');
    }
    (text, bytes)
}
