//! ## What it does
//!
//! Checks for a `)` that closes nothing.
//!
//! ## Why is this bad
//!
//! Strict programs reject the file.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]))
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
//! Safe: the parenthesis is removed.
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
    "P106",
    "extra-tree-end",
    Severity::Error,
    Some(8),
    page!("extra_tree_end.rs"),
);
