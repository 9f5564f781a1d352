//! Looks for a value without an identifier.
//!
//! ## What it does
//!
//! Looks for a value without an identifier.
//!
//! ## Why is this bad
//!
//! Nobody knows what it says.
//!
//! ## Example
//!
//! ```text
//! (;B[dd];[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;B[dd];W[pp])
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
//! Message 54.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P114",
    "value-without-identifier",
    Severity::Error,
    Some(54),
    include_str!("value_without_identifier.rs"),
);
