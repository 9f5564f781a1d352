//! Looks for the komi of Fox Weiqi, which is written in hundredths.
//!
//! ## What it does
//!
//! Looks for the komi of Fox Weiqi, which is written in hundredths. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! A komi of 375 points decides every game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[375]RU[Chinese]AP[foxwq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[7.5]RU[Chinese]AP[foxwq])
//! ```
//!
//! ## Fix safety
//!
//! Safe for the numbers of which the meaning is known; others are only named.
//!
//! ## References
//!
//! FF[4], `KM`: points.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q503",
    "fox-komi",
    Severity::Warning,
    None,
    include_str!("fox_komi.rs"),
);
