//! ## What it does
//!
//! Checks for numbers out of range, such as `ST` (0 to 3), `PM` (0 to 2), `HA` (from 2) and `MN` (from 0).
//!
//! ## Why is this bad
//!
//! Programs ignore the value, or behave unexpectedly.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]ST[9])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]ST[2])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! The property itself.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V220",
    "out-of-range",
    Severity::Error,
    None,
    page!("range.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "the standard gives a range";
