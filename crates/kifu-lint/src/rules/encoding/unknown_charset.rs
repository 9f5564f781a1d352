//! ## What it does
//!
//! Checks for a `CA` that names an unknown encoding.
//!
//! ## Why is this bad
//!
//! Programs fall back to different encodings.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]CA[unknown]C[é])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]CA[UTF-8]C[é])
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
//! Message 72.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E101",
    "unknown-charset",
    Severity::Warning,
    Some(72),
    page!("unknown_charset.rs"),
);
