//! ## What it does
//!
//! Checks for text beyond ASCII in a game without `CA`.
//!
//! ## Why is this bad
//!
//! The default is ISO-8859-1, which is rarely right. Programs show wrong letters.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]C[囲碁])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]CA[UTF-8]C[囲碁])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the text is UTF-8. Unsafe for other encodings, which are guessed.
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
    "E103",
    "missing-charset",
    Severity::Warning,
    None,
    page!("missing_charset.rs"),
);
