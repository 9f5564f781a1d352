use std::io::{Read, Seek};
use std::ops::ControlFlow;

use ::zip::read::{Config, ZipFileEntry};
use ::zip::unstable::read::ZipIterable;
use ::zip::{ZipArchive, ZipReadOptions};
use anyhow::anyhow;

use super::Take;

/// The members of a ZIP archive: each is packed for itself, so that a broken one is no harm to the
/// others.
pub(super) fn each_member(
    file: impl Read + Seek,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> anyhow::Result<()> {
    let archive = ZipArchive::new(file)?;
    let members = archive.metadata();
    let mut file = archive.into_inner();
    let mut encrypted = 0;
    if members.has_duplicate_names() {
        // The table of members has the last of a name alone.
        let mut archive = ZipIterable::try_new(file, Config::default())?;
        let members = archive.files()?;
        while let Some(member) = members.next() {
            let file = members.reader_mut();
            if member_of(file, member?, wanted, take, &mut encrypted).is_break() {
                return Ok(());
            }
        }
    } else {
        for number in 0..members.len() {
            let member = members.entry(number)?;
            if member_of(&mut file, member, wanted, take, &mut encrypted).is_break() {
                return Ok(());
            }
        }
    }
    match encrypted {
        0 => Ok(()),
        1 => Err(anyhow!("a record in it is encrypted, and was not read")),
        count => Err(anyhow!(
            "{count} records in it are encrypted, and were not read"
        )),
    }
}

/// Gives one member to `take` if it is wanted; one that is encrypted is counted.
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
        Err(error) => take(&name, Err(error.into())),
    }
}
