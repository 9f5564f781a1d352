//! Looks for files of which only the values are in the encoding that `CA` names.
//!
//! ## What it does
//!
//! Looks for files of which only the values are in the encoding that `CA` names.
//!
//! ## Why is this bad
//!
//! It is what the standard says, and what most programs do not expect.
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
    include_str!("values_only.rs"),
);
