//! Looks for dates that are not written as `YYYY-MM-DD`, or that the calendar does not have.
//!
//! ## What it does
//!
//! Looks for dates that are not written as `YYYY-MM-DD`, or that the calendar does not have.
//!
//! ## Why is this bad
//!
//! The form is mandatory: programs sort and search by it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]DT[2004-02-30])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]DT[2004-02-29])
//! ```
//!
//! ## Fix safety
//!
//! Safe where the value means one thing only. Where something would be lost it is applied only
//! when asked for; where nobody knows what is meant the value stays.
//!
//! ## References
//!
//! FF[4], `DT`.
//!
//! ## SGFC equivalent
//!
//! Message 33; 15 where the value can be mended.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V212",
    "malformed-date",
    Severity::Error,
    Some(33),
    include_str!("date.rs"),
);

/// Why a value that breaks the rule is bad, in one line.
pub(crate) const WHY: &str = "dates are written `YYYY-MM-DD`, with commas between them";
