//! Smart Game Format: bytes in, events out.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod problem;
mod span;
pub mod text;

pub use problem::{Problem, ProblemKind, ProblemSink};
pub use span::Span;
