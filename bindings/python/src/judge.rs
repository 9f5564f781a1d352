//! Checks, fixes, normalization and conversion.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use kifu::encoding::Source;
use kifu::formats::Format;
use kifu::lint::{self, Applicability, Outcome, Severity};
use kifu::syntax::LineIndex;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt as _;
use pyo3::types::PyBytes;

use crate::argument::Texts;
use crate::collection::Collection;
use crate::error;
use crate::game::Game;
use crate::interrupt;
use crate::read;
use crate::shared::Shared;

/// A problem found by a rule in a file.
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "kifu")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Diagnostic {
    /// The permanent code of the rule, such as ``"V205"``.
    code: &'static str,
    /// ``"error"``, ``"warning"`` or ``"hint"``.
    severity: &'static str,
    /// The message.
    message: String,
    /// Why it is wrong; may be empty.
    why: String,
    /// The line, from 1.
    line: usize,
    /// The column, in characters from 1.
    column: usize,
    /// Start and end of the text in question, in bytes of the file.
    span: (usize, usize),
    /// How to fix it; ``None`` if no fix is known.
    fix: Option<Fix>,
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        format!(
            "<kifu.Diagnostic {} {} at {}:{}: {}>",
            self.severity, self.code, self.line, self.column, self.message
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, DiagnosticParts>> {
        let this = slf.get().clone();
        let names = (this.code.to_owned(), this.severity.to_owned());
        let place = (this.line, this.column, this.span);
        let parts = (names, this.message, this.why, place, this.fix);
        Ok((restorer(slf.py(), "_restore_diagnostic")?, parts))
    }
}

/// A function that restores a pickled object, and its arguments.
type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// Code and severity; message; why; line, column and span; fix.
type DiagnosticParts = (
    (String, String),
    String,
    String,
    (usize, usize, (usize, usize)),
    Option<Fix>,
);

fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("kifu._kifu")?.getattr(name)
}

/// The permanent code of a rule by its name in a pickle.
fn code_of(code: &str) -> PyResult<&'static str> {
    let rule = lint::rule(code);
    let rule = rule.ok_or_else(|| PyValueError::new_err(format!("{code:?}: no such rule")))?;
    Ok(rule.code)
}

/// Restores a pickled diagnostic.
#[pyfunction]
pub(crate) fn _restore_diagnostic(
    names: (String, String),
    message: String,
    why: String,
    place: (usize, usize, (usize, usize)),
    fix: Option<Fix>,
) -> PyResult<Diagnostic> {
    let (line, column, span) = place;
    let known = [Severity::Error, Severity::Warning, Severity::Hint].map(Severity::name);
    let severity = known.into_iter().find(|name| *name == names.1);
    Ok(Diagnostic {
        code: code_of(&names.0)?,
        severity: severity.ok_or_else(|| PyValueError::new_err("no such severity"))?,
        message,
        why,
        line,
        column,
        span,
        fix,
    })
}

/// Edits that fix a diagnostic.
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "kifu")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fix {
    /// The title of the fix.
    title: String,
    /// Whether only one reading is possible and nothing is lost.
    safe: bool,
    /// Start and end of what is replaced, in bytes of the file, and the replacement.
    edits: Vec<(usize, usize, String)>,
}

#[pymethods]
impl Fix {
    fn __repr__(&self) -> String {
        let safe = if self.safe { "safe" } else { "unsafe" };
        format!("<kifu.Fix {safe}: {}>", self.title)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, FixParts>> {
        let this = slf.get().clone();
        let parts = (this.title, this.safe, this.edits);
        Ok((restorer(slf.py(), "_restore_fix")?, parts))
    }
}

/// Title; whether it is safe; edits.
type FixParts = (String, bool, Vec<(usize, usize, String)>);

/// Restores a pickled fix.
#[pyfunction]
pub(crate) fn _restore_fix(title: String, safe: bool, edits: Vec<(usize, usize, String)>) -> Fix {
    Fix { title, safe, edits }
}

/// The outcome of `fix`.
#[pyclass(frozen, get_all, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Fixed {
    /// The file after all fixes.
    data: Py<PyBytes>,
    /// How many fixes of each rule were applied, by the code of the rule.
    applied: BTreeMap<&'static str, usize>,
    /// The diagnostics that remain.
    remaining: Vec<Diagnostic>,
}

