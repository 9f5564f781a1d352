use std::borrow::Cow;

use kifu_syntax::text::{
    escape_compose_simple_text, escape_compose_text, escape_simple_text, escape_text, find_colon,
    normalize_simple_text, normalize_text, soft_wrap, split_compose, unescape_simple_text,
    unescape_text,
};
use proptest::prelude::*;

/// Raw value, as Text, as `SimpleText`.
const READ: &[(&str, &str, &str)] = &[
    ("", "", ""),
    ("plain", "plain", "plain"),
    ("  blanks  ", "  blanks  ", "  blanks  "),
    ("a\tb\u{b}c\u{c}d", "a b c d", "a b c d"),
    ("a\nb", "a\nb", "a b"),
    ("a\rb", "a\nb", "a b"),
    ("a\r\nb", "a\nb", "a b"),
    ("a\n\rb", "a\nb", "a b"),
    ("a\n\nb", "a\n\nb", "a  b"),
    ("a\r\rb", "a\n\nb", "a  b"),
    ("a\r\n\rb", "a\n\nb", "a  b"),
    ("a\n\n\rb", "a\n\nb", "a  b"),
    ("a\n\r\n\rb", "a\n\nb", "a  b"),
    ("a\\\nb", "ab", "ab"),
    ("a\\\rb", "ab", "ab"),
    ("a\\\r\nb", "ab", "ab"),
    ("a\\\n\rb", "ab", "ab"),
    ("a\\\n\nb", "a\nb", "a b"),
    ("a\\\r\n\rb", "a\nb", "a b"),
    ("a\\\\\nb", "a\\\nb", "a\\ b"),
    ("a\\\tb", "a b", "a b"),
    (r"a\]b", "a]b", "a]b"),
    (r"a\\b", r"a\b", r"a\b"),
    (r"a\\\]b", r"a\]b", r"a\]b"),
    (r"a\:b", "a:b", "a:b"),
    (r"\n\t", "nt", "nt"),
    (r"\é\段", "é段", "é段"),
    ("tail\\", "tail\\", "tail\\"),
    ("\\", "\\", "\\"),
    ("\\\n", "", ""),
    ("\n", "\n", " "),
    ("nul\0stays", "nul\0stays", "nul\0stays"),
    (
        "forty characters of nothing special here\\]",
        "forty characters of nothing special here]",
        "forty characters of nothing special here]",
    ),
];

#[test]
fn reads_text_and_simple_text() {
    for &(raw, text, simple) in READ {
        assert_eq!(unescape_text(raw), text, "Text of {raw:?}");
        assert_eq!(unescape_simple_text(raw), simple, "SimpleText of {raw:?}");
    }
}

#[test]
fn borrows_what_does_not_change() {
    for raw in [
        "",
        "plain",
        "two\nlines",
        "段段段 and a long line that fills two blocks",
    ] {
        assert!(matches!(unescape_text(raw), Cow::Borrowed(_)), "{raw:?}");
        assert!(matches!(escape_text(raw), Cow::Borrowed(_)), "{raw:?}");
        assert!(matches!(soft_wrap(raw, 0, 80), Cow::Borrowed(_)), "{raw:?}");
    }
    for raw in ["", "plain", "[3d"] {
        assert!(
            matches!(unescape_simple_text(raw), Cow::Borrowed(_)),
            "{raw:?}"
        );
        assert!(
            matches!(escape_simple_text(raw), Cow::Borrowed(_)),
            "{raw:?}"
        );
    }
}

#[test]
fn composes_split_at_the_first_unescaped_colon() {
    for (raw, parts) in [
        ("aa:bb", Some(("aa", "bb"))),
        (":", Some(("", ""))),
        ("bb:12:30", Some(("bb", "12:30"))),
        (r"a\:b:c", Some((r"a\:b", "c"))),
        (r"a\\:b", Some((r"a\\", "b"))),
        (r"\段:b", Some((r"\段", "b"))),
        (r"a\:b", None),
        ("MultiGo", None),
        ("", None),
        ("\\", None),
    ] {
        assert_eq!(split_compose(raw), parts, "{raw:?}");
        assert_eq!(
            find_colon(raw),
            parts.map(|(first, _)| first.len()),
            "{raw:?}"
        );
    }
}

#[test]
fn writes_escapes() {
    assert_eq!(escape_text("a]b\\c:d[e\tf\r\ng"), "a\\]b\\\\c:d[e f\ng");
    assert_eq!(
        escape_simple_text("a]b\\c:d[e\tf\r\ng"),
        "a\\]b\\\\c:d[e f g"
    );
    assert_eq!(escape_compose_text("a:b\nc"), "a\\:b\nc");
    assert_eq!(escape_compose_simple_text("a:b\nc"), "a\\:b c");
    assert_eq!(normalize_text("a\n\rb\t"), "a\nb ");
    assert_eq!(normalize_simple_text("a\n\rb\t"), "a b ");
}

