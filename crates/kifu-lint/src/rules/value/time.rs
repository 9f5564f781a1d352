//! Looks for times that are not numbers of seconds.
//!
//! ## What it does
//!
//! Looks for times that are not numbers of seconds.
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
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `TM`, `BL`, `WL`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V215",
    "malformed-time",
    Severity::Error,
    Some(33),
    include_str!("time.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "times are seconds, as a real number";
