//! ## What it does
//!
//! Checks for a `GM` that is not the number of a game.
//!
//! ## Why is this bad
//!
//! Programs take the file for Go, or reject it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[Go])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value is the name of a game. Any other value stays and is read as Go.
//!
//! ## References
//!
//! FF[4], `GM`.
//!
//! ## SGFC equivalent
//!
//! Message 18; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V226",
    "malformed-game",
    Severity::Error,
    Some(18),
    page!("game.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "games have the numbers 1 to 40";
