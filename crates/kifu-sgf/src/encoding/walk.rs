//! Walks through the bytes of a segment character by character.
//!
//! [`decode`] handles whole segments with the bulk decoders of `encoding_rs`. [`walk`] gives the same text one
//! character at a time, with the length of each: offset maps and guesses need that, and it is slower.

use std::ops::ControlFlow;

use encoding_rs::{DecoderResult, Encoding};

use super::Charset;
use super::charset::Kind;
use super::segment::Form;

/// One step of a walk: a number of bytes, and their text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    /// Offset of the first byte.
    pub(super) start: usize,
    /// Offset after the last byte.
    pub(super) end: usize,
    /// The decoded text: a run of ASCII with one byte a character, or else a single character (two in rare cases in
    /// Big5).
    pub(super) text: &'a str,
    /// Whether the bytes are invalid.
    pub(super) invalid: bool,
}

const REPLACEMENT: &str = "\u{FFFD}";

/// Decodes `bytes` to the end of `text`; `invalid` gets the start and end of invalid bytes.
pub(super) fn decode(
    charset: Charset,
    form: Form,
    bytes: &[u8],
    text: &mut String,
    mut invalid: impl FnMut(usize, usize),
) {
    if let (Kind::Web(encoding), Form::Whole) = (charset.0, form) {
        decode_web(encoding, bytes, text, invalid);
    } else {
        walk(charset, form, bytes, |step| {
            text.push_str(step.text);
            if step.invalid {
                invalid(step.start, step.end);
            }
        });
    }
}

/// Without the tables of encodings all bytes are UTF-8.
#[cfg(not(feature = "encodings"))]
fn decode_web(
    _: &'static Encoding,
    bytes: &[u8],
    text: &mut String,
    mut invalid: impl FnMut(usize, usize),
) {
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            invalid(at, at + chunk.invalid().len());
            text.push_str(REPLACEMENT);
            at += chunk.invalid().len();
        }
    }
}

#[cfg(not(feature = "encodings"))]
fn walk_web(
    _: Charset,
    _: &'static Encoding,
    _: Form,
    bytes: &[u8],
    mut visit: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut start = 0;
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid().split_inclusive(|_: char| true);
        for text in valid
            .map(|text| (text, false))
            .chain((!chunk.invalid().is_empty()).then_some((REPLACEMENT, true)))
        {
            let (text, invalid) = text;
            let end = start
                + if invalid {
                    chunk.invalid().len()
                } else {
                    text.len()
                };
            visit(Step {
                start,
                end,
                text,
                invalid,
            })?;
            start = end;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(feature = "encodings")]
fn decode_web(
    encoding: &'static Encoding,
    bytes: &[u8],
    text: &mut String,
    mut invalid: impl FnMut(usize, usize),
) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // A small buffer in between: `decode_to_string` fills all the room that is left in the string
    // with zeros at each call, and so at each small game and each invalid byte.
    let mut buffer = [0; 2048];
    let mut at = 0;
    text.reserve(bytes.len());
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut buffer, true);
        at += read;
        text.push_str(std::str::from_utf8(&buffer[..written]).unwrap_or_default());
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, behind) => {
                let end = at.saturating_sub(usize::from(behind));
                invalid(end.saturating_sub(usize::from(length)), end);
                text.push_str(REPLACEMENT);
            }
        }
    }
}

