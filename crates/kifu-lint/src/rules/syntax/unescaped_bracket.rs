//! ## What it does
//!
//! Checks for a `]` inside of a text that is not escaped.
//!
//! ## Why is this bad
//!
//! By the letter of the standard the text ends there, and what follows is read as properties.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]C[rank [3d] wow])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]C[rank [3d\] wow])
//! ```
//!
//! ## Fix safety
//!
//! Safe: a `\` is put before the bracket; unsafe where a move with a lower-case identifier follows, as in files of
//! Little Golem. The text ends there only if the node cannot go on otherwise. Where a property never holds text, as `B` or `AB`, the first `]` ends the value, and nothing is escaped.
//!
//! ## References
//!
//! FF[4], "Text".
//!
//! ## SGFC equivalent
//!
//! Message 8, for the characters after the bracket.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P116",
    "unescaped-bracket",
    Severity::Error,
    Some(8),
    page!("unescaped_bracket.rs"),
);
