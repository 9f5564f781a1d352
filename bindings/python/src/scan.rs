//! Games of many files.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use kifu::batch::{Found, Inputs, Pool, Scan, ScannedFile, describe, path_of};
use kifu::select::Selection;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::argument::whole;
use crate::error;
use crate::game::Game;
use crate::learn;
use crate::read::FilePath;
use crate::shared::{GameHandle, Shared};

/// One path, or several.
pub(crate) struct Paths(Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(paths: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(FilePath(path)) = paths.extract() {
            return Ok(Self(vec![path]));
        }
        let items = paths.try_iter().map_err(|_| {
            let class = paths.get_type();
            let message = format!("expected a path, or an iterable of paths, not {class}");
            PyTypeError::new_err(message)
        })?;
        let items = items.map(|item| Ok(item?.extract::<FilePath>()?.0));
        Ok(Self(items.collect::<PyResult<_>>()?))
    }
}

impl Paths {
    /// Refuses a path where nothing is. A path may lead into an archive.
    pub(crate) fn ensure_exist(&self, py: Python<'_>) -> PyResult<()> {
        let is_missing = |path: &&PathBuf| {
            let mut above = path.ancestors().skip(1);
            path.as_os_str() != "-"
                && matches!(path.try_exists(), Ok(false))
                && !above.any(std::path::Path::is_file)
        };
        match py.detach(|| self.0.iter().find(is_missing)) {
            // The number of the system for a missing file, which Unix and Windows share.
            Some(path) => Err(error::of_io(path, &io::Error::from_raw_os_error(2))),
            None => Ok(()),
        }
    }
}

impl From<Paths> for Vec<PathBuf> {
    fn from(Paths(paths): Paths) -> Self {
        paths
    }
}

/// An iterator over the games of many files, in the order of the files.
///
/// It belongs to the process that began it: in a forked process ``next`` raises ``RuntimeError``.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct GameScan {
    /// The process whose threads read ahead.
    process: u32,
    state: Mutex<State>,
}

/// Games of a collection, and which of them are selected.
type Selected = (Shared, Vec<u32>);

#[derive(Debug)]
struct State {
    scan: Option<Scan<Selected>>,
    ready: VecDeque<GameHandle>,
    skipped: Vec<(OsString, String)>,
}

impl State {
    /// The next game, after at most one more file is read; `None` if that file has none.
    fn advance(&mut self) -> Option<GameHandle> {
        if self.ready.is_empty()
            && let Some(scan) = &mut self.scan
        {
            match scan.next() {
                Some(Ok((shared, selected))) => {
                    let shared = Arc::new(shared);
                    self.ready = selected
                        .into_iter()
                        .map(|key| GameHandle {
                            shared: Arc::clone(&shared),
                            key,
                        })
                        .collect();
                }
                Some(Err(error)) => {
                    let reason = describe(&error.kind);
                    let path = path_of(&error.name).into_os_string();
                    self.skipped.push((path, reason));
                }
                None => self.scan = None,
            }
        }
        self.ready.pop_front()
    }

    fn is_finished(&self) -> bool {
        self.scan.is_none() && self.ready.is_empty()
    }
}

#[pymethods]
impl GameScan {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(
                "a scan begun before a fork cannot go on in the forked process; call `scan` there",
            ));
        }
        let mut next = self.with(py, |state| state.ready.pop_front());
        let mut is_finished = false;
        while next.is_none() && !is_finished {
            // File by file, so that a selection without games can be interrupted.
            py.check_signals()?;
            (next, is_finished) = py.detach(|| {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                (state.advance(), state.is_finished())
            });
        }
        Ok(next.map(|handle| Game { handle }))
    }

    /// Files that could not be read so far: name and reason.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> Vec<(OsString, String)> {
        self.with(py, |state| state.skipped.clone())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let skipped = self.with(py, |state| state.skipped.len());
        format!("<kifu.GameScan, {skipped} skipped>")
    }
}

impl GameScan {
    /// Calls `work` with the state. It must not call Python.
    fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> R) -> R {
        let guard = self.state.lock_py_attached(py);
        work(&mut guard.unwrap_or_else(PoisonError::into_inner))
    }
}

/// Iterates over the games of files, folders and archives (zip, 7z, tar, gz, xz, zst), in the order of the files.
///
/// `path` is a path or a list of paths. Folders are searched for `.sgf`, `.mgt`, archives, and files of the other
/// formats. Files are read ahead by `threads` threads, by default one for each core; memory stays bounded for any
/// number of games and for files of any size. ``headers_only=True`` reads the root of each game alone. `where` selects
/// games by an expression such as ``"player~Shusaku date<1850"``; with ``headers_only=True`` it sees the root and the
/// number of moves, and other conditions on later nodes are not met.
///
/// Raises ``FileNotFoundError`` if nothing is at `path`, and `SelectionError` for a mistake in `where`. Another file
/// that cannot be read raises nothing: see `GameScan.skipped`.
#[pyfunction]
#[pyo3(signature = (path, /, *, headers_only = false, r#where = None, threads = None))]
pub(crate) fn scan(
    py: Python<'_>,
    path: Paths,
    headers_only: bool,
    r#where: Option<&Bound<'_, PyAny>>,
    threads: Option<i128>,
) -> PyResult<GameScan> {
    let selection = learn::selection(r#where)?;
    path.ensure_exist(py)?;
    let mut inputs = Inputs::new(path.into());
    inputs.formats = true;
    // A separate thread pool: the global one would be missing in a forked process.
    let threads = threads.map(|threads| whole("threads", threads, 0));
    let pool = Pool::new(threads.transpose()?.unwrap_or(0))?;
    let scan = py.detach(|| {
        Scan::files(inputs, pool, headers_only, move |file| {
            prepare(file, selection.as_ref())
        })
    });
    Ok(GameScan {
        process: std::process::id(),
        state: Mutex::new(State {
            scan: Some(scan),
            ready: VecDeque::new(),
            skipped: Vec::new(),
        }),
    })
}

fn prepare(file: ScannedFile, selection: Option<&Selection>) -> Selected {
    let games = file.collection.games().enumerate();
    let selected = games.filter(|(_, game)| selection.is_none_or(|wanted| wanted.matches(*game)));
    let selected = selected.map(|(number, _)| number as u32).collect();
    let shared = Shared {
        first: file.first,
        is_whole: file.is_whole,
        format: file.format.map_or("sgf", |format| format.name()),
        notes: file.notes,
        ..Shared::new(file.collection, Some(path_of(&file.name)))
    };
    (shared, selected)
}

/// The files and archives below paths, in a fixed order.
#[pyfunction]
pub(crate) fn _records(py: Python<'_>, path: Paths) -> PyResult<Vec<PathBuf>> {
    let mut inputs = Inputs::new(path.into());
    inputs.formats = true;
    let found = py.detach(|| {
        let paths = inputs.found().filter_map(|found| match found {
            Ok(Found::File(path) | Found::Archive(path, _)) => Some(Ok(path)),
            Ok(Found::Stdin) => None,
            Err(error) => Some(Err(error)),
        });
        paths.collect::<Result<Vec<_>, _>>()
    });
    found.map_err(error::of_batch)
}
