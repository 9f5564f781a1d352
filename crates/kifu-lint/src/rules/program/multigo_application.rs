//! Looks for an `AP` that is the name of a program without its version.
//!
//! ## What it does
//!
//! Looks for an `AP` that is the name of a program without its version. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! The value is not composed. `V218` says so of every `AP`; this is the habit behind most of them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[MultiGo])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[MultiGo:])
//! ```
//!
//! ## Fix safety
//!
//! Safe: the version that is not known is empty.
//!
//! ## References
//!
//! FF[4], `AP`: name and version with a colon between them.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q511",
    "multigo-application",
    Severity::Hint,
    None,
    include_str!("multigo_application.rs"),
)
.strict();
