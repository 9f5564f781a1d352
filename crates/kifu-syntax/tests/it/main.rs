//! The integration tests of this crate, in one binary.

mod text;

mod laws;
mod suite;
