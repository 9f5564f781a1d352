//! Looks for records of Pandanet (IGS).
//!
//! ## What it does
//!
//! Looks for records of Pandanet (IGS). It is recognised by what
//! stands in the game: see `docs/quirks.md`.
//!
//! ## Why is this bad
//!
//! Nothing is wrong: the habit says how identifiers and times of the record are to be read.
//!
//! ## Example
//!
//! ```text
//! (;FF[3]PC[IGS-PandaNet]CoPyright[x])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]PC[IGS-PandaNet]CP[x])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix of its own: `kifu convert --to ff4` writes short identifiers.
//!
//! ## References
//!
//! FF[3], identifiers with lower-case letters.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "Q513",
    "pandanet",
    Severity::Hint,
    None,
    include_str!("pandanet.rs"),
)
.strict();
