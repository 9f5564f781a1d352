//! ## What it does
//!
//! Checks for a value without an identifier.
//!
//! ## Why is this bad
//!
//! Programs ignore the value: the property is unknown.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd];[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd];W[pp])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe, and only for a value without letters and digits.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 54.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P114",
    "value-without-identifier",
    Severity::Error,
    Some(54),
    page!("value_without_identifier.rs"),
);
