//! ## What it does
//!
//! Checks for an `FF` that is not a version of the format.
//!
//! ## Why is this bad
//!
//! Programs that trust it read the game by the wrong rules.
//!
//! ## Example
//!
//! ```text
//! (;FF[7])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `FF`.
//!
//! ## SGFC equivalent
//!
//! Message 18; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V225",
    "malformed-version",
    Severity::Error,
    Some(18),
    page!("version.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected 1, 2, 3 or 4";
