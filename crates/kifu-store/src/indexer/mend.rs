//! Finds damaged segments and segments of an older version, so that the files of their games are read again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::error::{Result, StoreError};
use crate::manifest::{Manifest, SegmentEntry, Sources};
use crate::root::Root;
use crate::segment::Segment;

/// The damaged parts of an index.
#[derive(Debug, Default)]
pub(super) struct Damage {
    /// The error of each damaged segment, by name.
    segments: BTreeMap<String, StoreError>,
    /// The numbers of the sources that have games in damaged segments.
    sources: BTreeSet<u32>,
    /// Segments of an older version. Damage to their tables of games cannot be detected, so they are never copied.
    old: BTreeSet<String>,
}

impl Damage {
    /// Reads all segments. Sources with games in damaged segments or in segments of an older version lose their time
    /// and hash, so that their files are read again.
    pub(super) fn find(
        folder: &Path,
        manifest: &Manifest,
        sources: &mut Sources,
        root: &Arc<Root>,
    ) -> Result<Self> {
        let entries = manifest.segments.par_iter();
        let read: Vec<_> = entries.map(|entry| whole(folder, entry, root)).collect();
        let mut damage = Self::default();
        let mut left: BTreeMap<u32, u32> = BTreeMap::new();
        let mut segments = Vec::new();
        for (entry, segment) in manifest.segments.iter().zip(read) {
            match segment {
                Ok(segment) => {
                    if segment.is_old() {
                        damage.old.insert(entry.name.clone());
                    }
                    segments.push(segment);
                }
                Err(error) if error.is_damage() => {
                    damage.segments.insert(entry.name.clone(), error);
                }
                Err(error) => return Err(error),
            }
        }
        if damage.segments.is_empty() && damage.old.is_empty() {
            return Ok(damage);
        }
        let mut of_old = BTreeSet::new();
        for segment in segments {
            for (game, entry) in segment.directory()?.iter().enumerate() {
                if segment.is_alive(game) {
                    *left.entry(entry.source).or_default() += 1;
                    if segment.is_old() {
                        of_old.insert(entry.source);
                    }
                }
            }
        }
        for source in sources.values_mut() {
            let left = left.get(&source.id).copied().unwrap_or(0);
            let is_lost = !damage.segments.is_empty() && left < source.games;
            if is_lost {
                damage.sources.insert(source.id);
            }
            if is_lost || of_old.contains(&source.id) {
                (source.modified, source.hash) = (0, String::new());
            }
        }
        Ok(damage)
    }

    /// Takes the names of the segments of an older version.
    pub(super) fn take_old(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.old)
    }

    /// Whether a segment is damaged.
    pub(super) fn has(&self, name: &str) -> bool {
        self.segments.contains_key(name)
    }

    /// Whether one of these sources has games in damaged segments.
    pub(super) fn has_lost_of(&self, sources: &BTreeSet<u32>) -> bool {
        !self.sources.is_disjoint(sources)
    }

    /// Returns repaired damage and remaining damage, given the numbers of the deleted sources. All damage is repaired
    /// if all affected sources were deleted (their files were read again, or are gone); otherwise all of it remains.
    pub(super) fn mended(self, gone: &BTreeSet<u32>) -> (Self, Self) {
        if self.sources.is_subset(gone) {
            (self, Self::default())
        } else {
            (Self::default(), self)
        }
    }

    /// The errors of the damaged segments.
    pub(super) fn into_errors(self) -> Vec<StoreError> {
        self.segments.into_values().collect()
    }
}

/// Opens a segment and verifies all of it.
fn whole(folder: &Path, entry: &SegmentEntry, root: &Arc<Root>) -> Result<Segment> {
    let segment = Segment::open(folder, &entry.name, entry.dead.as_deref(), root)?;
    segment.check()?;
    Ok(segment)
}
