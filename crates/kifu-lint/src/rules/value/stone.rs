//! ## What it does
//!
//! Checks for stones that are not stones of the game on this board.
//!
//! ## Why is this bad
//!
//! Programs ignore the stone.
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
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Stone"; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V208",
    "malformed-stone",
    Severity::Error,
    Some(14),
    page!("stone.rs"),
);
