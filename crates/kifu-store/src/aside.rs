//! Handles segments for which neither a manifest nor a list of sources exists.
//!
//! Such segments belong to a first run that was interrupted, or to an index that lost both files. The lock
//! distinguishes them: a first run lists in it the segments that it found, and clears the list at its end. The
//! segments stay in place until a manifest exists, so that a failed run loses nothing.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Result, StoreError};
use crate::manifest::{generation_of, has_segment};
use crate::segment::Segment;

/// Name of the lock file, which is held by the only writer.
pub(crate) const LOCK: &str = "lock";
/// First line of the lock until the first manifest exists.
const FIRST_RUN: &[u8; 10] = b"first run\n";
/// First line of the lock while the list of sources is written and the old segments are moved.
const COMMITTED: &[u8; 10] = b"committed\n";
/// Maximum number of bytes that are read from a lock.
const MOST: u64 = 4 << 20;

/// Segments of a lost index that were moved to another folder ([`Report::set_aside`](crate::Report::set_aside)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The folder to which they were moved.
    pub path: PathBuf,
    /// Number of segments.
    pub segments: u64,
    /// Number of games in them, including deleted ones, without those of damaged segments.
    pub games: u64,
}

/// The content of the lock of an index.
#[derive(Debug, Default)]
pub(crate) struct Note {
    /// Whether the run that wrote the note was ready to write its list of sources.
    is_committed: bool,
    /// The segments of a lost index that the run found.
    lost: BTreeSet<String>,
}

impl Note {
    /// The content of the lock in a folder; empty if the lock cannot be read or has no note.
    pub(crate) fn of(folder: &Path) -> Self {
        let file = File::open(folder.join(LOCK)).ok();
        let note = file.and_then(|mut file| Self::read(&mut file));
        note.unwrap_or_default()
    }

    /// The content of a lock; `None` if it is not a note or is incomplete.
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

    /// Whether a segment is valid in a folder without a manifest. `has_list` is whether the folder has a list of
    /// sources.
    pub(crate) fn counts(&self, name: &str, has_list: bool) -> bool {
        self.lost.is_empty() || self.lost.contains(name) != (self.is_committed && has_list)
    }

    /// The segments of a lost index for which `counts` is false.
    pub(super) fn lost_but(self, counts: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let lost = self.lost.into_iter();
        lost.filter(|name| !counts(name)).collect()
    }
}

/// Starts the first run in a folder without a manifest and a list of sources. Returns the segments of an index that
/// lost both; other segments were left by an interrupted first run.
///
/// # Errors
/// The folder cannot be read, or the lock cannot be written.
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
        // Without the note, the next run would treat the segments of this run as those of a lost index.
        Err(error) if !lost.is_empty() => Err(StoreError::io(&path)(error)),
        _ => Ok(lost),
    }
}

/// Notes that the old segments become invalid as soon as the list of sources of this run is written.
///
/// # Errors
/// The lock cannot be written.
pub(super) fn commit(folder: &Path, lock: &mut File) -> Result<()> {
    say(lock, COMMITTED).map_err(StoreError::io(&folder.join(LOCK)))
}

/// Clears the lock, once there is a manifest and all old segments were moved.
pub(super) fn end(lock: &mut File) {
    let _ = lock.set_len(0);
}

fn write(lock: &mut File, names: &BTreeSet<String>) -> io::Result<()> {
    lock.set_len(0)?;
    lock.seek(SeekFrom::Start(FIRST_RUN.len() as u64))?;
    let names: Vec<&str> = names.iter().flat_map(|name| [name, "\n"]).collect();
    lock.write_all(names.concat().as_bytes())?;
    lock.sync_all()?;
    // This line is written last, because it makes the file a note: a partial line is not valid.
    say(lock, FIRST_RUN)
}

fn say(lock: &mut File, line: &[u8]) -> io::Result<()> {
    lock.rewind()?;
    lock.write_all(line)?;
    lock.sync_all()
}

/// The names of the segments in a folder.
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

/// Moves segments to a new folder next to them.
///
/// # Errors
/// The folder cannot be created, or a segment cannot be moved.
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
