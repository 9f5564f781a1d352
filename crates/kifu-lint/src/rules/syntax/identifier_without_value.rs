//! ## What it does
//!
//! Checks for an identifier without a value.
//!
//! ## Why is this bad
//!
//! A property has at least one value, if only an empty one.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]KO;W[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]KO[];W[pp])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: the value may be missing.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 20.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P113",
    "identifier-without-value",
    Severity::Warning,
    Some(20),
    page!("identifier_without_value.rs"),
);
