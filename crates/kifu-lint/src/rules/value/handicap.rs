//! ## What it does
//!
//! Checks for handicaps that are not numbers.
//!
//! ## Why is this bad
//!
//! Programs read the digits that they find: SGFC reads `2.5` as 25.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]HA[2 stones])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]HA[2])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `HA`.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V216",
    "malformed-handicap",
    Severity::Error,
    Some(14),
    page!("handicap.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected a whole number of stones, 2 or more";
