//! Looks for the counting of KGS at the end of a game.
//!
//! ## What it does
//!
//! Looks for the counting of KGS at the end of a game. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! It is lawful, but other programs do not know it, and `TB`, `TW` and `RE` are what they read.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]KGSDE[aa]KGSSB[81.0])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]TB[aa])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: the properties are kept as they are.
//!
//! ## References
//!
//! FF[4], "Private and unknown properties", `TB`, `TW`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q510",
    "kgs-score",
    Severity::Hint,
    None,
    include_str!("kgs_score.rs"),
)
.strict();