#[pymethods]
impl Fixed {
    fn __repr__(&self) -> String {
        let applied: usize = self.applied.values().sum();
        let left = self.remaining.len();
        format!("<kifu.Fixed {applied} applied, {left} remaining>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, FixedParts>> {
        let (py, this) = (slf.py(), slf.get());
        let applied = this.applied.iter();
        let applied = applied.map(|(code, count)| ((*code).to_owned(), *count));
        let parts = (
            this.data.clone_ref(py),
            applied.collect(),
            this.remaining.clone(),
        );
        Ok((restorer(py, "_restore_fixed")?, parts))
    }
}

/// Data; applied fixes; remaining diagnostics.
type FixedParts = (Py<PyBytes>, BTreeMap<String, usize>, Vec<Diagnostic>);

/// Restores a pickled outcome of `fix`.
#[pyfunction]
pub(crate) fn _restore_fixed(
    data: Py<PyBytes>,
    applied: BTreeMap<String, usize>,
    remaining: Vec<Diagnostic>,
) -> PyResult<Fixed> {
    let applied = applied.into_iter();
    let applied = applied.map(|(code, count)| Ok((code_of(&code)?, count)));
    Ok(Fixed {
        data,
        applied: applied.collect::<PyResult<_>>()?,
        remaining,
    })
}

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

fn changes(found: Vec<lint::Change>) -> Vec<Change> {
    let change = |change: lint::Change| Change {
        outcome: change.outcome.name(),
        game: change.game,
        node: change.node.get(),
        what: change.what,
        why: change.why.into_owned(),
    };
    found.into_iter().map(change).collect()
}

fn diagnostics(source: &Source, found: Vec<lint::Diagnostic>) -> Vec<Diagnostic> {
    let text = source.text().as_bytes();
    let index = LineIndex::new(text);
    let bytes = |span| {
        let span = source.to_bytes_span(span);
        (span.start, span.end)
    };
    let one = |found: lint::Diagnostic| {
        let position = index.position(text, found.span.start);
        let fix = found.fix.map(|fix| Fix {
            title: fix.title.into_owned(),
            safe: fix.applicability == Applicability::Safe,
            edits: fix
                .edits
                .into_iter()
                .map(|edit| {
                    let (start, end) = bytes(edit.span);
                    (start, end, edit.replacement)
                })
                .collect(),
        });
        Diagnostic {
            code: found.code,
            severity: found.severity.name(),
            message: found.message.into_owned(),
            why: found.why.into_owned(),
            line: position.line,
            column: position.column,
            span: bytes(found.span),
            fix,
        }
    };
    found.into_iter().map(one).collect()
}

/// The collection of an argument: one that was read, or data that is read now.
pub(crate) fn collection_of<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Collection>> {
    if let Ok(collection) = source.cast::<Collection>() {
        return Ok(collection.clone());
    }
    let py = source.py();
    if let Ok(game) = source.cast::<Game>() {
        let alone = game.get().read_detached(py, |game| {
            let mut alone = kifu::Collection::new();
            alone.add_copy(game);
            alone
        })?;
        return Bound::new(py, Collection::from_shared(Shared::new(alone, None)));
    }
    let collection = read::loads(py, source, None, None);
    let collection = collection.map_err(|error| {
        if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err("expected a Collection, a Game, bytes, a buffer or str")
        } else {
            error
        }
    });
    Bound::new(py, collection?)
}

/// The bytes of a collection as they are written now, and how they are decoded.
fn source_of(collection: &kifu::Collection) -> Result<Source, kifu::WriteError> {
    let source = collection.source();
    let bytes = collection.to_bytes()?;
    if bytes == source.bytes() {
        return Ok(source.clone());
    }
    Ok(Source::new(bytes, &collection.decode_options()))
}

