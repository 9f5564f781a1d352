//! `kifu.Collection`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kifu::Style;
use kifu::encoding::Charset;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error;
use crate::game::Game;
use crate::problem::{self, Problem};
use crate::read;
use crate::shared::{GameHandle, Shared};

/// The games of a file: a sequence of `Game`.
///
/// ``Collection()`` is empty. `open` and `loads` read one.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Collection {
    pub(crate) shared: Arc<Shared>,
}

impl Collection {
    pub(crate) fn from_shared(shared: Shared) -> Self {
        Self {
            shared: Arc::new(shared),
        }
    }

    pub(crate) fn path(&self) -> Option<String> {
        let path = self.shared.path.as_ref()?;
        Some(path.to_string_lossy().into_owned())
    }

    fn game(&self, key: u32) -> Game {
        Game {
            handle: GameHandle {
                shared: self.shared.clone(),
                key,
            },
        }
    }

    /// The first game.
    pub(crate) fn first_game(&self, py: Python<'_>) -> PyResult<Game> {
        let game = self.game(0);
        game.read(py, |_| ())?;
        Ok(game)
    }

    fn length(&self, py: Python<'_>) -> usize {
        self.shared.with(py, |state| state.collection.len())
    }

    /// The position that a Python index stands for.
    fn position(&self, py: Python<'_>, index: isize) -> PyResult<usize> {
        let length = self.length(py);
        let position = if index < 0 {
            length.checked_add_signed(index)
        } else {
            Some(index.unsigned_abs())
        };
        position
            .filter(|&position| position < length)
            .ok_or_else(|| PyIndexError::new_err(format!("{index}: there are {length} games")))
    }
}

fn style(name: &str) -> PyResult<Style> {
    match name {
        "preserve" => Ok(Style::Preserve),
        "canonical" => Ok(Style::Canonical),
        "compact" => Ok(Style::Compact),
        _ => Err(PyValueError::new_err(format!(
            "style {name:?}: expected \"preserve\", \"canonical\" or \"compact\""
        ))),
    }
}

/// The arguments of `_restore`.
type Restored<'py> = (Bound<'py, PyBytes>, Option<PathBuf>);

#[pymethods]
impl Collection {
    #[new]
    fn new() -> Self {
        Self::from_shared(Shared::new(kifu::Collection::new(), None))
    }

    /// The path of the file; ``None`` if the collection was not read from a file.
    #[getter(path)]
    fn path_of_file(&self) -> Option<String> {
        self.path()
    }

