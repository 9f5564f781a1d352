//! ## What it does
//!
//! Checks for names of players in `PB` and `PW` with surplus white space or unusual letter widths (full-width Latin,
//! half-width Japanese), and for other spellings of the players in a table.
//!
//! Off unless selected: `N`, `N607` or its name.
//!
//! ## Why is this bad
//!
//! One player is listed under several names.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]PB[ Go  Seigen]PW[Ａｌｐｈａ Ｇｏ])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]PB[Go Seigen]PW[Alpha Go])
//! ```
//!
//! ## Fix safety
//!
//! Safe: white space, widths and spellings of the table alone change.
//!
//! ## References
//!
//! FF[4], descriptions of `PB` and `PW`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "N607",
    "player-name",
    Severity::Hint,
    None,
    page!("player.rs"),
)
.optional();
