//! The games of an index as record batches of Apache Arrow, for libraries and programs that read Arrow.
//!
//! [`schema`] names the columns, [`Games`] reads the selected games in batches, and `write` (feature `ipc`) sends them
//! as a stream in Arrow's IPC format.
//!
//! The types: text is `LargeUtf8`, a list of texts `List<LargeUtf8>`, a date `Date32`, numbers are `Int32`, `Int64` and
//! `Float64`, bytes `LargeBinary`. Every column may be null.

mod arrays;
mod games;
#[cfg(feature = "ipc")]
mod stream;

pub use arrays::{array, data_type};
pub use games::{Games, KEY, UnknownColumn, rows, schema};
#[cfg(feature = "ipc")]
pub use stream::write;
