//! Looks for numbers outside of what the property allows: `ST` 0 to 3, `PM` 0 to 2, `HA` from
//! 2, `MN` from 0, and so on.
//!
//! ## What it does
//!
//! Looks for numbers outside of what the property allows: `ST` 0 to 3, `PM` 0 to 2, `HA` from
//! 2, `MN` from 0, and so on.
//!
//! ## Why is this bad
//!
//! Programs ignore the value, or do what nobody expects.
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
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
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
    include_str!("range.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "the standard gives a range";
