//! Looks for sizes that cannot be read, and for square ones written as two numbers.
//!
//! ## What it does
//!
//! Looks for sizes that cannot be read, and for square ones written as two numbers.
//!
//! ## Why is this bad
//!
//! Programs take 19×19, or another number: SGFC reads `19x19` as 1919.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[19:19])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]SZ[19])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for, and so is the size of old of the game, as which a value that is none is read.
//!
//! ## References
//!
//! FF[4], `SZ`.
//!
//! ## SGFC equivalent
//!
//! Message 18; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V211",
    "malformed-size",
    Severity::Error,
    Some(18),
    include_str!("size.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a size is one number, or columns and rows with a colon between them";
