//! `kifu.Database` and `kifu.index`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use arrow_schema::SchemaRef;
use kifu::batch::{Inputs, describe, index as indexing, path_of};
use kifu::select::Selection;
use kifu::store::{GameKey, Indexer, Store, StoreError, StoreErrorKind};
use kifu_arrow::Games;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::argument::Texts;
use crate::collection::Collection;
use crate::error;
use crate::game::Game;
use crate::learn;
use crate::query;
use crate::read::FilePath;
use crate::repr::count;
use crate::scan::Paths;
use crate::shared::Shared;
use crate::table::Table;

/// An index of game records that finds any position: what `kifu.index` makes and ``kifu index`` too.
///
/// ``len(database)`` is the number of games. It shows the index as it was when it was opened. Its threads belong to
/// the process that used it first: a process forked after that gets `DatabaseError`, so start workers with ``spawn``.
///
/// >>> import pathlib, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> _ = (folder / "a.sgf").write_text("(;GM[1]SZ[9]RE[B+R];B[gc];W[gd];B[fd];W[ge])")
/// >>> database = index(folder, folder / "games.kifu")
/// >>> answer = database.search("----/...|/...|/X..|/O..|/...|")
/// >>> answer.main
/// Counts(games=1, hits=1, black_wins=1, white_wins=0, swapped=0)
/// >>> answer.continuations.to_list()[0]["hits"]
/// 1
/// >>> answer.games(columns=["result"])["result"]
/// ['B+R']
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Database {
    store: Arc<Store>,
    report: Option<Py<PyAny>>,
}

/// The exception for an index: ``FileNotFoundError`` where nothing is, else `DatabaseError`.
pub(crate) fn of_store(error: &StoreError) -> PyErr {
    /// `ENOENT`, by which Python chooses the class.
    const NO_ENTRY: i32 = 2;
    if matches!(error.kind, StoreErrorKind::NotFound) {
        return error::of_io(&error.path, &std::io::Error::from_raw_os_error(NO_ENTRY));
    }
    Python::attach(|py| error::new(error::database(py), error))
}

/// Refuses work in a process that was forked after threads were started: they do not exist there, and would be waited
/// for.
fn ensure_threads(py: Python<'_>) -> PyResult<()> {
    static OWNER: OnceLock<u32> = OnceLock::new();
    let own = std::process::id();
    if *OWNER.get_or_init(|| own) == own {
        return Ok(());
    }
    let text =
        "this process was forked from one that used a database; start workers with \"spawn\"";
    Err(error::new(error::database(py), text))
}

fn selection(expression: Option<&Bound<'_, PyAny>>) -> PyResult<Selection> {
    Ok(learn::selection(expression)?.unwrap_or_default())
}

/// The columns of game info by their names, with their types.
pub(crate) fn schema(names: Option<&Texts>) -> PyResult<SchemaRef> {
    let names = names.map(|names| names.0.as_slice());
    let all = names.unwrap_or_default();
    if let Some(twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
        let message = format!("columns: {:?} is given twice", all[twice]);
        return Err(PyValueError::new_err(message));
    }
    kifu_arrow::schema(names).map_err(|error| PyValueError::new_err(format!("columns: {error}")))
}

impl Database {
    fn new(py: Python<'_>, path: PathBuf, report: Option<Py<PyAny>>) -> PyResult<Self> {
        let store = py.detach(|| Store::open(path));
        let store = store.map_err(|error| of_store(&error))?;
        Ok(Self {
            store: Arc::new(store.unpacking(indexing::unpacking())),
            report,
        })
    }
}

