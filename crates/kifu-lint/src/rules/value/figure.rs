//! Looks for figures whose flags or name cannot be read.
//!
//! ## What it does
//!
//! Looks for figures whose flags or name cannot be read.
//!
//! ## Why is this bad
//!
//! Programs that print figures ignore it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];FG[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];FG[1:])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `FG`.
//!
//! ## SGFC equivalent
//!
//! Message 25; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V217",
    "malformed-figure",
    Severity::Error,
    Some(25),
    include_str!("figure.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a figure is empty, or flags and a name with a colon between them";
