//! ## What it does
//!
//! Checks for dates that are not written as `YYYY-MM-DD`, or that the calendar does not have.
//!
//! ## Why is this bad
//!
//! The form is mandatory: programs sort and search by it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]DT[2004-02-30])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]DT[2004-02-29])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `DT`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V212",
    "malformed-date",
    Severity::Error,
    Some(33),
    page!("date.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected `YYYY-MM-DD`, with commas between dates";
