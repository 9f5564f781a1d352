//! ## What it does
//!
//! Checks for values that are not one of the words that the game defines.
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
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
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
    page!("words.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "the game defines the words that are allowed here";
