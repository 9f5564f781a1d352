//! Names of players.

use kifu_syntax::text::{escape_simple_text, unescape_simple_text};

use super::New;

/// How far the full-width forms of ASCII stand from ASCII.
const FULL_WIDTH: u32 = 0xFEE0;

/// The name without white space around, with single blanks inside, in letters of plain width.
pub(super) fn tidy(raw: &str) -> New {
    let name = unescape_simple_text(raw);
    let plain: String = name.chars().map(plain).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let tidy = words.join(" ");
    // A name of nothing but white space is left to whoever wrote it.
    if tidy == name || tidy.is_empty() {
        return New::Same;
    }
    New::Value(
        escape_simple_text(&tidy).into_owned(),
        "the same name in one form can be searched and compared",
    )
}

/// The ASCII sign for its full-width form.
fn plain(char: char) -> char {
    match char {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(char as u32 - FULL_WIDTH).unwrap_or(char),
        _ => char,
    }
}
