//! ## What it does
//!
//! Checks for nodes whose properties are not in canonical order: root, game info, setup, move, annotation, markup, others,
//! and comments last.
//!
//! Off unless selected: `N`, `N610` or its name.
//!
//! ## Why is this bad
//!
//! The order has no meaning, except for setup (`AB`, `AW`, `AE`) of one point, which keeps its order. One order makes
//! records easier to read and to compare.
//!
//! ## Example
//!
//! ```text
//! (;GM[1]FF[4];C[A joseki.]B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1];B[dd]C[A joseki.])
//! ```
//!
//! ## Fix safety
//!
//! Safe. A node that breaks the grammar stays as it is.
//!
//! ## References
//!
//! FF[4], "Nodes": the order of properties is not fixed.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::canonical_order_of;
use kifu_syntax::{EventKind, Parser, Problem, ProblemKind, ProblemSink, Span};

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "N610",
    "property-order",
    Severity::Hint,
    None,
    page!("property_order.rs"),
)
.optional();

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if !cx.allows(&RULE) || node.start.is_empty() {
        return;
    }
    let properties = node.props.iter();
    let order = canonical_order_of(
        cx.game.game,
        properties.map(|prop| (node.identifier(prop), node.values(prop))),
    );
    if order.is_sorted() {
        return;
    }
    let places = node.props.iter().map(Prop::span);
    let moves: Vec<_> = places
        .zip(order.iter().map(|from| node.props[*from].span()))
        .collect();
    if let Some(fix) = sorted(cx.text, node, &moves) {
        cx.report(
            Diagnostic::new(&RULE, node.start, "properties are not in canonical order")
                .why("the order has no meaning; one order is easier to read and to compare")
                .fix(fix),
        );
    }
}

/// Returns a fix that reorders properties: `moves` pairs each position with the property to put there.
///
/// `None` if the grammar is broken, where a property may depend on the text before it, or if bytes are invalid and
/// would be lost.
fn sorted(text: &str, node: &Node<'_>, moves: &[(Span, Span)]) -> Option<Fix> {
    let first = moves.iter().position(|(place, from)| place != from)?;
    let last = moves.iter().rposition(|(place, from)| place != from)?;
    let moves = moves.get(first..=last)?;
    let whole = Span::new(moves.first()?.0.start, moves.last()?.0.end);
    let mut new = String::with_capacity(whole.len());
    let mut at = whole.start;
    for (place, from) in moves {
        new.push_str(text.get(at..place.start)?);
        new.push_str(from.of_str(text));
        at = place.end;
    }
    let head = text.get(node.start.start..whole.start)?;
    let tail = text.get(whole.end..node.end)?;
    let old = format!("({head}{}{tail})", whole.of_str(text));
    let is_lawful = counted(&old)? == counted(&format!("({head}{new}{tail})"))?;
    (is_lawful && !old.contains(char::REPLACEMENT_CHARACTER))
        .then(|| Fix::safe("sort the properties", vec![Edit::replace(whole, new)]))
}

/// The number of identifiers and of values in a game of one node; `None` if it breaks the grammar.
fn counted(game: &str) -> Option<(usize, usize)> {
    let mut is_lawful = Lawful(true);
    let (mut identifiers, mut values) = (0, 0);
    for event in Parser::with_sink(game.as_bytes(), &mut is_lawful) {
        identifiers += usize::from(event.kind == EventKind::Identifier);
        values += usize::from(event.kind == EventKind::Value);
    }
    is_lawful.0.then_some((identifiers, values))
}

/// Whether there was no problem. Long identifiers are valid in old files, and harmless in others.
struct Lawful(bool);

impl ProblemSink for &mut Lawful {
    fn problem(&mut self, problem: Problem) {
        self.0 &= problem.kind == ProblemKind::LowercaseIdentifier;
    }
}
