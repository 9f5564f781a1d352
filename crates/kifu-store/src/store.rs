use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kifu_go::{Color, Move, Size};
use kifu_select::{Field, Selection};

use crate::aside::Note;
use crate::bits::{count, set};
use crate::choice::Choice;
use crate::directory::Entry;
use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::event::Action;
use crate::events::main_line;
use crate::found::GameId;
use crate::indexer::Unpack;
use crate::info::IndexedGame;
use crate::ingest::point_at;
use crate::manifest::{Manifest, Source, sources_of};
use crate::projection::Projection;
use crate::root::Root;
use crate::salvage::Salvage;
use crate::search::Scratch;
use crate::segment::{BLOCK, Segment};

/// Default limit in bytes for the columns of occupancy and tables of times in memory; beyond it, they are computed
/// again for each search.
const MEMORY: usize = 2 << 30;

/// An index opened for reading.
///
/// Opening reads the manifest and the header of each segment. The directory and the index of positions are read when a
/// search first needs them and stay in memory (about 180 bytes a game); so do the columns of occupancy, 90 bytes a game,
/// and the tables of times, about 1.3 kB a game, as far as [`Store::limit_memory`] allows. Tables are made when games are
/// searched for the second time. Game info is read when it is asked for, and does not stay. The first 128 files stay
/// open; others are opened when they are read, so an index may have thousands of segments.
///
/// Conditions on comments need the records. Records that the index does not store are read from their source files,
/// after all other conditions have narrowed the selection, and each file once for all of its games. A file that changed
/// since it was indexed causes an error ([`StoreError::is_of_records`]); the rest is still answered.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    segments: Vec<Segment>,
    memory: AtomicUsize,
    keeps_sgf: bool,
    sources: SourceList,
    unpack: Option<Unpack>,
    /// Memory that searches leave for later ones.
    scratch: Mutex<Vec<Scratch>>,
    /// The known results of the last selection that needed records.
    pub(crate) choice: Mutex<Option<Arc<Choice>>>,
}

/// The source files by number, each with its path.
pub(crate) type FilesRead = HashMap<u32, (String, Source)>;

/// The list of source files. It stays open as long as the index, because a writer may replace it.
#[derive(Debug)]
struct SourceList {
    path: PathBuf,
    /// The folder to which paths are relative.
    root: Arc<Root>,
    file: Mutex<Option<File>>,
    read: Mutex<Option<Arc<FilesRead>>>,
}

impl SourceList {
    const fn new(path: PathBuf, file: Option<File>, root: Arc<Root>) -> Self {
        Self {
            path,
            root,
            file: Mutex::new(file),
            read: Mutex::new(None),
        }
    }
}

