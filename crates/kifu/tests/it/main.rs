//! The face: its examples run, and every crate reads a fact in one way.

#[cfg(all(
    feature = "collection",
    feature = "diagram",
    feature = "formats",
    feature = "go",
    feature = "lint",
    feature = "select"
))]
mod examples;
#[cfg(all(
    feature = "collection",
    feature = "diagram",
    feature = "formats",
    feature = "go",
    feature = "lint",
    feature = "select"
))]
mod one_reader;
