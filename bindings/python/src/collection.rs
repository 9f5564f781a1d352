//! `kifu.Collection`.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kifu::Style;
use kifu::encoding::Charset;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PySlice, PyString};

use crate::bytes;
use crate::error;
use crate::game::Game;
use crate::interrupt;
use crate::problem::{self, Problem};
use crate::read::{self, FilePath, Written, decode_options};
use crate::repr::count;
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

    pub(crate) fn path(&self) -> Option<OsString> {
        let path = self.shared.path.as_ref()?;
        Some(path.as_os_str().to_owned())
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

    /// Handles of all games.
    pub(crate) fn handles(&self, py: Python<'_>) -> Vec<GameHandle> {
        let keys: Vec<u32> = self.shared.with(py, |state| {
            let numbers = 0..state.collection.len();
            numbers.map(|number| state.key(number)).collect()
        });
        let handles = keys.into_iter().map(|key| self.game(key).handle);
        handles.collect()
    }

    /// The game at a position, which exists.
    fn at(&self, py: Python<'_>, position: usize) -> Game {
        self.game(self.shared.with(py, |state| state.key(position)))
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
            .ok_or_else(|| PyIndexError::new_err(format!("{index}: of {}", count(length, "game"))))
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

/// The first character that ASCII does not have, in words.
fn beyond_ascii(collection: &kifu::Collection) -> Option<String> {
    let first = |text: &str| text.chars().find(|char| !char.is_ascii());
    let advice = "write the file in UTF-8 instead";
    for (number, game) in collection.games().enumerate() {
        for node in game.nodes() {
            for property in node.properties() {
                if let Some(char) = property.values().find_map(first) {
                    let (identifier, node) = (property.identifier(), node.id().get());
                    let game = number + 1;
                    return Some(format!(
                        "`{identifier}` of node {node} of game {game}: ASCII has no `{char}`; {advice}"
                    ));
                }
            }
        }
    }
    let char = first(&collection.to_text())?;
    Some(format!("ASCII has no `{char}`; {advice}"))
}

/// The arguments of `_restore`.
type Restored<'py> = (Bound<'py, PyAny>, Option<&'static str>, read::FileOf);

#[pymethods]
impl Collection {
    #[new]
    fn new() -> Self {
        Self::from_shared(Shared::new(kifu::Collection::new(), None))
    }

    /// The path of the file; ``None`` if the collection was not read from a file.
    #[getter(path)]
    fn path_of_file(&self) -> Option<OsString> {
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
    /// or ``"compact"`` (canonical without white space). The latter two give a property without a value an empty one:
    /// a move without a value becomes a pass. `encoding` is the encoding of all games, which is named in ``CA``;
    /// without it games keep theirs. ``"ascii"`` is UTF-8 that has no other characters.
    ///
    /// Raises `WriteError` if the encoding does not have a character of a text, and ``LookupError`` for an unknown one.
    #[pyo3(signature = (*, style = "preserve", encoding = None))]
    fn dumps<'py>(
        &self,
        py: Python<'py>,
        style: &str,
        encoding: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let encoding = encoding.map(Written::of).transpose()?;
        let bytes = self.bytes(py, self::style(style)?, encoding)?;
        bytes::to_python(py, bytes)
    }

    /// Writes the collection to a file, which is replaced as a whole. `path` defaults to the path it was read
    /// from.
    ///
    /// Raises `WriteError` as `dumps` does, and ``OSError``. Without `path`, raises ``ValueError`` if the file is an
    /// archive or of another format, or if the collection is only a part of it: `scan` reads large files in parts, and
    /// with ``headers_only=True`` the roots alone.
    #[pyo3(signature = (path = None, *, style = "preserve", encoding = None))]
    fn save(
        &self,
        py: Python<'_>,
        path: Option<FilePath>,
        style: &str,
        encoding: Option<&str>,
    ) -> PyResult<()> {
        let encoding = encoding.map(Written::of).transpose()?;
        let style = self::style(style)?;
        let path = match path {
            Some(FilePath(path)) => path,
            None => self
                .shared
                .own_file()
                .map_err(PyValueError::new_err)?
                .to_owned(),
        };
        let bytes = self.bytes(py, style, encoding)?;
        py.detach(|| kifu::batch::replace::write(&path, &bytes))
            .map_err(|error| error::of_replace(&path, error))
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

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            let length = self.length(py);
            let range = slice.indices(isize::try_from(length)?)?;
            let games = (0..range.slicelength).map(|number| {
                let position = range.start + range.step * number.cast_signed();
                self.at(py, position.unsigned_abs())
            });
            return Ok(PyList::new(py, games.collect::<Vec<_>>())?.into_any());
        }
        let number = index.extract::<isize>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(py) {
                PyIndexError::new_err("the number is too large")
            } else {
                error
            }
        })?;
        let position = self.position(py, number)?;
        Ok(Bound::new(py, self.at(py, position))?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let games = (0..self.length(py)).rev();
        let games: Vec<_> = games.map(|position| self.at(py, position)).collect();
        PyList::new(py, games)?.try_iter()
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
        let games = count(self.length(py), "game");
        match self.path() {
            Some(path) => {
                let path = path.to_string_lossy();
                format!("<kifu.Collection {path:?}, {games}>")
            }
            None => format!("<kifu.Collection, {games}>"),
        }
    }

    /// Pickles the bytes of the collection.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Restored<'py>)> {
        let py = slf.py();
        let this = slf.get();
        let restore = py.import("kifu._kifu")?.getattr("_restore")?;
        let shared = &this.shared;
        // Bytes alone may be recognized as another encoding than the one that `open` was given.
        let encoding = shared.with(py, |state| {
            let given = state.collection.decode_options().charset;
            given.map(Charset::name)
        });
        // Changes can make a file that reads back as another text: then the text itself is kept.
        let written = shared.with_detached(py, |state| {
            let declared = state.collection.declared();
            let text = declared.to_text();
            let reads_back = |bytes: &Vec<u8>| {
                let decode = decode_options(encoding);
                kifu::Collection::from_bytes_with(bytes.clone(), &decode).to_text() == text
            };
            declared.to_bytes().ok().filter(reads_back).ok_or(text)
        });
        let data = match written {
            Ok(bytes) => bytes::to_python(py, bytes)?.into_any(),
            Err(text) => PyString::new(py, &text).into_any(),
        };
        let file = (
            this.path(),
            shared.first,
            shared.is_whole,
            shared.format,
            shared.notes.clone(),
        );
        Ok((restore, (data, encoding, file)))
    }
}

