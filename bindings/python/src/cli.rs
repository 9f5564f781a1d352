//! The command line.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line with these words, the name of the program first, and returns its exit status.
#[pyfunction]
pub(crate) fn _run(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| kifu_cli::run(words))
}
