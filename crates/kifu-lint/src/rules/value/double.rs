//! Looks for values of type Double that are neither `1` nor `2`.
//!
//! ## What it does
//!
//! Looks for values of type Double that are neither `1` nor `2`.
//!
//! ## Why is this bad
//!
//! Programs ignore the property.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];DM[])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];DM[1])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Double".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V203",
    "malformed-double",
    Severity::Error,
    Some(14),
    include_str!("double.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a double is `1`, or `2` for emphasis";
