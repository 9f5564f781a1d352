//! ## What it does
//!
//! Checks for setup properties in the same node as a move.
//!
//! ## Why is this bad
//!
//! FF[4] forbids it: programs disagree on whether the stones are placed before or after the move.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];AB[aa]B[cc])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];AB[aa];B[cc])
//! ```
//!
//! ## Fix safety
//!
//! Safe: the node is split as the standard recommends. Setup, root and game-info properties and the name of the node
//! stay; everything else moves to a new node after it. A `PL` that names the opponent of the player who moves is
//! removed.
//!
//! ## References
//!
//! FF[4], "Move vs. Place"; "Setup properties".
//!
//! ## SGFC equivalent
//!
//! Message 30.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S301",
    "setup-and-move",
    Severity::Error,
    Some(30),
    page!("setup_and_move.rs"),
);

use kifu_sgf::schema::PropertyType;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let Some(setup) = node.of_type(PropertyType::Setup).next() else {
        return;
    };
    let Some(play) = node.of_type(PropertyType::Move).next() else {
        return;
    };
    let severity = if cx.game.is_old() {
        Severity::Hint
    } else {
        Severity::Error
    };
    let message = format!(
        "setup property `{}` in the same node as move property `{}`",
        node.identifier(setup),
        node.identifier(play)
    );
    let fix = node.play().and_then(|play| fix(node, play));
    cx.report(
        Diagnostic::new(&RULE, setup.span(), message)
            .severity(severity)
            .why("programs place the stones before the move or after it")
            .related(play.span(), "the move property")
            .fix(fix),
    );
}

/// Whether a property stays in the node when the move moves to a new one.
fn stays(prop: &Prop) -> bool {
    prop.is("N")
        || prop.def.is_some_and(|def| {
            matches!(
                def.property_type,
                PropertyType::Setup | PropertyType::Root | PropertyType::GameInfo
            )
        })
}

fn fix(node: &Node<'_>, play: &Prop) -> Option<Fix> {
    if !node.can_append() {
        return None;
    }
    let mut setup = node.of_type(PropertyType::Setup);
    let player = setup
        .next()
        .filter(|prop| prop.is("PL") && prop.count() == 1);
    if let (Some(player), None) = (player, setup.next()) {
        let opponent = if play.is("B") { "W" } else { "B" };
        let value = node.first_value(player).trim();
        let is_color = ["B", "W", "black", "white"];
        // Other text in it is content.
        if !is_color.iter().any(|name| value.eq_ignore_ascii_case(name)) {
            return None;
        }
        let edits = vec![Edit::delete(player.span())];
        return Some(if node.first_value(player) == opponent {
            Fix::safe("remove `PL`, which the move implies", edits)
        } else {
            Fix::risky("remove `PL`, which the move contradicts", edits)
        });
    }
    let title = "put the move into a node of its own";
    let first = node.props.iter().position(|prop| !stays(prop))?;
    if node.props[first..].iter().all(|prop| !stays(prop)) {
        let at = node.props[first].id.start;
        return Some(Fix::safe(title, vec![Edit::insert(at, ";")]));
    }
    let mut moved = String::from(";");
    let mut edits = Vec::new();
    for prop in node.props.iter().filter(|prop| !stays(prop)) {
        moved.push_str(&node.written(prop)?);
        edits.push(Edit::delete(prop.span()));
    }
    edits.push(Edit::insert(node.end, moved));
    Some(Fix::safe(title, edits))
}
