//! Functions of several games: duplicates, differences, merging.

use kifu::collection::dedupe::{Finder, Fingerprint, Kind, Line, Options};
use kifu::collection::merge::{self as records, Header, Input};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::argument::{Texts, whole};
use crate::collection::Collection;
use crate::error;
use crate::game::Game;
use crate::interrupt;
use crate::judge::collection_of;
use crate::repr::count;
use crate::shared::{GameHandle, Shared};

/// Records of one game.
#[pyclass(frozen, eq, hash, get_all, module = "kifu")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DuplicateGroup {
    /// The position of the best record among the games: the most moves, then the most game info.
    best: u32,
    /// The other records: position, and how the record differs.
    others: Vec<(u32, String)>,
    /// The largest difference: ``"bytes"``, ``"tree"``, ``"moves"``, ``"prefix"``, ``"near"``, ``"dyer"`` or
    /// ``"players"``.
    kind: &'static str,
}

/// The best record, the others, and the largest difference.
type GroupParts = (u32, Vec<(u32, String)>, &'static str);

#[pymethods]
impl DuplicateGroup {
    fn __repr__(&self) -> String {
        let records = self.others.len() + 1;
        format!("<kifu.DuplicateGroup {}: {records} records>", self.kind)
    }

    /// Restores a pickled group.
    #[staticmethod]
    fn _restore(best: u32, others: Vec<(u32, String)>, kind: &str) -> PyResult<Self> {
        let kind = Kind::from_name(kind);
        let kind = kind.ok_or_else(|| PyValueError::new_err("no such kind of difference"))?;
        Ok(Self {
            best,
            others,
            kind: kind.name(),
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, GroupParts)> {
        let group = slf.get().clone();
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (group.best, group.others, group.kind)))
    }
}

/// Finds records of the same game: the same moves in any orientation, a record that breaks off, a slip of the pen.
///
/// `games` is any iterable of `Game`; groups name games by their position in it. `least_moves` is the fewest moves
/// that make two records the same game. `kinds_to` is the largest difference to look for.
///
/// >>> dedupe(loads("(;SZ[9];B[cc];W[gg];B[gc])(;SZ[9];B[gc];W[cg];B[cc])"), least_moves=3)
/// [<kifu.DuplicateGroup moves: 2 records>]
#[pyfunction]
#[pyo3(signature = (games, /, *, least_moves = 10, kinds_to = "players"))]
pub(crate) fn dedupe(
    games: &Bound<'_, PyAny>,
    least_moves: i128,
    kinds_to: &str,
) -> PyResult<Vec<DuplicateGroup>> {
    let py = games.py();
    let last = Kind::from_name(kinds_to).ok_or_else(|| {
        PyValueError::new_err(format!("unknown kind of difference: {kinds_to:?}"))
    })?;
    let options = Options::default()
        .with_least_moves(whole("least_moves", least_moves, 0)?)
        .with_kinds_to(last);
    let mut finder = Finder::new(options);
    let mut handles: Vec<GameHandle> = Vec::new();
    for game in games.try_iter()? {
        py.check_signals()?;
        let game = game?;
        let game = game.cast::<Game>()?.get();
        finder.add(game.read_detached(py, Fingerprint::of)?);
        handles.push(game.handle.clone());
    }
    for number in finder.games_to_read().to_vec() {
        py.check_signals()?;
        let handle = &handles[number as usize];
        let line = handle.shared.game_detached(py, handle.key, Line::of)?;
        finder.give(number, line);
    }
    let groups = interrupt::long(py, move || finder.groups())?;
    Ok(groups
        .into_iter()
        .map(|group| DuplicateGroup {
            best: group.best,
            kind: group.kind().name(),
            others: group
                .others
                .iter()
                .map(|member| (member.number, member.relation.to_string()))
                .collect(),
        })
        .collect())
}

/// The differences between two collections.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Diff {
    diff: kifu::collection::diff::Diff,
    text: String,
}

