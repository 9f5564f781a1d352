//! ## What it does
//!
//! Checks for results that are not in a form of the standard.
//!
//! ## Why is this bad
//!
//! The form is mandatory: programs count wins by it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]RE[black wins by resignation])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]RE[B+R])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], `RE`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V213",
    "malformed-result",
    Severity::Error,
    Some(33),
    page!("result.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected `B+3.5`, `W+R`, `Draw`, `Void` or `?`";
