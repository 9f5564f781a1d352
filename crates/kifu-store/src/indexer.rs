//! How an index is made, and kept up to date.

mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use self::read::{Content, Stamp};
use crate::directory::Entry;
use crate::error::{Result, StoreError, StoreErrorKind};
use crate::ingest::GameData;
use crate::manifest::{
    MANIFEST, Manifest, SegmentEntry, Source, Sources, write_sources, write_whole,
};
use crate::segment::{BLOCK, Segment, SegmentBuilder, write_dead};

/// Small segments of one size that are left before they are joined.
const MOST_SMALL: usize = 8;

/// Files that are read before their games are put away, and bytes.
const BATCH_FILES: usize = 512;
const BATCH_BYTES: u64 = 8 << 20;

/// Makes an index, or brings it up to date. Nothing counts before [`Indexer::finish`]: until then, readers
/// see the last good state.
#[derive(Debug)]
pub struct Indexer {
    folder: PathBuf,
    manifest: Manifest,
    sources: Sources,
    keeps_sgf: bool,
    builders: BTreeMap<(u8, u8), SegmentBuilder>,
    written: Vec<SegmentEntry>,
    /// The numbers of the sources whose games do not count any more.
    gone: BTreeSet<u32>,
    seen: BTreeSet<String>,
    report: Report,
    /// Held until the end.
    lock: File,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
}

/// What became of a file.
#[derive(Debug)]
pub struct FileDone<'a> {
    /// The file.
    pub path: &'a Path,
    /// Its bytes, if it was read.
    pub bytes: u64,
    /// What is wrong with it.
    pub error: Option<String>,
}

