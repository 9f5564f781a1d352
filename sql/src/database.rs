//! The indexes of a session, and sets of their games that predicates select.

mod folder;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use datafusion::error::Result;
use kifu::batch::index;
use kifu::select::Selection;
use kifu::store::{PartialSelection, Query, Store, StoreError};

use self::folder::{Files, Folder};

use crate::error::{SqlError, of_store, wrong};
use crate::functions::wanted::Wanted;

/// Games of each segment of an index, one bit per game.
pub(crate) type Masks = Arc<Vec<Vec<u64>>>;

/// The value of a predicate for each game of an index: it is false for games in neither of the sets.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    /// The games for which it is true.
    pub(crate) selected: Masks,
    /// The games for which it is null, because only records that cannot be read could decide.
    pub(crate) undecided: Masks,
}

impl Decided {
    /// The value for a game of a segment.
    pub(crate) fn value(&self, segment: u32, game: u32) -> Option<bool> {
        let is_in = |masks: &Masks| {
            let words = masks.get(segment as usize);
            words.is_some_and(|words| has(words, game))
        };
        (!is_in(&self.undecided)).then(|| is_in(&self.selected))
    }
}

/// An open index.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) store: Arc<Store>,
    /// The number of its first segment in the session: no two segments of a session share a number.
    pub(crate) first: u32,
}

/// A predicate that selects whole games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Predicate {
    /// An expression, as in `kifu list --where`.
    Where(String),
    /// A pattern occurs, with the options of a search.
    Position(Vec<String>),
}

/// An index at the time of opening.
pub(crate) struct Opened {
    pub(crate) store: Store,
    /// The checksum in the first line of the manifest, which is the same for equal states of an index.
    #[cfg(feature = "cluster")]
    pub(crate) state: String,
}

impl Opened {
    /// Opens an index: a folder, or the address of a published index, which is copied into the cache first.
    pub(crate) fn at(index: &Path) -> crate::Result<Self> {
        let folder = kifu_remote::local(index)?;
        if !folder.exists() {
            return Err(SqlError::Missing(folder));
        }
        #[cfg(not(feature = "cluster"))]
        let opened = Self {
            store: Store::open(folder)?,
        };
        #[cfg(feature = "cluster")]
        let opened = loop {
            // A writer may replace the manifest in the meantime.
            let state = state_of(&folder)?;
            let store = Store::open(&folder)?;
            if state == state_of(&folder)? {
                break Self { store, state };
            }
        };
        Ok(opened)
    }
}

/// Checks the cached files of a published index, and reads damaged ones again.
#[cfg(feature = "cluster")]
pub(crate) fn mend(index: &Path) -> crate::Result<()> {
    if let Some(address) = kifu_remote::Address::of_path(index)? {
        address.open()?.mend()?;
    }
    Ok(())
}

/// The first line of the manifest, which has the checksum of the rest.
#[cfg(feature = "cluster")]
fn state_of(folder: &Path) -> crate::Result<String> {
    let text = match std::fs::read(folder.join("manifest")) {
        Ok(text) => text,
        // The store reports the error.
        Err(_) => return Ok(String::new()),
    };
    let first = text.split(|byte| *byte == b'\n').next();
    Ok(String::from_utf8_lossy(first.unwrap_or_default()).into_owned())
}

/// The known games of a predicate.
#[derive(Debug)]
struct Known {
    games: Decided,
    /// Whether all records that the predicate needs were read.
    is_whole: bool,
}