#[pymethods]
impl Database {
    /// Opens an index.
    ///
    /// Raises ``FileNotFoundError`` if there is nothing at the path, and `DatabaseError` if it is no index, is of a
    /// newer version, or is damaged.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn open(py: Python<'_>, path: FilePath) -> PyResult<Self> {
        let FilePath(path) = path;
        Self::new(py, path, None)
    }

    /// The path of the index.
    #[getter]
    fn path(&self) -> OsString {
        self.store.path().as_os_str().to_owned()
    }

    /// The result of `kifu.index`: an `IndexReport`; ``None`` if the index was opened.
    #[getter]
    fn report(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.report.as_ref().map(|report| report.clone_ref(py))
    }

    /// The number of selected games. `where` is a selection expression, such as ``"player~Shusaku date<1850"``.
    #[pyo3(signature = (r#where = None, /))]
    fn count(&self, py: Python<'_>, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        ensure_threads(py)?;
        let selection = selection(r#where)?;
        let count = py.detach(|| self.store.count(&selection));
        count.map_err(|error| of_store(&error))
    }

    /// The selected games as a table, in the order of the index. `where` is a selection expression; without it all
    /// games are selected.
    ///
    /// `columns` names the columns; the default is all but ``events`` and ``sgf``. ``key`` is the argument of `game`;
    /// ``number`` counts the games of a file from 1; dates are ``date_first`` and ``date_last``, texts as written are
    /// ``date_text``, ``result``, …; ``winner`` is ``"B"``, ``"W"``, ``"draw"``, ``"void"`` or missing.
    #[pyo3(signature = (r#where = None, /, *, columns = None))]
    fn games(
        &self,
        py: Python<'_>,
        r#where: Option<&Bound<'_, PyAny>>,
        columns: Option<Texts>,
    ) -> PyResult<Table> {
        ensure_threads(py)?;
        let schema = schema(columns.as_ref())?;
        let selection = selection(r#where)?;
        let store = Arc::clone(&self.store);
        let games = py.detach(|| Games::new(store, &selection, Arc::clone(&schema)));
        let games = games.map_err(|error| of_store(&error))?;
        Ok(Table::lazy(schema, games.total(), move || {
            Box::new(games.restarted())
        }))
    }

    /// The game of a `key` of a table, read from the index or from its file.
    ///
    /// Raises ``KeyError`` if the index has no such game, and `DatabaseError` if its file is gone or has changed.
    #[pyo3(signature = (key, /))]
    fn game(&self, py: Python<'_>, key: &str) -> PyResult<Game> {
        ensure_threads(py)?;
        let missing = || PyKeyError::new_err(key.to_owned());
        let parsed = key.parse::<GameKey>().map_err(|_| missing())?;
        let found = py.detach(|| {
            let Some(id) = self.store.find(parsed)? else {
                return Ok(None);
            };
            let text = self.store.record(id)?;
            Ok(Some((text, self.store.origin(id)?)))
        });
        let found = found.map_err(|error: StoreError| of_store(&error))?;
        let (text, origin) = found.ok_or_else(missing)?;
        let shared = Shared {
            first: parsed.number as usize,
            is_whole: false,
            ..Shared::new(
                kifu::Collection::from(text),
                Some(PathBuf::from(&*origin.record)),
            )
        };
        Collection::from_shared(shared).first_game(py)
    }

    /// Finds a position or a part of one, in any orientation, with what was played next.
    ///
    /// `pattern` is a drawing, a `Board` or a `Node`. A drawing has rows of ``X`` black, ``O`` white, ``.`` empty,
    /// ``*`` anything, ``x`` and ``o`` a stone or nothing, ``@`` any stone, parted by line breaks or ``/``; a row of
    /// ``-`` and ``|`` at the end of a row are edges of the board. Of a board or a node the whole board is searched,
    /// or the rectangle between two points with ``area=("aa", "gg")``. `anchor` is a corner (``"NE"``), a side
    /// (``"N"``), ``"anywhere"`` or ``"full"``.
    ///
    /// `where` selects the games to search. With ``symmetry=False`` the pattern is not turned or mirrored, with
    /// ``swap_colors=False`` colors are not swapped, with ``slide=True`` it may touch edges that it does not show.
    /// `next` is who plays next inside the pattern, `moves` a ``range``, of step 1, of move numbers at which it occurs,
    /// `sequence` what is played inside it then (``"B:cc W:dc"`` by column and row, ``"x:cc"`` a capture, ``"~"`` any moves),
    /// `later` a list of patterns that come later in the game. With ``variations=True`` variations are searched too.
    ///
    /// Raises ``ValueError`` for a mistake in the pattern or an option, or if a drawing fits on the boards only at edges
    /// that it does not show; `SelectionError` for a mistake in `where`; `DatabaseError` if a part of the index is
    /// damaged.
    #[pyo3(signature = (pattern, /, *, r#where = None, anchor = None, area = None, symmetry = true, swap_colors = true,
        slide = false, next = None, moves = None, sequence = None, later = vec![], variations = false))]
    #[expect(
        clippy::fn_params_excessive_bools,
        reason = "keyword arguments of Python"
    )]
    fn search(
        &self,
        pattern: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
        anchor: Option<&str>,
        area: Option<&Bound<'_, PyAny>>,
        symmetry: bool,
        swap_colors: bool,
        slide: bool,
        next: Option<&Bound<'_, PyAny>>,
        moves: Option<&Bound<'_, PyAny>>,
        sequence: Option<&str>,
        later: Vec<Bound<'_, PyAny>>,
        variations: bool,
    ) -> PyResult<Answer> {
        let py = pattern.py();
        ensure_threads(py)?;
        let mut query = query::new(pattern, anchor, area)?;
        query.selection = selection(r#where)?;
        if !symmetry {
            query.symmetries.truncate(1);
        }
        query.swaps_colors = swap_colors;
        query.slides_onto_edges = slide;
        query.in_variations = variations;
        query::narrow(&mut query, next, moves, sequence, &later)?;
        query::ensure_place(&query, &self.store.sizes())?;
        let answer = py.detach(|| {
            let mut answer = self.store.search_partial(&query)?;
            self.store.reached(&query, &mut answer)?;
            Ok(answer)
        });
        let mut answer = answer.map_err(|error: StoreError| of_store(&error))?;
        let errors = std::mem::take(&mut answer.damaged);
        if let Some(error) = errors.iter().find(|error| !error.is_of_records()) {
            return Err(of_store(error));
        }
        let problems = errors.iter().map(ToString::to_string).collect();
        let columns = query.pattern.columns();
        Ok(Answer::new(
            Arc::clone(&self.store),
            answer,
            columns,
            problems,
        ))
    }

    fn __len__(&self) -> usize {
        self.store.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<kifu.Database {:?}, {}>",
            self.store.path().to_string_lossy(),
            count(self.store.len(), "game")
        )
    }

    /// Pickles the path: the index is opened again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (OsString,))> {
        let open = slf.py().get_type::<Self>().getattr("open")?;
        Ok((open, (slf.get().path(),)))
    }
}

