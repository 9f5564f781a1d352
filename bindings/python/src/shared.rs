//! A collection shared by Python handles, and the lookup of nodes by handle.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use kifu::{GameTree, GameTreeMut, NodeId};
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, RwLockExt};
use pyo3::types::PyWeakrefReference;

use crate::error;
use crate::game::Game;
use crate::interrupt;

/// A collection and where it was read.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) state: RwLock<State>,
    pub(crate) path: Option<PathBuf>,
    /// The path independent of the working directory.
    pub(crate) file: Option<PathBuf>,
    /// How many games of the file precede those of the collection.
    pub(crate) first: usize,
    /// Whether the collection has all games of the file, with all of their nodes.
    pub(crate) is_whole: bool,
    /// The name of the format that was read: `sgf`, `gib`, …
    pub(crate) format: &'static str,
    /// Messages about text of another format that could not be interpreted.
    pub(crate) notes: Vec<String>,
    /// The games being pickled.
    pub(crate) pickled: Mutex<Pickled>,
}

/// The objects of games being pickled.
#[derive(Debug, Default)]
pub(crate) struct Pickled {
    /// By the keys of the games.
    objects: HashMap<u32, Py<PyWeakrefReference>>,
    /// The key of the last one.
    last: u32,
}

/// The data that an edit changes.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) collection: kifu::Collection,
    /// How often the collection may have been changed.
    changes: u64,
    keys: Keys,
}

/// Permanent keys of games. A game keeps its key when games before it are removed.
#[derive(Debug, Default)]
enum Keys {
    /// The key is the number: no game was removed.
    #[default]
    Numbers,
    /// The key of each game, ascending, and the next one.
    List(Vec<u32>, u32),
}

impl State {
    pub(crate) fn new(collection: kifu::Collection) -> Self {
        Self {
            collection,
            changes: 0,
            keys: Keys::Numbers,
        }
    }

    /// Puts a changed collection with the same games in the place of the present one.
    fn replace(&mut self, collection: kifu::Collection) {
        self.collection = collection;
        self.changes += 1;
    }

    /// The number of the game of this key.
    pub(crate) fn number(&self, key: u32) -> Option<usize> {
        match &self.keys {
            Keys::Numbers => Some(key as usize).filter(|&number| number < self.collection.len()),
            Keys::List(keys, _) => keys.binary_search(&key).ok(),
        }
    }

    /// The key of the game of this number.
    pub(crate) fn key(&self, number: usize) -> u32 {
        match &self.keys {
            Keys::Numbers => number as u32,
            Keys::List(keys, next) => keys.get(number).copied().unwrap_or(*next),
        }
    }

    pub(crate) fn game(&self, key: u32) -> Option<GameTree<'_>> {
        self.collection.game(self.number(key)?)
    }

    /// Registers the game that was added at the end, and returns its key.
    pub(crate) fn added(&mut self) -> u32 {
        match &mut self.keys {
            Keys::Numbers => self.collection.len() as u32 - 1,
            Keys::List(keys, next) => {
                keys.push(*next);
                *next += 1;
                *next - 1
            }
        }
    }

    /// Removes the game of this number, which exists.
    pub(crate) fn remove(&mut self, number: usize) -> Result<(), kifu::EditError> {
        let games = self.collection.len() as u32;
        self.collection.remove_game(number)?;
        if matches!(self.keys, Keys::Numbers) {
            self.keys = Keys::List((0..games).collect(), games);
        }
        if let Keys::List(keys, _) = &mut self.keys {
            keys.remove(number);
        }
        Ok(())
    }
}

impl Shared {
    pub(crate) fn new(collection: kifu::Collection, path: Option<PathBuf>) -> Self {
        Self {
            state: RwLock::new(State::new(collection)),
            file: path
                .as_deref()
                .and_then(|path| std::path::absolute(path).ok()),
            path,
            first: 0,
            is_whole: true,
            format: "sgf",
            notes: Vec::new(),
            pickled: Mutex::default(),
        }
    }

    /// Games of this collection from number `first` on, as a collection of their own.
    pub(crate) fn part(&self, games: kifu::Collection, first: usize) -> Self {
        Self {
            state: RwLock::new(State::new(games)),
            path: self.path.clone(),
            file: self.file.clone(),
            first: self.first + first,
            is_whole: false,
            format: self.format,
            notes: self.notes.clone(),
            pickled: Mutex::default(),
        }
    }

