//! What a rewriting did.

use kifu::lint::{self, Outcome};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::finding::Reduced;

/// One thing that `normalize` or `convert` did, or left because its meaning is not clear.
#[pyclass(frozen, eq, hash, get_all, module = "kifu")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change {
    /// ``"changed"``, ``"added"``, ``"removed"`` or ``"kept"``.
    outcome: &'static str,
    /// The number of the game, from 0.
    game: usize,
    /// The number of the node before the change.
    node: u32,
    /// The fixes that were applied.
    what: String,
    /// Why.
    why: String,
}

#[pymethods]
impl Change {
    fn __repr__(&self) -> String {
        format!("<kifu.Change {}: {}>", self.outcome, self.what)
    }

    /// Restores a pickled change.
    #[staticmethod]
    fn _restore(
        outcome: &str,
        game: usize,
        node: u32,
        what: String,
        why: String,
    ) -> PyResult<Self> {
        let known = [
            Outcome::Changed,
            Outcome::Added,
            Outcome::Removed,
            Outcome::Kept,
        ];
        let outcome = known
            .map(Outcome::name)
            .into_iter()
            .find(|name| *name == outcome);
        Ok(Self {
            outcome: outcome.ok_or_else(|| PyValueError::new_err("no such outcome"))?,
            game,
            node,
            what,
            why,
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, ChangeParts>> {
        let change = slf.get().clone();
        let restore = slf.get_type().getattr("_restore")?;
        let parts = (
            change.outcome,
            change.game,
            change.node,
            change.what,
            change.why,
        );
        Ok((restore, parts))
    }
}

/// Outcome, game, node, what was done, and why.
type ChangeParts = (&'static str, usize, u32, String, String);

/// The changes of a rewriting.
pub(crate) fn changes(found: Vec<lint::Change>) -> Vec<Change> {
    let change = |change: lint::Change| Change {
        outcome: change.outcome.name(),
        game: change.game,
        node: change.node.get(),
        what: change.what,
        why: change.why.into_owned(),
    };
    found.into_iter().map(change).collect()
}
