//! ## What it does
//!
//! Checks for values of type Real that are not decimal numbers.
//!
//! ## Why is this bad
//!
//! Most programs stop at the first unknown character: `6,5` becomes 6.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]V[6,5])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]V[6.5])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Real".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V202",
    "malformed-real",
    Severity::Error,
    Some(14),
    page!("real.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected a decimal number";