/// Walks through `bytes` and calls `visit` for every step. The steps have no gaps, and their texts together are the
/// result of [`decode`].
pub(super) fn walk(charset: Charset, form: Form, bytes: &[u8], mut visit: impl FnMut(Step<'_>)) {
    let _ = try_walk(charset, form, bytes, |step| {
        visit(step);
        ControlFlow::Continue(())
    });
}

/// Walks like [`walk`], until `visit` breaks.
pub(super) fn try_walk(
    charset: Charset,
    form: Form,
    bytes: &[u8],
    mut visit: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match (charset.0, form) {
        (_, Form::Value) => walk_value(charset, bytes, visit),
        (Kind::Web(encoding), _) => walk_web(charset, encoding, form, bytes, visit),
        (Kind::Hz, _) => walk_hz(bytes, visit),
        (Kind::Utf32Le | Kind::Utf32Be, _) => {
            let mut buffer = [0; 4];
            for (index, unit) in bytes.chunks(4).enumerate() {
                let start = index * 4;
                let char = unit.try_into().ok().and_then(|unit| {
                    char::from_u32(if charset == Charset::UTF_32LE {
                        u32::from_le_bytes(unit)
                    } else {
                        u32::from_be_bytes(unit)
                    })
                });
                visit(Step {
                    start,
                    end: start + unit.len(),
                    text: char.map_or(REPLACEMENT, |char| char.encode_utf8(&mut buffer)),
                    invalid: char.is_none(),
                })?;
            }
            ControlFlow::Continue(())
        }
    }
}

#[cfg(feature = "encodings")]
fn walk_web(
    charset: Charset,
    encoding: &'static Encoding,
    form: Form,
    bytes: &[u8],
    mut visit: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let ascii = charset.extends_ascii();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 64];
    // Everything before `start` was given away; the decoder holds `bytes[start..at]`.
    let mut start = 0;
    let mut at = 0;
    let mut last = false;
    while !last || start < at {
        if ascii && start == at {
            let run = Encoding::ascii_valid_up_to(&bytes[at..]);
            if run > 0 {
                visit(Step {
                    start: at,
                    end: at + run,
                    text: std::str::from_utf8(&bytes[at..at + run]).unwrap_or_default(),
                    invalid: false,
                })?;
                at += run;
                start = at;
            }
        }
        if form == Form::EscapedTrails && is_escaped_trail(charset, bytes, start, at) {
            at += 1;
        }
        if form == Form::CutLeads && is_cut(charset, bytes, start, at) {
            visit(Step {
                start,
                end: at,
                text: REPLACEMENT,
                invalid: true,
            })?;
            start = at;
            decoder = encoding.new_decoder_without_bom_handling();
            continue;
        }
        last = at == bytes.len();
        let input = bytes.get(at..=at).unwrap_or_default();
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(input, &mut buffer, last);
        at += read;
        let mut text = std::str::from_utf8(&buffer[..written]).unwrap_or_default();
        let held = match result {
            DecoderResult::Malformed(_, behind) => usize::from(behind),
            _ => 0,
        };
        let malformed = match result {
            DecoderResult::Malformed(length, _) => usize::from(length),
            _ => 0,
        };
        // Bytes held back as a possible part of a character are written with the
        // next one.
        while let Some(first) = text.bytes().next()
            && text.len() > 1
            && first.is_ascii()
            && bytes.get(start) == Some(&first)
        {
            visit(Step {
                start,
                end: start + 1,
                text: &text[..1],
                invalid: false,
            })?;
            start += 1;
            text = &text[1..];
        }
        if !text.is_empty() {
            let end = at.saturating_sub(held + malformed).max(start);
            visit(Step {
                start,
                end,
                text,
                invalid: false,
            })?;
            start = end;
        }
        if malformed > 0 {
            let end = at.saturating_sub(held).max(start);
            visit(Step {
                start,
                end,
                text: REPLACEMENT,
                invalid: true,
            })?;
            start = end;
        }
        if last && matches!(result, DecoderResult::InputEmpty) {
            break;
        }
    }
    if start < bytes.len() {
        visit(Step {
            start,
            end: bytes.len(),
            text: "",
            invalid: false,
        })?;
    }
    ControlFlow::Continue(())
}

/// Whether `bytes[at]` is a `\` between the lead byte at `start` and its trail byte.
fn is_escaped_trail(charset: Charset, bytes: &[u8], start: usize, at: usize) -> bool {
    start + 1 == at
        && charset.is_lead(bytes[start])
        && bytes[at..].first() == Some(&b'\\')
        && matches!(bytes.get(at + 1), Some(b'[' | b'\\' | b']'))
}

/// Whether the byte at `start` leads a character that was cut before `bytes[at]`, the `]` of its value.
fn is_cut(charset: Charset, bytes: &[u8], start: usize, at: usize) -> bool {
    start + 1 == at && charset.is_lead(bytes[start]) && ends_value(&bytes[at..])
}

/// Whether `bytes` begin with a `]`, and a property, a node or a variation after it.
pub(super) fn ends_value(bytes: &[u8]) -> bool {
    /// White space between two properties, of which a line break is the usual one.
    const BLANKS: usize = 4;
    let skip_blanks = |bytes: &mut &[u8]| {
        for _ in 0..BLANKS {
            match bytes {
                [b' ' | b'\t' | b'\r' | b'\n', rest @ ..] => *bytes = rest,
                _ => break,
            }
        }
    };
    let Some(mut rest) = bytes.strip_prefix(b"]") else {
        return false;
    };
    for sign in [b"(", b";"] {
        skip_blanks(&mut rest);
        rest = rest.strip_prefix(sign).unwrap_or(rest);
    }
    skip_blanks(&mut rest);
    matches!(
        rest,
        [b'A'..=b'Z', b'[', ..] | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]
    )
}

