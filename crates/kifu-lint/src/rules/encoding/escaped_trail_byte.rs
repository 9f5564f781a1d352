//! Looks for a `\` between the two bytes of a character.
//!
//! ## What it does
//!
//! Looks for a `\` between the two bytes of a character.
//!
//! ## Why is this bad
//!
//! By the letter of the standard it belongs there where the second byte is `]` or `\`. Most
//! programs do not expect it.
//!
//! ## Example
//!
//! ```text
//! (;CA[Shift_JIS]C[<83 5C 5C>])
//! ```
//!
//! ## Use instead
//!
//! UTF-8, whose bytes never look like brackets.
//!
//! ## Fix safety
//!
//! There is no fix.
//!
//! ## References
//!
//! FF[4], "Character sets": escaping comes before decoding.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E107",
    "escaped-trail-byte",
    Severity::Hint,
    None,
    include_str!("escaped_trail_byte.rs"),
);
