//! How an index is made, and kept up to date.
//!
//! Files are read in rounds: while the threads take apart the records of one and write segments that are
//! full, the caller's thread puts the games of the round before into segments and reads the bytes of the next.

pub(crate) mod aside;
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
use rayon::prelude::*;

pub use self::aside::SetAside;
use self::aside::{LOCK, Note};
use self::input::Refusal;
pub use self::input::{FileDone, Input, Piece, Pieces, Unpack, Unpacked};
use self::jobs::Jobs;
use self::mend::Damage;
use self::read::Work;
use self::segments::Segments;
pub use self::share::{ChangedFile, ShareNumbers};
use self::take::Streamed;
use self::tidy::{clean, to_join};
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

/// Bytes of a round, and of each thread beyond the fourth.
pub(crate) const ROUND: u64 = 8 << 20;
const ROUND_OF_THREAD: u64 = 2 << 20;

/// Makes an index, or brings it up to date. Nothing counts before [`Indexer::finish`]: until then, readers
/// see the last good state.
#[derive(Debug)]
pub struct Indexer {
    manifest: Manifest,
    sources: Sources,
    keeps_sgf: bool,
    refuses: Refusal,
    segments: Segments,
    /// The file whose games are put away, if that is done piece by piece.
    streamed: Option<Streamed>,
    /// New entries of the list of sources: files that were read, and new times of others.
    fresh: Vec<(String, Source)>,
    touched: Vec<(String, u64)>,
    /// The numbers of the sources whose games do not count any more.
    gone: BTreeSet<u32>,
    seen: BTreeSet<String>,
    damage: Damage,
    report: Report,
    /// The segments of an index that was lost, as long as they lie among those of this one.
    lost: BTreeSet<String>,
    /// Held until the end.
    lock: File,
}

/// The result so far.
#[derive(Debug, Default)]
pub struct Report {
    /// Files that were read.
    pub read: u64,
    /// Files that were not read: they are as they were.
    pub unchanged: u64,
    /// Files that are gone, with their games.
    pub removed: u64,
    /// Games that were added.
    pub added: u64,
    /// Games of the index.
    pub games: u64,
    /// Bytes that were read.
    pub bytes: u64,
    /// Games whose trees are cut, because they set up more stones than their length allows: file and
    /// number, from 1.
    pub cut: Vec<(String, u32)>,
    /// Whether the manifest was damaged or lost, and was written again when the index was opened, from the list
    /// of sources.
    pub has_regained: bool,
    /// Damaged files. Their games were read again.
    pub mended: Vec<StoreError>,
    /// Damage that remains, because not all files of the games in the damaged part were read again.
    pub damaged: Vec<StoreError>,
    /// Games that were moved out of segments of an older version of the format: their files were read again, or are
    /// missing.
    pub renewed: u64,
    /// Games that are still in segments of an older version, because their files were not read again. Those segments
    /// have no checksums of game info, so damage to it cannot be detected.
    pub old: u64,
    /// Segments in the folder without a record of the files of their games, because manifest and list of sources
    /// were lost. The index began anew, and they were moved out of the way.
    pub set_aside: Option<SetAside>,
}

