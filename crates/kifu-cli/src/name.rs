//! The names of files as text that leads back to them.
//!
//! On most systems a name may be any bytes. What of it is no UTF-8 is told by characters for private use: U+EF80 for
//! the byte 0x80, and so on up to U+EFFF for 0xFF. Where these characters themselves stand in a name their
//! bytes are told in the same way, so that each text is that of one name.

use std::borrow::Cow;
use std::path::Path;

/// The characters that stand for bytes.
#[cfg(unix)]
const BYTES: std::ops::RangeInclusive<char> = '\u{EF80}'..='\u{EFFF}';

/// What a byte that is no ASCII has in front of it, as a character.
#[cfg(unix)]
const BASE: u32 = 0xEF00;

/// The text of a name.
#[cfg(unix)]
pub(crate) fn of_path(path: &Path) -> Cow<'_, str> {
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
    let is_byte = |character: char| BYTES.contains(&character);
    if let Ok(text) = str::from_utf8(bytes)
        && (text.is_ascii() || !text.contains(is_byte))
    {
        return text.into();
    }
    let stand_in = |byte: &u8| char::from_u32(BASE + u32::from(*byte));
    let mut text = String::with_capacity(bytes.len() * 3);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_byte(character) {
                let mut buffer = [0; 4];
                let bytes = character.encode_utf8(&mut buffer).as_bytes();
                text.extend(bytes.iter().filter_map(stand_in));
            } else {
                text.push(character);
            }
        }
        text.extend(chunk.invalid().iter().filter_map(stand_in));
    }
    text.into()
}

/// The text of a name; half of a surrogate pair is lost.
#[cfg(not(unix))]
pub(crate) fn of_path(path: &Path) -> Cow<'_, str> {
    path.to_string_lossy()
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::{Path, PathBuf};

    use super::{BASE, BYTES, of_path};

    /// The name that a text tells.
    fn to_path(text: &str) -> PathBuf {
        let mut bytes = Vec::with_capacity(text.len());
        for character in text.chars() {
            if BYTES.contains(&character) {
                bytes.extend(u8::try_from(u32::from(character) - BASE));
            } else {
                let mut buffer = [0; 4];
                bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
        }
        let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
        name.into()
    }

    #[test]
    fn names_lead_back() {
        let names: [(&[u8], &str); 6] = [
            (b"a/game.sgf", "a/game.sgf"),
            ("本因坊.sgf".as_bytes(), "本因坊.sgf"),
            (b"\x88\xE4\x8ER.sgf", "\u{EF88}\u{EFE4}\u{EF8E}R.sgf"),
            (b"\xE6\x9C.sgf", "\u{EFE6}\u{EF9C}.sgf"),
            ("\u{EF88}é".as_bytes(), "\u{EFEE}\u{EFBE}\u{EF88}é"),
            ("\u{EF7F}\u{F000}".as_bytes(), "\u{EF7F}\u{F000}"),
        ];
        for (name, text) in names {
            let path = Path::new(OsStr::from_bytes(name));
            assert_eq!(of_path(path), text);
            assert_eq!(to_path(text), path);
        }
        for one in 0..=255 {
            for other in 0..=255 {
                let path = Path::new(OsStr::from_bytes(&[one, other, 0x80, one])).to_owned();
                assert_eq!(to_path(&of_path(&path)), path);
            }
        }
    }
}
