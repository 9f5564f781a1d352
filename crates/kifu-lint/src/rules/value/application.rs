//! ## What it does
//!
//! Checks for `AP` without a colon between name and version.
//!
//! ## Why is this bad
//!
//! Programs that look for the version drop the whole value.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[MultiGo])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[MultiGo:])
//! ```
//!
//! ## Fix safety
//!
//! Safe: a colon is put after the name.
//!
//! ## References
//!
//! FF[4], `AP`.
//!
//! ## SGFC equivalent
//!
//! Message 23; 15 where the value can be corrected.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V218",
    "malformed-application",
    Severity::Warning,
    Some(23),
    page!("application.rs"),
);

/// Expected form of a value, in one line.
pub(crate) const WHY: &str = "expected `name:version`";
