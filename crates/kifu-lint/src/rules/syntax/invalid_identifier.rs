//! Looks for an identifier with digits or an underscore.
//!
//! ## What it does
//!
//! Looks for an identifier with digits or an underscore.
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
//! Leaving out what is no letter gives the property another name, which the program that wrote it may
//! not know: applied only when asked for, and not where the letters that are left are an identifier
//! of the standard.
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
    include_str!("invalid_identifier.rs"),
);