    /// The object that stands for a game in a pickle: one for all its handles and nodes that are pickled together, so
    /// that they belong to one game after that too.
    pub(crate) fn pickled_game<'py>(
        &self,
        py: Python<'py>,
        game: Game,
    ) -> PyResult<Bound<'py, Game>> {
        let mut pickled = match self.pickled.lock_py_attached(py) {
            Ok(pickled) => pickled,
            Err(poisoned) => poisoned.into_inner(),
        };
        let key = game.handle.key;
        if let Some(object) = pickled.objects.get(&key)
            && let Some(object) = object.bind(py).upgrade_as::<Game>()?
        {
            return Ok(object);
        }
        let is_alive = |object: &Py<PyWeakrefReference>| object.bind(py).upgrade().is_some();
        // A pickle holds its objects, so one that has lost the last has ended.
        if !pickled.objects.get(&pickled.last).is_some_and(is_alive) {
            pickled.objects.retain(|_, object| is_alive(object));
        }
        let object = Bound::new(py, game)?;
        let reference = PyWeakrefReference::new(&object)?.unbind();
        pickled.objects.insert(key, reference);
        pickled.last = key;
        Ok(object)
    }

    /// The file that the collection may replace.
    pub(crate) fn own_file(&self) -> Result<&Path, String> {
        let advice = "name a path";
        let Some(path) = self.file.as_deref().or(self.path.as_deref()) else {
            return Err(format!("the collection was not read from a file: {advice}"));
        };
        let name = path.display();
        let mut above = path.ancestors().skip(1);
        if kifu::batch::is_packed(path) || above.any(Path::is_file) {
            return Err(format!("{name}: cannot write into an archive; {advice}"));
        }
        if !self.is_whole {
            let what = "the collection is only a part of this file";
            return Err(format!("{name}: {what}; {advice}, or read it with `open`"));
        }
        if self.format != "sgf" {
            let format = self.format;
            return Err(format!(
                "{name}: the file has the format {format:?}, and SGF is written; {advice}"
            ));
        }
        Ok(path)
    }

    /// Calls `read` with the state. It must not call Python.
    pub(crate) fn with<R>(&self, py: Python<'_>, read: impl FnOnce(&State) -> R) -> R {
        let guard = self.state.read_py_attached(py);
        read(&guard.unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `read` with the state, without holding the interpreter.
    pub(crate) fn with_detached<R: Send>(
        &self,
        py: Python<'_>,
        read: impl Send + FnOnce(&State) -> R,
    ) -> R {
        py.detach(|| read(&self.state.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Calls `change` with the state. It must not call Python.
    pub(crate) fn change<R>(&self, py: Python<'_>, change: impl FnOnce(&mut State) -> R) -> R {
        let guard = self.state.write_py_attached(py);
        let mut state = guard.unwrap_or_else(PoisonError::into_inner);
        state.changes += 1;
        change(&mut state)
    }

    /// Changes the collection by work that a signal interrupts; then it stays as it is.
    ///
    /// The work is done on a copy, because handlers of signals may use the collection. If it is changed meanwhile, the
    /// work is done again while others wait, and signals wait too.
    pub(crate) fn rewrite<R: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut kifu::Collection) -> R + Clone + Send + 'static,
    ) -> PyResult<R> {
        let (mut copy, changes) =
            self.with_detached(py, |state| (state.collection.clone(), state.changes));
        let long = work.clone();
        let (copy, done) = interrupt::wait(py, copy.text().len(), move || {
            let done = long(&mut copy);
            (copy, done)
        })?;
        Ok(py.detach(move || {
            let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
            if state.changes == changes {
                state.replace(copy);
                return done;
            }
            let mut copy = state.collection.clone();
            let done = work(&mut copy);
            state.replace(copy);
            done
        }))
    }

    /// Calls `read` with the game of a key. It must not call Python.
    pub(crate) fn game<R>(
        &self,
        py: Python<'_>,
        key: u32,
        read: impl FnOnce(GameTree<'_>) -> R,
    ) -> PyResult<R> {
        self.with(py, |state| state.game(key).map(read))
            .ok_or_else(|| error::stale(py))
    }

    /// Calls `read` with the game of a key, without holding the interpreter.
    pub(crate) fn game_detached<R: Send>(
        &self,
        py: Python<'_>,
        key: u32,
        read: impl Send + FnOnce(GameTree<'_>) -> R,
    ) -> PyResult<R> {
        self.with_detached(py, |state| state.game(key).map(read))
            .ok_or_else(|| error::stale(py))
    }

    /// Calls `read` with a node. It must not call Python.
    pub(crate) fn node<R>(
        &self,
        py: Python<'_>,
        key: u32,
        id: u32,
        read: impl FnOnce(kifu::Node<'_>) -> R,
    ) -> PyResult<R> {
        self.with(py, |state| {
            Some(read(state.game(key)?.node(NodeId::new(id))?))
        })
        .ok_or_else(|| error::stale(py))
    }

    /// Calls `change` with the game of a key. It must not call Python.
    pub(crate) fn edit<R>(
        &self,
        py: Python<'_>,
        key: u32,
        change: impl FnOnce(&mut GameTreeMut<'_>) -> Result<R, kifu::EditError>,
    ) -> PyResult<R> {
        self.change(py, |state| {
            let number = state.number(key).ok_or(kifu::EditError::NoSuchGame)?;
            let game = state.collection.game_mut(number);
            change(&mut game.ok_or(kifu::EditError::NoSuchGame)?)
        })
        .map_err(|error| error::of_edit(py, error))
    }
}

/// A handle of a game of a shared collection.
#[derive(Clone, Debug)]
pub(crate) struct GameHandle {
    pub(crate) shared: Arc<Shared>,
    pub(crate) key: u32,
}

impl PartialEq for GameHandle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared) && self.key == other.key
    }
}
