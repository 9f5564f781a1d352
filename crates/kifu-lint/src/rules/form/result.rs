//! ## What it does
//!
//! Checks for results that are not in the short form: `B+R`, `W+2.5`, `Draw`, `Void`, `?`.
//!
//! Off unless selected: `N`, `N602` or its name.
//!
//! ## Why is this bad
//!
//! Statistics and searches count one result under several names.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]RE[B+Resign])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]RE[B+R])
//! ```
//!
//! ## Fix safety
//!
//! Safe. A result with a remark is reported without a fix. Results of Backgammon are left alone.
//!
//! ## References
//!
//! FF[4], description of `RE`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "N602",
    "result-form",
    Severity::Hint,
    None,
    page!("result.rs"),
)
.optional();
