//! ## What it does
//!
//! Checks for rules of Go with several names that are not written by their common name.
//!
//! Off unless selected: `N`, `N606` or its name.
//!
//! ## Why is this bad
//!
//! Games are counted by their rules, and programs look for one name. Rules with an unknown name are left alone.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]RU[中国规则])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]RU[Chinese])
//! ```
//!
//! ## Fix safety
//!
//! Safe: the name stands for the same rules.
//!
//! ## References
//!
//! Go (GM[1]), description of `RU`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "N606",
    "rules-form",
    Severity::Hint,
    None,
    page!("rules.rs"),
)
.optional();
