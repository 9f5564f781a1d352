//! Decoding takes any bytes; the way between text and bytes never turns back; whoever chooses the
//! encoding gets it.

use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use kifu_syntax::Span;

use crate::Choices;

const CHARSETS: [Charset; 14] = [
    Charset::UTF_8,
    Charset::UTF_16LE,
    Charset::UTF_16BE,
    Charset::UTF_32LE,
    Charset::UTF_32BE,
    Charset::WINDOWS_1252,
    Charset::SHIFT_JIS,
    Charset::EUC_JP,
    Charset::ISO_2022_JP,
    Charset::EUC_KR,
    Charset::GBK,
    Charset::GB18030,
    Charset::HZ,
    Charset::BIG5,
];

/// Checks all laws of encodings.
pub fn check(data: &[u8]) {
    let mut choices = Choices::of(data);
    maps(data, &Source::new(data.to_vec(), &DecodeOptions::default()));
    let charset = CHARSETS[choices.below(CHARSETS.len())];
    let options = DecodeOptions::default().with_charset(charset);
    maps(data, &Source::new(data.to_vec(), &options));
    let options = DecodeOptions::default().with_fallback(charset);
    maps(data, &Source::new(data.to_vec(), &options));
    unambiguous(data);
}

fn maps(data: &[u8], source: &Source) {
    let text = source.text();
    assert_eq!(source.bytes(), data);
    assert!(source.mark() <= data.len());
    let mut before = 0;
    for offset in 0..=text.len() {
        let at = source.to_bytes_offset(offset);
        assert!(at >= before && at <= data.len(), "{offset} is at {at}");
        before = at;
    }
    let mut before = 0;
    for offset in 0..=data.len() {
        let at = source.to_text_offset(offset);
        assert!(at >= before && at <= text.len(), "{offset} is at {at}");
        assert!(text.is_char_boundary(at), "{offset} is at {at}");
        before = at;
    }
    let mut end = 0;
    for segment in source.segments() {
        assert!(segment.text.start >= end && segment.text.end <= text.len());
        end = segment.text.end;
    }
    for (start, character) in text.char_indices() {
        let span = Span::new(start, start + character.len_utf8());
        let bytes = source.to_bytes_span(span);
        assert!(bytes.start <= bytes.end && bytes.end <= data.len());
        let back = source.to_text_span(bytes);
        assert!(
            bytes.is_empty() || (back.start <= span.start && back.end >= span.end),
            "{span:?} is {bytes:?} and back {back:?}"
        );
    }
    for problem in source.problems() {
        let span = problem.span;
        assert!(
            span.start <= span.end && span.end <= data.len(),
            "{problem:?}"
        );
    }
}

/// A text in UTF-8 that says nothing else is read as it is, unless a single character of it is in doubt.
fn unambiguous(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && text
            .chars()
            .all(|character| character >= ' ' || character == '\n')
        && !text.contains("CA")
        && !text.contains("Ca")
        && !text.contains("~{")
    {
        let source = Source::new(data.to_vec(), &DecodeOptions::default());
        let is_read = source.text() == text.strip_prefix('\u{feff}').unwrap_or(text);
        let beyond_ascii = text.chars().filter(|char| !char.is_ascii());
        let is_in_doubt = source.doubt().is_some() && beyond_ascii.count() <= 1;
        assert!(is_read || is_in_doubt, "{}", source.text());
    }
}
