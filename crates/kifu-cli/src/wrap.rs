//! Texts in lines.

use crate::harmless;

/// The lines of a text, none wider than `width` columns: safe on a terminal, and broken by the rules of its script.
pub(crate) fn wrap(text: &str, width: usize) -> impl Iterator<Item = String> {
    let text = harmless::lines(text).replace('\t', "    ");
    kifu_diagram::text::wrap(text, width)
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_where_they_may() {
        let cases: [(&str, usize, &[&str]); 16] = [
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
            ("  - one two", 8, &["  - one", "two"]),
            (
                "흑이 여기에 두면 된다",
                10,
                &["흑이", "여기에", "두면 된다"],
            ),
            ("黒は「打って", 6, &["黒は", "「打っ", "て"]),
            ("これは正しいっ", 12, &["これは正し", "いっ"]),
            (
                "see examples/go/a.sgf",
                14,
                &["see", "examples/go/a.", "sgf"],
            ),
            ("use --all or --each", 8, &["use", "--all or", "--each"]),
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
