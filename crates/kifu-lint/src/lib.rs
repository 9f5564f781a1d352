//! Checks and repairs Smart Game Format files.
//!
//! # Promises
//! - No file causes a panic, recursion over the depth of a tree, or more than linear time.
//! - A [`Diagnostic`] has a message, a reason and a span; its code never changes its meaning.
//! - A [`Fix`] is a list of edits of spans: no other byte of the file changes. It is offered only if one reading is
//!   possible, and removes content only on request.
//!
//! # Features
//! - `pages`, on by default: the pages of rules, 90 kB of text, as [`Rule::summary`], [`Rule::section`] and
//!   [`Rule::to_markdown`].
#![forbid(unsafe_code)]

// First, because its macro is for all files of rules.
#[macro_use]
mod rule;

mod alone;
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
mod reading;
mod replay;
mod rules;

pub use change::{Change, Outcome};
pub use diagnostic::{Applicability, Diagnostic, Edit, Fix, Related, Severity};
pub use first_game::FirstGame;
pub use fix::{Fixed, fix};
pub use linter::{Counts, Linter, check};
pub use options::Options;
pub use rule::{HEADINGS, Rule};
pub use rules::{rule, rules};
