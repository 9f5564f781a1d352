//! Looks for a mark on each stone that was just played, as KGS wrote it.
//!
//! ## What it does
//!
//! Looks for a mark on each stone that was just played, as KGS wrote it. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Programs mark the last move by themselves. Marks in the record lie over that, and over the marks
//! that somebody made on purpose.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[CGoban:2];B[dd]CR[dd];W[pp]CR[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[CGoban:2];B[dd];W[pp])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: what stood in the file is left out.
//!
//! ## References
//!
//! FF[4], "Markup properties".
//!
//! ## SGFC equivalent
//!
//! The option `-m`.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q517",
    "kgs-move-mark",
    Severity::Hint,
    None,
    include_str!("kgs_move_mark.rs"),
);
