//! Recovers an index whose manifest is damaged or missing from its other files.
//!
//! The list of sources has the number of every file whose games are valid, and a number is never reused for other
//! content. So a game is valid if its source is in the list, and no list of deleted games is needed. A killed run may
//! have left games in two segments: in one that was to be merged with others, and in the one that they were copied to.
//! Each of these games counts once.
//!
//! Without the list of sources, the lists of deleted games are used as they are, and it is unknown which segments were
//! valid. While a run rebuilds such an index, its lock distinguishes old segments from those that the run writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::aside::Note;
use crate::bits::{count, set};
use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::manifest::{
    LIST, Manifest, SegmentEntry, Sources, generation_of, has_segment, list_name, read_list,
};
use crate::root::Root;
use crate::segment::{DEAD, MOST_GAMES, Segment, dead_name, write_dead};

/// The readable parts of a damaged index.
pub(crate) struct Salvage {
    /// The latest generation of any file.
    generation: u32,
    /// The latest intact list of sources and its name, if any.
    sources: Option<(String, Sources)>,
    /// The folder to which paths are relative.
    root: Arc<Root>,
    /// The segments that can be opened, by name.
    segments: Vec<(String, Segment)>,
    /// The other segments, with their errors.
    broken: Vec<(Broken, StoreError)>,
    /// Other errors; those of the list of sources come first.
    errors: Vec<StoreError>,
}

/// A segment that cannot be opened.
struct Broken {
    name: String,
    /// The generation of its latest list of deleted games, if any.
    dead: Option<u32>,
}

impl Salvage {
    /// The name of the list of sources, if an intact one exists.
    pub(crate) fn list(&self) -> Option<&str> {
        self.sources.as_ref().map(|(name, _)| &**name)
    }

    /// The folder to which paths are relative.
    pub(crate) const fn root(&self) -> &Arc<Root> {
        &self.root
    }

    /// Examines all files in the folder of an index. Segments noted in its lock may not belong to it.
    ///
    /// # Errors
    /// The folder cannot be read, or a part of the index is of a newer version.
    pub(crate) fn of(folder: &Path, note: &Note) -> Result<Self> {
        let mut segments = BTreeSet::new();
        let mut list = None;
        for entry in fs::read_dir(folder).map_err(StoreError::io(folder))? {
            let name = entry.map_err(StoreError::io(folder))?.file_name();
            let Some(name) = name.to_str() else {
                continue;
            };
            list = list.max(generation_of(name, LIST));
            if has_segment(folder, name) {
                segments.insert(name.to_owned());
            }
        }
        segments.retain(|name| note.counts(name, list.is_some()));
        let mut salvage = Self {
            generation: list.unwrap_or(0),
            sources: None,
            root: Root::of(folder, None, Vec::new),
            segments: Vec::new(),
            broken: Vec::new(),
            errors: Vec::new(),
        };
        let name = list_name(list.unwrap_or(0));
        match read_list(folder, &name) {
            Ok(sources) => {
                salvage.root = sources.root(folder);
                salvage.sources = Some((name, sources.under(&salvage.root)));
            }
            Err(error) if matches!(error.kind, StoreErrorKind::Lost(_)) => {
                salvage.errors.push(error);
                let kind = StoreErrorKind::Uncertain;
                salvage.errors.push(StoreError::new(folder, kind));
            }
            Err(error) => return Err(error),
        }
        for name in segments {
            salvage.open(folder, name)?;
        }
        salvage.bury(folder)?;
        Ok(salvage)
    }

    fn open(&mut self, folder: &Path, name: String) -> Result<()> {
        let files = fs::read_dir(folder.join(&name)).map_err(StoreError::io(folder))?;
        let names = files.flatten().map(|file| file.file_name());
        let dead = names.filter_map(|name| generation_of(name.to_str()?, DEAD));
        let dead = dead.max();
        self.generation = self.generation.max(dead.unwrap_or(0));
        let needed = dead.filter(|_| self.sources.is_none()).map(dead_name);
        let opened = Segment::open(folder, &name, needed.as_deref(), &self.root);
        match opened.and_then(|segment| segment.directory().map(|_| segment)) {
            Ok(segment) => self.segments.push((name, segment)),
            Err(error) if matches!(error.kind, StoreErrorKind::Newer { .. }) => return Err(error),
            Err(error) => self.broken.push((Broken { name, dead }, error)),
        }
        Ok(())
    }

