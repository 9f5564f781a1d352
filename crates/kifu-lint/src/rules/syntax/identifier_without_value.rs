//! Looks for an identifier without a value.
//!
//! ## What it does
//!
//! Looks for an identifier without a value.
//!
//! ## Why is this bad
//!
//! A property has at least one value, if only an empty one.
//!
//! ## Example
//!
//! ```text
//! (;B[dd]KO;W[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;B[dd]KO[];W[pp])
//! ```
//!
//! ## Fix safety
//!
//! Taking it away loses a word, so the fix is applied only when asked for.
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
    include_str!("identifier_without_value.rs"),
);
