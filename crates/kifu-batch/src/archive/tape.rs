use std::io::{self, Read};

use tar::{Archive, EntryType};

use super::{Take, broken, take_in_turn};
use crate::error::ErrorKind;

/// Reads a tape archive as `tar` writes it.
pub(super) fn each_member(
    input: impl Read,
    wanted: &dyn Fn(&str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), ErrorKind> {
    let mut archive = Archive::new(input);
    for entry in archive.entries().map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let is_file = matches!(
            entry.header().entry_type(),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse
        );
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if is_file && wanted(&name) && take_in_turn(&name, entry, take).is_break() {
            return Ok(());
        }
    }
    Ok(())
}

/// An error of the reader in words: those of the library name fields of headers.
fn failed(error: io::Error) -> ErrorKind {
    match error.kind() {
        io::ErrorKind::Other | io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
            ErrorKind::Damaged
        }
        io::ErrorKind::UnexpectedEof => broken("the archive is cut off"),
        _ => broken(error),
    }
}
