//! `kifu.Problem`.

use kifu::encoding::ByteSpan;
use kifu::syntax::LineIndex;
use pyo3::prelude::*;

/// Something in a file that breaks the grammar, or whose encoding is wrong.
#[pyclass(frozen, eq, hash, get_all, module = "kifu")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Problem {
    /// The permanent code, such as ``"P105"``.
    code: String,
    /// The message: the error, and how the text was read.
    message: String,
    /// The line, from 1.
    line: usize,
    /// The column, in characters from 1.
    column: usize,
    /// Start and end of the text in question, in bytes of the file.
    span: (usize, usize),
}

/// Code, message, line, column and span.
type Parts = (String, String, usize, usize, (usize, usize));

#[pymethods]
impl Problem {
    fn __repr__(&self) -> String {
        format!(
            "<kifu.Problem {} at {}:{}: {}>",
            self.code, self.line, self.column, self.message
        )
    }

    /// Restores a pickled problem.
    #[staticmethod]
    fn _restore(
        code: String,
        message: String,
        line: usize,
        column: usize,
        span: (usize, usize),
    ) -> Self {
        Self {
            code,
            message,
            line,
            column,
            span,
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let Self {
            code,
            message,
            line,
            column,
            span,
        } = slf.get().clone();
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (code, message, line, column, span)))
    }
}

/// The problems of the grammar and of the encoding, in the order of the file.
pub(crate) fn of_collection(collection: &kifu::Collection) -> Vec<Problem> {
    let source = collection.source();
    let text = collection.text().as_bytes();
    let index = LineIndex::new(text);
    let make = |code: &str, message: &str, bytes: ByteSpan, offset| {
        let position = index.position(text, offset);
        Problem {
            code: code.to_owned(),
            message: message.to_owned(),
            line: position.line,
            column: position.column,
            span: (bytes.start, bytes.end),
        }
    };
    let grammar = collection.problems().iter().map(|problem| {
        let bytes = source.to_bytes_span(problem.span);
        make(
            problem.kind.code(),
            problem.kind.message(),
            bytes,
            problem.span.start,
        )
    });
    let encoding = source.problems().iter().map(|problem| {
        let offset = source.to_text_offset(problem.span.start);
        make(
            problem.kind.code(),
            problem.kind.message(),
            problem.span,
            offset,
        )
    });
    let mut problems = grammar.chain(encoding).collect::<Vec<_>>();
    problems.sort_by_key(|problem| problem.span.0);
    problems
}
