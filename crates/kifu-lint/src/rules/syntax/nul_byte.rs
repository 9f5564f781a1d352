//! ## What it does
//!
//! Checks for NUL bytes.
//!
//! ## Why is this bad
//!
//! Many programs read a text only up to the first of them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]C[a␀b])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]C[a b])
//! ```
//!
//! ## Fix safety
//!
//! A blank takes the place of the byte, as other white space becomes one; applied only when
//! asked for, because the file may be in UTF-16 or damaged.
//!
//! ## References
//!
//! FF[4], "Character sets".
//!
//! ## SGFC equivalent
//!
//! Message 22.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P118",
    "nul-byte",
    Severity::Warning,
    Some(22),
    page!("nul_byte.rs"),
);
