//! Looks for values where none may stand, as in `KO` and `DO`.
//!
//! ## What it does
//!
//! Looks for values where none may stand, as in `KO` and `DO`.
//!
//! ## Why is this bad
//!
//! The value is ignored.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]DO[bad])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]DO[])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "None".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V205",
    "malformed-none",
    Severity::Error,
    Some(14),
    include_str!("none.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "the property says all by standing there";
