//! Comments and names that quote `CA`: only the root declares an encoding.

use kifu_sgf::encoding::Decision;
use proptest::prelude::*;

use super::{assert_none_is_wrong, check_laws, encoded, kinds, read};

/// A quote of another encoding, as text of a value.
const QUOTES: [&str; 12] = [
    "see (;CA[windows-1251\\]",
    "x\\]CA[GBK\\].",
    "\\]CA[GBK ;W[",
    "as in (;CA[EUC-KR\\]",
    "see ;CA[Shift_JIS",
    "a (;B[aa\\])(;CA[Big5\\]C[x\\])",
    ")(;CA[KOI8-R\\]B[aa\\])",
    "\n(;FF[4\\]CA[GB18030\\]\n;B[aa\\])\n",
    ";CA[UTF-8\\]",
    "\\\\\\]CA[Big5\\]",
    "(\n;\nCA [ISO-8859-2\\]",
    "\\];CA[no encoding\\]",
];

/// An encoding, and text in it.
const TEXTS: [(&str, &str); 12] = [
    ("ISO-8859-1", "André"),
    ("windows-1252", "Dušan Šiška"),
    ("macintosh", "Conceição"),
    ("windows-1251", "Динерштейн"),
    ("UTF-8", "é"),
    ("UTF-8", "囲碁"),
    ("GBK", "图1"),
    ("GB18030", "常昊"),
    ("Shift_JIS", "ソ表"),
    ("Big5", "許功蓋"),
    ("EUC-KR", "조훈현"),
    ("EUC-JP", "趙治勲"),
];

#[test]
fn a_quoted_declaration_declares_nothing() {
    let mut wrong = Vec::new();
    for quote in QUOTES {
        for (label, name) in TEXTS {
            for text in [
                format!("(;FF[4]GM[1]SZ[19]C[{quote}]PB[{name}]CA[{label}])"),
                format!("(;FF[4]GM[1]N[{quote}]CA[{label}]SZ[19]PB[{name}];B[pd])"),
                format!("(;C[{name} {quote} {name}]\nCA[{label}]PB[{name}](;B[pd])(;B[dd]))"),
                format!("(;CA[{label}]PB[{name}]C[{quote}](;B[pd]C[{quote}])(;B[dd]))"),
                format!("(;FF[4]C[{quote}]PB[Lee])\n(;FF[4]CA[{label}]C[{name}])"),
            ] {
                let source = read(&encoded(label, &text));
                check_laws(&source);
                let at = text.find(name).unwrap();
                let segment = source.segment_at(at);
                if source.text() != text || segment.decision != Decision::Declared {
                    wrong.push(format!("{label}: {text}: {}", source.text()));
                } else if !kinds(&source).is_empty() {
                    wrong.push(format!("{label}: {text}: {:?}", source.problems()));
                }
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// The escape of a bracket after a trail byte `\` is none.
#[test]
fn a_declaration_after_a_trail_byte_is_read() {
    for (label, name) in [("Shift_JIS", "ソ"), ("Big5", "許"), ("GBK", "乗")] {
        let name = name.replace('乗', "\u{8A8B}");
        for quote in ["", "(;CA[ISO-8859-1\\]"] {
            let text = format!("(;FF[4]C[{quote}{name}]CA[{label}]PB[{name}])");
            let source = read(&encoded(label, &text));
            assert_eq!(source.text(), text, "{label}");
            assert_eq!(kinds(&source), [], "{label}");
        }
    }
}

proptest! {
    /// Valid games of any text, in which `CA` may be anywhere.
    #[test]
    fn text_does_not_declare(
        parts in prop::collection::vec(prop_oneof![
            prop::sample::select(&QUOTES[..]),
            prop::sample::select(&["a", " ", "[", "(;", ")", ";", "\\]", "\\\\", "CA[", "GBK", "\n", "é"][..]),
        ], 0..12),
        at in 0..TEXTS.len(),
        is_first in any::<bool>(),
    ) {
        let (label, name) = TEXTS[at];
        let text = parts.concat().replace('é', "");
        let declared = format!("CA[{label}]");
        let (before, after) = if is_first { (&*declared, "") } else { ("", &*declared) };
        let text = format!("(;FF[4]{before}C[{text}]PB[{name}]{after};B[aa])");
        let source = read(&encoded(label, &text));
        prop_assert_eq!(source.text(), &text);
        prop_assert_eq!(kinds(&source), []);
    }
}
