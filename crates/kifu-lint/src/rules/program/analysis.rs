//! Looks for the judgement of an engine in properties of a program.
//!
//! ## What it does
//!
//! Looks for the judgement of an engine in properties of a program. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! It is lawful, but no other program reads it, and it can be longer than the game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]SBKV[52.1])
//! ```
//!
//! ## Use instead
//!
//! A comment, or `V`, if other programs are to see it.
//!
//! ## Fix safety
//!
//! There is no fix: the properties are kept as they are.
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
    "Q501",
    "analysis",
    Severity::Hint,
    None,
    include_str!("analysis.rs"),
)
.strict();
