//! Looks for values of type Number that are not whole numbers.
//!
//! ## What it does
//!
//! Looks for values of type Number that are not whole numbers.
//!
//! ## Why is this bad
//!
//! Programs read what digits they find, or drop the value.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]MN[five])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]MN[5])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Number".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V201",
    "malformed-number",
    Severity::Error,
    Some(14),
    include_str!("number.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a number is digits, with a sign if need be";
