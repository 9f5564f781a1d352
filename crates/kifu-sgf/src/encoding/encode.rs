use std::borrow::Cow;
use std::fmt;

use encoding_rs::{EncoderResult, Encoding};
use kifu_syntax::Span;
use memchr::memmem;

use super::charset::Kind;
use super::segment::{Form, Segment};
use super::walk::{decode, walk};
use super::{Charset, Named, Source};

/// A character that an encoding does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// The character.
    pub char: char,
    /// Its offset in the text, in bytes.
    pub offset: usize,
    /// The encoding.
    pub charset: Charset,
    /// Its name; that of a narrower encoding if `CA` names that one.
    pub name: &'static str,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` at byte {} cannot be written in {}, use UTF-8 for this game or other words",
            self.char.escape_debug(),
            self.offset,
            self.name
        )
    }
}

impl std::error::Error for Unencodable {}

impl Charset {
    /// `text` in this encoding, without a byte order mark. What comes out reads back as `text`,
    /// character by character.
    ///
    /// # Errors
    /// [`Unencodable`] with the first character that the encoding does not have. Nothing is
    /// replaced by something similar.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        if self == Self::UTF_8 || (self.extends_ascii() && text.is_ascii()) {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        let bytes = match self.0 {
            Kind::Web(_) if self == Self::UTF_16LE => {
                text.encode_utf16().flat_map(u16::to_le_bytes).collect()
            }
            Kind::Web(_) if self == Self::UTF_16BE => {
                text.encode_utf16().flat_map(u16::to_be_bytes).collect()
            }
            Kind::Web(encoding) => self.encode_web(encoding, text)?,
            Kind::Utf32Le => text
                .chars()
                .flat_map(|char| u32::from(char).to_le_bytes())
                .collect(),
            Kind::Utf32Be => text
                .chars()
                .flat_map(|char| u32::from(char).to_be_bytes())
                .collect(),
            Kind::Hz => self.encode_hz(text)?,
        };
        // Some encoders write a character as a similar one, which would change the text; in
        // Shift_JIS a yen sign would become a `\`.
        if let Some((offset, char)) = first_difference(&self.decode(&bytes), text) {
            return Err(self.lacks(char, offset));
        }
        Ok(Cow::Owned(bytes))
    }

    /// The text of `bytes`, which are in this encoding. Invalid bytes become U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        let mut text = String::new();
        decode(self, Form::Whole, bytes, &mut text, |_, _| {});
        text
    }

    fn lacks(self, char: char, offset: usize) -> Unencodable {
        Unencodable {
            char,
            offset,
            charset: self,
            name: self.name(),
        }
    }

    /// Without the tables of encodings, only ASCII can be written in encodings other than UTF-8.
    #[cfg(not(feature = "encodings"))]
    fn encode_web(self, _: &'static Encoding, text: &str) -> Result<Vec<u8>, Unencodable> {
        match text.char_indices().find(|(_, char)| !char.is_ascii()) {
            Some((offset, char)) => Err(self.lacks(char, offset)),
            None => Ok(text.as_bytes().to_vec()),
        }
    }

    #[cfg(feature = "encodings")]
    fn encode_web(self, encoding: &'static Encoding, text: &str) -> Result<Vec<u8>, Unencodable> {
        let mut encoder = encoding.new_encoder();
        let mut bytes = Vec::with_capacity(text.len() + 16);
        let mut at = 0;
        loop {
            let (result, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(&text[at..], &mut bytes, true);
            at += read;
            match result {
                EncoderResult::InputEmpty => return Ok(bytes),
                EncoderResult::OutputFull => bytes.reserve(text.len() - at + 16),
                EncoderResult::Unmappable(char) => {
                    return Err(self.lacks(char, at.saturating_sub(char.len_utf8())));
                }
            }
        }
    }

    fn encode_hz(self, text: &str) -> Result<Vec<u8>, Unencodable> {
        let mut bytes = Vec::with_capacity(text.len() + 16);
        let mut shifted = false;
        for (offset, char) in text.char_indices() {
            // A character of ASCII in a stretch that is not, or the other way round.
            if char.is_ascii() == shifted {
                bytes.extend_from_slice(if shifted { b"~}" } else { b"~{" });
                shifted = !shifted;
            }
            match char {
                '~' => bytes.extend_from_slice(b"~~"),
                _ if char.is_ascii() => bytes.push(char as u8),
                _ => {
                    let mut buffer = [0; 4];
                    let encoded = Self::GBK
                        .encode(char.encode_utf8(&mut buffer))
                        .ok()
                        .filter(|pair| matches!(**pair, [0xA1..=0xFD, 0xA1..=0xFE]))
                        .ok_or_else(|| self.lacks(char, offset))?;
                    bytes.extend(encoded.iter().map(|byte| byte & 0x7F));
                }
            }
        }
        if shifted {
            bytes.extend_from_slice(b"~}");
        }
        Ok(bytes)
    }
}

