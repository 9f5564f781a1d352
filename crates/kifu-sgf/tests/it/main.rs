//! The integration tests of this crate, in one binary.

mod encoding;
mod schema;
mod value;
