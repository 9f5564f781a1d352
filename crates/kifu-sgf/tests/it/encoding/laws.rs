//! Whatever can be encoded reads back, and every byte has its place.

use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_syntax::Span;
use proptest::prelude::*;

use super::{charset, check_laws, read};

fn label() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "UTF-8",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-32LE",
        "UTF-32BE",
        "Shift_JIS",
        "EUC-JP",
        "ISO-2022-JP",
        "GBK",
        "GB18030",
        "HZ",
        "Big5",
        "EUC-KR",
        "windows-1252",
        "windows-1251",
        "KOI8-R",
        "macintosh",
    ])
}

proptest! {
    /// Whatever can be encoded reads back; the map agrees with decoding each character alone.
    #[test]
    fn encoding_and_back(label in label(), text in "[a-z\\[\\]\\\\~ éÄЖя本表示ソ囲碁構黑盘許功이돌の、𠮷]{0,40}") {
        let charset = charset(label);
        let text: String = text.chars().filter(|char| charset.encode(&char.to_string()).is_ok()).collect();
        let bytes = charset.encode(&text).unwrap();
        prop_assert_eq!(&charset.decode(&bytes), &text);
        let text = text.replace('\\', "\\\\").replace(']', "\\]");
        let text = format!("(;C[{text}])");
        let options = DecodeOptions::default().with_charset(charset);
        let source = Source::new(charset.encode(&text).unwrap().into_owned(), &options);
        prop_assert_eq!(source.text(), &text);
        check_laws(&source);
        // The state of these two is in bytes that belong to other characters.
        if ["ISO-2022-JP", "HZ"].contains(&label) {
            return Ok(());
        }
        for (offset, char) in text.char_indices() {
            let span = Span::new(offset, offset + char.len_utf8());
            let alone = charset.decode(source.to_bytes_span(span).of(source.bytes()));
            prop_assert_eq!(alone, char.to_string());
        }
    }

    /// Any bytes at all: nothing is lost, everything has its place.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(prop_oneof![
        3 => prop::sample::select(b"()[];:\\CABW~{}\x1B$@ \n\0\x5C\x81\x93\xDF\xE9\xFE\xFF".to_vec()),
        1 => any::<u8>(),
    ], 0..200)) {
        let source = read(&bytes);
        prop_assert_eq!(source.bytes(), &bytes);
        check_laws(&source);
    }

    /// A file read with an encoding forced onto it.
    #[test]
    fn any_bytes_as(label in label(), bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let charset = charset(label);
        let source = Source::new(bytes.clone(), &DecodeOptions::default().with_charset(charset));
        prop_assert_eq!(source.bytes(), &bytes);
        check_laws(&source);
    }
}
