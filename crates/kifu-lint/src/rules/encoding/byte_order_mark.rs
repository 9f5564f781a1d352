//! ## What it does
//!
//! Checks for a byte order mark.
//!
//! ## Why is this bad
//!
//! UTF-8 needs none, and some programs do not find the first game after it.
//!
//! ## Example
//!
//! ```text
//! <EF BB BF>(;FF[4];B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix.
//!
//! ## References
//!
//! FF[4], "Collection".
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "E105",
    "byte-order-mark",
    Severity::Hint,
    None,
    page!("byte_order_mark.rs"),
);
