//! ## What it does
//!
//! Checks for komi that are not decimal numbers.
//!
//! ## Why is this bad
//!
//! Most programs stop at the first unknown character: `6,5` becomes 6.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[6,5])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[6.5])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `KM`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V214",
    "malformed-komi",
    Severity::Error,
    Some(33),
    page!("komi.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected a decimal number such as `6.5`";
