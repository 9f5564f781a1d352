//! ## What it does
//!
//! Checks for lower-case letters in an identifier.
//!
//! ## Why is this bad
//!
//! FF[4] knows upper-case letters only. Older versions ignored lower-case ones: `Black` was
//! `B`.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];Black[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe: the lower-case letters are removed. There is no fix for `b[dd]`, which has no other letters,
//! or for an identifier with digits (`P112`).
//!
//! ## References
//!
//! FF[1] to FF[3], "Property identifiers".
//!
//! ## SGFC equivalent
//!
//! Message 16.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P111",
    "lowercase-identifier",
    Severity::Warning,
    Some(16),
    page!("lowercase_identifier.rs"),
);
