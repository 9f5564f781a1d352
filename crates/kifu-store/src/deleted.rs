//! The deleted games of all segments in one file, for programs that read the tables without this crate.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::bits::bits;
use crate::error::{Result, StoreError};
use crate::manifest::Manifest;
use crate::segment::read_dead_games;
use crate::write_whole::write_whole;

/// The name of the file.
const NAME: &str = "deleted.csv";

/// Removes the file: until it is written again, other programs find no file instead of an outdated one.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    let path = folder.join(NAME);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::io(&path)(error)),
        _ => Ok(()),
    }
}

/// Writes a line for each deleted game of a manifest: the segment, and the row of its table.
pub(crate) fn write(folder: &Path, manifest: &Manifest) -> Result<()> {
    let mut lines = String::from("segment,game\n");
    for entry in &manifest.segments {
        let Some(dead) = &entry.dead else {
            continue;
        };
        let games = entry.games;
        // A segment that cannot be opened has no list.
        let Ok(words) = read_dead_games(&folder.join(&entry.name).join(dead), games) else {
            continue;
        };
        for (at, word) in words.iter().enumerate() {
            for bit in bits(*word) {
                // Writing to a string cannot fail.
                let _ = writeln!(lines, "{},{}", entry.name, at * 64 + bit);
            }
        }
    }
    write_whole(&folder.join(NAME), &[lines.as_bytes()])
}
