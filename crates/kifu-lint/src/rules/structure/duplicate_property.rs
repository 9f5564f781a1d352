//! ## What it does
//!
//! Checks for properties that occur twice in a node.
//!
//! ## Why is this bad
//!
//! Programs read the first, the last, or both.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];AB[aa]AB[bb]C[one]C[two])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];AB[aa][bb]C[one
//!
//! two])
//! ```
//!
//! ## Fix safety
//!
//! Safe: lists are merged, texts are joined with an empty line between them, and copies are removed. There is no fix
//! for two different values of which a node can have one, for a move unless it repeats the point of the move right before
//! it, and for setup if a point is in lists of two properties, whose order matters.
//!
//! ## References
//!
//! FF[4], "Properties": only one of each identifier in a node.
//!
//! ## SGFC equivalent
//!
//! Message 28.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::notation::PASS;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S305",
    "duplicate-property",
    Severity::Error,
    Some(28),
    page!("duplicate_property.rs"),
);

use std::cell::OnceCell;
use std::collections::HashMap;

use kifu_sgf::schema::{BasicType, Count, Game, Group, Notation};
use kifu_sgf::setup_may_share_point;
use kifu_sgf::value::point;
use kifu_syntax::text::escape_brackets;

/// Maximum number of properties to compare pairwise; above it a map is used.
const FEW: usize = 16;

/// Initial capacity of the map.
const MANY: usize = 64;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let setup = Setup {
        game: cx.game.game,
        may_share_point: OnceCell::new(),
    };
    if node.props.len() <= FEW {
        for second in 1..node.props.len() {
            let prop = &node.props[second];
            let first = node.props[..second]
                .iter()
                .position(|other| same(node, other, prop));
            if let Some(first) = first {
                report(cx, node, &node.props[first], prop, &setup, &mut None);
            }
        }
        return;
    }
    // Many may have few identifiers.
    let mut seen = HashMap::with_capacity(node.props.len().min(MANY));
    for (index, prop) in (0_u32..).zip(&node.props) {
        let (first, is_plain) = seen.entry(node.identifier(prop)).or_insert((index, None));
        if *first != index {
            let first = &node.props[*first as usize];
            report(cx, node, first, prop, &setup, is_plain);
        }
    }
}

/// What fixes of setup need to know about the node.
struct Setup {
    game: Option<Game>,
    may_share_point: OnceCell<bool>,
}

impl Setup {
    /// Whether two setup lists of the node may share a point, of which the last one wins.
    fn may_share_point(&self, node: &Node<'_>) -> bool {
        *self.may_share_point.get_or_init(|| {
            let properties = node.props.iter();
            let lists = properties.map(|prop| (node.identifier(prop), node.values(prop)));
            setup_may_share_point(self.game, lists)
        })
    }
}

fn same(node: &Node<'_>, one: &Prop, other: &Prop) -> bool {
    match (one.def, other.def) {
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        (None, None) => node.identifier(one) == node.identifier(other),
        _ => false,
    }
}

/// `is_plain` keeps whether the first property has no text between its values, which takes time for many values.
fn report(
    cx: &mut Context<'_>,
    node: &Node<'_>,
    first: &Prop,
    second: &Prop,
    setup: &Setup,
    is_plain: &mut Option<bool>,
) {
    if !cx.found.wants(second.id.start) {
        return;
    }
    let identifier = node.identifier(second);
    // Unexpected text between the values stays.
    let is_plain = *is_plain.get_or_insert_with(|| node.written(first).is_some())
        && node.written(second).is_some();
    cx.report(
        Diagnostic::new(
            &RULE,
            second.span(),
            format!("property `{identifier}` occurs twice in this node"),
        )
        .why("programs read the first, the last, or both")
        .related(first.span(), "the first property")
        .fix(is_plain.then(|| fix(node, first, second, setup)).flatten()),
    );
}

fn fix(node: &Node<'_>, first: &Prop, second: &Prop, setup: &Setup) -> Option<Fix> {
    let remove = Edit::delete(second.span());
    let is_setup = first.group() == Some(Group::SetupPoint);
    // The values of the second list would come before those of a list between the two.
    if is_setup && setup.may_share_point(node) {
        return None;
    }
    if node.values(first).eq(node.values(second)) && is_copy(node, first, second, setup.game) {
        return Some(Fix::safe("remove the copy", vec![remove]));
    }
    let def = first.def?;
    if def.value.count != Count::One {
        let mut values = String::new();
        for span in node.spans(second).iter().filter(|span| !span.is_empty()) {
            values.push('[');
            values.push_str(&escape_brackets(span.of_str(node.text)));
            values.push(']');
        }
        let title = "merge the two lists";
        // An empty list next to one that is not: the values of both are those of the other.
        if let [only] = node.spans(first)
            && only.is_empty()
        {
            let at = node.bracketed(*only);
            return Some(Fix::safe(title, vec![Edit::replace(at, values), remove]));
        }
        return Some(Fix::safe(
            title,
            vec![Edit::insert(first.end, values), remove],
        ));
    }
    if def.value.single == Some(BasicType::Text)
        && let ([one], [other]) = (node.spans(first), node.spans(second))
    {
        let separator = match (one.is_empty(), other.is_empty()) {
            (false, false) => "\n\n",
            _ => "",
        };
        let joined = format!("{separator}{}", escape_brackets(other.of_str(node.text)));
        return Some(Fix::safe(
            "join the two texts",
            vec![Edit::insert(one.end, joined), remove],
        ));
    }
    // An empty move is a pass.
    if def.value.single == Some(BasicType::Move) {
        return None;
    }
    if node.values(second).all(str::is_empty) {
        return Some(Fix::safe("remove the empty one", vec![remove]));
    }
    if node.values(first).all(str::is_empty) {
        return Some(Fix::safe(
            "remove the empty one",
            vec![Edit::delete(first.span())],
        ));
    }
    None
}

/// Whether a property with the values of another says nothing new.
fn is_copy(node: &Node<'_>, first: &Prop, second: &Prop, game: Option<Game>) -> bool {
    if first.group() == Some(Group::SetupPoint) {
        return super::duplicate_point::takes_one_piece(game);
    }
    let is_move = |prop: &Prop| {
        let single = prop.def.and_then(|def| def.value.single);
        single == Some(BasicType::Move)
    };
    if is_move(first) {
        let before = node.props.partition_point(|prop| prop.end < second.end);
        let before = before.checked_sub(1).map(|before| &node.props[before]);
        return node.first_value(second) != PASS
            && game.is_some_and(|game| game.notation() == Notation::GoLike)
            && point::parse(node.first_value(second)).is_ok()
            && before.is_some_and(|before| {
                same(node, before, second) && node.values(before).eq(node.values(second))
            });
    }
    // Each point of `L` takes the next letter.
    !first.is("L")
}