/// Walks HZ: `~{` opens a stretch of pairs of seven-bit bytes, `~}` closes it, `~~` is a tilde, `~` and a line feed is
/// nothing.
fn walk_hz(bytes: &[u8], mut visit: impl FnMut(Step<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut shifted = false;
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let pair = bytes.get(at..at + 2).unwrap_or_default();
        match (pair, shifted) {
            (b"~{", false) => {
                shifted = true;
                at += 2;
                continue;
            }
            (b"~}", true) => {
                shifted = false;
                at += 2;
                continue;
            }
            (b"~\n", _) => {
                at += 2;
                continue;
            }
            _ => {}
        }
        let mut invalid = false;
        let decoded;
        let (length, text) = match (pair, shifted) {
            (b"~~", false) => (2, "~"),
            ([high @ 0x21..=0x7D, low @ 0x21..=0x7E], true) => {
                let high_bits = [high | 0x80, low | 0x80];
                #[cfg(feature = "encodings")]
                let (text, bad) = encoding_rs::GBK.decode_without_bom_handling(&high_bits);
                #[cfg(not(feature = "encodings"))]
                let (text, bad) = (String::from_utf8_lossy(&high_bits), true);
                invalid = bad;
                decoded = text.into_owned();
                (2, decoded.as_str())
            }
            _ if bytes[at].is_ascii() => {
                // A line end closes an open stretch.
                shifted &= bytes[at] != b'\n';
                (1, std::str::from_utf8(&bytes[at..=at]).unwrap_or_default())
            }
            _ => {
                invalid = true;
                (1, REPLACEMENT)
            }
        };
        at += length;
        visit(Step {
            start,
            end: at,
            text: if invalid { REPLACEMENT } else { text },
            invalid,
        })?;
        start = at;
    }
    if start < at {
        visit(Step {
            start,
            end: at,
            text: "",
            invalid: false,
        })?;
    }
    ControlFlow::Continue(())
}

/// Walks the content of a UTF-16 value whose bytes were escaped: a `\` before a byte is removed. In the text a `\`
/// precedes each character whose first byte had one, and each that the syntax needs it for.
fn walk_value(
    charset: Charset,
    bytes: &[u8],
    mut visit: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut at = 0;
    let mut buffer = [0; 4];
    while at < bytes.len() {
        let start = at;
        let mut units = [0; 2];
        let escaped = bytes[at] == b'\\';
        let mut count = 0;
        // A second unit is read if the first one is the first half of a pair.
        let char = loop {
            let before = at;
            let Some(unit) = value_unit(charset, bytes, &mut at) else {
                at = bytes.len();
                break None;
            };
            units[count] = unit;
            count += 1;
            match char::decode_utf16(units[..count].iter().copied()).next() {
                Some(Ok(char)) => break Some(char),
                _ if count == 1 && (0xD800..0xDC00).contains(&unit) => {}
                _ => {
                    if count == 2 {
                        at = before;
                    }
                    break None;
                }
            }
        };
        if escaped || matches!(char, Some(']' | '\\')) {
            visit(Step {
                start,
                end: start,
                text: "\\",
                invalid: false,
            })?;
        }
        visit(Step {
            start,
            end: at,
            text: char.map_or(REPLACEMENT, |char| char.encode_utf8(&mut buffer)),
            invalid: char.is_none(),
        })?;
    }
    ControlFlow::Continue(())
}

/// The next unit of two bytes without the escapes; `None` at a broken end.
fn value_unit(charset: Charset, bytes: &[u8], at: &mut usize) -> Option<u16> {
    let mut unit = [0; 2];
    for byte in &mut unit {
        if bytes.get(*at) == Some(&b'\\') {
            *at += 1;
        }
        *byte = *bytes.get(*at)?;
        *at += 1;
    }
    Some(if charset == Charset::UTF_16BE {
        u16::from_be_bytes(unit)
    } else {
        u16::from_le_bytes(unit)
    })
}
