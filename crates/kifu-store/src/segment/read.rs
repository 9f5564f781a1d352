use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kifu_go::Size;
use xxhash_rust::xxh3::xxh3_64;

use super::once::Once;
use super::{
    BLOCK, CHECKSUM, DEAD_MAGIC, FIRST, HEADER, MAGIC, MOST_GAMES, SEARCH_FILE, TABLE_FILE,
    VERSION, kind,
};
use crate::bits::has;
use crate::directory::{Brief, ENTRY, Entry};
use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::handle::Handle;
use crate::info::IndexedGame;
use crate::occupancy::Occupancy;
use crate::positions::{OfGame, Positions, Posting, Reached, is_indexed};
use crate::root::Root;
use crate::table::{Batch, Table};
use crate::times::{Numbers, Times};

/// A part of the file.
#[derive(Clone, Copy, Debug)]
struct Section {
    kind: u32,
    block: u32,
    offset: u64,
    length: u64,
    checksum: u64,
}

/// An open segment.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) size: Size,
    pub(crate) games: usize,
    table: Table,
    /// Whether the table of games has checksums.
    is_checked: bool,
    checks: Once<Vec<u64>>,
    path: PathBuf,
    file: Handle,
    length: u64,
    sections: Vec<Section>,
    dead: Vec<u64>,
    directory: Once<Vec<Entry>>,
    briefs: Once<Vec<Brief>>,
    positions: Once<Positions>,
    walked: Once<Vec<u32>>,
    occupancies: Vec<Once<Occupancy>>,
    times: Vec<Once<Times>>,
    /// Whether a block was searched.
    searched: Vec<AtomicBool>,
    numbers: Vec<Once<Numbers>>,
}

