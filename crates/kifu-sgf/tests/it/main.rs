//! The integration tests of this crate, in one binary.

mod edit;
mod encoding;
mod games;
mod info;
mod neighbours;
mod oracle;
mod real_files;
mod schema;
#[cfg(feature = "serde")]
mod serialised;
mod shapes;
mod suite;
mod threads;
mod tree;
mod value;
mod write;
