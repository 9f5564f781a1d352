use std::io::{Read, Seek};
use std::ops::ControlFlow;

use ::zip::read::{Config, ZipFileEntry};
use ::zip::result::ZipError;
use ::zip::unstable::read::ZipIterable;
use ::zip::{CompressionMethod, ZipArchive, ZipReadOptions};
use kifu_sgf::encoding::Charset;

use super::{Take, broken};
use crate::error::ErrorKind;

/// Reads a ZIP archive. Each member is compressed by itself, so a broken one does not affect the others.
pub(super) fn each_member(
    file: impl Read + Seek,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    let archive = ZipArchive::new(file).map_err(failed)?;
    let members = archive.metadata();
    let mut file = archive.into_inner();
    let mut encrypted = 0;
    let raw_names = (0..members.len()).filter_map(|number| members.entry(number).ok());
    let charset = charset_of(raw_names.map(|member| member.name_raw().to_vec()));
    if members.has_duplicate_names() {
        // The table of members keeps only the last member of each name.
        let mut archive = ZipIterable::try_new(file, Config::default()).map_err(failed)?;
        let members = archive.files().map_err(failed)?;
        while let Some(member) = members.next() {
            let file = members.reader_mut();
            let member = member.map_err(failed)?;
            if member_of(file, member, charset, wanted, take, &mut encrypted).is_break() {
                return Ok(());
            }
        }
    } else {
        for number in 0..members.len() {
            let member = members.entry(number).map_err(failed)?;
            if member_of(&mut file, member, charset, wanted, take, &mut encrypted).is_break() {
                return Ok(());
            }
        }
    }
    match encrypted {
        0 => Ok(()),
        count => Err(ErrorKind::EncryptedMembers(count)),
    }
}

/// The encoding of the names that are not UTF-8: that of the machine that packed them. Archives do not name it, so it is
/// guessed from all names together. `None` for code page 437, which the format prescribes.
fn charset_of(raw_names: impl Iterator<Item = Vec<u8>>) -> Option<Charset> {
    let others = raw_names.filter(|raw| std::str::from_utf8(raw).is_err());
    let text = others.collect::<Vec<_>>().join(&b'\n');
    // Latin letters, and wide ones alone, are read as code page 437 in any case.
    let is_wide = |sign| ('\u{FF01}'..='\u{FF60}').contains(&sign);
    let is_other = |sign: char| sign >= '\u{370}' && sign.is_alphabetic() && !is_wide(sign);
    Charset::guess(&text).filter(|charset| charset.decode(&text).contains(is_other))
}

/// The name of a member, in this encoding if it is not UTF-8.
fn name_of(member: &ZipFileEntry<'_>, charset: Option<Charset>) -> String {
    let raw = member.name_raw();
    match (std::str::from_utf8(raw), charset) {
        (Ok(name), _) => name.to_owned(),
        (Err(_), Some(charset)) => charset.decode(raw),
        // The library decodes it as code page 437.
        (Err(_), None) => match member.name() {
            Ok(name) => name.into_owned(),
            Err(_) => String::from_utf8_lossy(raw).into_owned(),
        },
    }
}

/// An error of the reader in words.
fn failed(error: ZipError) -> ErrorKind {
    match error {
        ZipError::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            broken("the archive is cut off, or a part of it is missing")
        }
        ZipError::Io(error) => broken(error),
        ZipError::InvalidArchive(_) => {
            broken("the archive is damaged or cut off, or a part of it is missing")
        }
        ZipError::InvalidPassword | ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            ErrorKind::Encrypted
        }
        ZipError::UnsupportedArchive(what) => broken(format!("not supported: {what}")),
        _ => ErrorKind::Damaged,
    }
}

/// The error for a compression method that is not supported. The decoder would fail only when it reads, with a number.
fn refusal(method: CompressionMethod) -> Option<ErrorKind> {
    #[expect(
        deprecated,
        reason = "methods that are not supported have only a number"
    )]
    let number = method.to_u16();
    // The numbers of APPNOTE 4.4.5.
    let name = match number {
        0 | 8 | 12 => return None,
        1 => "Shrink",
        2..=5 => "Reduce",
        6 | 10 => "Implode",
        9 => "Deflate64",
        14 => "LZMA",
        20 | 93 => "Zstandard",
        95 => "XZ",
        98 => "PPMd",
        _ => &format!("method {number}"),
    };
    Some(broken(format!(
        "compressed by {name}, which is not supported in ZIP; pack it by Deflate"
    )))
}

/// Passes one member to `take` if it is wanted, and counts encrypted ones.
fn member_of<'f>(
    file: &'f mut (impl Read + Seek),
    member: ZipFileEntry<'f>,
    charset: Option<Charset>,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
    encrypted: &mut usize,
) -> ControlFlow<()> {
    let name = name_of(&member, charset);
    if !member.is_file() || !wanted(&name) {
        return ControlFlow::Continue(());
    }
    if member.encrypted() {
        *encrypted += 1;
        return ControlFlow::Continue(());
    }
    if let Some(refusal) = refusal(member.compression()) {
        return take(&name, Err(refusal));
    }
    match member.with_reader(file, ZipReadOptions::new()) {
        Ok(mut member) => take(&name, Ok(&mut member)),
        Err(error) => take(&name, Err(failed(error))),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use ::zip::CompressionMethod;

    use super::{charset_of, refusal};

    #[test]
    fn methods_have_names() {
        for (method, name) in [
            (CompressionMethod::LZMA, "by LZMA,"),
            (CompressionMethod::XZ, "by XZ,"),
            (CompressionMethod::PPMD, "by PPMd,"),
            (CompressionMethod::ZSTD, "by Zstandard,"),
            (CompressionMethod::JPEG, "by method 96,"),
        ] {
            let error = refusal(method).expect("it is not supported");
            let message = format!("{:?}", error.source());
            assert!(message.contains(name), "{message}");
        }
        for method in [
            CompressionMethod::STORE,
            CompressionMethod::DEFLATE,
            CompressionMethod::BZIP2,
        ] {
            assert!(refusal(method).is_none(), "{method}");
        }
    }

    #[test]
    fn names_in_other_encodings_are_read() {
        for (raw_names, names) in [
            (vec![&b"a/b.sgf"[..]], None),
            // GBK and Shift_JIS.
            (
                vec![b"\xC6\xE5\xC6\xD7/\xCE\xE2\xC7\xE5\xD4\xB4.sgf"],
                Some("棋谱/吴清源.sgf"),
            ),
            (
                vec![b"\x96{\x88\xF6\x96V\x8FG\x8D\xF4/\x8A\xFB\x95\x88.sgf"],
                Some("本因坊秀策/棋譜.sgf"),
            ),
            // Names too short to guess by themselves.
            (
                vec![
                    b"\x95\\.sgf",
                    b"\x94\\.sgf",
                    b"\x96{\x88\xF6\x96V\x8FG\x8D\xF4.sgf",
                ],
                Some("表.sgf\n能.sgf\n本因坊秀策.sgf"),
            ),
            // Code page 437: André, Félix, Müller.
            (
                vec![b"Andr\x82.sgf", b"F\x82lix.sgf", b"M\x81ller.sgf"],
                None,
            ),
            (vec![b"F\x82lix.sgf"], None),
        ] {
            let charset = charset_of(raw_names.iter().map(|raw| raw.to_vec()));
            let decoded = charset.map(|charset| charset.decode(&raw_names.join(&b'\n')));
            assert_eq!(decoded.as_deref(), names);
        }
    }
}
