//! Looks for the overtime of Fox Weiqi in `TC` and `TT`.
//!
//! ## What it does
//!
//! Looks for the overtime of Fox Weiqi in `TC` and `TT`. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! No other program reads it there, and in FF[3] `TC` counts territory.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TM[1200]TC[3]TT[30]AP[foxwq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]TM[1200]TC[3]TT[30]OT[3x30 byo-yomi]AP[foxwq])
//! ```
//!
//! ## Fix safety
//!
//! Safe: `OT` is added, nothing is taken away.
//!
//! ## References
//!
//! FF[4], `OT`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q504",
    "fox-overtime",
    Severity::Hint,
    None,
    include_str!("fox_overtime.rs"),
);
