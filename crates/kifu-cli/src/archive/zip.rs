use std::io::{Read, Seek};

use ::zip::ZipArchive;
use anyhow::anyhow;

use super::Take;

/// The members of a ZIP archive: each is packed for itself, so that a broken one is no harm to the
/// others.
pub(super) fn each_member(
    file: impl Read + Seek,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> anyhow::Result<()> {
    let mut archive = ZipArchive::new(file)?;
    let mut encrypted = 0_usize;
    for number in 0..archive.len() {
        let member = archive.by_index_raw(number)?;
        let name = String::from_utf8_lossy(member.name_raw()).into_owned();
        let name = member.name().map_or(name, std::borrow::Cow::into_owned);
        if !member.is_file() || !wanted(&name) {
            continue;
        }
        if member.encrypted() {
            encrypted += 1;
            continue;
        }
        drop(member);
        let flow = match archive.by_index(number) {
            Ok(mut member) => take(&name, Ok(&mut member)),
            Err(error) => take(&name, Err(error.into())),
        };
        if flow.is_break() {
            return Ok(());
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
