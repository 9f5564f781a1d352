//! ## What it does
//!
//! Checks for komi of Go that is not the shortest decimal number.
//!
//! Off unless selected: `N`, `N604` or its name.
//!
//! ## Why is this bad
//!
//! Games are counted by komi, and `6.50` and `6.5` are one.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]KM[6.50])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]KM[6.5])
//! ```
//!
//! ## Fix safety
//!
//! Safe. A value without a number is reported without a fix.
//!
//! ## References
//!
//! Go (GM[1]), description of `KM`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule =
    Rule::new("N604", "komi-form", Severity::Hint, None, page!("komi.rs")).optional();
