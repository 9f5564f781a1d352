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
//! Message 33: the value is no number.

use kifu_sgf::schema::Game;

use crate::context::Context;
use crate::node::Node;
use crate::{Rule, Severity, quirk};

pub(crate) const RULE: Rule = Rule::new(
    "Q515",
    "tygem-time",
    Severity::Warning,
    Some(33),
    include_str!("tygem_time.rs"),
);

/// Whether this rule says all there is to say about a `TM`, so that the rule about times need not.
pub(crate) fn explains(cx: &Context<'_>, node: &Node<'_>, raw: &str) -> bool {
    node.is_root
        && cx.game.game == Some(Game::Go)
        && cx.allows(&RULE)
        && node.get("OT").is_none()
        && quirk::tygem_time::control(raw).is_some()
}
