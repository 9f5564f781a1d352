//! Looks for moves that are not moves of the game on this board.
//!
//! ## What it does
//!
//! Looks for moves that are not moves of the game on this board.
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
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Move"; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V207",
    "malformed-move",
    Severity::Error,
    Some(14),
    include_str!("move.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a move is a point of the board, or empty for a pass";
