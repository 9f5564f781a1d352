//! ## What it does
//!
//! Checks for a `\` between the two bytes of a character.
//!
//! ## Why is this bad
//!
//! The standard requires it if the second byte is `]` or `\`, but most programs do not expect it.
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
    page!("escaped_trail_byte.rs"),
);
