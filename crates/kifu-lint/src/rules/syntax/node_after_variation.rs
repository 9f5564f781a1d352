//! ## What it does
//!
//! Checks for a node that follows a variation.
//!
//! ## Why is this bad
//!
//! Only variations may follow the first variation of a tree. The node is read as one.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd](;W[pp]);W[dp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd](;W[pp])(;W[dp]))
//! ```
//!
//! ## Fix safety
//!
//! Safe: it is put into a variation of its own, up to the end of the tree, as the parser reads it.
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
    "P109",
    "node-after-variation",
    Severity::Error,
    Some(66),
    page!("node_after_variation.rs"),
);
