//! The integration tests of this crate, in one binary.

mod edit;
mod encoding;
mod games;
mod schema;
mod shapes;
mod suite;
mod tree;
mod value;
mod write;
