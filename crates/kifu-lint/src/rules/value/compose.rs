//! Looks for values of two parts that lack the colon between them, or a part of which is
//! malformed.
//!
//! ## What it does
//!
//! Looks for values of two parts that lack the colon between them, or a part of which is
//! malformed.
//!
//! ## Why is this bad
//!
//! Nobody knows where the label or the arrow belongs.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];LB[aa])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];LB[aa:1])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Compose".
//!
//! ## SGFC equivalent
//!
//! Message 23; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V209",
    "malformed-compose",
    Severity::Error,
    Some(23),
    include_str!("compose.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "the value has two parts with a colon between them";
