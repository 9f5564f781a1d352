//! ## What it does
//!
//! Checks for text between game trees or after the last one.
//!
//! ## Why is this bad
//!
//! Strict programs reject the file; most skip the text.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]) the end
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
//! Unsafe, and only for punctuation. Text with letters or digits stays.
//!
//! ## References
//!
//! FF[4], "Collection".
//!
//! ## SGFC equivalent
//!
//! Message 8.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P103",
    "text-between-trees",
    Severity::Warning,
    Some(8),
    page!("text_between_trees.rs"),
);
