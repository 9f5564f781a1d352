//! ## What it does
//!
//! Checks for sizes that cannot be read, and for square ones written as two numbers.
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
//! Safe if the value has one reading. A value with several readings, a point, or words that a fix would lose stays.
//! Unsafe for a size without a number, or with one that no board has: the default size is written, as which it is read.
//!
//! ## References
//!
//! FF[4], `SZ`.
//!
//! ## SGFC equivalent
//!
//! Message 18; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V211",
    "malformed-size",
    Severity::Error,
    Some(18),
    page!("size.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "a size is one number, or columns and rows with a colon between them";