/// Does work on a copy of a collection.
fn read_copy<R: Send + 'static>(
    collection: &Bound<'_, Collection>,
    work: impl FnOnce(kifu::Collection) -> R + Send + 'static,
) -> PyResult<R> {
    let py = collection.py();
    let shared = &collection.get().shared;
    let copy = shared.with_detached(py, |state| state.collection.clone());
    interrupt::wait(py, copy.text().len(), move || work(copy))
}

/// Changes a collection, which stays as it is if the work is interrupted.
fn rewrite(
    collection: &Bound<'_, Collection>,
    work: impl FnOnce(&mut kifu::Collection) -> Vec<lint::Change> + Send + 'static,
) -> PyResult<Vec<Change>> {
    let py = collection.py();
    let state = collection.get().shared.state.write_py_attached(py);
    let mut state = state.unwrap_or_else(PoisonError::into_inner);
    let mut copy = state.collection.clone();
    let (changed, found) = interrupt::wait(py, copy.text().len(), move || {
        let found = work(&mut copy);
        (copy, found)
    })?;
    state.collection = changed;
    drop(state);
    Ok(changes(found))
}

fn rules(select: Vec<String>, ignore: Vec<String>, strict: bool) -> PyResult<lint::Options> {
    let options = lint::Options::default()
        .with_select(select)
        .with_ignore(ignore)
        .with_strict(strict);
    let unknown = options.unknown().next().map(str::to_owned);
    match unknown {
        Some(unknown) => Err(PyValueError::new_err(format!(
            "no rule matches {unknown:?}"
        ))),
        None => Ok(options),
    }
}

/// Checks game records against the standard and the rules of the game.
///
/// `source` is a `Collection`, or data as `loads` takes it, or a `Game`, which is checked alone: places count from its
/// beginning. `select` and `ignore` are codes of rules or their
/// beginnings. `strict` adds rules about what is lawful but unusual.
///
/// >>> for diagnostic in check("(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6,5];B[aa])"):
/// ...     print(diagnostic.code, diagnostic.column, diagnostic.message)
/// V214 31 `KM[6,5]` has a decimal comma
#[pyfunction]
#[pyo3(signature = (source, /, *, select = Texts::default(), ignore = Texts::default(), strict = false))]
pub(crate) fn check(
    source: &Bound<'_, PyAny>,
    select: Texts,
    ignore: Texts,
    strict: bool,
) -> PyResult<Vec<Diagnostic>> {
    let py = source.py();
    let options = rules(select.0, ignore.0, strict)?;
    let collection = collection_of(source)?;
    let found = read_copy(&collection, move |collection| {
        let source = source_of(&collection)?;
        Ok(diagnostics(&source, lint::check(&source, &options)))
    })?;
    found.map_err(|error| error::of_write(py, error))
}

/// Repairs game records: applies every fix that is safe, or with ``unsafe=True`` every fix.
///
/// `source` is a `Collection`, data as `loads` takes it, or a `Game`; it is not changed. Repairing the result again changes
/// nothing.
///
/// >>> fix("(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6,5];B[aa]").data
/// b'(;FF[4]GM[1]SZ[19]CA[UTF-8]KM[6.5];B[aa])'
#[pyfunction]
#[pyo3(signature = (source, /, *, r#unsafe = false, select = Texts::default(), ignore = Texts::default()))]
pub(crate) fn fix(
    source: &Bound<'_, PyAny>,
    r#unsafe: bool,
    select: Texts,
    ignore: Texts,
) -> PyResult<Fixed> {
    let py = source.py();
    let options = rules(select.0, ignore.0, false)?;
    let collection = collection_of(source)?;
    let applicability = if r#unsafe {
        Applicability::Unsafe
    } else {
        Applicability::Safe
    };
    let done = read_copy(&collection, move |collection| {
        let bytes = collection.to_bytes()?;
        let decode = collection.decode_options();
        let fixed = lint::fix(bytes, &decode, &options, applicability);
        let remaining = diagnostics(&fixed.source, fixed.found);
        Ok((fixed.source.into_bytes(), fixed.applied, remaining))
    })?;
    let (bytes, applied, remaining) = done.map_err(|error| error::of_write(py, error))?;
    Ok(Fixed {
        data: PyBytes::new(py, &bytes).unbind(),
        applied,
        remaining,
    })
}

