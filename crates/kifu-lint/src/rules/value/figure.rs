//! ## What it does
//!
//! Checks for figures whose flags or name cannot be read.
//!
//! ## Why is this bad
//!
//! Programs that print figures ignore it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];FG[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];FG[1:])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `FG`.
//!
//! ## SGFC equivalent
//!
//! Message 25; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V217",
    "malformed-figure",
    Severity::Error,
    Some(25),
    page!("figure.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str =
    "expected an empty value, or flags and a name with a colon between them";
