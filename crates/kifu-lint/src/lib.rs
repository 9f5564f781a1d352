//! Checks and repairs Smart Game Format files.
//!
//! # Promises
//! - No file makes it panic, recurse over the depth of a tree, or take more than linear time.
//! - A [`Diagnostic`] says what is wrong, why, and where; its code never changes its meaning.
//! - A [`Fix`] is edits of spans: nothing else in the file changes by one byte. It is offered only
//!   where one reading is possible, and nothing is lost unasked.
#![forbid(unsafe_code)]

mod change;
mod context;
pub mod convert;
mod diagnostic;
mod draft;
pub mod emit;
mod first_game;
mod fix;
pub mod format;
mod held;
mod known;
mod levels;
mod linter;
mod node;
pub mod normalize;
mod notation;
mod options;
mod problems;
pub mod quirk;
mod read;
mod replay;
mod rule;
mod rules;

pub use change::{Change, Outcome};
pub use diagnostic::{Applicability, Diagnostic, Edit, Fix, Related, Severity};
pub use first_game::FirstGame;
pub use fix::{Fixed, fix};
pub use linter::{Counts, Linter, check};
pub use options::Options;
pub use rule::{HEADINGS, Rule};
pub use rules::{rule, rules};
