//! Looks for the settings that MultiGo writes into the root.
//!
//! ## What it does
//!
//! Looks for the settings that MultiGo writes into the root. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! No other program knows them, and the number in `MULTIGOGM` is no number of a game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]MULTIGOGM[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: they are kept as they are.
//!
//! ## References
//!
//! FF[4], "Private and unknown properties".
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q512",
    "multigo-marker",
    Severity::Hint,
    None,
    include_str!("multigo_marker.rs"),
)
.strict();
