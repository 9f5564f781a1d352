//! Checks, fixes, normalization and conversion.

use std::collections::BTreeMap;

use kifu::encoding::Source;
use kifu::formats::Format;
use kifu::lint::{self, Applicability};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::argument::Texts;
use crate::bytes;
use crate::change::{Change, changes};
use crate::collection::Collection;
use crate::error;
use crate::finding::{Diagnostic, Fixed, diagnostics};
use crate::game::Game;
use crate::interrupt;
use crate::read;
use crate::shared::Shared;

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
    work: impl Fn(&mut kifu::Collection) -> Vec<lint::Change> + Clone + Send + 'static,
) -> PyResult<Vec<Change>> {
    let shared = &collection.get().shared;
    Ok(changes(shared.rewrite(collection.py(), work)?))
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
#[pyo3(
    signature = (source, /, *, select = Texts::default(), ignore = Texts::default(), strict = false),
    text_signature = "(source, /, *, select=(), ignore=(), strict=False)"
)]
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
#[pyo3(
    signature = (source, /, *, r#unsafe = false, select = Texts::default(), ignore = Texts::default()),
    text_signature = "(source, /, *, unsafe=False, select=(), ignore=())"
)]
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
        data: bytes::to_python(py, bytes)?.unbind(),
        applied,
        remaining,
    })
}

/// Writes dates, results, ranks, komi, times, rules and names in one form, and the text as UTF-8. Changes
/// `collection`.
///
/// `order` sorts properties; `quirks` undoes habits of programs. Ambiguous values are left and reported
/// with the outcome ``"kept"``. Changes that were not written stay, and nodes stay valid.
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
    let format =
        Format::from_name(to).ok_or_else(|| error::new(error::format(py), unknown_target(to)))?;
    let export = if let Ok(game) = source.cast::<Game>() {
        game.get().read_detached(py, |game| format.write(game))?
    } else {
        let collection = collection_of(source)?;
        read_copy(&collection, move |collection| format.write_all(&collection))?
    };
    let export = export.map_err(|refusal| error::new(error::format(py), refusal))?;
    let losses = export.losses.iter().map(ToString::to_string).collect();
    Ok((bytes::to_python(py, export.bytes)?, losses))
}

/// The message for a name that is not that of a format besides SGF.
fn unknown_target(to: &str) -> String {
    let names = Format::names_written();
    if to.eq_ignore_ascii_case("sgf") {
        format!("{to:?} is written by `Collection.dumps` and `save`; `convert` writes {names}")
    } else {
        format!("unknown format: {to:?}; write one of {names}")
    }
}

/// The formats besides SGF: a dictionary from names to whether the format can be written. All can be read.
#[pyfunction]
pub(crate) fn formats() -> BTreeMap<&'static str, bool> {
    let all = Format::ALL.iter();
    all.map(|format| (format.name(), format.writes())).collect()
}
