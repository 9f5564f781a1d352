//! Smart Game Format: encodings, game trees, typed values, writer.

pub mod encoding;
pub mod schema;
pub mod value;
