//! Looks for games of Fox Weiqi with a handicap whose stones were not written.
//!
//! ## What it does
//!
//! Looks for games of Fox Weiqi with a handicap whose stones were not written. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Replayed as it stands the game lacks the stones of Black.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]HA[2]AP[foxwq];W[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]HA[2]AB[dp][pd]AP[foxwq];W[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the stones can lie in one way only, and no early move is on their points. Games of six or
//! seven stones from before 2018 are only named.
//!
//! ## References
//!
//! FF[4], `HA`: it places nothing, the stones stand in `AB` of the same node.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q502",
    "fox-handicap",
    Severity::Warning,
    None,
    include_str!("fox_handicap.rs"),
);
