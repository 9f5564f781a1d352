//! Looks for what clients of IGS write at the end of a game.
//!
//! ## What it does
//!
//! Looks for what clients of IGS write at the end of a game. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Names of observers as values of `OS`, or text behind the game, are lost in other programs.
//!
//! ## Example
//!
//! ```text
//! (;FF[3];B[dd];OS[ann][bob])
//! ```
//!
//! ## Use instead
//!
//! A comment of the last node.
//!
//! ## Fix safety
//!
//! There is no fix: it is kept as it is.
//!
//! ## References
//!
//! FF[4], "Private and unknown properties".
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q508",
    "igs-trailer",
    Severity::Hint,
    None,
    include_str!("igs_trailer.rs"),
)
.strict();
