//! Segments of which nothing says any more what files their games came from.
//!
//! A folder with segments, and with neither manifest nor list of sources, is that of a first run that was broken off, or
//! of an index that lost both. The lock tells: a first run notes in it that it is one, and takes that back at its end.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::error::{Result, StoreError};
use crate::manifest::generation_of;
use crate::segment::{Segment, is_segment};

/// What stands in the lock as long as there is no manifest yet.
const FIRST_RUN: &[u8] = b"first run\n";

/// Segments that were moved out of the way ([`Indexer::set_aside`](crate::Indexer::set_aside)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The folder they lie in now.
    pub path: PathBuf,
    /// How many segments.
    pub segments: u64,
    /// How many games they have, those of segments that are damaged left out.
    pub games: u64,
}

/// Begins the first run in a folder without manifest and list of sources, and moves segments out of the way that it
/// may hold, unless they are those of a first run that was broken off.
///
/// # Errors
/// If they cannot be moved.
pub(super) fn begin(folder: &Path, lock: &mut File) -> Result<Option<SetAside>> {
    let mut said = Vec::new();
    let read = lock.take(64).read_to_end(&mut said);
    let aside = if read.is_ok() && said == FIRST_RUN {
        None
    } else {
        set_aside(folder)?
    };
    // Where it cannot be noted, segments are moved in vain the next time.
    let _ = note(lock, FIRST_RUN);
    Ok(aside)
}

/// Notes that there is a manifest.
pub(super) fn end(lock: &mut File) {
    let _ = note(lock, b"");
}

fn note(lock: &mut File, what: &[u8]) -> io::Result<()> {
    lock.set_len(0)?;
    lock.rewind()?;
    lock.write_all(what)
}

fn set_aside(folder: &Path) -> Result<Option<SetAside>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(StoreError::io(folder))? {
        let name = entry.map_err(StoreError::io(folder))?.file_name();
        if let Some(name) = name.to_str()
            && generation_of(name, "").is_some()
            && is_segment(&folder.join(name))
        {
            names.push(name.to_owned());
        }
    }
    if names.is_empty() {
        return Ok(None);
    }
    let places = (1..=u32::MAX).map(|number| folder.join(format!("lost.{number}")));
    let is_free = |place: &PathBuf| fs::symlink_metadata(place).is_err();
    let path = { places }.find(is_free).unwrap_or_default();
    fs::create_dir(&path).map_err(StoreError::io(&path))?;
    let mut games = 0;
    for name in &names {
        let opened = Segment::open(folder, name, None);
        games += opened.map_or(0, |segment| segment.games as u64);
        let to = path.join(name);
        fs::rename(folder.join(name), &to).map_err(StoreError::io(&to))?;
    }
    Ok(Some(SetAside {
        path,
        segments: names.len() as u64,
        games,
    }))
}
