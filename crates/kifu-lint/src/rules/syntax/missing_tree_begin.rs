//! ## What it does
//!
//! Checks for a node outside of a game tree: a `(` is missing.
//!
//! ## Why is this bad
//!
//! A property or node outside of a tree belongs to no game.
//!
//! ## Example
//!
//! ```text
//! ;FF[4];B[dd])
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
//! Safe: the parser reads it as if the parenthesis stood there.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 66.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P104",
    "missing-tree-begin",
    Severity::Error,
    Some(66),
    page!("missing_tree_begin.rs"),
);
