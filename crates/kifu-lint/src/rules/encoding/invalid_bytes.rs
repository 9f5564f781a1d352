//! ## What it does
//!
//! Checks for bytes that are invalid in the encoding of the text.
//!
//! ## Why is this bad
//!
//! Every program loses them. The file is damaged, or it mixes several encodings.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]CA[UTF-8]C[caf<E9>])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]CA[UTF-8]C[café])
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
//! Message 71.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E104",
    "invalid-bytes",
    Severity::Warning,
    Some(71),
    page!("invalid_bytes.rs"),
);
