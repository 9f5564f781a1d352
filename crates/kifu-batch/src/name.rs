//! File names as text, without loss.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The characters that represent bytes.
#[cfg(unix)]
const BYTES: std::ops::RangeInclusive<char> = '\u{EF80}'..='\u{EFFF}';

/// Offset from a byte above 0x7F to the character that represents it.
#[cfg(unix)]
const BASE: u32 = 0xEF00;

/// A path as text.
///
/// On most systems a name may be any bytes. A byte that is not UTF-8 is written as a private character: U+EF80 for
/// 0x80, up to U+EFFF for 0xFF. If a name itself contains these characters, their bytes are written the same way, so
/// that two names never share a text.
#[cfg(unix)]
#[must_use]
pub fn name_of(path: &Path) -> Cow<'_, str> {
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

/// The path of a text that [`name_of`] returned.
#[cfg(unix)]
#[must_use]
pub fn path_of(name: &str) -> PathBuf {
    if !name.contains(|character: char| BYTES.contains(&character)) {
        return name.into();
    }
    let mut bytes = Vec::with_capacity(name.len());
    for character in name.chars() {
        if BYTES.contains(&character) {
            bytes.extend(u8::try_from(u32::from(character) - BASE));
        } else {
            let mut buffer = [0; 4];
            bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        }
    }
    let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    path.into()
}

/// The path of a text that [`name_of`] returned.
#[cfg(not(unix))]
#[must_use]
pub fn path_of(name: &str) -> PathBuf {
    name.into()
}

/// A path as text; half of a surrogate pair is lost.
#[cfg(not(unix))]
#[must_use]
pub fn name_of(path: &Path) -> Cow<'_, str> {
    path.to_string_lossy()
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;

    use super::{name_of, path_of};

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
            assert_eq!(name_of(path), text);
            assert_eq!(path_of(text), path);
        }
        for one in 0..=255 {
            for other in 0..=255 {
                let path = Path::new(OsStr::from_bytes(&[one, other, 0x80, one])).to_owned();
                assert_eq!(path_of(&name_of(&path)), path);
            }
        }
    }
}

/// A file without its folder and extension, and the number of the game from 1 if the file has several: `honinbo#2`.
///
/// `number` counts from 0.
#[must_use]
pub fn short_name(name: &str, number: usize, games: usize) -> String {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    if games == 1 {
        stem.into_owned()
    } else {
        format!("{stem}#{}", number + 1)
    }
}
