//! ## What it does
//!
//! Checks for dates that are not in the shortest form of the standard.
//!
//! Off unless selected: `N`, `N601` or its name.
//!
//! ## Why is this bad
//!
//! A day can be written in several ways, legal ones among them. Records in one form can be compared, sorted
//! and searched as text.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]DT[1996-05-06,1996-05-07])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]DT[1996-05-06,07])
//! ```
//!
//! ## Fix safety
//!
//! Safe. A date with several readings, or with words that would be lost, is reported without a fix.
//!
//! ## References
//!
//! FF[4], description of `DT`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule =
    Rule::new("N601", "date-form", Severity::Hint, None, page!("date.rs")).optional();