impl Segment {
    /// Opens the segment in a folder. `dead` is the name of its list of deleted games; paths are relative to `root`.
    pub(crate) fn open(
        folder: &Path,
        name: &str,
        dead: Option<&str>,
        root: &Arc<Root>,
    ) -> Result<Self> {
        let folder = folder.join(name);
        let path = folder.join(SEARCH_FILE);
        let file = Handle::open(&path).map_err(StoreError::io(&path))?;
        let length = file.len().map_err(StoreError::io(&path))?;
        let damaged = |part| StoreError::damaged(&path, part);
        let mut header = [0; HEADER];
        file.read_at(0, &mut header)
            .map_err(|_| damaged(Part::Header))?;
        if !header.starts_with(MAGIC) {
            return Err(damaged(Part::Header));
        }
        let word =
            |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().unwrap_or_default());
        let version = word(8);
        if version > VERSION {
            return Err(StoreError::new(&path, StoreErrorKind::Newer { version }));
        }
        let size = Size::new(header[12].into(), header[13].into())
            .ok()
            .filter(|size| size.has_letters())
            .ok_or_else(|| damaged(Part::Header))?;
        let (games, count) = (word(16) as usize, word(20) as usize);
        let checksum = u64::from(word(24)) | u64::from(word(28)) << 32;
        let most_sections = 5 + 2 * MOST_GAMES.div_ceil(BLOCK);
        if games > MOST_GAMES || count > most_sections {
            return Err(damaged(Part::Header));
        }
        let mut table = vec![0; count * HEADER];
        file.read_at(HEADER as u64, &mut table)
            .map_err(|_| damaged(Part::Sections))?;
        // The first version has no checksum of the header, and none of the table of games.
        let is_checked = version != FIRST;
        let head = if is_checked { &header[..CHECKSUM] } else { &[] };
        if xxh3_64(&[head, &table].concat()) != checksum {
            return Err(damaged(Part::Sections));
        }
        let (entries, _) = table.as_chunks::<HEADER>();
        let sections = entries.iter().map(Section::read).collect();
        let blocks = games.div_ceil(BLOCK);
        let dead = dead.map_or(Ok(Vec::new()), |dead| read_dead(&folder.join(dead), games))?;
        Ok(Self {
            size,
            games,
            table: Table::open(&folder.join(TABLE_FILE), root)?,
            is_checked,
            checks: Once::default(),
            file,
            length,
            sections,
            dead,
            path,
            directory: Once::default(),
            briefs: Once::default(),
            positions: Once::default(),
            walked: Once::default(),
            occupancies: (0..blocks).map(|_| Once::default()).collect(),
            times: (0..blocks).map(|_| Once::default()).collect(),
            searched: (0..blocks).map(|_| AtomicBool::new(false)).collect(),
            numbers: (0..blocks).map(|_| Once::default()).collect(),
        })
    }

    /// Whether the segment has the first version, whose table of games has no checksums.
    pub(crate) const fn is_old(&self) -> bool {
        !self.is_checked
    }

    /// The info of games; see [`Table::read`].
    pub(crate) fn infos(
        &self,
        rows: Option<&[u32]>,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<IndexedGame>> {
        let infos = self.table.read(self.checks()?, rows, wanted)?;
        if rows.is_none() && infos.len() != self.games {
            return Err(self.damaged(Part::GameCount));
        }
        Ok(infos)
    }

    /// Passes the info of all games to `take`; see [`Table::scan`].
    pub(crate) fn scan_infos(
        &self,
        wanted: impl Fn(&str) -> bool,
        take: impl FnMut(usize, &IndexedGame),
    ) -> Result<()> {
        if self.table.scan(self.checks()?, wanted, take)? != self.games {
            return Err(self.damaged(Part::GameCount));
        }
        Ok(())
    }

    /// Passes the info of games to `take`, in groups; see [`Table::each`].
    pub(crate) fn each_infos(
        &self,
        most: usize,
        wanted: impl Fn(&str) -> bool,
        is_wanted: impl Fn(Range<usize>) -> bool,
        take: impl FnMut(usize, Vec<IndexedGame>) -> ControlFlow<()>,
    ) -> Result<()> {
        self.table
            .each(self.checks()?, most, wanted, is_wanted, take)
    }

    /// Passes columns of game info to `take`; see [`Table::batches`].
    pub(crate) fn columns(
        &self,
        names: &[&str],
        games: &[u64],
        most: usize,
        take: impl FnMut(Batch) -> ControlFlow<()>,
    ) -> Result<()> {
        self.table.batches(self.checks()?, names, games, most, take)
    }

    /// Reads everything and verifies the checksums.
    pub(crate) fn check(&self) -> Result<()> {
        for section in &self.sections {
            self.section(section.kind, section.block as usize)?;
        }
        match self.checks()? {
            Some(checks) => self.table.check(checks),
            None => Ok(()),
        }
    }

    /// The checksums of the table of games, if it has any.
    fn checks(&self) -> Result<Option<Arc<Vec<u64>>>> {
        let read = || {
            let bytes = self.section(kind::TABLE, 0)?;
            let (checks, _) = bytes.as_chunks::<8>();
            Ok(checks
                .iter()
                .map(|check| u64::from_le_bytes(*check))
                .collect())
        };
        if self.is_checked {
            self.checks.get(read, |_| true).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.times.len()
    }

    /// The games of a block, as a range within the segment.
    pub(crate) fn games_of(&self, block: usize) -> Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.games)
    }

    /// The deleted games: one bit per game, or no words if there are none.
    pub(crate) fn dead(&self) -> &[u64] {
        &self.dead
    }

    /// Sets the deleted games: one bit per game.
    pub(crate) fn bury(&mut self, dead: Vec<u64>) {
        self.dead = dead;
    }

    /// Whether a game is not deleted.
    pub(crate) fn is_alive(&self, game: usize) -> bool {
        !has(&self.dead, game)
    }

    pub(crate) fn damaged(&self, part: Part) -> StoreError {
        StoreError::damaged(&self.path, part)
    }

    /// The entries of all games.
    pub(crate) fn directory(&self) -> Result<Arc<Vec<Entry>>> {
        let read = || {
            let bytes = self.section(kind::DIRECTORY, 0)?;
            let (entries, _) = bytes.as_chunks::<ENTRY>();
            if entries.len() != self.games {
                return Err(self.damaged(Part::Directory));
            }
            Ok(entries.iter().map(Entry::read).collect())
        };
        self.directory.get(read, |_| true)
    }

    /// Short forms of the entries of all games.
    pub(crate) fn briefs(&self) -> Result<Arc<Vec<Brief>>> {
        let read = || Ok(self.directory()?.iter().map(Entry::brief).collect());
        self.briefs.get(read, |_| true)
    }

    /// The games with events whose positions are not in the index.
    pub(crate) fn walked(&self) -> Result<Arc<Vec<u32>>> {
        let read = || {
            let directory = self.directory()?;
            let games = directory.iter().enumerate();
            let walked = games.filter(|(_, entry)| !is_indexed(entry) && entry.nodes > 0);
            Ok(walked.map(|(game, _)| game as u32).collect())
        };
        self.walked.get(read, |_| true)
    }

    /// The events of a block.
    pub(crate) fn events(&self, block: usize) -> Result<Vec<u16>> {
        let bytes = self.section(kind::EVENTS, block)?;
        let (events, _) = bytes.as_chunks::<2>();
        Ok(events
            .iter()
            .map(|event| u16::from_le_bytes(*event))
            .collect())
    }

    /// Reads the stored events of a block into `bytes`.
    pub(crate) fn read_events(&self, block: usize, bytes: &mut Vec<u8>) -> Result<()> {
        self.read_section(kind::EVENTS, block, bytes)
    }

    /// Extracts the events of the main line of a game from the stored events of its block.
    pub(crate) fn main_from(
        &self,
        bytes: &[u8],
        entry: &Entry,
        events: &mut Vec<u16>,
    ) -> Result<()> {
        let (words, _) = bytes.as_chunks::<2>();
        let start = entry.first as usize;
        let end = start.saturating_add(entry.main.min(entry.events) as usize);
        let own = words
            .get(start..end)
            .filter(|_| entry.main <= entry.events)
            .ok_or_else(|| self.damaged(Part::Directory))?;
        events.clear();
        events.extend(own.iter().map(|word| u16::from_le_bytes(*word)));
        Ok(())
    }

    /// The events of a game of a block.
    pub(crate) fn events_of<'a>(&self, events: &'a [u16], entry: &Entry) -> Result<&'a [u16]> {
        let (first, count) = (entry.first as usize, entry.events as usize);
        events
            .get(first..first.saturating_add(count))
            .ok_or_else(|| self.damaged(Part::Directory))
    }

    /// The events of the main line of a game of a block.
    pub(crate) fn main_of<'a>(&self, events: &'a [u16], entry: &Entry) -> Result<&'a [u16]> {
        let all = self.events_of(events, entry)?;
        all.get(..entry.main as usize)
            .ok_or_else(|| self.damaged(Part::Directory))
    }

    /// The occupancy of a block. `keep` decides whether a number of bytes may stay in memory.
    pub(crate) fn occupancy(
        &self,
        block: usize,
        keep: impl FnOnce(usize) -> bool,
    ) -> Result<Arc<Occupancy>> {
        let read = || {
            let bytes = self.section(kind::OCCUPANCY, block)?;
            Occupancy::read(self.size.area(), self.games_of(block).len(), &bytes)
                .ok_or_else(|| self.damaged(Part::Occupancy { block }))
        };
        self.occupancies[block].get(read, |occupancy| keep(occupancy.bytes()))
    }

    /// The times of a block, if it was searched before and they may stay in memory. `has_room` tests whether a number
    /// of bytes may stay; `keep` also reserves them.
    pub(crate) fn times(
        &self,
        block: usize,
        has_room: impl FnOnce(usize) -> bool,
        keep: impl FnOnce(usize) -> bool,
    ) -> Result<Option<Arc<Times>>> {
        let (times, area) = (&self.times[block], self.size.area());
        if let Some(times) = times.at_hand() {
            return Ok(Some(times));
        }
        let was_searched = self.searched[block].swap(true, Ordering::Relaxed);
        if !was_searched || !has_room(Times::least(area, self.games_of(block).len())) {
            return Ok(None);
        }
        let read = || self.of_main_lines(block, |games| Times::of(area, games));
        times.get(read, |times| keep(times.bytes())).map(Some)
    }

    /// The move numbers of a block. `keep` decides whether a number of bytes may stay in memory.
    pub(crate) fn numbers(
        &self,
        block: usize,
        keep: impl FnOnce(usize) -> bool,
    ) -> Result<Arc<Numbers>> {
        let read = || {
            let directory = self.directory()?;
            if directory[self.games_of(block)].iter().any(Numbers::are_of) {
                self.of_main_lines(block, Numbers::of)
            } else {
                Ok(Numbers::of(&[]))
            }
        };
        self.numbers[block].get(read, |numbers| keep(numbers.bytes()))
    }

    /// Builds a value from the main lines of the games of a block.
    fn of_main_lines<T>(
        &self,
        block: usize,
        make: impl FnOnce(&[(&Entry, &[u16])]) -> T,
    ) -> Result<T> {
        let events = self.events(block)?;
        let directory = self.directory()?;
        let games: Vec<_> = directory[self.games_of(block)]
            .iter()
            .map(|entry| Ok((entry, self.main_of(&events, entry)?)))
            .collect::<Result<_>>()?;
        Ok(make(&games))
    }

    /// The index of positions, if it was already read.
    pub(crate) fn positions_at_hand(&self) -> Option<Arc<Positions>> {
        self.positions.at_hand()
    }

    pub(crate) fn positions(&self) -> Result<Arc<Positions>> {
        let read = || {
            let keys = self.section(kind::KEYS, 0)?;
            let starts = self.section(kind::STARTS, 0)?;
            let postings = self.section(kind::POSTINGS, 0)?;
            let keys = keys
                .as_chunks::<8>()
                .0
                .iter()
                .map(|key| u64::from_le_bytes(*key));
            let starts = starts
                .as_chunks::<4>()
                .0
                .iter()
                .map(|start| u32::from_le_bytes(*start));
            // Postings refer to games in random order: a compact copy of their data stays in the caches.
            let games: Vec<OfGame> = self.briefs()?.iter().map(OfGame::new).collect();
            let reached = |bytes: &[u8; 8]| {
                let posting = Posting::from_bytes(*bytes);
                let game = games.get(usize::from(posting.game));
                Reached::new(posting, game.copied().unwrap_or_default())
            };
            Ok(Positions {
                keys: keys.collect(),
                starts: starts.collect(),
                reached: postings.as_chunks().0.iter().map(reached).collect(),
            })
        };
        self.positions.get(read, |_| true)
    }

    /// The stored bytes of a section.
    fn section(&self, kind: u32, block: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_section(kind, block, &mut bytes)?;
        Ok(bytes)
    }

    /// Reads the bytes of a section into a reused buffer.
    fn read_section(&self, kind: u32, block: usize, bytes: &mut Vec<u8>) -> Result<()> {
        let damaged = || self.damaged(kind::part(kind, block));
        let mut sections = self.sections.iter();
        let section = sections
            .find(|section| section.kind == kind && section.block as usize == block)
            .ok_or_else(damaged)?;
        if section.offset.saturating_add(section.length) > self.length {
            return Err(damaged());
        }
        bytes.resize(usize::try_from(section.length).map_err(|_| damaged())?, 0);
        self.file
            .read_at(section.offset, bytes)
            .map_err(StoreError::io(&self.path))?;
        if xxh3_64(bytes) == section.checksum {
            Ok(())
        } else {
            Err(damaged())
        }
    }
}

impl Section {
    fn read(bytes: &[u8; HEADER]) -> Self {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap_or_default());
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        Self {
            kind: word(0),
            block: word(4),
            offset: long(8),
            length: long(16),
            checksum: long(24),
        }
    }
}

/// The games in a list of deleted games, one bit per game.
pub(crate) fn read_dead(path: &Path, games: usize) -> Result<Vec<u64>> {
    let bytes = fs::read(path).map_err(StoreError::io(path))?;
    let damaged = || StoreError::damaged(path, Part::Tombstones);
    let rest = bytes.strip_prefix(DEAD_MAGIC).ok_or_else(damaged)?;
    let (checksum, rest) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
    let (words, rest_of_word) = rest.as_chunks::<8>();
    if xxh3_64(rest) != u64::from_le_bytes(*checksum)
        || words.len() != games.div_ceil(64)
        || !rest_of_word.is_empty()
    {
        return Err(damaged());
    }
    Ok(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
}
