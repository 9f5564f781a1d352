//! ## What it does
//!
//! Checks for points that are not points of the board, and for rectangles whose corners are in the wrong order.
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
//! Safe if the value has one reading. A value with several readings, or with words that a fix would lose, stays.
//!
//! ## References
//!
//! FF[4], "Point", "Point lists"; the pages of the games.
//!
//! ## SGFC equivalent
//!
//! Message 14; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V206",
    "malformed-point",
    Severity::Error,
    Some(14),
    page!("point.rs"),
);
