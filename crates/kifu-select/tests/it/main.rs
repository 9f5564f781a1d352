//! Selections: what they mean, what is wrong with them, and their laws.

mod errors;
mod games;
mod header;
mod laws;
