//! Segments of which nothing says any more what files their games came from.
//!
//! A folder with segments, and with neither manifest nor list of sources, is that of a first run that was broken off,
//! or of an index that lost both. The lock tells: a first run notes in it which segments it found, and takes that back
//! at its end. These stay where they are until there is a manifest, so that a run that fails takes nothing
//! away.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Result, StoreError};
use crate::manifest::{generation_of, has_segment};
use crate::segment::Segment;

/// The file that the one writer holds.
pub(crate) const LOCK: &str = "lock";
/// The first line of the lock as long as there is no manifest yet.
const FIRST_RUN: &[u8; 10] = b"first run\n";
/// The first line from when the list of sources is written until the segments of before are out of the way.
const COMMITTED: &[u8; 10] = b"committed\n";
/// Bytes of a lock that are read: names of more segments than there can be.
const MOST: u64 = 4 << 20;

/// Segments that were moved out of the way ([`Report::set_aside`](crate::Report::set_aside)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The folder they lie in now.
    pub path: PathBuf,
    /// How many segments.
    pub segments: u64,
    /// How many games they have, those of segments that are damaged left out.
    pub games: u64,
}

/// The content of the lock of an index.
#[derive(Debug, Default)]
pub(crate) struct Note {
    /// Whether the run that wrote it came to its list of sources.
    is_committed: bool,
    /// The segments that it found, of an index that was lost.
    lost: BTreeSet<String>,
}

impl Note {
    /// The content of the lock of a folder; empty if it cannot be read.
    pub(crate) fn of(folder: &Path) -> Self {
        let file = File::open(folder.join(LOCK)).ok();
        let note = file.and_then(|mut file| Self::read(&mut file));
        note.unwrap_or_default()
    }

    /// The content of a lock; `None` if it is no note, or incomplete.
    pub(super) fn read(lock: &mut impl Read) -> Option<Self> {
        let mut content = Vec::new();
        lock.take(MOST).read_to_end(&mut content).ok()?;
        let is_committed = content.starts_with(COMMITTED);
        if !is_committed && !content.starts_with(FIRST_RUN) {
            return None;
        }
        let names = std::str::from_utf8(&content[FIRST_RUN.len()..]).ok()?;
        let names = names.split_terminator('\n').map(|name| {
            let name = Some(name).filter(|name| generation_of(name, "").is_some());
            name.map(str::to_owned)
        });
        Some(Self {
            is_committed,
            lost: names.collect::<Option<_>>()?,
        })
    }

    /// Whether a segment is one of those that are served and written on, where there is no manifest. `has_list`:
    /// whether there is a list of sources.
    pub(crate) fn counts(&self, name: &str, has_list: bool) -> bool {
        self.lost.is_empty() || self.lost.contains(name) != (self.is_committed && has_list)
    }

    /// The segments of an index that was lost, but for those that count.
    pub(super) fn lost_but(self, counts: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let lost = self.lost.into_iter();
        lost.filter(|name| !counts(name)).collect()
    }
}

/// Begins the first run in a folder without manifest and list of sources. The segments there that are those of an index
/// that lost both: others are the rest of a first run that was broken off.
///
/// # Errors
/// If they cannot be found or noted.
pub(super) fn begin(
    folder: &Path,
    lock: &mut File,
    note: Option<Note>,
) -> Result<BTreeSet<String>> {
    let path = folder.join(LOCK);
    if let Some(note) = note {
        if note.is_committed {
            say(lock, FIRST_RUN).map_err(StoreError::io(&path))?;
        }
        return Ok(note.lost_but(|name| !has_segment(folder, name)));
    }
    let lost = found(folder)?;
    match write(lock, &lost) {
        // Without the note, what this run leaves is taken for lost the next time.
        Err(error) if !lost.is_empty() => Err(StoreError::io(&path)(error)),
        _ => Ok(lost),
    }
}

/// Notes that the list of sources of this run counts from when it is written, and the segments of before no more.
///
/// # Errors
/// If that cannot be noted.
pub(super) fn commit(folder: &Path, lock: &mut File) -> Result<()> {
    say(lock, COMMITTED).map_err(StoreError::io(&folder.join(LOCK)))
}

/// Notes that there is a manifest, and nothing beside it.
pub(super) fn end(lock: &mut File) {
    let _ = lock.set_len(0);
}

fn write(lock: &mut File, names: &BTreeSet<String>) -> io::Result<()> {
    lock.set_len(0)?;
    lock.seek(SeekFrom::Start(FIRST_RUN.len() as u64))?;
    let names: Vec<&str> = names.iter().flat_map(|name| [name, "\n"]).collect();
    lock.write_all(names.concat().as_bytes())?;
    lock.sync_all()?;
    // The line that makes it a note is last: half of one is none.
    say(lock, FIRST_RUN)
}

fn say(lock: &mut File, line: &[u8]) -> io::Result<()> {
    lock.rewind()?;
    lock.write_all(line)?;
    lock.sync_all()
}

/// The segments of a folder.
fn found(folder: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(StoreError::io(folder))? {
        let name = entry.map_err(StoreError::io(folder))?.file_name();
        if let Some(name) = name.to_str()
            && has_segment(folder, name)
        {
            names.insert(name.to_owned());
        }
    }
    Ok(names)
}

/// Moves segments out of the way.
///
/// # Errors
/// If they cannot be moved.
pub(super) fn set_aside(folder: &Path, names: &BTreeSet<String>) -> Result<SetAside> {
    let places = (1..=u32::MAX).map(|number| folder.join(format!("lost.{number}")));
    let is_free = |place: &PathBuf| fs::symlink_metadata(place).is_err();
    let path = { places }.find(is_free).unwrap_or_default();
    fs::create_dir(&path).map_err(StoreError::io(&path))?;
    let mut games = 0;
    for name in names {
        let opened = Segment::open(folder, name, None, &Arc::default());
        games += opened.map_or(0, |segment| segment.games as u64);
        let to = path.join(name);
        fs::rename(folder.join(name), &to).map_err(StoreError::io(&to))?;
    }
    Ok(SetAside {
        path,
        segments: names.len() as u64,
        games,
    })
}
