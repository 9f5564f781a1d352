//! ## What it does
//!
//! Checks for times that are not numbers of seconds.
//!
//! ## Why is this bad
//!
//! Programs read `1h30m` as 1, or as 130.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TM[1h30m])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]TM[5400])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `TM`, `BL`, `WL`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V215",
    "malformed-time",
    Severity::Error,
    Some(33),
    page!("time.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected a number of seconds";
