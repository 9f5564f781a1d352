//! Creates and updates an index.
//!
//! Files are read in rounds. While other threads parse the records of one round and write full segments, the caller's
//! thread adds the games of the previous round to segments and reads the bytes of the next round.

mod add;
mod input;
pub(crate) mod jobs;
mod mend;
mod read;
mod segments;
mod share;
pub(crate) mod stamp;
mod take;
mod tidy;

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;

use kifu_sgf::Collection;

pub(crate) use self::add::ROUND;
use self::input::Refusal;
pub use self::input::{FileDone, Input, Piece, Pieces, Unpack, Unpacked};
use self::mend::Damage;
use self::segments::Segments;
pub use self::share::{ChangedFile, ShareNumbers};
use self::take::Streamed;
use self::tidy::{clean, to_join};
use crate::aside::{self, LOCK, Note, SetAside};
use crate::bits::{count, set};
use crate::deleted;
use crate::directory::Entry;
use crate::error::{Cause, Part, Result, StoreError, StoreErrorKind};
use crate::ingest::{Facts, GameData};
use crate::manifest::{
    MANIFEST, Manifest, SegmentEntry, Source, Sources, has_list, has_segment, write_sources,
};
use crate::salvage::Salvage;
use crate::segment::{Segment, dead_name, write_dead};

/// Creates or updates an index. Changes become visible to readers in [`Indexer::finish`]; until then, they see the
/// previous state.
#[derive(Debug)]
pub struct Indexer {
    manifest: Manifest,
    sources: Sources,
    keeps_sgf: bool,
    refuses: Refusal,
    segments: Segments,
    /// The file whose games are being added in pieces, if any.
    streamed: Option<Streamed>,
    /// New entries of the list of sources. `touched` has the new modification times of unchanged files.
    fresh: Vec<(String, Source)>,
    touched: Vec<(String, u64)>,
    /// Files that were read and have no game.
    refused: Vec<String>,
    /// Numbers of the sources whose games are to be deleted.
    gone: BTreeSet<u32>,
    seen: BTreeSet<String>,
    damage: Damage,
    report: Report,
    /// The segments of a lost index that are still in the folder.
    lost: BTreeSet<String>,
    /// Held until the indexer is dropped.
    lock: File,
}

/// Counts and errors of a run of an indexer.
#[derive(Debug, Default)]
pub struct Report {
    /// Number of files that were read and added.
    pub read: u64,
    /// Number of files whose content is unchanged.
    pub unchanged: u64,
    /// Number of files that were removed from the index, with their games.
    pub removed: u64,
    /// Number of games that were added.
    pub added: u64,
    /// Number of games in the index after the run.
    pub games: u64,
    /// Total size in bytes of the files that were read and added.
    pub bytes: u64,
    /// Games whose trees are incomplete, because they have more events than their size in bytes allows. Each is the
    /// path of its record, and its number in the record, from 1.
    pub cut: Vec<(String, u32)>,
    /// Whether the manifest was damaged or missing when the index was opened, and was rebuilt from the list of
    /// sources.
    pub has_regained: bool,
    /// Errors of damaged segments that are no longer needed: their games were read again, or the files of the games
    /// were removed.
    pub mended: Vec<StoreError>,
    /// Errors of damaged segments that remain, because not all files of their games were read again.
    pub damaged: Vec<StoreError>,
    /// Number of games deleted from segments of an older version of the format, because their files were read again
    /// or removed.
    pub renewed: u64,
    /// Number of games still in segments of an older version of the format, because their files were not read again.
    /// Those segments have no checksums of game info, so damage to it cannot be detected.
    pub old: u64,
    /// Segments that were moved to another folder, because the manifest and the list of sources were missing and the
    /// files of their games are unknown. `None` if there were no such segments.
    pub set_aside: Option<SetAside>,
}

