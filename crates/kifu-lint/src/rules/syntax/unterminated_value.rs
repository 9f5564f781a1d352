//! ## What it does
//!
//! Checks for a value that is not closed before the file ends or the next game begins.
//!
//! ## Why is this bad
//!
//! The file may have been cut short.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]C[the end
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]C[the end])
//! ```
//!
//! ## Fix safety
//!
//! Safe: a `]` is put where the parser assumes it. After half a character, as where a file in `Shift_JIS` is cut,
//! it would be read as the other half: a blank is put between, or the half character goes where even that
//! is not read, as in UTF-16. A `\` at the end is text. Unsafe where nothing is left of a move: an empty value is a pass.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 10.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P117",
    "unterminated-value",
    Severity::Error,
    Some(10),
    page!("unterminated_value.rs"),
);
