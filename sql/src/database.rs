//! The indexes of a session, and sets of their games that predicates select.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use datafusion::error::Result;
use kifu::batch::{Inputs, describe, index};
use kifu::select::Selection;
use kifu::store::{Indexer, Store, StoreError};
use tempfile::TempDir;

use crate::error::{SqlError, of_store, wrong};
use crate::functions::wanted::Wanted;

/// Games of each segment of an index, one bit per game.
pub(crate) type Masks = Arc<Vec<Vec<u64>>>;

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

/// All indexes of a session: the opened one, and those made of folders for `sgf_files`.
#[derive(Debug, Default)]
pub(crate) struct Databases {
    open: Mutex<Vec<Database>>,
    /// Indexes of folders, by path; they are removed with the session.
    folders: Mutex<HashMap<PathBuf, (Database, TempDir)>>,
    selected: Mutex<HashMap<(u32, Predicate), Masks>>,
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

    /// The index of a folder or file of records, made in a temporary folder on first use.
    pub(crate) fn of_folder(&self, folder: &Path) -> Result<Database> {
        let mut folders = lock(&self.folders);
        if let Some((database, _)) = folders.get(folder) {
            return Ok(database.clone());
        }
        if !folder.exists() {
            return Err(wrong(format!(
                "{}: no such file or folder",
                folder.display()
            )));
        }
        let place = TempDir::new().map_err(|error| wrong(error.to_string()))?;
        let path = place.path().join("files.kifu");
        let inputs = Inputs::new(vec![folder.to_owned()]);
        let files: Vec<_> = index::inputs(&inputs)
            .collect::<std::result::Result<_, _>>()
            .map_err(|error| wrong(describe(&error)))?;
        let make = || -> std::result::Result<Store, StoreError> {
            let mut indexer = Indexer::open(&path, true)?;
            indexer.add(files, |_| ())?;
            indexer.finish(false)?;
            Store::open(&path)
        };
        let database = self.add(make().map_err(of_store)?);
        folders.insert(folder.to_owned(), (database.clone(), place));
        Ok(database)
    }

    /// The games of an index that a predicate selects. They are computed once per session.
    pub(crate) fn selected(&self, database: &Database, predicate: &Predicate) -> Result<Masks> {
        let key = (database.first, predicate.clone());
        if let Some(masks) = lock(&self.selected).get(&key) {
            return Ok(masks.clone());
        }
        let masks = match predicate {
            Predicate::Where(text) => {
                let selection = selection(text)?;
                database.store.selected(&selection).map_err(of_store)?
            }
            Predicate::Position(arguments) => {
                let query = Wanted::parse(arguments)?.query;
                let snapshot = database.store.snapshot();
                let sizes = snapshot
                    .segments()
                    .map(|segment| segment.rows().div_ceil(64));
                let mut masks: Vec<Vec<u64>> = sizes.map(|words| vec![0; words]).collect();
                let answer = database.store.search(&query).map_err(of_store)?;
                for found in answer.found.iter() {
                    let (word, bit) = (found.game.game / 64, found.game.game % 64);
                    masks[found.game.segment as usize][word as usize] |= 1 << bit;
                }
                masks
            }
        };
        let masks = Arc::new(masks);
        lock(&self.selected).insert(key, masks.clone());
        Ok(masks)
    }
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