    /// Marks the deleted games of each segment, if the list of sources is available.
    fn bury(&mut self, folder: &Path) -> Result<()> {
        let Some((_, sources)) = &self.sources else {
            return Ok(());
        };
        let wanted: BTreeMap<u32, u32> = sources.values().map(|own| (own.id, own.games)).collect();
        let there = self.alive(|source| wanted.contains_key(&source))?;
        let is_more = |(id, games): &(&u32, &u32)| wanted.get(id).is_none_or(|own| own < *games);
        let twice: BTreeSet<u32> = there.iter().filter(is_more).map(|(id, _)| *id).collect();
        let mut seen = BTreeSet::new();
        for (_, segment) in &mut self.segments {
            let directory = segment.directory()?;
            let mut dead = vec![0_u64; segment.games.div_ceil(64)];
            // A segment may have equal games with the same number, from an archive.
            let mut own = Vec::new();
            for (game, entry) in directory.iter().enumerate() {
                let key = (entry.source, entry.number, entry.hash);
                let is_twice = twice.contains(&entry.source);
                if !wanted.contains_key(&entry.source) || is_twice && seen.contains(&key) {
                    set(&mut dead, game, true);
                } else if is_twice {
                    own.push(key);
                }
            }
            seen.extend(own);
            if count(&dead) > 0 {
                segment.bury(dead);
            }
        }
        let there = self.alive(|_| true)?;
        let of = |id: &u32| there.get(id).copied().unwrap_or(0);
        let missing = wanted.iter().filter(|(id, games)| of(id) < **games);
        let (mut games, mut files) = (0, 0);
        for (id, wanted) in missing {
            games += u64::from(wanted - of(id));
            files += 1;
        }
        if files > 0 {
            let kind = StoreErrorKind::Missing { games, files };
            self.errors.push(StoreError::new(folder, kind));
        }
        if wanted.iter().any(|(id, games)| of(id) > *games) {
            self.errors
                .push(StoreError::new(folder, StoreErrorKind::Uncertain));
        }
        Ok(())
    }

    /// Counts the games that are not deleted, by source. `counts` selects sources.
    fn alive(&self, counts: impl Fn(u32) -> bool) -> Result<BTreeMap<u32, u32>> {
        let mut alive = BTreeMap::new();
        for (_, segment) in &self.segments {
            for (game, entry) in segment.directory()?.iter().enumerate() {
                if segment.is_alive(game) && counts(entry.source) {
                    *alive.entry(entry.source).or_default() += 1;
                }
            }
        }
        Ok(alive)
    }

    /// The segments that can be opened, and the errors of the others.
    pub(crate) fn into_parts(self) -> (Vec<Segment>, Vec<StoreError>) {
        let broken = self.broken.into_iter().map(|(_, error)| error);
        let errors = broken.chain(self.errors).collect();
        let segments = self.segments.into_iter().map(|(_, segment)| segment);
        (segments.collect(), errors)
    }

    /// Rebuilds the manifest. Segments that cannot be opened stay in it, and a missing segment represents those that
    /// are gone, so that the index is treated as incomplete until its files have been read again.
    ///
    /// # Errors
    /// The list of sources is lost, or the index cannot be read or written.
    pub(crate) fn mend(self, folder: &Path, keeps_sgf: bool) -> Result<Manifest> {
        let generation = self.generation + 1;
        let is_missing = |error: &StoreError| matches!(error.kind, StoreErrorKind::Missing { .. });
        let has_gone = self.broken.is_empty() && self.errors.iter().any(is_missing);
        let Some((list, sources)) = self.sources else {
            let what = StoreErrorKind::Lost(Part::Sources);
            let lost = self.errors.into_iter().next();
            return Err(lost.unwrap_or_else(|| StoreError::new(folder, what)));
        };
        let mut manifest = Manifest {
            generation,
            keeps_sgf,
            next_source: sources
                .values()
                .map(|own| own.id.saturating_add(1))
                .max()
                .unwrap_or(0),
            sources: Some(list),
            root: self.root.text(),
            ..Manifest::default()
        };
        let mut knows_sgf = false;
        for (name, segment) in self.segments {
            let mut dead = None;
            if !segment.dead().is_empty() {
                let own = dead_name(generation);
                write_dead(&folder.join(&name).join(&own), segment.dead())?;
                dead = Some(own);
            }
            let ids = segment.directory()?;
            let after = ids.iter().map(|entry| entry.source.saturating_add(1)).max();
            manifest.next_source = manifest.next_source.max(after.unwrap_or(0));
            if !knows_sgf && let Ok(infos) = segment.infos(Some(&[0]), |name| name == "sgf") {
                manifest.keeps_sgf = infos.iter().any(|info| info.sgf.is_some());
                knows_sgf = true;
            }
            manifest.segments.push(SegmentEntry {
                name,
                columns: segment.size.columns(),
                rows: segment.size.rows(),
                games: segment.games,
                dead,
                dead_games: count(segment.dead()),
            });
        }
        let unknown = |name, dead: Option<u32>| SegmentEntry {
            name,
            columns: 0,
            rows: 0,
            // The number of games is unknown; this is the maximum.
            games: MOST_GAMES,
            dead: dead.map(dead_name),
            dead_games: 0,
        };
        for (broken, error) in self.broken {
            if !error.is_damage() {
                return Err(error);
            }
            manifest.segments.push(unknown(broken.name, broken.dead));
        }
        manifest
            .segments
            .sort_by(|one, other| one.name.cmp(&other.name));
        let last = manifest.segments.last();
        let last = last.and_then(|entry| generation_of(&entry.name, ""));
        manifest.next_segment = last.map_or(0, |last| last + 1);
        let is_taken = |number| fs::symlink_metadata(folder.join(format!("{number:08}"))).is_ok();
        while is_taken(manifest.next_segment) {
            manifest.next_segment += 1;
        }
        if has_gone {
            let name = format!("{:08}", manifest.next_segment);
            manifest.segments.push(unknown(name, None));
            manifest.next_segment += 1;
        }
        manifest.write(folder)?;
        Ok(manifest)
    }
}
