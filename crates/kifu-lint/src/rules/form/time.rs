//! ## What it does
//!
//! Checks for times in `TM`, `BL` and `WL` that are not in seconds, and for overtime in `TM`.
//!
//! Off unless selected: `N`, `N605` or its name.
//!
//! ## Why is this bad
//!
//! Programs read a number of seconds, and look for overtime in `OT`.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TM[30:00(5x1:00)])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]TM[1800]OT[5x60 byo-yomi])
//! ```
//!
//! ## Fix safety
//!
//! Safe. Overtime moves to `OT` only if the node has no `OT`. A time that cannot be read is reported without a fix.
//!
//! ## References
//!
//! FF[4], descriptions of `TM`, `OT`, `BL` and `WL`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule =
    Rule::new("N605", "time-form", Severity::Hint, None, page!("time.rs")).optional();
