//! Texts in lines.

use unicode_width::UnicodeWidthChar as _;

use crate::harmless;

/// The lines of a text, none wider than `width` columns if that is possible.
///
/// Lines break at blanks, and beside the wide characters of the far East; a word that is too long
/// is broken anywhere.
pub(crate) fn wrap(text: &str, width: usize) -> impl Iterator<Item = String> {
    let text = harmless::lines(text).replace('\t', "    ");
    let width = width.max(2);
    let mut at = 0;
    let mut is_done = false;
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let rest = &text[at..];
        let (end, is_last) = first_line(rest, width);
        let line = rest[..end].trim_end().to_owned();
        is_done = is_last;
        at += end + usize::from(rest[end..].starts_with('\n'));
        Some(line)
    })
}

/// Where the first line of a text ends, and whether it is the last.
fn first_line(text: &str, width: usize) -> (usize, bool) {
    let mut used = 0;
    let mut last_break = None;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        if character == '\n' {
            return (at, false);
        }
        let wide = character.width().unwrap_or(0);
        let beside_wide = (wide == 2 || before.width() == Some(2)) && !closes(character);
        if at > 0 && (before == ' ' || beside_wide) {
            last_break = Some(at);
        }
        if used + wide > width && character != ' ' {
            return (last_break.unwrap_or(at), false);
        }
        used += wide;
        before = character;
    }
    (text.len(), true)
}

/// Whether the character should not begin a line.
fn closes(character: char) -> bool {
    matches!(
        character,
        '、' | '。'
            | '，'
            | '．'
            | '：'
            | '；'
            | '？'
            | '！'
            | '」'
            | '』'
            | '）'
            | '】'
            | '〉'
            | '》'
            | ' '
            | ')'
            | ','
            | '.'
            | ':'
            | ';'
    ) || character.width() == Some(0)
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_where_they_may() {
        let cases: [(&str, usize, &[&str]); 10] = [
            ("", 10, &[""]),
            ("one", 10, &["one"]),
            ("one two three", 7, &["one two", "three"]),
            ("one  two", 4, &["one", "two"]),
            ("a\n\nb", 10, &["a", "", "b"]),
            ("a\n", 10, &["a", ""]),
            ("abcdefgh", 3, &["abc", "def", "gh"]),
            ("本因坊秀策。", 6, &["本因坊", "秀策。"]),
            ("a\u{1b}[31m", 20, &["a\\u{1b}[31m"]),
            ("一", 1, &["一"]),
        ];
        for (text, width, expected) in cases {
            assert_eq!(wrap(text, width).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

    #[test]
    fn nothing_is_lost() {
        let text = "The quick brown fox, 囲碁 and (very) longwordswithoutblanks.\n\nEnd";
        for width in 0..40 {
            let lines = wrap(text, width).collect::<String>();
            let letters = |text: &str| text.replace([' ', '\n'], "");
            assert_eq!(letters(&lines), letters(text), "{width}");
        }
    }
}
