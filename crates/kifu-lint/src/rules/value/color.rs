//! ## What it does
//!
//! Checks for values of type Color that are neither `B` nor `W`.
//!
//! ## Why is this bad
//!
//! Programs ignore the property, or guess.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]PL[black])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]PL[B])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Color".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V204",
    "malformed-color",
    Severity::Error,
    Some(14),
    page!("color.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected `B` or `W`";
