//! Looks for characters between properties that mean nothing.
//!
//! ## What it does
//!
//! Looks for characters between properties that mean nothing.
//!
//! ## Why is this bad
//!
//! Strict programs reject the file.
//!
//! ## Example
//!
//! ```text
//! (;B[dd] !!! C[good])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;B[dd] C[good])
//! ```
//!
//! ## Fix safety
//!
//! Taking it away loses what it says, so the fix is applied only when asked for.
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
    include_str!("unexpected_text.rs"),
);
