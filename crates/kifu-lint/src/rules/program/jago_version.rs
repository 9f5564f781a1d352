//! Looks for games of Jago that call themselves FF[1] and are FF[4].
//!
//! ## What it does
//!
//! Looks for games of Jago that call themselves FF[1] and are FF[4]. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Read as FF[1], `AP` and other properties are none of the standard, and lower-case letters are left
//! out of identifiers.
//!
//! ## Example
//!
//! ```text
//! (;FF[1]AP[Jago:Version 4.53];B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[Jago:Version 4.53];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the game has nothing that FF[4] has dropped; else it is only named.
//!
//! ## References
//!
//! FF[4], `FF` and `AP`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q509",
    "jago-version",
    Severity::Warning,
    None,
    include_str!("jago_version.rs"),
);
