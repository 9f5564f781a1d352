//! Looks for handicaps that are not numbers.
//!
//! ## What it does
//!
//! Looks for handicaps that are not numbers.
//!
//! ## Why is this bad
//!
//! Programs read what digits they find: SGFC reads `2.5` as 25.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]HA[2 stones])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]HA[2])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `HA`.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V216",
    "malformed-handicap",
    Severity::Error,
    Some(14),
    include_str!("handicap.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a handicap is a whole number of stones, at least 2";
