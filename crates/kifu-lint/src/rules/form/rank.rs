//! ## What it does
//!
//! Checks for ranks of Go that are not in the form `10k`, `3d` or `9p`.
//!
//! Off unless selected: `N`, `N603` or its name. Not reported where `V230` already reports the rank with a fix.
//!
//! ## Why is this bad
//!
//! Ranks in one form can be compared. A title or a rating, which is no rank, is left alone.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]BR[9 Dan])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]BR[9d])
//! ```
//!
//! ## Fix safety
//!
//! Safe. A rank with a remark is reported without a fix.
//!
//! ## References
//!
//! FF[4], descriptions of `BR` and `WR`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule =
    Rule::new("N603", "rank-form", Severity::Hint, None, page!("rank.rs")).optional();
