//! ## What it does
//!
//! Checks for values of type Double that are neither `1` nor `2`.
//!
//! ## Why is this bad
//!
//! Programs ignore the property.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];DM[])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];DM[1])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Double".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V203",
    "malformed-double",
    Severity::Error,
    Some(14),
    page!("double.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected `1`, or `2` for emphasis";
