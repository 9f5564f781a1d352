//! Test support for the Kifu workspace.
//!
//! - [`suite`]: the cases of `testdata/suite/*.toml`, which every way of reading runs, and the
//!   two notations they use: the event [`Dump`] and the tree [`Outline`].
//! - [`corpus`]: real files from a folder beside the checkout; tests that need them are skipped
//!   with a word where it is missing.
//! - [`exercism`]: the canonical cases of the sgf-parsing exercise, from that folder.
//! - [`grammar`]: the grammar of the standard, as an oracle.
//! - [`generate`]: inputs of any size in the shapes that break readers.
//! - `S3Server`, with the feature `s3`: a server of S3 over a temporary folder.
//! - [`strategy`]: random inputs for property tests, well-formed and messy, and how they arrive.
#![forbid(unsafe_code)]

pub mod corpus;
mod decode;
mod dump;
pub mod exercism;
pub mod generate;
pub mod grammar;
mod outline;
#[cfg(feature = "s3")]
mod s3;
pub mod strategy;
pub mod suite;

pub use dump::Dump;
pub use outline::Outline;
#[cfg(feature = "s3")]
pub use s3::S3Server;

use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The root folder of the workspace.
///
/// # Panics
/// If this crate is not two folders below it.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate lies in a folder of the workspace")
        .to_path_buf()
}

/// Writes to standard error that a test is skipped, and why. The test harness does not capture it, as it does the
/// output of `eprintln!`.
pub fn skip(why: impl Display) {
    // A closed standard error is no reason to fail.
    let _ = writeln!(io::stderr(), "skipped: {why}");
}

/// Asserts that both sides are equal, and prints them one below the other if they differ.
///
/// # Panics
/// If they differ.
#[track_caller]
pub fn assert_same<T: PartialEq<U> + Debug, U: Debug>(
    what: impl Display,
    actual: &T,
    expected: &U,
) {
    assert!(
        actual == expected,
        "{what}\n  expected: {expected:?}\n  actual:   {actual:?}"
    );
}

/// Like [`assert_same`], for texts: printed as they are, with the place of the first difference
/// marked.
///
/// # Panics
/// If they differ.
#[track_caller]
pub fn assert_same_text(what: impl Display, actual: &str, expected: &str) {
    if actual != expected {
        let same = actual
            .chars()
            .zip(expected.chars())
            .take_while(|(left, right)| left == right)
            .count();
        panic!(
            "{what}\n  expected: {expected}\n  actual:   {actual}\n            {:same$}^",
            ""
        );
    }
}
