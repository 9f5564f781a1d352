//! What a check finds and a fix does.

use std::collections::BTreeMap;

use kifu::encoding::Source;
use kifu::lint::{self, Applicability, Severity};
use kifu::syntax::LineIndex;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

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
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

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
    pub(crate) data: Py<PyBytes>,
    /// How many fixes of each rule were applied, by the code of the rule.
    pub(crate) applied: BTreeMap<&'static str, usize>,
    /// The diagnostics that remain.
    pub(crate) remaining: Vec<Diagnostic>,
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

/// The findings of a check, with their places in the bytes of the file.
pub(crate) fn diagnostics(source: &Source, found: Vec<lint::Diagnostic>) -> Vec<Diagnostic> {
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