impl Indexer {
    /// Opens the index in a folder for writing, or makes one. `keeps_sgf`: whether a new index keeps the
    /// records; an old one goes on as it began.
    ///
    /// # Errors
    /// If the folder holds something else, somebody else writes to it, or it cannot be written.
    pub fn open(folder: impl AsRef<Path>, keeps_sgf: bool) -> Result<Self> {
        let folder = folder.as_ref();
        let is_new = !folder.join(MANIFEST).is_file();
        if is_new && folder.exists() {
            let mut entries = fs::read_dir(folder).map_err(StoreError::io(folder))?;
            // A run that was killed before its first manifest leaves its lock and what it wrote.
            let is_ours = folder.join("lock").exists();
            if !is_ours && entries.next().is_some() {
                return Err(StoreError::new(folder, StoreErrorKind::NotAnIndex));
            }
        }
        fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
        let folder = &fs::canonicalize(folder).map_err(StoreError::io(folder))?;
        let path = folder.join("lock");
        let lock = File::create(&path).map_err(StoreError::io(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::new(folder, StoreErrorKind::Busy));
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::io(&path)(error)),
        }
        let manifest = if is_new {
            Manifest {
                keeps_sgf,
                ..Manifest::default()
            }
        } else {
            Manifest::read(folder)?
        };
        clean(folder, &manifest);
        let sources = manifest.read_sources(folder)?;
        Ok(Self {
            keeps_sgf: manifest.keeps_sgf,
            manifest,
            sources,
            folder: folder.clone(),
            builders: BTreeMap::new(),
            written: Vec::new(),
            gone: BTreeSet::new(),
            seen: BTreeSet::new(),
            report: Report::default(),
            lock,
        })
    }

    /// Adds files, or replaces what is known of them. Files that have their size and time of before are
    /// not read; those that have their content of before are not taken apart again. What cannot be
    /// read is told to `done`, and what is known of it stays.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn add(
        &mut self,
        files: impl IntoIterator<Item = PathBuf>,
        mut done: impl FnMut(FileDone<'_>),
    ) -> Result<()> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        for path in files {
            let stamp = match Stamp::of(&path) {
                Ok(stamp) => stamp,
                Err(error) => {
                    done(FileDone {
                        path: &path,
                        bytes: 0,
                        error: Some(error.to_string()),
                    });
                    continue;
                }
            };
            if !self.seen.insert(stamp.name.clone()) {
                continue;
            }
            if self
                .sources
                .get(&stamp.name)
                .is_some_and(|source| stamp.is_of(source))
            {
                self.report.unchanged += 1;
                continue;
            }
            if stamp.bytes > BATCH_BYTES {
                self.add_batch(&mut batch, &mut done)?;
                bytes = 0;
                self.add_large(&path, &stamp, &mut done)?;
                continue;
            }
            bytes += stamp.bytes;
            batch.push((path, stamp));
            if batch.len() >= BATCH_FILES || bytes >= BATCH_BYTES {
                self.add_batch(&mut batch, &mut done)?;
                bytes = 0;
            }
        }
        self.add_batch(&mut batch, &mut done)
    }

    fn add_batch(
        &mut self,
        batch: &mut Vec<(PathBuf, Stamp)>,
        done: &mut impl FnMut(FileDone<'_>),
    ) -> Result<()> {
        let read: Vec<_> = batch
            .par_iter()
            .map(|(path, stamp)| {
                let known = self
                    .sources
                    .get(&stamp.name)
                    .map(|source| source.hash.as_str());
                read::small(path, stamp, known, self.keeps_sgf)
            })
            .collect();
        for ((path, stamp), content) in batch.drain(..).zip(read) {
            let mut error = None;
            match content {
                Ok(Content::Same) => self.touch(&stamp),
                Ok(Content::Games { hash, games }) => {
                    let id = self.begin(&stamp)?;
                    for game in &games {
                        self.push(game, id)?;
                    }
                    self.end(&stamp, hash, id, games.len());
                }
                Err(what) => error = Some(what),
            }
            done(FileDone {
                path: &path,
                bytes: stamp.bytes,
                error,
            });
        }
        Ok(())
    }

    /// Adds a file of many games, a few at a time.
    fn add_large(
        &mut self,
        path: &Path,
        stamp: &Stamp,
        done: &mut impl FnMut(FileDone<'_>),
    ) -> Result<()> {
        let known = self
            .sources
            .get(&stamp.name)
            .map(|source| source.hash.clone());
        let mut error = None;
        if known.is_some() && read::hash(path).ok() == known {
            self.touch(stamp);
        } else {
            let keeps_sgf = self.keeps_sgf;
            let id = self.begin(stamp)?;
            let mut count = 0;
            let read = read::large(path, stamp, keeps_sgf, |games| {
                for game in &games {
                    self.push(game, id)?;
                }
                count += games.len();
                Ok(())
            })?;
            match read {
                Ok(hash) => self.end(stamp, hash, id, count),
                Err(what) => {
                    // What was put away of it does not count.
                    self.report.added -= count as u64;
                    self.gone.insert(id);
                    if let Some(source) = self.sources.get(&stamp.name) {
                        self.gone.remove(&source.id);
                    }
                    error = Some(what);
                }
            }
        }
        done(FileDone {
            path,
            bytes: stamp.bytes,
            error,
        });
        Ok(())
    }

    /// The content is that of before; only its time is new.
    fn touch(&mut self, stamp: &Stamp) {
        self.report.unchanged += 1;
        if let Some(source) = self.sources.get_mut(&stamp.name) {
            source.modified = stamp.modified;
        }
    }

    /// A new number for a file; the games of the old one do not count any more.
    fn begin(&mut self, stamp: &Stamp) -> Result<u32> {
        let id = self.manifest.next_source;
        self.manifest.next_source = id
            .checked_add(1)
            .ok_or_else(|| StoreError::new(&self.folder, StoreErrorKind::TooLarge("files")))?;
        if let Some(source) = self.sources.get(&stamp.name) {
            self.gone.insert(source.id);
        }
        Ok(id)
    }

    fn end(&mut self, stamp: &Stamp, hash: String, id: u32, games: usize) {
        self.report.read += 1;
        self.report.bytes += stamp.bytes;
        let source = Source {
            bytes: stamp.bytes,
            modified: stamp.modified,
            hash,
            id,
            games: games as u32,
        };
        self.sources.insert(stamp.name.clone(), source);
    }

    fn push(&mut self, game: &GameData, source: u32) -> Result<()> {
        self.report.added += 1;
        if game.is_cut() {
            self.report
                .cut
                .push((game.info.path.to_string(), game.info.number + 1));
        }
        self.put(game, source)
    }

    fn put(&mut self, game: &GameData, source: u32) -> Result<()> {
        let key = (game.size.width(), game.size.height());
        let builder = self
            .builders
            .entry(key)
            .or_insert_with(|| SegmentBuilder::new(game.size));
        if builder.is_full(game.events.len()) {
            let full = std::mem::replace(builder, SegmentBuilder::new(game.size));
            self.write(full)?;
        }
        if let Some(builder) = self.builders.get_mut(&key) {
            builder.push(game, source);
        }
        Ok(())
    }

    /// Writes a segment into a temporary folder, and gives it its name.
    fn write(&mut self, builder: SegmentBuilder) -> Result<()> {
        let number = self.manifest.next_segment;
        self.manifest.next_segment = number + 1;
        let name = format!("{number:08}");
        let (size, games) = (builder.size(), builder.len());
        let folder = tempfile::Builder::new()
            .prefix(".new-")
            .tempdir_in(&self.folder)
            .map_err(StoreError::io(&self.folder))?;
        builder.write(folder.path())?;
        let path = self.folder.join(&name);
        fs::rename(folder.path(), &path).map_err(StoreError::io(&path))?;
        // Nothing is left to be removed.
        let _ = folder.keep();
        self.written.push(SegmentEntry {
            name,
            columns: size.width(),
            rows: size.height(),
            games,
            dead: None,
            dead_games: 0,
        });
        Ok(())
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
    /// If the index cannot be written; it is as before then.
    pub fn finish(mut self, compacts: bool) -> Result<Report> {
        self.flush()?;
        let generation = self.manifest.generation + 1;
        let mut segments = std::mem::take(&mut self.manifest.segments);
        segments.append(&mut self.written);
        let mut kept = Vec::new();
        for mut entry in segments {
            self.bury(&mut entry, generation)?;
            if entry.dead_games < entry.games {
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
        self.flush()?;
        kept.append(&mut self.written);
        self.report.games = kept
            .iter()
            .map(|entry| (entry.games - entry.dead_games) as u64)
            .sum();
        let name = format!("sources.{generation:08}");
        write_sources(&self.folder.join(&name), &self.sources)?;
        self.manifest.generation = generation;
        self.manifest.sources = Some(name);
        self.manifest.segments = kept;
        self.manifest.write(&self.folder)?;
        clean(&self.folder, &self.manifest);
        // The system frees the lock of a closed file too; where it does not say so, it is done here.
        let _ = self.lock.unlock();
        Ok(self.report)
    }

    fn flush(&mut self) -> Result<()> {
        for builder in std::mem::take(&mut self.builders).into_values() {
            if builder.len() > 0 {
                self.write(builder)?;
            }
        }
        Ok(())
    }

    /// Notes which games of a segment do not count any more.
    fn bury(&self, entry: &mut SegmentEntry, generation: u32) -> Result<()> {
        if self.gone.is_empty() {
            return Ok(());
        }
        let segment = Segment::open(&self.folder, &entry.name, entry.dead.as_deref())?;
        let mut words = segment.dead().to_vec();
        words.resize(segment.games.div_ceil(64), 0);
        let mut is_new = false;
        for (game, own) in segment.directory()?.iter().enumerate() {
            if self.gone.contains(&own.source) && segment.is_alive(game) {
                words[game / 64] |= 1 << (game % 64);
                is_new = true;
            }
        }
        if is_new {
            let name = format!("dead.{generation:08}");
            let path = self.folder.join(&entry.name).join(&name);
            let mut bytes = Vec::new();
            write_dead(&mut bytes, &words).map_err(StoreError::io(&path))?;
            write_whole(&path, &[&bytes])?;
            entry.dead = Some(name);
            entry.dead_games = words.iter().map(|word| word.count_ones() as usize).sum();
        }
        Ok(())
    }

    /// Puts the games of a segment that count into new ones.
    fn copy(&mut self, entry: &SegmentEntry) -> Result<()> {
        let segment = Segment::open(&self.folder, &entry.name, entry.dead.as_deref())?;
        let directory = segment.directory()?;
        let infos = segment.table.read(None, |name| name != "events")?;
        let mut infos = infos.into_iter();
        for block in 0..segment.blocks() {
            let events = segment.events(block)?;
            for game in segment.games_of(block) {
                let own: &Entry = &directory[game];
                let info = infos
                    .next()
                    .ok_or_else(|| segment.damaged("the table of games"))?;
                if segment.is_alive(game) {
                    let data = GameData {
                        info,
                        size: segment.size,
                        events: segment.events_of(&events, own)?.to_vec(),
                        main: own.main,
                        nodes: own.nodes,
                        flags: own.flags,
                        winner: own.winner,
                        hash: own.hash,
                    };
                    self.put(&data, own.source)?;
                }
            }
        }
        Ok(())
    }
}

/// The segments that are to be joined: those of a size that are not full, if there are many of them or
/// `compacts` is set, and then also those with games that do not count.
fn to_join(segments: &[SegmentEntry], compacts: bool) -> BTreeSet<String> {
    let mut of_sizes: BTreeMap<(u8, u8), Vec<&SegmentEntry>> = BTreeMap::new();
    for entry in segments {
        let is_small = entry.games < BLOCK;
        if is_small
            || compacts && (entry.dead_games > 0 || entry.games < crate::segment::MOST_GAMES)
        {
            of_sizes
                .entry((entry.columns, entry.rows))
                .or_default()
                .push(entry);
        }
    }
    let many = |entries: &Vec<&SegmentEntry>| {
        if compacts {
            entries.len() > 1 || entries.iter().any(|entry| entry.dead_games > 0)
        } else {
            entries.len() > MOST_SMALL
        }
    };
    let joined = of_sizes.into_values().filter(many).flatten();
    joined.map(|entry| entry.name.clone()).collect()
}

/// Removes what no manifest names. What cannot be removed (a reader on Windows) stays for the next time.
fn clean(folder: &Path, manifest: &Manifest) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            continue;
        };
        let path = entry.path();
        let known = manifest
            .segments
            .iter()
            .find(|segment| segment.name == name);
        let is_number = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(segment) = known {
            let Ok(files) = fs::read_dir(&path) else {
                continue;
            };
            for file in files.flatten() {
                let name = file.file_name();
                let is_old = name.to_str().is_some_and(|name| {
                    (name.starts_with("dead.") || name.starts_with(".new-"))
                        && segment.dead.as_deref() != Some(name)
                });
                if is_old {
                    let _ = fs::remove_file(file.path());
                }
            }
        } else if is_number || name.starts_with(".new-") && path.is_dir() {
            let _ = fs::remove_dir_all(&path);
        } else if name.starts_with(".new-")
            || name.starts_with("sources.") && manifest.sources.as_deref() != Some(name)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

impl GameData {
    /// Whether its tree is not all there, although it is Go.
    fn is_cut(&self) -> bool {
        self.flags.has(crate::directory::Flags::INCOMPLETE) && self.nodes > 0
    }
}