/// Writes dates, results, ranks, komi, times, rules and names in one form, and the text as UTF-8. Changes
/// `collection`.
///
/// `order` sorts properties; `quirks` undoes habits of programs. Ambiguous values are left and reported
/// with the outcome ``"kept"``.
///
/// >>> collection = loads("(;FF[4]KM[6,5]DT[2003/4/5]RE[w+res])")
/// >>> for change in normalize(collection):
/// ...     print(change.outcome, change.what)
/// changed write `KM[6,5]` as `KM[6.5]`
/// changed write `DT[2003/4/5]` as `DT[2003-04-05]`
/// changed write `RE[w+res]` as `RE[W+R]`
#[pyfunction]
#[pyo3(signature = (collection, /, *, dates = true, results = true, ranks = true, komi = true, times = true,
    rules = true, names = true, encoding = true, line_ends = true, order = false, quirks = false))]
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "keyword arguments of Python"
)]
pub(crate) fn normalize(
    collection: &Bound<'_, Collection>,
    dates: bool,
    results: bool,
    ranks: bool,
    komi: bool,
    times: bool,
    rules: bool,
    names: bool,
    encoding: bool,
    line_ends: bool,
    order: bool,
    quirks: bool,
) -> PyResult<Vec<Change>> {
    let options = lint::normalize::Options {
        dates,
        results,
        ranks,
        komi,
        times,
        rules,
        names,
        encoding,
        line_ends,
        order,
        quirks,
        ..lint::normalize::Options::NONE
    };
    rewrite(collection, move |collection| {
        lint::normalize::normalize(collection, &options)
    })
}

/// Converts games of FF[1] to FF[3] to FF[4]. Changes `collection`.
///
/// >>> collection = loads("(;FF[1]SiZe[9];Black[ee])")
/// >>> len(upgrade(collection)), collection.dumps()
/// (3, b'(;FF[4]SZ[9];B[ee])')
#[pyfunction]
#[pyo3(signature = (collection, /))]
pub(crate) fn upgrade(collection: &Bound<'_, Collection>) -> PyResult<Vec<Change>> {
    let options = lint::convert::Options::default();
    rewrite(collection, move |collection| {
        lint::convert::to_ff4(collection, &options)
    })
}

/// Converts a game or a collection to another format: ``"gtp"``, ``"xml"``, ``"ishi"``, …; see `formats`.
///
/// Returns the bytes of the file, and a list of what the format cannot hold. Raises `FormatError` if the format is
/// unknown, is only read, or cannot hold the game.
///
/// >>> data, lost = convert("(;SZ[9]PB[Shusaku];B[ee])", to="gtp")
/// >>> data.split(b"\n")[2], lost
/// (b'play B E5', ['1 `PB`'])
#[pyfunction]
#[pyo3(signature = (source, /, *, to))]
pub(crate) fn convert<'py>(
    source: &Bound<'py, PyAny>,
    to: &str,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let py = source.py();
    let format = Format::from_name(to).ok_or_else(|| {
        let message = format!("unknown format: {to:?}; see `kifu.formats()`");
        error::new(error::format(py), message)
    })?;
    let export = if let Ok(game) = source.cast::<Game>() {
        game.get().read_detached(py, |game| format.write(game))?
    } else {
        let collection = collection_of(source)?;
        read_copy(&collection, move |collection| format.write_all(&collection))?
    };
    let export = export.map_err(|refusal| error::new(error::format(py), refusal))?;
    let losses = export.losses.iter().map(ToString::to_string).collect();
    Ok((PyBytes::new(py, &export.bytes), losses))
}

/// The formats besides SGF: a dictionary from names to whether the format can be written. All can be read.
#[pyfunction]
pub(crate) fn formats() -> BTreeMap<&'static str, bool> {
    let all = Format::ALL.iter();
    all.map(|format| (format.name(), format.writes())).collect()
}
