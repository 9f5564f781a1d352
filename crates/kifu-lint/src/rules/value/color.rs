//! Looks for values of type Color that are neither `B` nor `W`.
//!
//! ## What it does
//!
//! Looks for values of type Color that are neither `B` nor `W`.
//!
//! ## Why is this bad
//!
//! Programs ignore the property, or guess.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]PL[black])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]PL[B])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Color".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V204",
    "malformed-color",
    Severity::Error,
    Some(14),
    include_str!("color.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a colour is `B` or `W`";
