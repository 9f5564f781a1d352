use std::io::{Read, Seek};
use std::ops::ControlFlow;

use ::zip::read::{Config, ZipFileEntry};
use ::zip::unstable::read::ZipIterable;
use ::zip::{ZipArchive, ZipReadOptions};
use kifu_sgf::encoding::Charset;

use super::{Take, broken};
use crate::error::ErrorKind;

/// Reads a ZIP archive. Each member is compressed by itself, so a broken one does not affect the others.
pub(super) fn each_member(
    file: impl Read + Seek,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    let archive = ZipArchive::new(file).map_err(broken)?;
    let members = archive.metadata();
    let mut file = archive.into_inner();
    let mut encrypted = 0;
    if members.has_duplicate_names() {
        // The table of members keeps only the last member of each name.
        let mut archive = ZipIterable::try_new(file, Config::default()).map_err(broken)?;
        let members = archive.files().map_err(broken)?;
        while let Some(member) = members.next() {
            let file = members.reader_mut();
            if member_of(file, member.map_err(broken)?, wanted, take, &mut encrypted).is_break() {
                return Ok(());
            }
        }
    } else {
        for number in 0..members.len() {
            let member = members.entry(number).map_err(broken)?;
            if member_of(&mut file, member, wanted, take, &mut encrypted).is_break() {
                return Ok(());
            }
        }
    }
    match encrypted {
        0 => Ok(()),
        count => Err(ErrorKind::EncryptedMembers(count)),
    }
}

/// The name of a member. Names that are not UTF-8 are in the encoding of the machine that packed them. Archives do not
/// name this encoding, so it is guessed.
fn name_of(raw: &[u8]) -> String {
    if let Ok(name) = std::str::from_utf8(raw) {
        return name.to_owned();
    }
    let charset = Charset::guess(raw).unwrap_or(Charset::WINDOWS_1252);
    charset.decode(raw)
}

/// Passes one member to `take` if it is wanted, and counts encrypted ones.
fn member_of<'f>(
    file: &'f mut (impl Read + Seek),
    member: ZipFileEntry<'f>,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
    encrypted: &mut usize,
) -> ControlFlow<()> {
    let name = name_of(member.name_raw());
    if !member.is_file() || !wanted(&name) {
        return ControlFlow::Continue(());
    }
    if member.encrypted() {
        *encrypted += 1;
        return ControlFlow::Continue(());
    }
    match member.with_reader(file, ZipReadOptions::new()) {
        Ok(mut member) => take(&name, Ok(&mut member)),
        Err(error) => take(&name, Err(broken(error))),
    }
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn names_in_other_encodings_are_read() {
        for (raw, name) in [
            (&b"a/b.sgf"[..], "a/b.sgf"),
            ("棋谱.sgf".as_bytes(), "棋谱.sgf"),
            // GBK and Shift_JIS.
            (
                b"\xC6\xE5\xC6\xD7/\xCE\xE2\xC7\xE5\xD4\xB4.sgf",
                "棋谱/吴清源.sgf",
            ),
            (
                b"\x96{\x88\xF6\x96V\x8FG\x8D\xF4/\x8A\xFB\x95\x88.sgf",
                "本因坊秀策/棋譜.sgf",
            ),
        ] {
            assert_eq!(name_of(raw), name);
        }
    }
}