/// All indexes of a session: the opened one, and those made of folders for `sgf_files`.
#[derive(Debug, Default)]
pub(crate) struct Databases {
    open: Mutex<Vec<Database>>,
    /// Indexes of folders, by path; they are removed with the session.
    folders: Mutex<HashMap<PathBuf, Folder>>,
    selected: Mutex<HashMap<(u32, Predicate), Known>>,
    /// The errors of files and records that answers leave out, by message; `None` if such an error ends a statement.
    unread: Option<Mutex<BTreeMap<String, SqlError>>>,
    /// Number of times that work was stopped.
    stops: AtomicUsize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Databases {
    /// Adds an index; its segments get the next numbers.
    pub(crate) fn add(&self, store: Store) -> Database {
        let mut open = lock(&self.open);
        let segments = |own: &Database| own.first + own.store.snapshot().segments().len() as u32;
        let first = open.last().map_or(0, segments);
        let database = Database {
            store: Arc::new(store.unpacking(index::unpacking())),
            first,
        };
        open.push(database.clone());
        database
    }

    /// The index of a segment, and the number of the segment in it.
    pub(crate) fn of_segment(&self, segment: u32) -> Option<(Database, u32)> {
        let open = lock(&self.open);
        let database = open.iter().rev().find(|own| own.first <= segment)?;
        let own = segment - database.first;
        let is_there = (own as usize) < database.store.snapshot().segments().len();
        is_there.then(|| (database.clone(), own))
    }

    /// The index of a folder or file of records, made in a temporary folder. It is made again when the files have
    /// changed. Files that cannot be read are left out, and reported each time.
    pub(crate) fn of_folder(&self, folder: &Path) -> Result<Database> {
        if !folder.exists() {
            return Err(wrong(format!(
                "{}: no such file or folder",
                folder.display()
            )));
        }
        let begun = self.stops.load(Ordering::Relaxed);
        let is_stopped = || self.stops.load(Ordering::Relaxed) != begun;
        let mut folders = lock(&self.folders);
        let files = Files::of(folder);
        if let Some(known) = folders.get(folder)
            && known.is_of(&files)
        {
            known.report(self)?;
            return Ok(known.database.clone());
        }
        let made = Folder::read(files, self, is_stopped)?;
        made.report(self)?;
        let database = made.database.clone();
        folders.insert(folder.to_owned(), made);
        Ok(database)
    }

    /// Lets answers leave out what cannot be read; [`take_unread`](Self::take_unread) returns the errors.
    pub(crate) fn leaving_out() -> Self {
        Self {
            unread: Some(Mutex::default()),
            ..Self::default()
        }
    }

    /// Notes the error of a file or record that an answer leaves out, or returns it if it ends the statement.
    pub(crate) fn leave_out(&self, error: StoreError) -> std::result::Result<(), StoreError> {
        let Some(unread) = &self.unread else {
            return Err(error);
        };
        let message = error.to_string();
        lock(unread).entry(message).or_insert_with(|| error.into());
        Ok(())
    }

    /// Notes the errors of records that an answer leaves out. Errors of the index end the statement.
    pub(crate) fn leave_out_records(
        &self,
        errors: impl IntoIterator<Item = StoreError>,
    ) -> Result<()> {
        errors.into_iter().try_for_each(|error| {
            let noted = if error.is_of_records() {
                self.leave_out(error)
            } else {
                Err(error)
            };
            noted.map_err(of_store)
        })
    }

    /// The errors of what answers left out since the last call.
    pub(crate) fn take_unread(&self) -> Vec<SqlError> {
        lock(&self.selected).retain(|_, known| known.is_whole);
        let unread = self
            .unread
            .as_ref()
            .map(|unread| std::mem::take(&mut *lock(unread)));
        unread.unwrap_or_default().into_values().collect()
    }

    /// Stops the reading of folders.
    pub(crate) fn stop(&self) {
        self.stops.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes the temporary folders, unless work that still runs uses them.
    pub(crate) fn clear(&self) {
        self.stop();
        if let Ok(mut folders) = self.folders.try_lock() {
            folders.clear();
        }
    }

    /// The games of an index that a predicate selects.
    pub(crate) fn selected(&self, database: &Database, predicate: &Predicate) -> Result<Masks> {
        Ok(self.decided(database, predicate)?.selected)
    }

    /// The value of a predicate for each game of an index. It is computed once per session, or once per statement if
    /// records cannot be read, which may be there for the next one.
    pub(crate) fn decided(&self, database: &Database, predicate: &Predicate) -> Result<Decided> {
        let key = (database.first, predicate.clone());
        if let Some(known) = lock(&self.selected).get(&key) {
            return Ok(known.games.clone());
        }
        let mut errors = Vec::new();
        let partial = match predicate {
            Predicate::Where(text) => partial(&database.store, &selection(text)?, &mut errors)?,
            Predicate::Position(arguments) => {
                let query = Wanted::parse(arguments)?.query;
                positions(&database.store, query, &mut errors)?
            }
        };
        let games = Decided {
            selected: Arc::new(partial.selected),
            undecided: Arc::new(partial.undecided),
        };
        let known = Known {
            games: games.clone(),
            is_whole: errors.is_empty(),
        };
        self.leave_out_records(errors)?;
        lock(&self.selected).insert(key, known);
        Ok(games)
    }
}

/// The games that a selection selects, and those that it cannot decide, with the errors of their records.
fn partial(
    store: &Store,
    selection: &Selection,
    errors: &mut Vec<StoreError>,
) -> Result<PartialSelection> {
    let mut failed = |error| {
        errors.push(error);
        Ok(())
    };
    let partial = store.selected_partial(selection, &mut failed);
    partial.map_err(of_store)
}

/// The games that a search finds, and those with the pattern that its selection cannot decide.
fn positions(
    store: &Store,
    mut query: Query,
    errors: &mut Vec<StoreError>,
) -> Result<PartialSelection> {
    let selected = found(store, &query, errors)?;
    let mut undecided = Vec::new();
    if !errors.is_empty() {
        let selection = std::mem::take(&mut query.selection);
        let of_pattern = found(store, &query, errors)?;
        undecided = partial(store, &selection, errors)?.undecided;
        for (own, of_pattern) in undecided.iter_mut().zip(of_pattern) {
            own.iter_mut()
                .zip(of_pattern)
                .for_each(|(own, of_pattern)| *own &= of_pattern);
        }
    }
    Ok(PartialSelection {
        selected,
        undecided,
    })
}

/// The games that a search finds.
fn found(store: &Store, query: &Query, errors: &mut Vec<StoreError>) -> Result<Vec<Vec<u64>>> {
    let segments = store.snapshot().segments();
    let mut masks: Vec<_> = segments
        .map(|segment| vec![0; segment.rows().div_ceil(64)])
        .collect();
    let answer = store.search_partial(query).map_err(of_store)?;
    errors.extend(answer.damaged);
    for found in answer.found.iter() {
        let (word, bit) = (found.game.game / 64, found.game.game % 64);
        masks[found.game.segment as usize][word as usize] |= 1 << bit;
    }
    Ok(masks)
}

/// Reads an expression that selects games.
pub(crate) fn selection(text: &str) -> Result<Selection> {
    Selection::parse(text).map_err(|error| wrong(error.shown_in(text)))
}

/// Whether the bit of a game is set.
pub(crate) fn has(words: &[u64], game: u32) -> bool {
    let word = words.get(game as usize / 64).copied().unwrap_or(0);
    word >> (game % 64) & 1 == 1
}
