//! Bytes as lines of text.
//!
//! Each line is decoded separately: as UTF-8 if it is valid, otherwise in one encoding chosen for the file. So a name
//! in another encoding costs no move.

use std::borrow::Cow;

use kifu_sgf::encoding::Charset;

pub(crate) struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    /// The encoding of lines that are not UTF-8.
    charset: Charset,
}

impl<'a> Text<'a> {
    /// Decodes `bytes`. `hint` is the encoding that the file names; it is used if all of the text is valid in it.
    pub(crate) fn new(bytes: &'a [u8], hint: Option<Charset>) -> Self {
        if let Cow::Owned(bytes) = narrow(bytes) {
            return Self {
                bytes: bytes.into(),
                charset: Charset::UTF_8,
            };
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        Self {
            bytes: bytes.into(),
            charset: settled(bytes, hint),
        }
    }

    /// The lines with their numbers, counted from 1. A line ends with LF, CR, or CR and LF.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
        raw_lines(&self.bytes)
            .enumerate()
            .map(|(index, line)| (index + 1, self.decode(line)))
    }

    /// All of it as one text.
    pub(crate) fn whole(&self) -> Cow<'_, str> {
        self.decode(&self.bytes)
    }

    fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => self.charset.decode(bytes).into(),
        }
    }
}

/// Bytes in UTF-16, which begin with its mark, as UTF-8; others unchanged.
pub(crate) fn narrow(bytes: &[u8]) -> Cow<'_, [u8]> {
    let charset = match bytes {
        [0xFF, 0xFE, ..] => Charset::UTF_16LE,
        [0xFE, 0xFF, ..] => Charset::UTF_16BE,
        _ => return bytes.into(),
    };
    charset.decode(&bytes[2..]).into_bytes().into()
}

/// Splits a file before each line that begins a part, by the bytes from the line on. Text before the first such line
/// belongs to the first part.
pub(crate) fn parts(bytes: &[u8], begins: impl Fn(&[u8]) -> bool) -> Vec<&[u8]> {
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|end| end + 1);
    let lines = [0].into_iter().chain(ends);
    let starts = lines.filter(|start| begins(&bytes[*start..])).skip(1);
    let mut parts = Vec::new();
    let mut start = 0;
    for next in starts.chain([bytes.len()]) {
        parts.push(&bytes[start..next]);
        start = next;
    }
    parts
}

fn raw_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes).filter(|bytes| !bytes.is_empty());
    std::iter::from_fn(move || {
        let bytes = rest?;
        let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            rest = None;
            return Some(bytes);
        };
        let behind = &bytes[end..];
        let behind = behind.strip_prefix(b"\r\n").unwrap_or(&behind[1..]);
        rest = Some(behind).filter(|bytes| !bytes.is_empty());
        Some(&bytes[..end])
    })
}

/// The encoding of the lines that are not UTF-8.
fn settled(bytes: &[u8], hint: Option<Charset>) -> Charset {
    if std::str::from_utf8(bytes).is_ok() {
        return Charset::UTF_8;
    }
    let others = raw_lines(bytes).filter(|line| std::str::from_utf8(line).is_err());
    // Length of the sample for a guess; more would not change it.
    let mut evidence = Vec::new();
    for line in others {
        evidence.extend_from_slice(line);
        evidence.push(b'\n');
        if evidence.len() > 4096 {
            break;
        }
    }
    hint.filter(|hint| !hint.decode(&evidence).contains('\u{FFFD}'))
        .or_else(|| Charset::guess(&evidence))
        .unwrap_or(Charset::WINDOWS_1252)
}

#[cfg(test)]
mod tests {
    use kifu_sgf::encoding::Charset;

    use super::{Text, parts};

    #[test]
    fn lines_end_in_three_ways() {
        let text = Text::new(b"a\nb\r\nc\r\rd\n\n", None);
        let lines: Vec<_> = text.lines().map(|(_, line)| line).collect();
        assert_eq!(lines, ["a", "b", "c", "", "d", ""]);
    }

    #[test]
    fn a_line_in_another_encoding_is_one_line() {
        // 이세돌 in EUC-KR beside Korean in UTF-8.
        let text = Text::new("흑\n\u{0}".as_bytes(), None);
        assert_eq!(text.lines().next().map(|(_, line)| line), Some("흑".into()));
        let mut bytes = "흑\n".as_bytes().to_vec();
        bytes.extend(b"\xC0\xCC\xBC\xBC\xB5\xB9\n");
        let text = Text::new(&bytes, Some(Charset::EUC_KR));
        let lines: Vec<_> = text.lines().map(|(_, line)| line).collect();
        assert_eq!(lines, ["흑", "이세돌"]);
    }

    #[test]
    fn parts_begin_with_a_line() {
        let split = |text| parts(text, |rest| rest.starts_with(b"x"));
        assert_eq!(
            split(b"a\r\nx1\r\nb\rx2\n\nx3"),
            [&b"a\r\nx1\r\nb\r"[..], b"x2\n\n", b"x3"]
        );
        assert_eq!(split(b"a x\n"), [b"a x\n"]);
        assert_eq!(split(b""), [b""]);
    }

    #[test]
    fn utf_16_has_a_mark() {
        let text = Text::new(b"\xFF\xFEa\0\n\0b\0", None);
        let lines: Vec<_> = text.lines().map(|(_, line)| line).collect();
        assert_eq!(lines, ["a", "b"]);
    }
}
