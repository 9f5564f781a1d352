//! Files of other formats as SGF.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use kifu_formats::{Confidence, Format, Notes};
use kifu_sgf::Collection;

use crate::record::is_record;

/// Bytes by which a format is recognized.
const HEAD: usize = 4096;
/// Bytes by which a format in JSON is recognized, because its keys come in any order.
const JSON_HEAD: u64 = 1 << 24;

/// The first bytes of an input, as far as they are needed to recognize its format.
pub(crate) fn head_of(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    Read::take(&mut *input, HEAD as u64).read_to_end(&mut head)?;
    if may_be_json(&head) {
        Read::take(input, JSON_HEAD).read_to_end(&mut head)?;
    }
    Ok(head)
}

fn head_of_file(path: &Path) -> io::Result<Vec<u8>> {
    head_of(&mut File::open(path)?)
}

/// Whether bytes begin as an object or a list of JSON in UTF-8 or UTF-16.
fn may_be_json(head: &[u8]) -> bool {
    let is_before = |byte: &u8| matches!(byte, 0 | 0xEF | 0xBB | 0xBF | 0xFE | 0xFF);
    let mut rest = head.iter();
    let first = rest.find(|byte| !is_before(byte) && !byte.is_ascii_whitespace());
    matches!(first, Some(b'{' | b'['))
}

/// The format of `bytes`; `None` for SGF and unknown formats.
///
/// A format that is only possible counts if there is no SGF game.
fn format_of(bytes: &[u8]) -> Option<Format> {
    let (format, confidence) = Format::detect(bytes)?;
    let is_sure = confidence > Confidence::Possible;
    (is_sure || !is_record(&Collection::headers_from_bytes(bytes.to_vec()))).then_some(format)
}

/// The games of a file of another format as SGF in UTF-8, with the notes of the format on text that was not understood
/// or was guessed. Returns `bytes` themselves, without notes, if they are SGF or unknown, or if no game can be read.
#[must_use]
pub fn into_sgf(bytes: Vec<u8>) -> (Vec<u8>, Option<Notes>) {
    let Some(format) = format_of(&bytes) else {
        return (bytes, None);
    };
    let import = format.read(&bytes);
    if import.collection.is_empty() {
        return (bytes, None);
    }
    let sgf = import.collection.to_compact().into_bytes();
    (sgf, Some(import.notes))
}

/// Whether a file is read as another format than SGF, by its first bytes.
#[must_use]
pub fn is_other_format(path: &Path) -> bool {
    head_of_file(path).is_ok_and(|head| format_of(&head).is_some())
}

/// Whether bytes may be a game record: of SGF, or of another format. Files with extensions of other formats often are
/// something else.
pub(crate) fn may_be_record(head: &[u8]) -> bool {
    // A record within JSON is a format; other JSON may have `(;` anywhere.
    let start = &head[..head.len().min(HEAD)];
    Format::of(head).is_some() || start.windows(2).any(|pair| pair == b"(;")
}

/// Whether bytes are the beginning of a game record: of SGF, or with `formats` of another format that is more than possible.
pub(crate) fn is_surely_record(head: &[u8], formats: bool) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let tree = text.trim_ascii_start().strip_prefix(b"(");
    tree.is_some_and(|tree| {
        let node = tree.trim_ascii_start();
        // A loop of C begins `(;;`.
        node.strip_prefix(b";").is_some_and(|node| {
            node.trim_ascii_start()
                .first()
                .is_some_and(u8::is_ascii_alphabetic)
        })
    }) || (formats && Format::detect(head).is_some_and(|(_, how)| how > Confidence::Possible))
}

/// Whether a file begins as a game record may.
pub(crate) fn may_be_record_file(path: &Path) -> bool {
    // The reader reports the error.
    head_of_file(path).map_or(true, |head| may_be_record(&head))
}

#[cfg(test)]
mod tests {
    use super::{into_sgf, is_surely_record, may_be_record};

    #[test]
    fn other_formats_become_sgf() {
        let script = b"boardsize 9\nplay B E5\n".to_vec();
        let (sgf, notes) = into_sgf(script);
        assert!(notes.is_some());
        assert_eq!(sgf, b"(;FF[4]GM[1]CA[UTF-8]SZ[9];B[ee])\n");
        for text in ["(;FF[4]GM[1];B[aa])", "no game", "", "Q16 is good (;B[pd])"] {
            let (sgf, notes) = into_sgf(text.into());
            assert_eq!(sgf, text.as_bytes());
            assert!(notes.is_none(), "{text}");
        }
        for (head, is_sgf, is_any) in [
            ("\u{FEFF} ( ;FF[4]", true, true),
            ("(;;)", false, false),
            ("boardsize 9\nplay B E5\n", false, true),
            ("A file of 1990: (;B[aa])", false, false),
            ("all: build\n\tmake\n", false, false),
        ] {
            assert_eq!(is_surely_record(head.as_bytes(), false), is_sgf, "{head}");
            assert_eq!(is_surely_record(head.as_bytes(), true), is_any, "{head}");
        }
        assert!(may_be_record(b"a text (;B[aa])"));
        assert!(!may_be_record(b"package main\n\nfunc main() {}\n"));
    }
}