impl Indexer {
    /// Opens the index in a folder for writing, or creates it. `keeps_sgf` decides whether a new index stores the
    /// records; an existing index keeps its setting.
    ///
    /// Reads the whole index and verifies its checksums. Files with games in damaged segments, or in segments of an
    /// older version of the format, are read again when they are added. A damaged or missing manifest is rebuilt at
    /// once. If the list of sources is missing too, the index starts empty ([`Report::set_aside`]).
    ///
    /// # Errors
    /// The folder contains other files, another process is writing to it, the list of sources is damaged, or the
    /// folder cannot be read or written.
    pub fn open(folder: impl AsRef<Path>, keeps_sgf: bool) -> Result<Self> {
        let folder = folder.as_ref();
        let is_new = !folder.join(MANIFEST).is_file() && !has_list(folder);
        if is_new && folder.exists() {
            let mut entries = fs::read_dir(folder).map_err(StoreError::no_place(folder))?;
            // A run that was killed before its first manifest leaves its lock and its segments.
            let is_ours = folder.join(LOCK).exists();
            if !is_ours && entries.next().is_some() {
                return Err(StoreError::new(folder, StoreErrorKind::NotAnIndex));
            }
        }
        fs::create_dir_all(folder).map_err(StoreError::no_place(folder))?;
        let folder = &dunce::canonicalize(folder).map_err(StoreError::io(folder))?;
        let path = folder.join(LOCK);
        // The content is read after the lock is acquired.
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut lock = options.open(&path).map_err(StoreError::no_place(folder))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::new(folder, StoreErrorKind::Busy));
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::io(&path)(error)),
        }
        let mut report = Report::default();
        let note = Note::read(&mut lock);
        let (manifest, lost) = if is_new {
            let manifest = Manifest {
                keeps_sgf,
                ..Manifest::default()
            };
            (manifest, aside::begin(folder, &mut lock, note)?)
        } else {
            let note = note.unwrap_or_default();
            let manifest = match Manifest::read(folder) {
                Err(error) if error.is_damage() => {
                    report.has_regained = true;
                    Salvage::of(folder, &note)?.mend(folder, keeps_sgf)?
                }
                read => read?,
            };
            // The previous run may have been killed before it moved them.
            let lost = note.lost_but(|name| manifest.names(name) || !has_segment(folder, name));
            (manifest, lost)
        };
        clean(folder, &manifest, &lost);
        let root = manifest.root(folder);
        let mut sources = manifest.read_sources(folder, &root)?;
        let damage = Damage::find(folder, &manifest, &mut sources, &root)?;
        let next = manifest.next_segment;
        Ok(Self {
            keeps_sgf: manifest.keeps_sgf,
            manifest,
            sources,
            fresh: Vec::new(),
            touched: Vec::new(),
            refused: Vec::new(),
            refuses: Refusal::without_games(),
            streamed: None,
            segments: Segments::new(folder.clone(), root, next),
            gone: BTreeSet::new(),
            seen: BTreeSet::new(),
            damage,
            report,
            lost,
            lock,
        })
    }

    /// Whether the index stores the records. An existing index keeps the setting it was created with.
    #[must_use]
    pub const fn keeps_sgf(&self) -> bool {
        self.keeps_sgf
    }

    /// Sets the function that decides whether a file is rejected. It returns the reason, or `None` to accept the
    /// file. By default, only files without a game are rejected.
    #[must_use]
    pub fn refusing(
        mut self,
        refuse: impl Fn(&Collection) -> Option<Cause> + Send + Sync + 'static,
    ) -> Self {
        self.refuses = Refusal::new(refuse);
        self
    }

    /// Number of files in the index that are `path` itself or inside it. `path` must be absolute.
    #[must_use]
    pub fn files_at(&self, path: &Path) -> usize {
        let names = self.sources.keys();
        names
            .filter(|name| Path::new(name).starts_with(path))
            .count()
    }

    /// Removes the files for which `is_gone` returns true, and their games. It is called with absolute paths. Files
    /// that were added or found unchanged in this run are kept.
    pub fn remove(&mut self, is_gone: impl Fn(&Path) -> bool) {
        let (gone, seen, report) = (&mut self.gone, &self.seen, &mut self.report);
        self.sources.retain(|name, source| {
            let stays = seen.contains(name) || !is_gone(Path::new(name));
            if !stays {
                gone.insert(source.id);
                report.removed += 1;
            }
            stays
        });
    }

    /// Commits all changes, so that readers see them. With `compacts`, segments that are not full or contain deleted
    /// games are joined, without those games.
    ///
    /// # Errors
    /// The index cannot be written. [`StoreErrorKind::NothingRead`] if the manifest and the list of sources were lost
    /// and no file was read; the index is unchanged then.
    pub fn finish(mut self, compacts: bool) -> Result<Report> {
        let is_first = self.manifest.sources.is_none();
        if is_first && !self.lost.is_empty() && self.sources.is_empty() {
            let kind = StoreErrorKind::NothingRead;
            return Err(StoreError::new(self.segments.folder(), kind));
        }
        let mut written = self.segments.flush()?;
        let generation = self.manifest.generation + 1;
        let mut segments = std::mem::take(&mut self.manifest.segments);
        segments.append(&mut written);
        let old = self.damage.take_old();
        let (mended, damaged) = std::mem::take(&mut self.damage).mended(&self.gone);
        segments.retain(|entry| !mended.has(&entry.name));
        let (mut kept, mut untouched) = (Vec::new(), Vec::new());
        for mut entry in segments {
            let before = entry.dead_games;
            self.bury(&mut entry, &damaged, generation)?;
            if old.contains(&entry.name) {
                self.report.renewed += (entry.dead_games - before) as u64;
                self.report.old += (entry.games - entry.dead_games) as u64;
            }
            let has_games = entry.dead_games < entry.games;
            if damaged.has(&entry.name) || has_games && old.contains(&entry.name) {
                untouched.push(entry);
            } else if has_games {
                kept.push(entry);
            }
        }
        let joined = to_join(&kept, compacts);
        let (old, mut kept): (Vec<_>, Vec<_>) = kept
            .into_iter()
            .partition(|entry| joined.contains(&entry.name));
        for entry in &old {
            self.copy(entry)?;
        }
        kept.append(&mut untouched);
        kept.append(&mut self.segments.flush()?);
        self.report.mended = mended.into_errors();
        self.report.damaged = damaged.into_errors();
        let sources = self.sources.values();
        self.report.games = sources.map(|source| u64::from(source.games)).sum();
        let folder = self.segments.folder().to_owned();
        if is_first && self.lost.is_empty() {
            // If the run is killed later, a list of sources without a manifest would look like a lost manifest.
            self.manifest.write(&folder)?;
            aside::end(&mut self.lock);
        } else if is_first {
            // An empty manifest would hide the segments of the lost index.
            aside::commit(&folder, &mut self.lock)?;
        }
        let before = self.manifest.sources.as_deref();
        let name = write_sources(
            &folder,
            generation,
            before,
            &self.sources,
            self.segments.root(),
        )?;
        let list = folder.join(&name);
        self.manifest.generation = generation;
        self.manifest.next_segment = self.segments.next();
        self.manifest.sources = Some(name);
        self.manifest.root = self.segments.root().text();
        self.manifest.segments = kept;
        deleted::remove(&folder)?;
        if let Err(error) = self.manifest.write(&folder) {
            if is_first && !folder.join(MANIFEST).exists() {
                let _ = fs::remove_file(list);
            }
            return Err(error);
        }
        deleted::write(&folder, &self.manifest)?;
        self.set_aside(&folder);
        clean(&folder, &self.manifest, &self.lost);
        // Closing the file also releases the lock, but not every system guarantees when.
        let _ = self.lock.unlock();
        Ok(self.report)
    }

    /// Moves the segments of a lost index to another folder, once there is a manifest. If that fails, the next run
    /// tries again.
    fn set_aside(&mut self, folder: &Path) {
        if !self.lost.is_empty()
            && let Ok(aside) = aside::set_aside(folder, &self.lost)
        {
            self.lost.clear();
            self.report.set_aside = Some(aside);
            aside::end(&mut self.lock);
        }
        self.lost.retain(|name| has_segment(folder, name));
    }

    /// Marks the games of a segment that are deleted.
    fn bury(&self, entry: &mut SegmentEntry, damaged: &Damage, generation: u32) -> Result<()> {
        if self.gone.is_empty() {
            return Ok(());
        }
        let name = dead_name(generation);
        let opened = self.segment(entry);
        let opened = opened.and_then(|segment| Ok((segment.directory()?, segment)));
        let (directory, segment) = match opened {
            Ok(opened) => opened,
            Err(_) if damaged.has(&entry.name) => {
                if damaged.has_lost_of(&self.gone) {
                    // If the files of the segment are restored, games that were read again would count twice. The
                    // name of a list of deleted games that does not exist keeps the segment unreadable.
                    entry.dead = Some(name);
                }
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let mut words = segment.dead().to_vec();
        words.resize(segment.games.div_ceil(64), 0);
        let mut is_new = false;
        for (game, own) in directory.iter().enumerate() {
            if self.gone.contains(&own.source) && segment.is_alive(game) {
                set(&mut words, game, true);
                is_new = true;
            }
        }
        if is_new {
            let path = self.segments.folder().join(&entry.name).join(&name);
            write_dead(&path, &words)?;
            entry.dead = Some(name);
            entry.dead_games = count(&words);
        }
        Ok(())
    }

    /// Opens a segment.
    fn segment(&self, entry: &SegmentEntry) -> Result<Segment> {
        let (folder, root) = (self.segments.folder(), self.segments.root());
        Segment::open(folder, &entry.name, entry.dead.as_deref(), root)
    }

    /// Copies the games of a segment that are not deleted into new segments.
    fn copy(&mut self, entry: &SegmentEntry) -> Result<()> {
        let segment = self.segment(entry)?;
        let directory = segment.directory()?;
        let infos = segment.infos(None, |name| name != "events")?;
        let mut infos = infos.into_iter();
        for block in 0..segment.blocks() {
            let events = segment.events(block)?;
            self.segments.write_full()?;
            for game in segment.games_of(block) {
                let own: &Entry = &directory[game];
                let info = infos.next().ok_or_else(|| segment.damaged(Part::Table))?;
                if segment.is_alive(game) {
                    let data = GameData {
                        facts: Facts::of(&info),
                        info,
                        size: segment.size,
                        events: segment.events_of(&events, own)?.to_vec(),
                        entry: *own,
                    };
                    self.segments.put(&data, own.source);
                }
            }
        }
        Ok(())
    }
}