impl Indexer {
    /// Opens the index in a folder for writing, or makes one. `keeps_sgf`: whether a new index keeps the
    /// records; an old one goes on as it began.
    ///
    /// All of an index is read, and held against its checksums. Files with games in segments that are damaged,
    /// or of an older version of the format, are read again when they are added. A manifest that is damaged or lost is
    /// written again at once. Where the list of sources is lost too, the index begins anew ([`Report::set_aside`]).
    ///
    /// # Errors
    /// If the folder holds something else, somebody else writes to it, its list of sources is lost, or it cannot be
    /// written.
    pub fn open(folder: impl AsRef<Path>, keeps_sgf: bool) -> Result<Self> {
        let folder = folder.as_ref();
        let is_new = !folder.join(MANIFEST).is_file() && !has_list(folder);
        if is_new && folder.exists() {
            let mut entries = fs::read_dir(folder).map_err(StoreError::no_place(folder))?;
            // A run that was killed before its first manifest leaves its lock and what it wrote.
            let is_ours = folder.join(LOCK).exists();
            if !is_ours && entries.next().is_some() {
                return Err(StoreError::new(folder, StoreErrorKind::NotAnIndex));
            }
        }
        fs::create_dir_all(folder).map_err(StoreError::no_place(folder))?;
        let folder = &fs::canonicalize(folder).map_err(StoreError::io(folder))?;
        let path = folder.join(LOCK);
        // Its content is read once it is held.
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
            // The run before may have been killed before it moved them.
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

    /// Whether the index keeps the records: an old one goes on as it began.
    #[must_use]
    pub const fn keeps_sgf(&self) -> bool {
        self.keeps_sgf
    }

    /// Sets the function that decides why a file that was read is not a game record; it returns `None` if it is one. By
    /// default, only files without a game are refused.
    #[must_use]
    pub fn refusing(
        mut self,
        refuse: impl Fn(&Collection) -> Option<Cause> + Send + Sync + 'static,
    ) -> Self {
        self.refuses = Refusal::new(refuse);
        self
    }

    /// Adds files, or replaces what is known of them. Files that have their size and time of before are
    /// not read; those that have their content of before are not taken apart again. What cannot be
    /// read is reported to `done`, and what is known of it stays.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn add<I>(&mut self, files: I, mut done: impl FnMut(FileDone<'_>)) -> Result<()>
    where
        I: IntoIterator<Item: Into<Input>>,
    {
        let sources = std::mem::take(&mut self.sources);
        let jobs = Jobs::new(files.into_iter().map(Into::into), &sources);
        let outcome = self.add_jobs(jobs, &sources, &mut done);
        self.sources = sources;
        for (name, modified) in self.touched.drain(..) {
            if let Some(source) = self.sources.get_mut(&name) {
                source.modified = modified;
            }
        }
        for (name, source) in self.fresh.drain(..) {
            if let Some(old) = self.sources.insert(name, source) {
                self.gone.insert(old.id);
            }
        }
        outcome
    }

    fn add_jobs(
        &mut self,
        mut jobs: Jobs<'_, impl Iterator<Item = Input>>,
        sources: &Sources,
        done: &mut impl FnMut(FileDone<'_>),
    ) -> Result<()> {
        let refuses = self.refuses.clone();
        let work = Work {
            sources,
            keeps_sgf: self.keeps_sgf,
            refuses: &refuses,
        };
        let threads = rayon::current_num_threads();
        let bytes = ROUND + ROUND_OF_THREAD * threads.saturating_sub(4) as u64;
        let mut round = jobs.round(bytes);
        let mut read = Vec::new();
        while !round.is_empty() || !read.is_empty() || self.segments.has_full() {
            let full = self.segments.take_full();
            let folder = self.segments.folder().to_owned();
            let (mut next_read, mut written) = (Vec::new(), Vec::new());
            let this = std::mem::take(&mut round);
            let take_apart = || {
                this.into_par_iter()
                    .with_max_len(1)
                    .map(|job| work.done(job))
            };
            let mut taken = Ok(());
            let mut here = || {
                let mut read = std::mem::take(&mut read).into_iter();
                taken = read.try_for_each(|read| self.take(read, done));
                round = jobs.round(bytes);
            };
            if threads == 1 {
                here();
                next_read = take_apart().collect();
                written = segments::write(full, &folder);
            } else {
                rayon::in_place_scope(|scope| {
                    scope.spawn(|_| written = segments::write(full, &folder));
                    scope.spawn(|_| next_read = take_apart().collect());
                    here();
                });
            }
            taken?;
            self.segments.add_written(written)?;
            read = next_read;
        }
        Ok(())
    }

    /// How many files of the index are this one, or lie in this folder. Files are named by their absolute paths.
    #[must_use]
    pub fn files_at(&self, path: &Path) -> usize {
        let names = self.sources.keys();
        names
            .filter(|name| Path::new(name).starts_with(path))
            .count()
    }

    /// Removes the games of all files that this is true of, but for those that were added in this run.
    /// Files are named by their absolute paths.
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

    /// Makes it count. `compacts`: whether all segments are joined, and what does not count is left out.
    ///
    /// # Errors
    /// If the index cannot be written, or manifest and list of sources were lost and no file was read
    /// ([`StoreErrorKind::NothingRead`]); it is as before then.
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
            // A list of sources without a manifest says ever after that the manifest was lost.
            self.manifest.write(&folder)?;
            aside::end(&mut self.lock);
        } else if is_first {
            // A manifest of nothing would hide the segments of before.
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
        // The system frees the lock of a closed file too; where it does not say so, it is done here.
        let _ = self.lock.unlock();
        Ok(self.report)
    }

    /// Moves the segments of an index that was lost out of the way, now that there is a manifest. What cannot be moved
    /// stays for the next time.
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

    /// Notes which games of a segment do not count any more.
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
                    // Should its files come back, games of it that were read again would count twice: it needs a
                    // list of dead games that nobody can write.
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

    /// Puts the games of a segment that count into new ones.
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
