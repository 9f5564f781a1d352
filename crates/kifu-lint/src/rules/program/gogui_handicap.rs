//! Looks for a handicap of GoGui that is not the number of stones.
//!
//! ## What it does
//!
//! Looks for a handicap of GoGui that is not the number of stones. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! One of the two does not hold.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[GoGui:1.4]HA[3]AB[dd][pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[GoGui:1.4]HA[2]AB[dd][pp])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], `HA`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q507",
    "gogui-handicap",
    Severity::Hint,
    None,
    include_str!("gogui_handicap.rs"),
)
.strict();
