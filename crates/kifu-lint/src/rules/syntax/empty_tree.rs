//! ## What it does
//!
//! Checks for `()`, a game tree without a node.
//!
//! ## Why is this bad
//!
//! A tree needs at least one node.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]()(;W[pp]))
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd](;W[pp]))
//! ```
//!
//! ## Fix safety
//!
//! Safe: the two parentheses are removed. There is no fix for a tree with text in it.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 12.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P107",
    "empty-tree",
    Severity::Warning,
    Some(12),
    page!("empty_tree.rs"),
);
