//! ## What it does
//!
//! Checks for values of two parts without a colon, or with a malformed part.
//!
//! ## Why is this bad
//!
//! The point of the label, or the end of the arrow, is unknown.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];LB[aa])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];LB[aa:1])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Compose".
//!
//! ## SGFC equivalent
//!
//! Message 23; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V209",
    "malformed-compose",
    Severity::Error,
    Some(23),
    page!("compose.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected two parts with a colon between them";
