//! Looks for values of type Real that are not decimal numbers.
//!
//! ## What it does
//!
//! Looks for values of type Real that are not decimal numbers.
//!
//! ## Why is this bad
//!
//! Most programs read up to the first character they do not know: `6,5` becomes 6.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]V[6,5])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]V[6.5])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Real".
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V202",
    "malformed-real",
    Severity::Error,
    Some(14),
    include_str!("real.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a real has digits on both sides of a decimal point";
