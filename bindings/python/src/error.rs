//! Errors of the crates as Python exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A class of the module `kifu._types`, imported once.
macro_rules! imported {
    ($($function:ident: $name:literal,)*) => {
        $(
            #[doc = concat!("The class `kifu.", $name, "`.")]
            pub(crate) fn $function(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
                static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                CLASS.import(py, "kifu._types", $name)
            }
        )*
    };
}

imported! {
    stale_node: "StaleNodeError",
    edit: "EditError",
    write: "WriteError",
    format: "FormatError",
    selection: "SelectionError",
    illegal_move: "IllegalMoveError",
    off_board: "OffBoardError",
    database: "DatabaseError",
    index_report: "IndexReport",
    counts: "Counts",
    point: "Point",
    r#move: "Move",
    result: "Result",
}

/// An exception of `class` with the message of `error`.
pub(crate) fn new(class: PyResult<&Bound<'_, PyType>>, error: impl Display) -> PyErr {
    match class {
        Ok(class) => PyErr::from_type(class.clone(), error.to_string()),
        Err(import) => import,
    }
}

/// The exception for an edit that was refused.
pub(crate) fn of_edit(py: Python<'_>, error: kifu::EditError) -> PyErr {
    match error {
        kifu::EditError::NoSuchNode | kifu::EditError::NoSuchGame => stale(py),
        other => new(edit(py), other),
    }
}

/// The exception for a handle whose node or game was removed.
pub(crate) fn stale(py: Python<'_>) -> PyErr {
    new(stale_node(py), "the node or game was removed")
}

/// The exception for a collection that was not written.
pub(crate) fn of_write(py: Python<'_>, error: kifu::WriteError) -> PyErr {
    match error {
        kifu::WriteError::Io(error) => error.into(),
        other => new(write(py), other),
    }
}

/// The ``OSError`` for a file, with its number and the path.
pub(crate) fn of_io(path: &Path, error: &io::Error) -> PyErr {
    let code = error.raw_os_error();
    // Python chooses the class by the number, and words the message.
    let strerror = |py: Python<'_>, code: i32| {
        let text = py.import("os")?.getattr("strerror")?.call1((code,))?;
        text.extract::<String>()
    };
    match code {
        Some(code) => Python::attach(|py| match strerror(py, code) {
            Ok(text) => PyOSError::new_err((code, text, path.as_os_str().to_owned())),
            Err(failed) => failed,
        }),
        None => PyErr::from(io::Error::new(
            error.kind(),
            format!("{}: {error}", path.display()),
        )),
    }
}

/// The ``OSError`` for a file that cannot be read or written.
pub(crate) fn of_replace(path: &Path, error: kifu::batch::Error) -> PyErr {
    use kifu::batch::ErrorKind;
    let code = |kind| io::Error::from(kind);
    // The number of the system for a missing file, which Unix and Windows share.
    let missing = || io::Error::from_raw_os_error(2);
    let cause = match error.kind {
        ErrorKind::Write(cause) | ErrorKind::Read(cause) | ErrorKind::Create(cause)
            if cause.raw_os_error().is_some() =>
        {
            cause
        }
        ErrorKind::NotFound => missing(),
        ErrorKind::Create(cause) if cause.kind() == io::ErrorKind::NotFound => missing(),
        ErrorKind::Write(cause) | ErrorKind::Read(cause) | ErrorKind::Create(cause) => {
            code(cause.kind())
        }
        ErrorKind::ReadOnly | ErrorKind::PermissionDenied => code(io::ErrorKind::PermissionDenied),
        other => io::Error::other(other.to_string()),
    };
    of_io(path, &cause)
}

/// The exception for a file that cannot be read.
pub(crate) fn of_batch(error: kifu::batch::Error) -> PyErr {
    of_replace(&kifu::batch::path_of(&error.name), error)
}
