//! Looks for results that are not written as the standard wants them.
//!
//! ## What it does
//!
//! Looks for results that are not written as the standard wants them.
//!
//! ## Why is this bad
//!
//! The form is mandatory: programs count wins by it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]RE[black wins by resignation])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]RE[B+R])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `RE`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V213",
    "malformed-result",
    Severity::Error,
    Some(33),
    include_str!("result.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "a result is `B+3.5`, `W+R`, `B+T`, `W+F`, `Draw`, `Void` or `?`";
