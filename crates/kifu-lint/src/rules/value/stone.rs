//! Looks for stones that are not stones of the game on this board.
//!
//! ## What it does
//!
//! Looks for stones that are not stones of the game on this board.
//!
//! ## Why is this bad
//!
//! Programs leave the stone out.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[9]AB[ss])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]SZ[9]AB[ii])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Stone"; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V208",
    "malformed-stone",
    Severity::Error,
    Some(14),
    include_str!("stone.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a stone stands on a point of the board";
