//! The fast path: recognizes the most common text of real files from a few bytes.
//!
//! Each function gives the answer, and each loop the events, that the [machine](crate::machine) gives; laws compare
//! them.
//! [`moves`] recognizes tokens and has no state: all readers of moves use it. [`rows`] reads a slice with it.

pub(crate) mod moves;
pub(crate) mod rows;
