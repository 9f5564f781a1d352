//! Collects games into new segments, and writes the segments.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::error::{Result, StoreError};
use crate::ingest::GameData;
use crate::manifest::{SegmentEntry, generation_of};
use crate::root::Root;
use crate::segment::SegmentBuilder;

/// Collects games by board size.
#[derive(Debug)]
pub(super) struct Segments {
    folder: PathBuf,
    /// The folder to which stored paths are relative.
    root: Arc<Root>,
    /// The number of the next segment.
    next: u32,
    builders: BTreeMap<(u16, u16), SegmentBuilder>,
    /// Full segments to write.
    full: Vec<Full>,
    written: Vec<SegmentEntry>,
}

/// A full segment to write.
#[derive(Debug)]
pub(super) struct Full {
    name: String,
    builder: SegmentBuilder,
}

impl Segments {
    pub(super) const fn new(folder: PathBuf, root: Arc<Root>, next: u32) -> Self {
        Self {
            folder,
            root,
            next,
            builders: BTreeMap::new(),
            full: Vec::new(),
            written: Vec::new(),
        }
    }

    /// The folder of the segments.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder to which stored paths are relative.
    pub(super) const fn root(&self) -> &Arc<Root> {
        &self.root
    }

    /// Stores absolute paths, because the segments become part of an index in another folder.
    pub(super) fn without_root(&mut self) {
        self.root = Arc::default();
    }

    /// The number of the next segment.
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// Adds a game.
    pub(super) fn put(&mut self, game: &GameData, source: u32) {
        let key = (game.size.columns(), game.size.rows());
        let root = &self.root;
        let new = || SegmentBuilder::new(game.size, root);
        let builder = self.builders.entry(key).or_insert_with(new);
        if builder.is_full(game.events.len()) {
            let full = std::mem::replace(builder, new());
            builder.push(game, source);
            self.close(full);
        } else {
            builder.push(game, source);
        }
    }

    /// Sets the number of the next segment.
    pub(super) const fn begin_at(&mut self, number: u32) {
        self.next = number;
    }

    /// Reserves `count` numbers and returns the first of them.
    pub(super) const fn reserve(&mut self, count: u32) -> u32 {
        let first = self.next;
        self.next = first.saturating_add(count);
        first
    }

    /// Moves a segment here from another folder. It keeps its name if the name is a free segment number; otherwise it
    /// gets the next one.
    pub(super) fn adopt(&mut self, folder: &Path, mut entry: SegmentEntry) -> Result<()> {
        let from = folder.join(&entry.name);
        let is_number = generation_of(&entry.name, "").is_some();
        if !is_number || !self.is_free(&entry.name) {
            entry.name = self.name();
        }
        let to = self.folder.join(&entry.name);
        fs::rename(&from, &to).map_err(StoreError::io(&to))?;
        self.written.push(entry);
        Ok(())
    }

    /// Whether no file has this name.
    fn is_free(&self, name: &str) -> bool {
        fs::symlink_metadata(self.folder.join(name)).is_err()
    }

    /// Reserves the next free name; names of unrelated files are skipped.
    fn name(&mut self) -> String {
        loop {
            let name = format!("{:08}", self.next);
            self.next += 1;
            if self.is_free(&name) {
                return name;
            }
        }
    }

    fn close(&mut self, builder: SegmentBuilder) {
        let name = self.name();
        self.full.push(Full { name, builder });
    }

    /// Whether there are full segments to write.
    pub(super) fn has_full(&self) -> bool {
        !self.full.is_empty()
    }

    /// Takes the full segments to write.
    pub(super) fn take_full(&mut self) -> Vec<Full> {
        std::mem::take(&mut self.full)
    }

    /// Adds the entries of segments that were written. Returns the first error.
    pub(super) fn add_written(&mut self, written: Vec<Result<SegmentEntry>>) -> Result<()> {
        for entry in written {
            self.written.push(entry?);
        }
        Ok(())
    }

    /// Writes all full segments.
    pub(super) fn write_full(&mut self) -> Result<()> {
        let full = self.take_full();
        let written = write(full, &self.folder);
        self.add_written(written)
    }

    /// Writes all segments, full or not, and returns the entries of those written since the last call.
    pub(super) fn flush(&mut self) -> Result<Vec<SegmentEntry>> {
        for builder in std::mem::take(&mut self.builders).into_values() {
            if builder.len() > 0 {
                self.close(builder);
            }
        }
        self.write_full()?;
        Ok(std::mem::take(&mut self.written))
    }
}

/// Writes segments in parallel; the results have the order of the segments.
pub(super) fn write(full: Vec<Full>, folder: &Path) -> Vec<Result<SegmentEntry>> {
    let write = |full: Full| full.write(folder);
    full.into_par_iter().map(write).collect()
}

impl Full {
    /// Writes the segment into a temporary folder, and renames the folder.
    fn write(self, folder: &Path) -> Result<SegmentEntry> {
        let Self { name, builder } = self;
        let (size, games) = (builder.size(), builder.len());
        let new = tempfile::Builder::new()
            .prefix(".new-")
            .tempdir_in(folder)
            .map_err(StoreError::io(folder))?;
        builder.write(new.path())?;
        let path = folder.join(&name);
        fs::rename(new.path(), &path).map_err(StoreError::io(&path))?;
        // The temporary folder has a new name, so there is nothing to remove.
        let _ = new.keep();
        Ok(SegmentEntry {
            name,
            columns: size.columns(),
            rows: size.rows(),
            games,
            dead: None,
            dead_games: 0,
        })
    }
}