#[test]
fn wraps_between_words_and_inside_of_long_ones() {
    for (raw, column, width, wrapped) in [
        ("one two three", 0, 9, "one two \\\nthree"),
        ("one two three", 5, 9, "one\\\n two \\\nthree"),
        ("abcdefghij", 0, 5, "abcd\\\nefgh\\\nij"),
        ("abcde", 0, 5, "abcde"),
        ("abcde\nfghij", 0, 5, "abcde\nfghij"),
        ("abc\\]de", 0, 5, "abc\\\n\\]de"),
        ("ab\\\\\\]de", 0, 5, "ab\\\\\\\n\\]de"),
        ("段段段段", 0, 3, "段段\\\n段段"),
        ("abc", 9, 9, "\\\nabc"),
        ("one\\\ntwo three", 0, 9, "one\\\ntwo three"),
    ] {
        assert_eq!(
            soft_wrap(raw, column, width),
            wrapped,
            "{raw:?} {column} {width}"
        );
    }
}

/// The character on the wrap column is escaped: the reference checker breaks between the two.
#[test]
fn never_wraps_behind_an_escaping_backslash() {
    for head in 0..20 {
        let value = format!("{}]tail B[cc] \\ more", "a".repeat(head));
        let raw = escape_text(&value);
        let wrapped = soft_wrap(&raw, 0, 10);
        assert_eq!(unescape_text(&wrapped), value);
    }
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z ]{1,9}",
        2 => Just("\\".to_owned()),
        2 => Just("]".to_owned()),
        1 => Just(":".to_owned()),
        2 => Just("\n".to_owned()),
        2 => Just("\r".to_owned()),
        1 => Just("\t".to_owned()),
        1 => Just("\u{b}".to_owned()),
        1 => Just("棋譜".to_owned()),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// The rule of the standard, one character after the other.
fn slow_unescape(raw: &str, line_break: &str) -> String {
    let chars: Vec<char> = raw.chars().collect();
    let is_break = |at: usize| matches!(chars.get(at), Some('\n' | '\r'));
    let break_len = |at: usize| 1 + usize::from(is_break(at + 1) && chars[at + 1] != chars[at]);
    let mut value = String::new();
    let mut at = 0;
    while at < chars.len() {
        let escaped = chars[at] == '\\' && at + 1 < chars.len();
        at += usize::from(escaped);
        if is_break(at) {
            if !escaped {
                value.push_str(line_break);
            }
            at += break_len(at);
        } else {
            value.push(match chars[at] {
                '\t' | '\u{b}' | '\u{c}' => ' ',
                char => char,
            });
            at += 1;
        }
    }
    value
}

proptest! {
    #[test]
    fn fast_and_slow_reading_agree(raw in texts()) {
        prop_assert_eq!(unescape_text(&raw), slow_unescape(&raw, "\n"));
        prop_assert_eq!(unescape_simple_text(&raw), slow_unescape(&raw, " "));
    }

    #[test]
    fn reading_what_was_written_gives_the_normal_form(value in texts()) {
        let text = normalize_text(&value);
        let simple = normalize_simple_text(&value);
        prop_assert_eq!(unescape_text(&escape_text(&value)).into_owned(), text.to_string());
        prop_assert_eq!(
            unescape_simple_text(&escape_simple_text(&value)).into_owned(),
            simple.to_string()
        );
        prop_assert_eq!(&normalize_text(&text), &text);
        prop_assert_eq!(&normalize_simple_text(&simple), &simple);
        prop_assert_eq!(escape_text(&text), escape_text(&value));

        let first = escape_compose_simple_text(&value);
        let second = escape_compose_text(&value);
        let raw = format!("{first}:{second}");
        prop_assert_eq!(split_compose(&raw), Some((&*first, &*second)));
        prop_assert_eq!(&unescape_simple_text(&first), &simple);
        prop_assert_eq!(&unescape_text(&second), &text);
    }

    #[test]
    fn wrapping_changes_no_value(raw in texts(), column in 0_usize..20, width in 0_usize..30) {
        let wrapped = soft_wrap(&raw, column, width);
        prop_assert_eq!(unescape_text(&wrapped), unescape_text(&raw));
        prop_assert_eq!(unescape_simple_text(&wrapped), unescape_simple_text(&raw));
    }

    #[test]
    fn wrapped_lines_fit(value in texts(), width in 3_usize..30) {
        let raw = escape_text(&value);
        let wrapped = soft_wrap(&raw, 0, width);
        for line in wrapped.split('\n') {
            prop_assert!(line.chars().count() <= width, "{line:?} in {wrapped:?}");
        }
    }
}
