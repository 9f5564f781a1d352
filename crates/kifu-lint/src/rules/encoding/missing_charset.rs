//! Looks for text beyond ASCII in a game without `CA`.
//!
//! ## What it does
//!
//! Looks for text beyond ASCII in a game without `CA`.
//!
//! ## Why is this bad
//!
//! By the standard it is in ISO-8859-1, and hardly ever is. Programs show wrong letters.
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
//! Naming the encoding is safe where the text is UTF-8, which is no guess. Other encodings are
//! guessed, and the fix is applied only when asked for.
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
    include_str!("missing_charset.rs"),
);
