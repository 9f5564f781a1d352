//! Text from files, made harmless for a terminal.
//!
//! A comment may contain escape sequences that rewrite the screen, and characters that reverse the order of the
//! following text. Both are shown as `\u{1b}`.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar as _;

/// `text` with everything but printable characters escaped, line ends too: for one line.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// `text` with everything but printable characters, line feeds and tabulators escaped.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |character| matches!(character, '\n' | '\t'))
}

/// JSON with everything but printable characters escaped as JSON does it.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    let is_escaped = |character| is_harmful(character) && character != '\n';
    if !text.contains(is_escaped) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_escaped(character) {
            // All of them have four digits at most.
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped.into()
}

/// Whether `character` may control a terminal.
pub(crate) fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061C}'                  // Arabic letter mark
            | '\u{200E}' | '\u{200F}'   // left-to-right, right-to-left mark
            | '\u{2028}' | '\u{2029}'   // line, paragraph separator
            | '\u{202A}'..='\u{202E}'   // embeddings and overrides of direction
            | '\u{2066}'..='\u{2069}'   // isolates
        )
}

/// Columns that a character takes when it is shown.
pub(crate) fn width(character: char) -> usize {
    // The common case.
    if matches!(character, ' '..='~') {
        return 1;
    }
    if is_harmful(character) {
        let mut buffer = [0; 4];
        return line(character.encode_utf8(&mut buffer)).len();
    }
    character.width().unwrap_or_default()
}

/// Columns that a text takes when it is shown in a line.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// `text` in at most `room` columns, one at least.
pub(crate) fn cut(text: &str, room: usize) -> Cow<'_, str> {
    let mut columns = 0;
    let mut end = 0;
    for (at, character) in text.char_indices() {
        columns += width(character);
        if columns > room {
            return format!("{}…", &text[..end]).into();
        }
        if columns < room {
            end = at + character.len_utf8();
        }
    }
    text.into()
}

/// The end of `text` in at most `room` columns, one at least.
pub(crate) fn cut_start(text: &str, room: usize) -> Cow<'_, str> {
    let mut columns = 0;
    let mut start = text.len();
    for (at, character) in text.char_indices().rev() {
        columns += width(character);
        if columns > room {
            return format!("…{}", &text[start..]).into();
        }
        // A mark without width belongs to the character before it.
        if columns < room && width(character) > 0 {
            start = at;
        }
    }
    text.into()
}

/// Whether all bytes are printable ASCII, the common case. Each character takes one column.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    // The inner loop has no early exit, so many bytes are processed at once.
    text.chunks(64).all(|chunk| {
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
        chunk.iter().fold(true, |all, byte| all & is_plain(byte))
    })
}

fn escape(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |character| is_harmful(character) && !is_kept(character);
    if is_plain(text.as_bytes()) || !text.contains(is_escaped) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            _ if !is_escaped(character) => escaped.push(character),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            _ => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
            }
        }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::{columns, cut, cut_start, is_harmful, json, line, lines};

    #[test]
    fn escape_sequences_are_shown() {
        let title = "\u{1B}]0;owned\u{7}";
        assert_eq!(line(title), "\\u{1b}]0;owned\\u{7}");
        assert_eq!(lines(title), line(title));
        assert_eq!(line("\u{9B}31m"), "\\u{9b}31m");
        assert_eq!(line("\u{7F}\0"), "\\u{7f}\\u{0}");
    }

    #[test]
    fn the_order_of_characters_is_not_turned_around() {
        assert_eq!(
            line("a\u{202E}b\u{2066}c\u{200F}"),
            "a\\u{202e}b\\u{2066}c\\u{200f}"
        );
    }

    #[test]
    fn line_ends_stay_in_texts_only() {
        assert_eq!(line("one\r\n\ttwo"), "one\\r\\n\\ttwo");
        assert_eq!(lines("one\r\n\ttwo"), "one\\r\n\ttwo");
    }

    #[test]
    fn json_stays_json() {
        assert_eq!(
            json("{\"a\":\"\u{9B}\u{202E}\"}\n"),
            "{\"a\":\"\\u009b\\u202e\"}\n"
        );
        assert_eq!(json("[]"), "[]");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "long…");
        assert_eq!(cut("本因坊秀策", 6), "本因…");
        assert_eq!(cut("👍👍👍", 5), "👍👍…");
        assert_eq!(cut("e\u{301}e\u{301}e", 3), "e\u{301}e\u{301}e");
    }

    #[test]
    fn the_ends_of_long_texts_are_kept() {
        assert_eq!(cut_start("short", 5), "short");
        assert_eq!(cut_start("longer", 5), "…nger");
        assert_eq!(cut_start("本因坊秀策", 6), "…秀策");
        assert_eq!(cut_start("ee\u{301}e\u{301}", 2), "…e\u{301}");
    }

    #[test]
    fn columns_are_those_of_what_is_shown() {
        let texts = ["", "a", "本", "e\u{301}", "👍", "a\tb", "\u{202E}"];
        for (text, expected) in texts.into_iter().zip([0, 1, 2, 1, 2, 4, 8]) {
            assert_eq!(columns(text), expected, "{text:?}");
            assert_eq!(columns(&line(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn what_people_write_stays() {
        for text in [
            "",
            "Honinbo Shusaku",
            "本因坊秀策",
            "이세돌",
            "ß é ~ \\ [3d]",
            "שלום",
        ] {
            assert_eq!(line(text), text);
            assert!(!text.contains(is_harmful));
        }
    }
}
