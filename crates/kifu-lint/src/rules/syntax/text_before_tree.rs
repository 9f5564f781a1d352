//! ## What it does
//!
//! Checks for text before the first game tree. It is a hint if the text has no property.
//!
//! ## Why is this bad
//!
//! Some programs stop at it. The standard allows only white space there.
//!
//! ## Example
//!
//! ```text
//! From: a friend
//! (;FF[4];B[dd])
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
//! Message 6.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P102",
    "text-before-tree",
    Severity::Warning,
    Some(6),
    page!("text_before_tree.rs"),
);
