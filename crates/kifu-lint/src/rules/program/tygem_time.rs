//! Looks for times as Tygem writes them: `30/3 20m`.
//!
//! ## What it does
//!
//! Looks for times as Tygem writes them: `30/3 20m`. It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! A time limit is a number of seconds, and overtime stands in `OT`.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TM[30/3 20m])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]TM[1200]OT[3x30 byo-yomi])
//! ```
//!
//! ## Fix safety
//!
//! Safe where there is no `OT`, else it is only named.
//!
//! ## References
//!
//! FF[4], `TM` and `OT`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q515",
    "tygem-time",
    Severity::Warning,
    None,
    include_str!("tygem_time.rs"),
);
