//! Looks for komi that are not decimal numbers.
//!
//! ## What it does
//!
//! Looks for komi that are not decimal numbers.
//!
//! ## Why is this bad
//!
//! Most programs read up to the first character they do not know: `6,5` becomes 6.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[6,5])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[6.5])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `KM`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V214",
    "malformed-komi",
    Severity::Error,
    Some(33),
    include_str!("komi.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a komi is a real number with a decimal point";
