//! Looks for games of Little Golem, whose moves are `b` and `r`.
//!
//! ## What it does
//!
//! Looks for games of Little Golem, whose moves are `b` and `r`. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! The identifiers are lower-case and `GM` is missing: read as Go the moves of Black are stones of Go, and
//! those of Red are lost.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[24];b[dd];r[th];r[resign])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[21]SZ[24];W[d4];B[h20];B[resign])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: which game it is stands nowhere.
//!
//! ## References
//!
//! FF[4], `GM` and "Property identifiers".
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q516",
    "little-golem",
    Severity::Warning,
    None,
    include_str!("little_golem.rs"),
);
