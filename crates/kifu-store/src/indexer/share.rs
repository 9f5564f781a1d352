//! Divides indexing among processes: each builds an index of a share of the files, and one indexer adopts their
//! segments.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Indexer;
use super::stamp::Stamp;
use crate::error::{Result, StoreError, StoreErrorKind};
use crate::manifest::{Manifest, SegmentEntry, Source, Sources};
use crate::segment::Segment;

/// Number of segment numbers reserved for a share; further segments are renumbered when they are adopted.
const SEGMENTS: u32 = 64;

/// The numbers reserved for the segments and files of a share. Numbers of shares of an index do not overlap, so that
/// segments are adopted without changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShareNumbers {
    /// The number of its first segment.
    segment: u32,
    /// The number of its first file.
    source: u32,
    /// Maximum number of files.
    files: u32,
}

/// A file that must be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// The absolute path, which identifies the file in the index.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
}

impl Indexer {
    /// Returns the file at a path if it must be read. Returns `None` if it has the size and modification time that
    /// the index has; the file is then counted as unchanged.
    ///
    /// # Errors
    /// The file is missing, is not a regular file, or has a path that is not UTF-8.
    pub fn changed(&mut self, path: &Path) -> io::Result<Option<ChangedFile>> {
        let stamp = Stamp::of(path)?;
        let known = self.sources.get(&stamp.name);
        if known.is_some_and(|source| stamp.is_of(source)) {
            if self.seen.insert(stamp.name) {
                self.report.unchanged += 1;
            }
            return Ok(None);
        }
        Ok(Some(ChangedFile {
            path: stamp.name,
            bytes: stamp.bytes,
        }))
    }

    /// Reserves numbers for a share of `files` files.
    ///
    /// # Errors
    /// The index has no more numbers for files ([`StoreErrorKind::TooManyFiles`]).
    pub fn reserve(&mut self, files: usize) -> Result<ShareNumbers> {
        let too_many = || StoreError::new(self.segments.folder(), StoreErrorKind::TooManyFiles);
        let source = self.manifest.next_source;
        let files = u32::try_from(files).map_err(|_| too_many())?;
        self.manifest.next_source = source.checked_add(files).ok_or_else(too_many)?;
        Ok(ShareNumbers {
            segment: self.segments.reserve(SEGMENTS),
            source,
            files,
        })
    }

    /// Turns this new index into the index of a share, with the numbers that another index reserved.
    #[must_use]
    pub fn of_share(mut self, numbers: ShareNumbers) -> Self {
        self.manifest.next_source = numbers.source;
        self.segments.without_root();
        self.segments.begin_at(numbers.segment);
        self
    }

    /// Moves the index of a share, in a folder on the same disk, into this one and replaces older games of its files.
    /// `files` are the absolute paths of the files of the share. Returns those that the share does not contain.
    ///
    /// # Errors
    /// The folder is not an index of these files with these numbers ([`StoreErrorKind::OtherShare`]) or is damaged;
    /// nothing is adopted then. A segment cannot be moved.
    pub fn adopt<'f>(
        &mut self,
        folder: &Path,
        numbers: ShareNumbers,
        files: impl IntoIterator<Item = &'f str>,
    ) -> Result<Vec<&'f str>> {
        let manifest = Manifest::read(folder)?;
        let sources = manifest.read_sources(folder, &manifest.root(folder))?;
        let mut unread: BTreeSet<&str> = files.into_iter().collect();
        let mut is_own = |(name, source): (&String, &Source)| {
            let number = source.id.checked_sub(numbers.source);
            let is_reserved = number.is_some_and(|number| number < numbers.files);
            is_reserved && unread.remove(&**name) && !self.seen.contains(name)
        };
        if manifest.keeps_sgf != self.keeps_sgf
            || !sources.iter().all(&mut is_own)
            || !are_complete(folder, &manifest.segments, &sources)?
        {
            return Err(StoreError::new(folder, StoreErrorKind::OtherShare));
        }
        for entry in manifest.segments {
            self.segments.adopt(folder, entry)?;
        }
        for (name, source) in sources {
            self.report.read += 1;
            self.report.bytes += source.bytes;
            self.report.added += u64::from(source.games);
            self.seen.insert(name.clone());
            if let Some(old) = self.sources.insert(name, source) {
                self.gone.insert(old.id);
            }
        }
        Ok(unread.into_iter().collect())
    }
}

/// Whether segments have exactly the games that a list of sources states.
fn are_complete(folder: &Path, segments: &[SegmentEntry], sources: &Sources) -> Result<bool> {
    let mut expected: BTreeMap<u32, u32> = BTreeMap::new();
    for source in sources.values() {
        // Two files must not share a number.
        if expected.insert(source.id, source.games).is_some() {
            return Ok(false);
        }
    }
    expected.retain(|_, games| *games > 0);
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    for entry in segments {
        let segment = Segment::open(folder, &entry.name, entry.dead.as_deref(), &Arc::default())?;
        segment.check()?;
        let size = (segment.size.columns(), segment.size.rows());
        if (size, segment.games) != ((entry.columns, entry.rows), entry.games) {
            return Ok(false);
        }
        let mut alive = 0;
        for (game, own) in segment.directory()?.iter().enumerate() {
            if segment.is_alive(game) {
                alive += 1;
                *found.entry(own.source).or_default() += 1;
            }
        }
        if alive + entry.dead_games != entry.games {
            return Ok(false);
        }
    }
    Ok(found == expected)
}
