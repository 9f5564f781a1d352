//! ## What it does
//!
//! Checks for an identifier with digits or an underscore.
//!
//! ## Why is this bad
//!
//! An identifier is upper-case letters.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B2[dd])
//! ```
//!
//! ## Use instead
//!
//! An identifier of letters.
//!
//! ## Fix safety
//!
//! There is no fix: without the digit `P0` and `P1` would be the same property.
//!
//! ## References
//!
//! FF[4], "Property identifiers".
//!
//! ## SGFC equivalent
//!
//! Message 8.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P112",
    "invalid-identifier",
    Severity::Warning,
    Some(8),
    page!("invalid_identifier.rs"),
);
