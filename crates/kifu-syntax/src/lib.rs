//! Smart Game Format: bytes in, events out.
//!
//! # Promises
//! - No input causes a panic, recursion, or more than linear time.
//! - The parser of a slice allocates nothing, except one word for each `(` in a game that is broken or looks like
//!   several. The [`Reader`] holds a window; the driver of a [`Visitor`] needs three words for each open tree after
//!   the first 32.
//! - No unsafe code, and no dependency except `memchr`.
//! - All text that is valid by the grammar of the standard is read by that grammar, with one exception: a value that
//!   ends with the beginning of a game, on its own line, counts as cut off.
//! - Parsing never fails. Invalid text is read as if it were repaired, and reported to a [`ProblemSink`] with its
//!   [`Span`]. A broken game does not affect the next one if that one begins with root properties, as games usually
//!   do.
//! - Events and the gaps between them are the input, byte for byte.
//!
//! # Phases
//! Bytes become [`Event`]s with spans. On demand, the rules of [`text`] turn a raw value into text, and a
//! [`LineIndex`] turns an offset into a line and a column.
//!
//! # Program 1: count the moves of a collection
//! ```
//! use kifu_syntax::{EventKind, Parser};
//!
//! let sgf = b"(;GM[1];B[dd];W[pp](;B[dp])(;B[pd]))(;GM[1];B[aa])";
//! let moves = Parser::new(sgf)
//!     .filter(|event| event.kind == EventKind::Identifier)
//!     .filter(|event| matches!(event.span.of(sgf), b"B" | b"W"))
//!     .count();
//! assert_eq!(moves, 5);
//! ```
//!
//! # Program 2: print the comments of all main lines
//! ```
//! use kifu_syntax::{Context, Parser, Value, Visit, Visitor};
//!
//! #[derive(Default)]
//! struct Comments(Vec<String>);
//!
//! impl Visitor for Comments {
//!     fn tree_begin(&mut self, tree: Context) -> Visit {
//!         let is_main = tree.depth == 0 || tree.index == 0;
//!         if is_main { Visit::Enter } else { Visit::Skip }
//!     }
//!
//!     fn property_begin(&mut self, identifier: &str, _: Context) -> Visit {
//!         if identifier == "C" { Visit::Enter } else { Visit::Skip }
//!     }
//!
//!     fn value(&mut self, value: Value<'_>, _: Context) -> Visit {
//!         self.0.push(value.text().into_owned());
//!         Visit::Enter
//!     }
//! }
//!
//! let mut comments = Comments::default();
//! Parser::new(b"(;C[one];B[dd](;C[2\\]])(;C[three]))(;C[four])").visit(&mut comments);
//! assert_eq!(comments.0, ["one", "2]", "four"]);
//! ```
//!
//! # Features
//! - `std` (default): the streaming [`Reader`], and the choice of SIMD at run time.
//!
//! # Related crates
//! `kifu-sgf` builds trees of these events, in any encoding; `kifu` is the face of it all.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod class;
mod event;
mod fast;
mod line_index;
mod lookahead;
mod machine;
mod parser;
mod part;
pub mod plain;
mod problem;
mod property;
#[cfg(feature = "std")]
mod reader;
mod recovery;
mod span;
pub mod text;
mod visiting;
mod visitor;

pub use event::{Event, EventKind, EventSink};
pub use line_index::{ColumnUnit, LineIndex, Position};
pub use lookahead::{IDENTIFIER_LIMIT, holds_no_text};
pub use parser::Parser;
pub use part::Part;
pub use problem::{Problem, ProblemKind, ProblemSink};
pub use property::{Properties, Property, ValueSpans};
#[cfg(feature = "std")]
pub use reader::Reader;
#[doc(hidden)]
pub use recovery::undecoded;
pub use recovery::{HORIZON, Repair, RepairKind, apply_repairs, recover};
pub use span::Span;
pub use visitor::{Context, Value, Visit, Visitor};