/// Returns the offset of the first difference between `got` and `wanted`, and the wanted character there.
fn first_difference(got: &str, wanted: &str) -> Option<(usize, char)> {
    if got == wanted {
        return None;
    }
    let mut got = got.chars();
    wanted
        .char_indices()
        .find(|(_, char)| got.next() != Some(*char))
        // A wrong byte after the text is charged to its last character.
        .or_else(|| wanted.char_indices().next_back())
}

impl Source {
    /// Returns the bytes to write at `span` of the text, so that it then reads `text`: in the encoding of the segment
    /// where `span` begins or, if it is empty, of the character before it. The bytes of `span` itself are
    /// [`to_bytes_span`](Self::to_bytes_span).
    ///
    /// `text` is SGF: its values must be escaped as in [`text`](Self::text). Additions that only the file needs (a `\`
    /// between two bytes of a character, an escape sequence) are made here.
    ///
    /// # Errors
    /// [`Unencodable`] if the encoding lacks one of the characters.
    pub fn encode<'t>(&self, span: Span, text: &'t str) -> Result<Cow<'t, [u8]>, Unencodable> {
        self.encode_after(span, text, &mut LastShift::default())
    }

    /// Whether [`encode`](Self::encode) succeeds. Takes time for `text` alone, for a segment of any length.
    #[must_use]
    pub fn can_encode(&self, span: Span, text: &str) -> bool {
        let segment = self.segment_before(span);
        segment.form == Form::Value
            || self.check_name(&segment, text).is_ok() && segment.charset.encode(text).is_ok()
    }

    /// Encodes many texts, by spans in the order of the text, in time linear in the file.
    ///
    /// [`encode`](Self::encode) looks for the last escape sequence from the beginning of the segment each time.
    #[must_use]
    pub fn encoder(&self) -> Encoder<'_> {
        Encoder {
            source: self,
            last: LastShift::default(),
        }
    }

    /// The segment whose encoding new text in place of `span` takes.
    fn segment_before(&self, span: Span) -> Segment {
        self.segment_at(if span.is_empty() {
            span.start.saturating_sub(1)
        } else {
            span.start
        })
    }

    /// Returns an error if the encoding that `CA` names at `segment` lacks a character, although a wider one is in use.
    fn check_name(&self, segment: &Segment, text: &str) -> Result<(), Unencodable> {
        // No encoding lacks a character of ASCII.
        if text.is_ascii() {
            return Ok(());
        }
        let label = segment.declared.map(|label| label.of(self.bytes()));
        let named = label.and_then(Named::of);
        match named.filter(|named| named.charset == segment.charset) {
            Some(named) => named.check(text),
            None => Ok(()),
        }
    }

    /// The last shift of a text that is encoded piece by piece: `last` is the result for the piece before.
    pub(crate) fn encode_after<'t>(
        &self,
        span: Span,
        text: &'t str,
        last: &mut LastShift,
    ) -> Result<Cow<'t, [u8]>, Unencodable> {
        let segment = self.segment_before(span);
        let charset = segment.charset;
        self.check_name(&segment, text)?;
        match segment.form {
            Form::Value => Ok(Cow::Owned(encode_value(charset, text))),
            Form::EscapedTrails => Ok(Cow::Owned(escape_trails(charset, &charset.encode(text)?))),
            Form::Whole if charset.is_shifted() => {
                let bytes = self.to_bytes_span(span);
                let inside = segment.bytes.of(self.bytes());
                let start = bytes.start.saturating_sub(segment.bytes.start);
                let end = bytes.end.saturating_sub(segment.bytes.start);
                if last.segment != segment.bytes.start {
                    *last = LastShift {
                        segment: segment.bytes.start,
                        ..LastShift::default()
                    };
                }
                let mut out = Vec::new();
                if last.find(charset, inside, start).is_some() {
                    out.extend_from_slice(unshift(charset));
                }
                out.extend_from_slice(&charset.encode(text)?);
                // Text after a segment is read by itself.
                if end < inside.len()
                    && let Some(sequence) = last.find(charset, inside, end)
                {
                    out.extend_from_slice(sequence);
                }
                // Two escape sequences in a row are an error to many readers: the last one counts.
                while let Some(at) = doubled_escape(&out, inside.get(end..).unwrap_or_default()) {
                    out.drain(at..at + 3);
                }
                Ok(Cow::Owned(out))
            }
            Form::Whole | Form::CutLeads => charset.encode(text),
        }
    }
}