    /// The format that was read: ``"sgf"``, ``"gib"``, ``"ngf"``, …
    #[getter]
    fn format(&self) -> &'static str {
        self.shared.format
    }

    /// The parts that were not understood in a file of another format than SGF.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.shared.notes.clone()
    }

    /// Errors of grammar and encoding, in the order of the file.
    #[getter]
    fn problems(&self, py: Python<'_>) -> Vec<Problem> {
        self.shared
            .with_detached(py, |state| problem::of_collection(&state.collection))
    }

    /// The text that was read, decoded. Edits do not change it.
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        self.shared
            .with_detached(py, |state| state.collection.text().to_owned())
    }

    /// The names of the encodings of the file, in the order of their first games.
    #[getter]
    fn encodings(&self, py: Python<'_>) -> Vec<&'static str> {
        self.shared.with(py, |state| {
            let charsets = state.collection.source().charsets();
            charsets.into_iter().map(Charset::name).collect()
        })
    }

    /// The collection as the bytes of a file.
    ///
    /// `style` is ``"preserve"`` (what was not edited stays byte for byte), ``"canonical"`` (UTF-8, one layout)
    /// or ``"compact"`` (canonical without white space). `encoding` is the encoding of all games, which is named in
    /// ``CA``; without it games keep theirs.
    ///
    /// Raises `WriteError` if the encoding does not have a character of a text, and ``LookupError`` for an unknown one.
    #[pyo3(signature = (*, style = "preserve", encoding = None))]
    fn dumps<'py>(
        &self,
        py: Python<'py>,
        style: &str,
        encoding: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let encoding = encoding.map(read::charset).transpose()?;
        let bytes = self.bytes(py, self::style(style)?, encoding)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the collection to a file, which is replaced as a whole. `path` defaults to the path it was read
    /// from.
    ///
    /// Raises `WriteError` as `dumps` does, and ``OSError``.
    #[pyo3(signature = (path = None, *, style = "preserve", encoding = None))]
    fn save(
        &self,
        py: Python<'_>,
        path: Option<PathBuf>,
        style: &str,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let encoding = encoding.map(read::charset).transpose()?;
        let path = path.or_else(|| self.shared.path.clone());
        let path = path.ok_or_else(|| {
            PyValueError::new_err("the collection was not read from a file: name a path")
        })?;
        let bytes = self.bytes(py, self::style(style)?, encoding)?;
        Ok(py.detach(|| read::replace(&path, &bytes))?)
    }

    /// Adds a game: a copy of `game`, or without an argument a game of one empty node. Returns the new game.
    #[pyo3(signature = (game = None, /))]
    fn append(&self, py: Python<'_>, game: Option<&Bound<'_, Game>>) -> PyResult<Game> {
        let copy = game.map(|game| {
            game.get().read_detached(py, |game| {
                let mut copy = kifu::Collection::new();
                copy.add_copy(game);
                copy
            })
        });
        let copy = copy.transpose()?;
        let key = self.shared.change(py, |state| {
            match copy.as_ref().and_then(|copy| copy.game(0)) {
                Some(game) => drop(state.collection.add_copy(game)),
                None => drop(state.collection.add_game()),
            }
            state.added()
        });
        Ok(self.game(key))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.length(py)
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Game> {
        let position = self.position(py, index)?;
        Ok(self.game(self.shared.with(py, |state| state.key(position))))
    }

    fn __delitem__(&self, py: Python<'_>, index: isize) -> PyResult<()> {
        let position = self.position(py, index)?;
        self.shared
            .change(py, |state| state.remove(position))
            .map_err(|error| error::of_edit(py, error))
    }

    fn __iter__(slf: &Bound<'_, Self>) -> CollectionIterator {
        CollectionIterator {
            collection: Self {
                shared: slf.get().shared.clone(),
            },
            next: AtomicUsize::new(0),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let games = self.length(py);
        let plural = if games == 1 { "" } else { "s" };
        match self.path() {
            Some(path) => format!("<kifu.Collection {path:?}, {games} game{plural}>"),
            None => format!("<kifu.Collection, {games} game{plural}>"),
        }
    }

    /// Pickles the bytes of the collection.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Restored<'py>)> {
        let py = slf.py();
        let this = slf.get();
        let bytes = match this.bytes(py, Style::Preserve, None) {
            Ok(bytes) => bytes,
            Err(_) => this.bytes(py, Style::Canonical, None)?,
        };
        let restore = py.import("kifu._kifu")?.getattr("_restore")?;
        let path = this.shared.path.clone();
        Ok((restore, (PyBytes::new(py, &bytes), path)))
    }
}

impl Collection {
    fn bytes(&self, py: Python<'_>, style: Style, encoding: Option<Charset>) -> PyResult<Vec<u8>> {
        self.shared
            .with_detached(py, |state| {
                if let (Style::Preserve, Some(charset)) = (style, encoding) {
                    return state.collection.to_bytes_in(charset);
                }
                let mut bytes = Vec::new();
                state.collection.write(&mut bytes, style)?;
                match encoding {
                    None => Ok(bytes),
                    Some(charset) => kifu::Collection::from_bytes(bytes).to_bytes_in(charset),
                }
            })
            .map_err(|error| error::of_write(py, error))
    }
}

/// An iterator over the games of a collection.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct CollectionIterator {
    collection: Collection,
    next: AtomicUsize,
}

#[pymethods]
impl CollectionIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Game> {
        let position = self.next.fetch_add(1, Ordering::Relaxed);
        let key = self.collection.shared.with(py, |state| {
            (position < state.collection.len()).then(|| state.key(position))
        });
        key.map(|key| self.collection.game(key))
    }
}
