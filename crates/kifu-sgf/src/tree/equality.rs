use std::borrow::Cow;
use std::cmp::Ordering;

use kifu_syntax::text::{find_colon, unescape_simple_text, unescape_text};

use super::{Collection, GameTree, Node, Property};
use crate::schema::{self, BasicType, Game, PropertyDef, ValueType};

/// Strictness of a comparison of two trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// The order of properties in a node and of values in a property matters too.
    Ordered,
    /// Ignore order that has no meaning in the standard. That of setup lists that share a point has one: the last list
    /// wins. So has that of the points of `L`. The values of properties unknown to the standard keep their order too.
    Unordered,
}

impl Collection {
    /// Whether both have the same games in the same order.
    ///
    /// See [`GameTree::is_same`].
    #[must_use]
    pub fn is_same(&self, other: &Self, compare: Compare) -> bool {
        self.len() == other.len()
            && self
                .games()
                .zip(other.games())
                .all(|(own, other)| own.is_same(other, compare))
    }
}

impl GameTree<'_> {
    /// Whether both have the same nodes in the same order with the same properties.
    ///
    /// Identifiers are equal if their upper-case letters are. Values are equal if they unescape to the same text; for
    /// a SimpleText property by its rules, where a line break is a blank. In a Compose value the same colon must
    /// divide both. The order of variations always matters.
    #[must_use]
    pub fn is_same(&self, other: GameTree<'_>, compare: Compare) -> bool {
        self.root().is_same(other.root(), compare)
    }
}

impl Node<'_> {
    /// Whether both have the same properties, and the same nodes below them.
    ///
    /// See [`GameTree::is_same`].
    #[must_use]
    pub fn is_same(&self, other: Node<'_>, compare: Compare) -> bool {
        let rules = RulesName::of(self.game().kind(), other.game().kind());
        let (mut left, mut right) = (self.subtree(), other.subtree());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(below), Some(below_other))
                    if shape(below, *self) == shape(below_other, other)
                        && rules.same_properties(below, below_other, compare) => {}
                _ => return false,
            }
        }
    }
}

/// Whether a node of the subtree of `top` has children, and later siblings in it. In file order these determine a tree.
fn shape(node: Node<'_>, top: Node<'_>) -> (bool, bool) {
    let has_sibling = node != top && node.next_sibling().is_some();
    (node.first_child().is_some(), has_sibling)
}

impl Property<'_> {
    /// Whether both have the same identifier and the same values in the same order, in the game
    /// `kind`.
    ///
    /// See [`GameTree::is_same`]. A property without a value is the same as one with an empty value.
    #[must_use]
    pub fn is_same(&self, other: &Self, kind: Option<Game>) -> bool {
        RulesName::of(kind, kind).same_property(*self, *other)
    }
}

/// The text of a value, and the length of the part before its dividing colon.
type Meaning<'a> = (Cow<'a, str>, Option<usize>);

/// Rules for the values of properties.
#[derive(Clone, Copy)]
struct RulesName {
    kind: Option<Game>,
    /// Whether both sides are this game; for two different games value types are unknown.
    is_common: bool,
}

impl RulesName {
    fn of(own: Option<Game>, other: Option<Game>) -> Self {
        Self {
            kind: own,
            is_common: own == other,
        }
    }

    /// Returns the value type of `identifier` if both sides agree on it.
    fn value_type(self, identifier: &str) -> Option<ValueType> {
        let definition = schema::lookup(self.kind, identifier).filter(|_| self.is_common);
        definition.map(|definition| definition.value)
    }

    /// Returns the meaning of a raw value.
    fn meaning<'a>(self, identifier: &str, raw: &'a str) -> Meaning<'a> {
        let text = unescape_text(raw);
        // In anything else all agree.
        if !text.contains(['\n', ':']) {
            return (text, None);
        }
        let value = self.value_type(identifier);
        let is_simple = value.is_some_and(|value| value.single == Some(BasicType::SimpleText));
        let is_composed = value.is_some_and(|value| value.compose.is_some());
        let colon = find_colon(raw).filter(|_| is_composed);
        let before = colon.map(|colon| unescape_text(&raw[..colon]).len());
        if is_simple {
            return (unescape_simple_text(raw), before);
        }
        (text, before)
    }

    fn same_properties(self, own: Node<'_>, other: Node<'_>, compare: Compare) -> bool {
        self.same_in_order(own, other)
            || compare == Compare::Unordered
                && self.sorted(own) == self.sorted(other)
                && own.has_same_setup(other)
    }

    fn same_in_order(self, own: Node<'_>, other: Node<'_>) -> bool {
        let mut left = own.properties();
        let mut right = other.properties();
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(own), Some(other)) if self.same_property(own, other) => {}
                _ => return false,
            }
        }
    }

    fn same_property(self, own: Property<'_>, other: Property<'_>) -> bool {
        let identifier = own.identifier();
        let same = |own, other| {
            own == other || self.meaning(&identifier, own) == self.meaning(&identifier, other)
        };
        identifier == other.identifier()
            && own.len().max(1) == other.len().max(1)
            && same(own.value(), other.value())
            && own
                .values()
                .zip(other.values())
                .all(|(own, other)| same(own, other))
    }

    /// The properties of a node without order that has no meaning: equal texts are equal properties.
    fn sorted(self, node: Node<'_>) -> Vec<(Cow<'_, str>, String)> {
        let mut properties = node
            .properties()
            .map(|property| {
                let identifier = property.identifier();
                let value = |raw| self.meaning(&identifier, raw);
                let mut values: Vec<String> = property.values().map(value).map(in_text).collect();
                if values.is_empty() {
                    values.push(in_text(Default::default()));
                }
                if self.is_unordered(&identifier) {
                    values.sort_unstable();
                }
                (identifier, values.concat())
            })
            .collect::<Vec<_>>();
        // Ordered properties with one identifier keep their order.
        properties.sort_by(|(own, values), (other, other_values)| {
            own.cmp(other).then_with(|| {
                if self.is_unordered(own) {
                    values.cmp(other_values)
                } else {
                    Ordering::Equal
                }
            })
        });
        properties
    }

    fn is_unordered(self, identifier: &str) -> bool {
        let kind = self.kind.filter(|_| self.is_common);
        schema::lookup(kind, identifier).is_some_and(PropertyDef::is_unordered)
    }
}

/// A meaning as a text after which others can follow.
fn in_text((text, before): Meaning<'_>) -> String {
    let colon = before.map_or_else(String::new, |before| before.to_string());
    [&colon, "/", &text.len().to_string(), ":", &text].concat()
}