impl Source {
    /// Whether `text`, inserted at `offset` of the text, would read back unchanged, separate from the text before it.
    ///
    /// It would not after half a character, as at the end of a cut file, if its first byte can be the other half.
    #[must_use]
    pub fn reads_back_at(&self, offset: usize, text: &str) -> bool {
        let before = self
            .text()
            .get(..offset)
            .and_then(|before| before.chars().next_back());
        if before != Some(char::REPLACEMENT_CHARACTER) {
            return true;
        }
        let half = Span::new(offset - char::REPLACEMENT_CHARACTER.len_utf8(), offset);
        let Ok(encoded) = self.encode(Span::at(offset), text) else {
            return false;
        };
        let segment = self.segment_at(half.start);
        let half = self.to_bytes_span(half);
        let mut bytes = Vec::new();
        if segment.charset.is_shifted() {
            let inside = segment.bytes.of(self.bytes());
            let at = half.start.saturating_sub(segment.bytes.start);
            let shift = LastShift::default().find(segment.charset, inside, at);
            bytes.extend_from_slice(shift.unwrap_or_default());
        }
        bytes.extend_from_slice(half.of(self.bytes()));
        bytes.extend_from_slice(&encoded);
        let mut read = String::new();
        decode(segment.charset, segment.form, &bytes, &mut read, |_, _| {});
        read.ends_with(text)
    }
}

/// Encodes texts that replace spans of a [`Source`]. Made by [`Source::encoder`].
#[derive(Clone, Debug)]
pub struct Encoder<'s> {
    source: &'s Source,
    last: LastShift,
}

impl Encoder<'_> {
    /// Encodes `text` for the position of `span` in the source, like [`Source::encode`].
    ///
    /// A span before that of the last call is allowed, but takes longer.
    ///
    /// # Errors
    /// [`Unencodable`] if the encoding lacks one of the characters.
    pub fn encode<'t>(&mut self, span: Span, text: &'t str) -> Result<Cow<'t, [u8]>, Unencodable> {
        self.source.encode_after(span, text, &mut self.last)
    }
}

/// Returns the sequence that switches back to ASCII.
fn unshift(charset: Charset) -> &'static [u8] {
    if charset == Charset::HZ {
        b"~}"
    } else {
        b"\x1B(B"
    }
}

/// Result of the last search for an escape sequence in a segment; the next search continues from it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastShift {
    /// Start of the segment.
    segment: usize,
    at: usize,
    sequence: Option<&'static [u8]>,
}

