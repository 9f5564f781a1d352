//! Looks for lower-case letters in an identifier.
//!
//! ## What it does
//!
//! Looks for lower-case letters in an identifier.
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
//! Safe: the lower-case letters are taken away, as the older versions say. Not for `b[dd]`,
//! where no letter would be left.
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
    include_str!("lowercase_identifier.rs"),
);
