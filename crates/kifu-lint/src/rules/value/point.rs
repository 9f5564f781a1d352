//! Looks for points that are not points of the board, and for rectangles whose corners are in
//! the wrong order.
//!
//! ## What it does
//!
//! Looks for points that are not points of the board, and for rectangles whose corners are in
//! the wrong order.
//!
//! ## Why is this bad
//!
//! Programs ignore the point, or read another one.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[9];CR[ss])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]SZ[9];CR[ii])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], "Point", "Point lists"; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V206",
    "malformed-point",
    Severity::Error,
    Some(14),
    include_str!("point.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "two letters name column and row, counted from the upper left";
