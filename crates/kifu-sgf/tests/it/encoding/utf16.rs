//! UTF-16 in values and in files, and hostile bytes.

use std::fmt::Write as _;

use kifu_sgf::encoding::EncodingProblemKind;
use kifu_syntax::Span;

use super::languages::{encodings, texts};
use super::{charset, check_laws, encoded, kinds, read};

#[test]
fn values_in_utf16() {
    let values = ["hallö! €", "崩れ ] \\", "GB"];
    for label in ["UTF-16LE", "UTF-16BE"] {
        let mut bytes = format!("(;FF[4]CA[{label}]").into_bytes();
        let mut text = String::from_utf8(bytes.clone()).unwrap();
        for value in &values[..2] {
            bytes.extend(b"C[");
            for byte in encoded(label, value) {
                if matches!(byte, b']' | b'\\') {
                    bytes.push(b'\\');
                }
                bytes.push(byte);
            }
            bytes.extend(b"]");
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            write!(text, "C[{value}]").unwrap();
        }
        bytes.extend(b";B[dd])\n(;C[x])");
        text.push_str(";B[dd])\n(;C[x])");
        let source = read(&bytes);
        // In UTF-16BE a `\` may stand before any character whose first byte is one.
        assert_eq!(source.text().replace("\\崩", "崩"), text);
        assert_eq!(kinds(&source), [EncodingProblemKind::ValuesOnly]);
        check_laws(&source);
        let start = text.find("hallö").unwrap();
        let place = Span::new(start, start + "hallö! €".len());
        let new = source.encode(place, "a\\]崝").unwrap();
        let mut bytes = source.bytes().to_vec();
        bytes.splice(source.to_bytes_span(place).range(), new.iter().copied());
        assert!(
            read(&bytes)
                .text()
                .replace("\\崝", "崝")
                .contains("C[a\\]崝]")
        );
    }
}

#[test]
fn the_order_of_bytes_in_values_is_seen() {
    for name in ["Lee Changho", "Müller", "Lee Changho 이창호"] {
        for order in ["UTF-16LE", "UTF-16BE"] {
            for declared in [
                "",
                "CA[UTF-16]",
                "CA[UTF-16LE]",
                "CA[UTF-16BE]",
                "CA[ucs-2]",
            ] {
                let mut bytes = format!("(;FF[4]{declared}PB[").into_bytes();
                bytes.extend(encoded(order, name));
                bytes.extend(b"];B[aa])");
                let text = format!("(;FF[4]{declared}PB[{name}];B[aa])");
                assert_eq!(read(&bytes).text(), text, "{order}");
            }
        }
    }
}

#[test]
fn a_stray_nul_is_no_utf16() {
    for bytes in [
        &b"(;C[A NUL byte: \0.];B[aa])"[..],
        b"(;B[P\0])(;B[fb])",
        b"(;CA[UTF-8]C[a\0\0b])",
        b"(;C[)\0\0)])",
        b"(;CA[UTF-8]GM[1]N[A\0\0B]C[\0]\0:b\0c\0d\0])",
    ] {
        let source = read(bytes);
        assert_eq!(source.text().as_bytes(), bytes);
    }
}

/// Natural texts in UTF-16 are mostly read so where `CA` says it, texts in other encodings are mostly not; what decides
/// wrongly is in doubt.
#[test]
fn a_declaration_of_utf16_does_not_overrule_the_bytes() {
    let read_as = |label: &str, declared: &str, text: &str| {
        let value = charset(label).encode(text).ok()?.into_owned();
        let is_special = value.iter().any(|byte| matches!(byte, b']' | b'\\'));
        if is_special || value.is_ascii() {
            return None;
        }
        let game = format!("(;FF[4]GM[1]CA[{declared}]C[");
        let source = read(&[game.as_bytes(), &value, b"];B[aa])"].concat());
        let is_wide = kinds(&source).contains(&EncodingProblemKind::ValuesOnly);
        Some((is_wide, source.doubt().is_some()))
    };
    let (mut all, mut missed, mut sure) = (0, 0, 0);
    for (_, text) in texts() {
        for label in ["UTF-16LE", "UTF-16BE"] {
            if let Some((is_wide, is_doubtful)) = read_as(label, label, &text) {
                all += 1;
                missed += usize::from(!is_wide);
                sure += usize::from(!is_wide && !is_doubtful);
            }
        }
    }
    assert!(all > 3000 && missed * 100 < all * 12, "{missed} of {all}");
    assert!(sure * 100 < all * 4, "{sure} of {all}");
    let (mut all, mut wrong, mut sure) = (0, 0, 0);
    for (language, text) in texts() {
        for label in encodings(&language).iter().chain(&["UTF-8"]) {
            for declared in ["Unicode", "UTF-16", "UTF-16BE"] {
                if let Some((is_wide, is_doubtful)) = read_as(label, declared, &text) {
                    all += 1;
                    wrong += usize::from(is_wide);
                    sure += usize::from(is_wide && !is_doubtful);
                }
            }
        }
    }
    assert!(all > 20_000 && wrong * 100 < all * 4, "{wrong} of {all}");
    assert!(sure * 100 < all, "{sure} of {all}");
}
