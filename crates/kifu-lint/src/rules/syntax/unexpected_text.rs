//! ## What it does
//!
//! Checks for characters between properties that the grammar does not allow.
//!
//! ## Why is this bad
//!
//! Strict programs reject the file.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd] !!! C[good])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd] C[good])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe, and only for punctuation. Text with letters or digits stays: it may be a property with a missing bracket.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 8.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P115",
    "unexpected-text",
    Severity::Warning,
    Some(8),
    page!("unexpected_text.rs"),
);
