//! Looks for an `FF` that is not a version of the format.
//!
//! ## What it does
//!
//! Looks for an `FF` that is not a version of the format.
//!
//! ## Why is this bad
//!
//! Programs that trust it read by the wrong rules.
//!
//! ## Example
//!
//! ```text
//! (;FF[7])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `FF`.
//!
//! ## SGFC equivalent
//!
//! Message 18; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V225",
    "malformed-version",
    Severity::Error,
    Some(18),
    include_str!("version.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "the versions are 1 to 4";
