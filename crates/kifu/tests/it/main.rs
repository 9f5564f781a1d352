//! The face: its examples run, every crate reads a fact in one way, and the lean build stays small.

#[cfg(all(
    feature = "collection",
    feature = "diagram",
    feature = "formats",
    feature = "go",
    feature = "lint",
    feature = "select"
))]
mod examples;
mod lean;
mod notation;
#[cfg(all(
    feature = "collection",
    feature = "diagram",
    feature = "formats",
    feature = "go",
    feature = "lint",
    feature = "select"
))]
mod one_reader;
