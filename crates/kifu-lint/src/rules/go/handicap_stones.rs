//! ## What it does
//!
//! Checks for a `HA` that differs from the number of black stones in the root.
//!
//! ## Why is this bad
//!
//! `HA` places no stones: they belong in `AB`. Programs that trust one of the two show different games.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]HA[3]AB[dd][pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]HA[2]AB[dd][pp])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], `HA`.
//!
//! ## SGFC equivalent
//!
//! Message 61.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G407",
    "handicap-stones",
    Severity::Warning,
    Some(61),
    page!("handicap_stones.rs"),
);

use kifu_sgf::value::{handicap, point_list};

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let prop = node.get("HA");
    let number = match prop.map(|prop| handicap::parse(node.first_value(prop))) {
        None => 0,
        Some(Ok(number)) => usize::from(number),
        Some(Err(_)) => return,
    };
    let stones: usize = node.get("AB").map_or(0, |prop| {
        node.values(prop)
            .filter_map(|raw| point_list::parse_lenient(raw, cx.game.size).ok())
            .map(|items| point_list::expand(items.value).count())
            .sum()
    });
    let white = node.get("AW").is_some();
    // `HA[1]` means that Black moves first and pays no komi.
    // With white stones beside it is a position, not a handicap.
    let fits =
        number == stones || (number == 1 && stones == 0) || (number == 0 && white && !cx.strict);
    let found = match prop {
        Some(prop) if !fits || (white && cx.strict) => (prop.span(), stones > 0 && !white),
        None if cx.strict && stones > 0 && !white => (node.start, false),
        _ => return,
    };
    let severity = if found.1 {
        Severity::Warning
    } else {
        Severity::Hint
    };
    let are = if stones == 1 {
        "black stone is"
    } else {
        "black stones are"
    };
    cx.report(
        Diagnostic::new(
            &RULE,
            found.0,
            format!("handicap {number}, but {stones} {are} set up"),
        )
        .severity(severity)
        .why("`HA` places no stones; they belong in `AB`"),
    );
}