impl LastShift {
    /// Returns the escape sequence in effect at `at` of the segment `bytes`; `None` if that is ASCII.
    pub(super) fn find(
        &mut self,
        charset: Charset,
        bytes: &[u8],
        at: usize,
    ) -> Option<&'static [u8]> {
        if at < self.at {
            (self.at, self.sequence) = (0, None);
        }
        let before = bytes.get(..at)?;
        self.sequence = if charset == Charset::HZ {
            self.find_hz(before)
        } else {
            self.find_escape(bytes, before)
        };
        self.at = at;
        self.sequence
    }

    fn find_hz(&self, before: &[u8]) -> Option<&'static [u8]> {
        // The first of two signs may be before the searched text.
        let from = self.at.saturating_sub(1);
        let line = memchr::memrchr(b'\n', &before[from..]).map(|at| from + at + 1);
        let line = &before[line.unwrap_or(from)..];
        let is_open = |line: &[u8]| memmem::find(line, b"~}").is_none();
        match memmem::rfind(line, b"~{") {
            Some(open) => is_open(&line[open..]).then_some(b"~{"),
            None if line.len() == before.len() - from => self.sequence.filter(|_| is_open(line)),
            None => None,
        }
    }

    fn find_escape(&self, bytes: &[u8], before: &[u8]) -> Option<&'static [u8]> {
        // A sequence that is cut by the end leads nowhere.
        let mut escapes = memchr::memrchr_iter(0x1B, &before[self.at..]).map(|at| self.at + at);
        let Some(escape) = escapes.find(|escape| escape + 3 <= bytes.len()) else {
            return self.sequence;
        };
        match bytes.get(escape + 1..escape + 3)? {
            b"$@" => Some(b"\x1B$@"),
            b"$B" => Some(b"\x1B$B"),
            b"(J" => Some(b"\x1B(J"),
            b"(I" => Some(b"\x1B(I"),
            _ => None,
        }
    }
}

/// The place of an escape sequence that another one follows, in `out` or at its end.
fn doubled_escape(out: &[u8], next: &[u8]) -> Option<usize> {
    memchr::memchr_iter(0x1B, out).find(|at| {
        let behind = out.get(at + 3..).unwrap_or_default();
        behind.first().or(next.first()) == Some(&0x1B)
    })
}

/// Puts a `\` between a lead byte and a trail byte that is `[`, `\` or `]`.
fn escape_trails(charset: Charset, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 8);
    walk(charset, Form::Whole, bytes, |step| {
        match bytes[step.start..step.end] {
            [lead, trail @ (b'[' | b'\\' | b']')] if lead >= 0x80 => {
                out.extend_from_slice(&[lead, b'\\', trail]);
            }
            ref other => out.extend_from_slice(other),
        }
    });
    out
}

/// Encodes UTF-16 and escapes its bytes, for the values of [`Form::Value`].
fn encode_value(charset: Charset, text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 2);
    let mut escaped = false;
    for char in text.chars() {
        if char == '\\' && !escaped {
            escaped = true;
            continue;
        }
        let mut units = [0; 2];
        for unit in char.encode_utf16(&mut units) {
            let unit = if charset == Charset::UTF_16BE {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            };
            for byte in unit {
                if escaped || matches!(byte, b'\\' | b']') {
                    out.push(b'\\');
                }
                escaped = false;
                out.push(byte);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    proptest! {
        #[test]
        fn what_was_found_before_changes_nothing(
            pieces in proptest::collection::vec(
                select(vec!["~{", "~}", "~", "{", "}", "\n", "a", "\x1B$B", "\x1B(B", "\x1B$", "\x1B(J", "$B"]),
                0..20,
            ),
            places in proptest::collection::vec(any::<proptest::sample::Index>(), 1..12),
            is_sorted: bool,
        ) {
            let bytes = pieces.concat().into_bytes();
            let mut places = places.iter().map(|at| at.index(bytes.len() + 1)).collect::<Vec<_>>();
            if is_sorted {
                places.sort_unstable();
            }
            for charset in [Charset::HZ, Charset::ISO_2022_JP] {
                let mut last = LastShift::default();
                for &at in &places {
                    let fresh = LastShift::default().find(charset, &bytes, at);
                    prop_assert_eq!(last.find(charset, &bytes, at), fresh);
                }
            }
        }
    }

    #[test]
    fn similar_is_not_the_same() {
        let yen = Charset::SHIFT_JIS.encode("a¥").unwrap_err();
        assert_eq!((yen.char, yen.offset), ('¥', 1));
        assert_eq!(
            yen.to_string(),
            "`¥` at byte 1 cannot be written in Shift_JIS, use UTF-8 for this game or other words"
        );
        assert!(Charset::SHIFT_JIS.encode("ö").is_err());
        assert!(Charset::ISO_2022_JP.encode("ｱ").is_err());
        assert!(Charset::HZ.encode("嗢").is_err());
    }
}
