//! Looks for a header whose properties have other names than those of the standard, as Sina wrote it.
//!
//! ## What it does
//!
//! Looks for a header whose properties have other names than those of the standard, as Sina wrote it. It is
//! recognised by what stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Event, date and komi stand under names that mean something else (`TE`, `KO`) or nothing (`RD`), and
//! programs that know the standard take them away.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TE[Kisei]RD[2003-01-02]KO[5.5];B[pd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]EV[Kisei]DT[2003-01-02]KM[5.5];B[pd])
//! ```
//!
//! ## Fix safety
//!
//! Safe: `RD` or `GK` together with another of these names leave one reading. A name of the standard
//! that is there too is not touched.
//!
//! ## References
//!
//! FF[4], list of properties.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q514",
    "sina-header",
    Severity::Warning,
    None,
    include_str!("sina_header.rs"),
);
