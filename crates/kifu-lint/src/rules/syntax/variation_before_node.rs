//! ## What it does
//!
//! Checks for a variation that begins before the first node of its tree.
//!
//! ## Why is this bad
//!
//! A tree begins with a node, not with another tree.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]((;W[pp])))
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
//! Safe where the tree without a node holds one variation: its parentheses are one pair too many.
//! Where it holds several, a node may be missing, or they may be games: there is no fix.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 21.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P108",
    "variation-before-node",
    Severity::Error,
    Some(21),
    page!("variation_before_node.rs"),
);