/// Makes an index of game records, or brings one up to date, and opens it.
///
/// `source` is a file, a folder, an archive, or a list of them; `path` is the folder of the index, usually named
/// ``NAME.kifu``. Files that have not changed are not read again, and games whose files are gone from a folder in `source`
/// are removed. Games of other files stay. ``records=True`` keeps the records too, if the index is new, so that comments
/// can be searched when the files are gone. ``compact=True`` merges small parts. An interrupted call leaves the index as
/// it was.
///
/// Raises ``FileNotFoundError`` if nothing is at a path in `source`, and `DatabaseError` if the index cannot be written.
/// Another file that cannot be read raises nothing: see `Database.report`.
#[pyfunction]
#[pyo3(signature = (source, path, /, *, records = false, compact = false))]
pub(crate) fn index(
    py: Python<'_>,
    source: Paths,
    path: FilePath,
    records: bool,
    compact: bool,
) -> PyResult<Database> {
    let FilePath(path) = path;
    ensure_threads(py)?;
    source.ensure_exist(py)?;
    let mut inputs = Inputs::new(source.into());
    inputs.formats = true;
    inputs.translates = true;
    let mut skipped: Vec<(OsString, String)> = Vec::new();
    let mut interrupt = None;
    let report = py.detach(|| {
        let mut indexer = Indexer::open(&path, records)?.refusing(indexing::refusal);
        let mut unread = Vec::new();
        let files = indexing::inputs(&inputs).filter_map(|input| {
            input
                .map_err(|error| {
                    let name = path_of(&error.name).into_os_string();
                    unread.push((name, describe(&error.kind)));
                })
                .ok()
        });
        indexer.add_until(files, |done| {
            if let Some(error) = done.error {
                skipped.push((done.path.as_os_str().to_owned(), describe(&*error)));
            }
            #[expect(
                clippy::redundant_closure_for_method_calls,
                reason = "the method is not general in its lifetime"
            )]
            let checked = Python::attach(|py| py.check_signals());
            match checked {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    interrupt = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        if interrupt.is_some() {
            // Nothing counts before the end, so that the rest can be left out.
            return Ok(None);
        }
        skipped.extend(unread);
        let roots: BTreeSet<PathBuf> = inputs
            .paths
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        indexer.remove(|file| {
            roots.iter().any(|root| file.starts_with(root)) && !file.try_exists().unwrap_or(true)
        });
        indexer.finish(compact).map(Some)
    });
    if let Some(error) = interrupt {
        return Err(error);
    }
    let report = report
        .map_err(|error| of_store(&error))?
        .unwrap_or_default();
    let fields = (
        report.games,
        report.read,
        report.added,
        report.unchanged,
        report.removed,
        skipped,
    );
    let report = error::index_report(py)?.call1(fields)?;
    Database::new(py, path, Some(report.unbind()))
}
