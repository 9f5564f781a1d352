//! ## What it does
//!
//! Checks for text that is not in the encoding that `CA` names.
//!
//! ## Why is this bad
//!
//! Programs that trust `CA` show wrong letters.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]CA[UTF-8]C[<text in Shift_JIS>])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]CA[Shift_JIS]C[<text in Shift_JIS>])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix.
//!
//! ## References
//!
//! FF[4], "Character sets", `CA`.
//!
//! ## SGFC equivalent
//!
//! Message 73.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E102",
    "wrong-charset",
    Severity::Error,
    Some(73),
    page!("wrong_charset.rs"),
);
