//! ## What it does
//!
//! Checks for properties without a node: a `;` is missing.
//!
//! ## Why is this bad
//!
//! A property belongs to a node.
//!
//! ## Example
//!
//! ```text
//! (FF[4];B[dd])
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
//! Safe: the `;` is put where the parser assumes it.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 67 after the `(` of a variation, 36 at the root.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P110",
    "missing-node-begin",
    Severity::Error,
    Some(67),
    page!("missing_node_begin.rs"),
);
