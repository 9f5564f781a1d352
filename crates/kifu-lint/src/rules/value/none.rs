//! ## What it does
//!
//! Checks for values of properties that take none, such as `KO` and `DO`.
//!
//! ## Why is this bad
//!
//! Programs ignore the value.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]DO[bad])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]DO[])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "None".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V205",
    "malformed-none",
    Severity::Error,
    Some(14),
    page!("none.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "the property takes no value";
