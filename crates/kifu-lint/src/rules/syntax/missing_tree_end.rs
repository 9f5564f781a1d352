//! ## What it does
//!
//! Checks for a game tree that is not closed when the file ends or the next game begins.
//!
//! ## Why is this bad
//!
//! The file may have been cut short. Strict programs reject it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]
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
//! Safe: the parenthesis is put where the parser assumes it.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 9.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P105",
    "missing-tree-end",
    Severity::Error,
    Some(9),
    page!("missing_tree_end.rs"),
);
