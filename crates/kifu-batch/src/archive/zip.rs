use std::io::{Read, Seek};
use std::ops::ControlFlow;

use ::zip::read::{Config, ZipFileEntry};
use ::zip::unstable::read::ZipIterable;
use ::zip::{ZipArchive, ZipReadOptions};

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
        // The table of members keeps only the last of each name.
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

/// Passes one member to `take` if it is wanted, and counts encrypted ones.
fn member_of<'f>(
    file: &'f mut (impl Read + Seek),
    member: ZipFileEntry<'f>,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
    encrypted: &mut usize,
) -> ControlFlow<()> {
    let name = String::from_utf8_lossy(member.name_raw()).into_owned();
    let name = member.name().map_or(name, std::borrow::Cow::into_owned);
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