#[pymethods]
impl Diff {
    /// The differences as text: added, removed and changed properties by game and node. Empty if there are none.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Applies the differences to `old` and returns the new collection.
    ///
    /// Raises ``ValueError`` if `old` is not the collection that was compared.
    #[pyo3(signature = (old, /))]
    fn apply(&self, py: Python<'_>, old: &Bound<'_, Collection>) -> PyResult<Collection> {
        let new = old
            .get()
            .shared
            .with_detached(py, |state| self.diff.apply(&state.collection));
        let new = new.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Collection::from_shared(Shared::new(new, None)))
    }

    /// Restores pickled differences.
    #[staticmethod]
    fn _restore(diff: &str, text: String) -> PyResult<Self> {
        let diff = serde_json::from_str(diff);
        let diff = diff.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { diff, text })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let own = slf.get();
        let diff = slf.py().detach(|| serde_json::to_string(&own.diff));
        let diff = diff.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((
            slf.get_type().getattr("_restore")?,
            (diff, own.text.clone()),
        ))
    }

    fn __bool__(&self) -> bool {
        !self.diff.is_empty()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Diff, {}>", count(self.diff.games.len(), "game"))
    }
}

/// Compares two collections as trees. The result is false if there is no difference.
///
/// `old` and `new` are collections, or data as `loads` takes it.
///
/// >>> print(diff("(;KM[6];B[aa])", "(;KM[7];B[aa])").text.strip())
/// root
///   ~ KM[6] → KM[7]
#[pyfunction]
#[pyo3(signature = (old, new, /))]
pub(crate) fn diff(old: &Bound<'_, PyAny>, new: &Bound<'_, PyAny>) -> PyResult<Diff> {
    let py = old.py();
    let (old, new) = (collection_of(old)?, collection_of(new)?);
    // Copies, so that one lock is held at a time.
    let old = old
        .get()
        .shared
        .with_detached(py, |state| state.collection.clone());
    let new = new
        .get()
        .shared
        .with_detached(py, |state| state.collection.clone());
    let size = old.text().len() + new.text().len();
    interrupt::wait(py, size, move || {
        let diff = kifu::collection::diff::Diff::between(&old, &new);
        let text = diff.text(&old);
        Diff { diff, text }
    })
}

/// Merges records of games into one tree. Moves that the records share become shared nodes; nothing is lost.
///
/// `names` are the names that comments give to the records; the default is their position, from 1. With
/// ``opening=True`` records of different games may be merged: their game info goes to the first node that belongs
/// to one game.
///
/// Raises ``ValueError`` if the games cannot stand in one tree.
///
/// >>> merge(loads("(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];W[cc])")).dumps(style="compact").strip()
/// b'(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa](;W[bb])(;W[cc]))'
#[pyfunction]
#[pyo3(signature = (games, /, *, names = None, opening = false))]
pub(crate) fn merge(
    games: &Bound<'_, PyAny>,
    names: Option<Texts>,
    opening: bool,
) -> PyResult<Collection> {
    let py = games.py();
    let mut copies = Vec::new();
    for game in games.try_iter()? {
        py.check_signals()?;
        let game = game?;
        copies.push(game.cast::<Game>()?.get().read_detached(py, |game| {
            let mut copy = kifu::Collection::new();
            copy.add_copy(game);
            copy
        })?);
    }
    let names = names.map_or_else(
        || (1..=copies.len()).map(|n| n.to_string()).collect(),
        |Texts(names)| names,
    );
    if names.len() != copies.len() {
        let message = format!("{} names for {} games", names.len(), copies.len());
        return Err(PyValueError::new_err(message));
    }
    let merged = interrupt::long(py, move || {
        let inputs = copies.iter().zip(&names);
        let inputs = inputs.filter_map(|(copy, name)| {
            let game = copy.game(0)?;
            Some(Input { game, name })
        });
        let header = if opening {
            Header::Apart
        } else {
            Header::Together
        };
        records::merge(&inputs.collect::<Vec<_>>(), header)
    })?;
    let merged = merged.map_err(|error| error::new(Ok(&py.get_type::<PyValueError>()), error))?;
    Ok(Collection::from_shared(Shared::new(
        merged.collection,
        None,
    )))
}
