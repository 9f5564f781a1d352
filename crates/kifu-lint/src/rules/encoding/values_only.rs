//! ## What it does
//!
//! Checks for files of which only the values are in the encoding that `CA` names.
//!
//! ## Why is this bad
//!
//! The standard defines it so, but most programs do not expect it.
//!
//! ## Example
//!
//! ```text
//! (;CA[UTF-16]C[<UTF-16>])
//! ```
//!
//! ## Use instead
//!
//! The whole file in one encoding.
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
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E108",
    "values-only",
    Severity::Hint,
    None,
    page!("values_only.rs"),
);
