//! ## What it does
//!
//! Checks for a game in another encoding than those before it.
//!
//! ## Why is this bad
//!
//! The standard allows it, but most programs decode the whole file at once.
//!
//! ## Example
//!
//! ```text
//! (;CA[UTF-8]C[黒の番])(;CA[Shift_JIS]C[黒の番])
//! ```
//!
//! Each game is in the encoding that its `CA` names.
//!
//! ## Use instead
//!
//! One encoding for all games.
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
//! Message 74.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E106",
    "mixed-charsets",
    Severity::Warning,
    Some(74),
    page!("mixed_charsets.rs"),
);
