//! Looks for values that are not one of the words that the game defines.
//!
//! ## What it does
//!
//! Looks for values that are not one of the words that the game defines.
//!
//! ## Why is this bad
//!
//! Programs ignore the value.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[9]SU[Standrad])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[9]SU[Standard])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! The pages of the games.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V219",
    "unknown-word",
    Severity::Error,
    None,
    include_str!("words.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "the game defines the words that may stand here";