impl Store {
    /// Opens an index.
    ///
    /// # Errors
    /// The folder is not an index, the index is of a newer version, or a part of it is damaged or cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let (store, mut errors) = Self::open_partial(path)?;
        if errors.is_empty() {
            Ok(store)
        } else {
            Err(errors.swap_remove(0))
        }
    }

    /// Opens the intact segments of an index; also returns the errors of the others.
    ///
    /// If the manifest is damaged or lost, the list of sources determines the valid games. If that is lost too, all
    /// segments are opened, without the games in their latest lists of deleted games, and the uncertainty is reported
    /// ([`StoreErrorKind::Uncertain`]).
    ///
    /// # Errors
    /// There is no index, or it is of a newer version.
    pub fn open_partial(path: impl AsRef<Path>) -> Result<(Self, Vec<StoreError>)> {
        let path = path.as_ref();
        let mut manifest = match Manifest::read(path) {
            Err(error) if error.is_damage() => {
                let salvage = Salvage::of(path, &Note::of(path))?;
                let list = path.join(salvage.list().unwrap_or("sources"));
                let file = File::open(&list).ok();
                let sources = SourceList::new(list, file, salvage.root().clone());
                let (segments, errors) = salvage.into_parts();
                let errors = std::iter::once(error).chain(errors).collect();
                // It is unknown whether the index stores records: missing ones are read from their files.
                return Ok((Self::of(path, segments, sources, true), errors));
            }
            read => read?,
        };
        loop {
            let mut segments = Vec::new();
            let mut errors = Vec::new();
            let root = manifest.root(path);
            for entry in &manifest.segments {
                match Segment::open(path, &entry.name, entry.dead.as_deref(), &root) {
                    Ok(segment) => segments.push(segment),
                    Err(error) => errors.push(error),
                }
            }
            let list = path.join(manifest.sources.as_deref().unwrap_or_default());
            let file = File::open(&list);
            let is_missing = |error: &StoreError| matches!(&error.kind, StoreErrorKind::Io(error) if error.kind() == ErrorKind::NotFound);
            if errors.iter().any(is_missing) || file.is_err() {
                // A writer may have replaced the manifest in the meantime and removed obsolete files.
                let next = Manifest::read(path)?;
                if next.generation != manifest.generation {
                    manifest = next;
                    continue;
                }
            }
            let sources = SourceList::new(list, file.ok(), root);
            return Ok((
                Self::of(path, segments, sources, manifest.keeps_sgf),
                errors,
            ));
        }
    }

    fn of(path: &Path, segments: Vec<Segment>, sources: SourceList, keeps_sgf: bool) -> Self {
        Self {
            path: path.to_owned(),
            segments,
            memory: AtomicUsize::new(MEMORY),
            keeps_sgf,
            sources,
            unpack: None,
            scratch: Mutex::default(),
            choice: Mutex::new(None),
        }
    }

    /// Sets the limit in bytes for occupancy and tables of times in memory. The default is 2 GiB.
    #[must_use]
    pub fn limit_memory(self, bytes: usize) -> Self {
        self.memory.store(bytes, Ordering::Relaxed);
        self
    }

    /// Sets the function that unpacks archives whose records must be read again. By default, archives are not unpacked,
    /// and a selection that needs their records causes an error.
    #[must_use]
    pub fn unpacking(mut self, unpack: Unpack) -> Self {
        self.unpack = Some(unpack);
        self
    }

    pub(crate) const fn unpack(&self) -> Option<&Unpack> {
        self.unpack.as_ref()
    }

    /// Whether the index stores the records.
    pub(crate) const fn keeps_sgf(&self) -> bool {
        self.keeps_sgf
    }

    /// The source files.
    pub(crate) fn sources(&self) -> Result<Arc<FilesRead>> {
        let SourceList {
            path,
            root,
            file,
            read,
        } = &self.sources;
        let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(read) = &*read {
            return Ok(read.clone());
        }
        let file = file.lock().unwrap_or_else(PoisonError::into_inner).take();
        let bytes = file.map_or(Err(ErrorKind::NotFound.into()), |mut file| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map(|_| bytes)
        });
        let sources = sources_of(path, bytes)?.under(root).into_iter();
        let by_number = sources.map(|(path, source)| (source.id, (path, source)));
        Ok(read.insert(Arc::new(by_number.collect())).clone())
    }

    /// The folder of the index.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.segments
            .iter()
            .map(|segment| segment.games - count(segment.dead()))
            .sum()
    }

    /// Whether the index has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The board sizes of its games with positions, the most frequent first.
    #[must_use]
    pub fn sizes(&self) -> Vec<Size> {
        let mut sizes: Vec<(Size, usize)> = Vec::new();
        // Games of other sizes and other games are in segments of some size; damage is reported by searches.
        let has_go = |segment: &Segment| {
            let directory = segment.directory();
            directory.map_or(true, |games| games.iter().any(Entry::is_go))
        };
        for segment in self.segments.iter().filter(|segment| has_go(segment)) {
            match sizes.iter_mut().find(|(size, _)| *size == segment.size) {
                Some((_, games)) => *games += segment.games,
                None => sizes.push((segment.size, segment.games)),
            }
        }
        sizes.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        sizes.into_iter().map(|(size, _)| size).collect()
    }

    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Whether a number of bytes may stay in memory; if so, reserves them.
    pub(crate) fn may_keep(&self, bytes: usize) -> bool {
        let take = |left: usize| left.checked_sub(bytes);
        self.memory
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .is_ok()
    }

    /// Whether there is room for a number of bytes.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.memory.load(Ordering::Relaxed) >= bytes
    }

    /// Memory of an earlier search.
    pub(crate) fn scratch(&self) -> Option<Scratch> {
        let mut free = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        free.pop()
    }

    /// Leaves memory for later searches. There is never more than was in use at one time.
    pub(crate) fn put_scratch(&self, scratch: Scratch) {
        let mut free = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(scratch);
    }

    pub(crate) fn segment(&self, id: GameId) -> Result<&Segment> {
        let segment = self.segments.get(id.segment as usize);
        segment
            .filter(|segment| (id.game as usize) < segment.games)
            .ok_or_else(|| StoreError::damaged(&self.path, Part::GameNumber))
    }

    /// The info of some games, in order.
    ///
    /// # Errors
    /// The table of a segment cannot be read.
    pub fn games(&self, ids: &[GameId]) -> Result<Vec<IndexedGame>> {
        self.games_with(ids, |name| name != "sgf")
    }

    /// The info of some games, in order, with the records if the index stores them.
    ///
    /// # Errors
    /// The table of a segment cannot be read.
    pub fn games_with_sgf(&self, ids: &[GameId]) -> Result<Vec<IndexedGame>> {
        self.games_with(ids, |_| true)
    }

    /// The info of some games, in order, as far as it can be read, and the errors of the others.
    #[must_use]
    pub fn games_partial(&self, ids: &[GameId]) -> (Vec<Option<IndexedGame>>, Vec<StoreError>) {
        self.games_left(ids, |name| name != "sgf")
    }

    /// These fields of some games, in order, as far as they can be read, and the errors of the others. Other fields are
    /// missing from the game info, which makes reading several times faster.
    #[must_use]
    pub fn fields_partial(
        &self,
        ids: &[GameId],
        fields: &[Field],
    ) -> (Vec<Option<IndexedGame>>, Vec<StoreError>) {
        let asked = Projection {
            fields: fields.iter().copied().collect(),
            properties: false,
        };
        self.games_left(ids, |name| asked.has(name))
    }

    pub(crate) fn games_with(
        &self,
        ids: &[GameId],
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<IndexedGame>> {
        let (infos, errors) = self.games_left(ids, wanted);
        StoreError::first_of(infos.into_iter().flatten().collect(), errors)
    }

    fn games_left(
        &self,
        ids: &[GameId],
        wanted: impl Fn(&str) -> bool,
    ) -> (Vec<Option<IndexedGame>>, Vec<StoreError>) {
        let mut infos = vec![None; ids.len()];
        let mut errors = Vec::new();
        let segments: BTreeSet<u32> = ids.iter().map(|id| id.segment).collect();
        for number in segments {
            let places: Vec<usize> = (0..ids.len())
                .filter(|place| ids[*place].segment == number)
                .collect();
            let rows: Vec<u32> = places.iter().map(|place| ids[*place].game).collect();
            let first = GameId {
                segment: number,
                game: 0,
            };
            let read = self.segment(first).and_then(|segment| {
                segment.infos(Some(&rows), |name| name != "events" && wanted(name))
            });
            match read {
                Ok(read) => {
                    for (place, info) in places.into_iter().zip(read) {
                        infos[place] = Some(info);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        (infos, errors)
    }

    /// The number of selected games; reads only the data that the selection needs.
    ///
    /// # Errors
    /// A table, or a record that the selection asks for, cannot be read.
    pub fn count(&self, selection: &Selection) -> Result<u64> {
        let (count, errors) = self.count_partial(selection)?;
        StoreError::first_of(count, errors)
    }

    /// The number of selected games among the readable ones, and the errors of the others.
    ///
    /// # Errors
    /// The errors of [`Store::search_partial`].
    pub fn count_partial(&self, selection: &Selection) -> Result<(u64, Vec<StoreError>)> {
        let mut games = 0;
        let errors = self.each_eligible(selection, |_, eligible| {
            games += count(eligible) as u64;
            Ok(())
        })?;
        Ok((games, errors))
    }

    /// Passes on the selected games of each segment, one bit per game; returns the errors.
    pub(crate) fn each_eligible(
        &self,
        selection: &Selection,
        mut take: impl FnMut(&Segment, &[u64]) -> Result<()>,
    ) -> Result<Vec<StoreError>> {
        let mut errors = Vec::new();
        let chosen = match self.choice(selection) {
            None => None,
            Some(choice) => Some(self.chosen(&choice, &mut |error| {
                errors.push(error);
                Ok(())
            })?),
        };
        for (number, segment) in self.segments.iter().enumerate() {
            let eligible = match &chosen {
                Some(chosen) => match &chosen[number] {
                    Some(known) => Ok(known.selected.clone()),
                    // Its error is reported already.
                    None => continue,
                },
                None => eligible_of(segment, selection),
            };
            if let Err(error) = eligible.and_then(|eligible| take(segment, &eligible)) {
                errors.push(error);
            }
        }
        Ok(errors)
    }

    /// The moves of the main line of a game: the node, the player, the move.
    ///
    /// # Errors
    /// The segment cannot be read.
    pub fn moves(&self, id: GameId) -> Result<Vec<(u32, Color, Move)>> {
        let segment = self.segment(id)?;
        let game = id.game as usize;
        let events = segment.events(game / BLOCK)?;
        let directory = segment.directory()?;
        let mut moves = Vec::new();
        main_line(
            segment.main_of(&events, &directory[game])?,
            |node, event| match event.action() {
                Action::Play(color) => {
                    let point = point_at(event.point(), segment.size);
                    moves.push((node, color, Move::Play(point)));
                }
                Action::Pass(Some(color)) => moves.push((node, color, Move::Pass)),
                _ => {}
            },
        );
        Ok(moves)
    }

    /// The hash of the main line of a game; equal games have equal hashes.
    ///
    /// # Errors
    /// The segment cannot be read.
    pub fn main_hash(&self, id: GameId) -> Result<u64> {
        let segment = self.segment(id)?;
        Ok(segment.directory()?[id.game as usize].hash)
    }
}

/// The games of a segment that its columns select, one bit per game, without deleted ones.
pub(crate) fn eligible_of(segment: &Segment, selection: &Selection) -> Result<Vec<u64>> {
    let mut eligible = if selection.is_all() {
        vec![u64::MAX; segment.games.div_ceil(64)]
    } else {
        selected_of(segment, selection)?
    };
    for game in (0..eligible.len() * 64).filter(|game| !segment.is_alive(*game)) {
        set(&mut eligible, game, false);
    }
    for game in segment.games..eligible.len() * 64 {
        set(&mut eligible, game, false);
    }
    Ok(eligible)
}

/// The games of a segment that its columns select, one bit per game, including deleted ones.
pub(crate) fn selected_of(segment: &Segment, selection: &Selection) -> Result<Vec<u64>> {
    let asked = Projection::of(selection);
    let mut selected = vec![0; segment.games.div_ceil(64)];
    let mut matcher = selection.matcher();
    segment.scan_infos(
        |name| asked.has(name),
        |game, info| {
            if game < segment.games && matcher.matches(info) {
                set(&mut selected, game, true);
            }
        },
    )?;
    Ok(selected)
}
