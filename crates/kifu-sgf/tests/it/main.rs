//! The integration tests of this crate, in one binary.

mod edit;
mod encoding;
mod schema;
mod tree;
mod value;
mod write;
