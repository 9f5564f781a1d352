//! Selections: meaning, errors and laws.

mod errors;
mod games;
mod header;
mod laws;
