//! Looks for a komi that counts stones, as in China, instead of points.
//!
//! ## What it does
//!
//! Looks for a komi that counts stones, as in China, instead of points. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Read as points it is half of what the players agreed on.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[3.75]RU[Chinese])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[7.5]RU[Chinese])
//! ```
//!
//! ## Fix safety
//!
//! Safe under Chinese rules, or where no rules are named. Under other rules it is only named.
//! A margin of the result that ends in a quarter counts stones too, and becomes points with it.
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
    "Q506",
    "gogod-komi",
    Severity::Warning,
    None,
    include_str!("gogod_komi.rs"),
);