impl Collection {
    /// A collection that has this game only, which exists; the collection itself if it has no other.
    pub(crate) fn with_only(&self, py: Python<'_>, number: usize) -> Self {
        let shared = &self.shared;
        let single = shared.with_detached(py, |state| {
            let game = (state.collection.len() > 1).then(|| state.collection.game(number))??;
            if let Some(span) = game.span() {
                let text = span.of_str(state.collection.text());
                return Some(kifu::Collection::from(text.to_owned()));
            }
            let mut single = kifu::Collection::new();
            single.add_copy(game);
            Some(single)
        });
        let shared = single.map_or_else(
            || Arc::clone(shared),
            |single| Arc::new(shared.part(single, number)),
        );
        Self { shared }
    }

    fn bytes(&self, py: Python<'_>, style: Style, encoding: Option<Written>) -> PyResult<Vec<u8>> {
        let shared = &self.shared;
        let collection = shared.with_detached(py, |state| state.collection.clone());
        let charset = match encoding {
            None => None,
            Some(Written::In(charset)) => Some(charset),
            Some(Written::Ascii) => {
                let found = py.detach(|| beyond_ascii(&collection));
                if let Some(message) = found {
                    return Err(error::new(error::write(py), message));
                }
                Some(Charset::UTF_8)
            }
        };
        let bytes = interrupt::wait(py, collection.text().len(), move || {
            if let (Style::Preserve, Some(charset)) = (style, charset) {
                return collection.to_bytes_in(charset);
            }
            let mut bytes = Vec::new();
            collection.write(&mut bytes, style)?;
            match charset {
                None => Ok(bytes),
                Some(charset) => kifu::Collection::from_bytes(bytes).to_bytes_in(charset),
            }
        });
        bytes?.map_err(|error| error::of_write(py, error))
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
