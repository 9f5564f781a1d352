//! Looks for results of Fox Weiqi that count stones instead of points.
//!
//! ## What it does
//!
//! Looks for results of Fox Weiqi that count stones instead of points. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Under Chinese rules the margin is half of what `RE` is to say.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]RE[W+12.75]RU[Chinese]AP[foxwq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]RE[W+25.5]RU[Chinese]AP[foxwq])
//! ```
//!
//! ## Fix safety
//!
//! Safe: a margin that ends in a quarter cannot be points.
//!
//! ## References
//!
//! FF[4], `RE`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q505",
    "fox-result",
    Severity::Warning,
    None,
    include_str!("fox_result.rs"),
);
