//! ## What it does
//!
//! Checks for values of type Number that are not whole numbers.
//!
//! ## Why is this bad
//!
//! Programs read the digits that they find, or ignore the value.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]MN[five])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]MN[5])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Number".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V201",
    "malformed-number",
    Severity::Error,
    Some(14),
    page!("number.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected a whole number";
