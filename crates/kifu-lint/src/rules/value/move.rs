//! ## What it does
//!
//! Checks for moves that are not moves of the game on this board.
//!
//! ## Why is this bad
//!
//! Programs pass, stop, or play elsewhere: `B[pass]` is read as the point `pa` by some.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[pass])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Move"; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V207",
    "malformed-move",
    Severity::Error,
    Some(14),
    page!("move.rs"),
);
