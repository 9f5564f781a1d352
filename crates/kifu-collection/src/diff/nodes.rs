//! Nodes with their properties, independent of a game.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use kifu_sgf::schema::{self, Game, PropertyDef};
use kifu_sgf::{GameTreeMut, Node, NodeId, Property, setup_may_share_point};
use kifu_syntax::text::unescape_text;

use crate::copy::raw_values;
use crate::flat::{Flat, NONE};
use crate::key::SETUP;

/// A property with its raw values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PropertyValues {
    /// The identifier, as it is written.
    pub identifier: String,
    /// The raw values.
    pub values: Vec<String>,
}

impl PropertyValues {
    pub(crate) fn of(property: Property<'_>) -> Self {
        let mut values = raw_values(property);
        // A property without a value equals one with an empty value, and cannot be written otherwise.
        if values.is_empty() {
            values.push(String::new());
        }
        Self {
            identifier: property.written_identifier().to_owned(),
            values,
        }
    }
}

/// A change of a property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PropertyChange {
    /// The property was added.
    Added(PropertyValues),
    /// The property was removed.
    Removed {
        /// Its place among the properties of the old node, from 0.
        place: usize,
        /// The property before the change.
        old: PropertyValues,
    },
    /// Its values changed.
    Changed {
        /// Its place among the properties of the old node, from 0.
        place: usize,
        /// The property before the change.
        old: PropertyValues,
        /// The property after the change.
        new: PropertyValues,
    },
}

/// A node, independent of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NodeValues {
    /// The number of its parent in the subtree; `None` for the first.
    pub parent: Option<u32>,
    /// Its properties.
    pub properties: Vec<PropertyValues>,
}

/// Connected nodes, in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Subtree {
    /// The nodes; each has its parent before it.
    pub nodes: Vec<NodeValues>,
}

impl Subtree {
    pub(crate) fn of(top: Node<'_>) -> Self {
        let flat = Flat::of(top);
        let nodes = flat.nodes.iter().zip(&flat.parent);
        let nodes = nodes.map(|(node, parent)| NodeValues {
            parent: (*parent != NONE).then_some(*parent),
            properties: node.properties().map(PropertyValues::of).collect(),
        });
        Self {
            nodes: nodes.collect(),
        }
    }

    /// Writes the nodes into a game, the first one into the empty node `top`. Returns `false` if the nodes are not
    /// connected or cannot be written.
    #[must_use]
    pub(crate) fn write(&self, game: &mut GameTreeMut<'_>, top: NodeId) -> bool {
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let id = match node.parent {
                None if ids.is_empty() => top,
                None => return false,
                Some(parent) => {
                    let parent = ids.get(parent as usize).copied();
                    match parent.map(|parent| game.append_child(parent)) {
                        Some(Ok(id)) => id,
                        Some(Err(_)) | None => return false,
                    }
                }
            };
            ids.push(id);
            for property in &node.properties {
                let pushed = game.push_property(id, &property.identifier, &property.values);
                if pushed.is_err() {
                    return false;
                }
            }
        }
        !self.nodes.is_empty()
    }
}

/// Whether two properties with the same identifier have the same meaning; the order of a list is ignored if the
/// standard gives it none.
pub(crate) fn is_same(own: Property<'_>, other: Property<'_>, kind: Option<Game>) -> bool {
    if own.is_same(&other, kind) {
        return true;
    }
    let identifier = own.identifier();
    let is_unordered = schema::lookup(kind, &identifier).is_some_and(PropertyDef::is_unordered);
    if !is_unordered || own.len() != other.len() || identifier != other.identifier() {
        return false;
    }
    sorted(own) == sorted(other)
}

/// The unescaped values of a property, sorted.
fn sorted(property: Property<'_>) -> Vec<Cow<'_, str>> {
    let mut values: Vec<_> = property.values().map(unescape_text).collect();
    values.sort_unstable();
    values
}

/// Whether two nodes have the same properties.
pub(crate) fn has_same_properties(old: Node<'_>, new: Node<'_>, kind: Option<Game>) -> bool {
    changes(old, new, kind).is_empty()
}

/// The changes of the properties of a node, in the order of the new one, with removed properties last.
pub(super) fn changes(old: Node<'_>, new: Node<'_>, kind: Option<Game>) -> Vec<PropertyChange> {
    // Most nodes are the same, property by property.
    let mut pairs = old.properties().zip(new.properties());
    let counts = (old.properties().count(), new.properties().count());
    if counts.0 == counts.1 && pairs.all(|(own, other)| own.is_same(&other, kind)) {
        return Vec::new();
    }
    let mut places: HashMap<String, VecDeque<(usize, Property<'_>)>> = HashMap::new();
    for (place, property) in old.properties().enumerate() {
        let same = places.entry(property.identifier().into_owned());
        same.or_default().push_back((place, property));
    }
    let mut changes = Vec::new();
    let mut is_left = vec![true; counts.0];
    for property in new.properties() {
        let before = places
            .get_mut(&*property.identifier())
            .and_then(VecDeque::pop_front);
        let Some((place, before)) = before else {
            changes.push(PropertyChange::Added(PropertyValues::of(property)));
            continue;
        };
        is_left[place] = false;
        if !is_same(before, property, kind) {
            changes.push(PropertyChange::Changed {
                place,
                old: PropertyValues::of(before),
                new: PropertyValues::of(property),
            });
        }
    }
    let gone = old.properties().enumerate();
    changes.extend(
        gone.filter(|(place, _)| is_left[*place])
            .map(|(place, property)| removed(place, property)),
    );
    put_in_order(old, new, kind, &mut changes);
    changes
}

fn removed(place: usize, property: Property<'_>) -> PropertyChange {
    PropertyChange::Removed {
        place,
        old: PropertyValues::of(property),
    }
}

/// Makes the setup anew if the changes leave it in an order that matters.
fn put_in_order(
    old: Node<'_>,
    new: Node<'_>,
    kind: Option<Game>,
    changes: &mut Vec<PropertyChange>,
) {
    if identifiers(setup(old)).eq(identifiers(setup(new))) {
        return;
    }
    let lists = new.properties();
    let lists = lists.map(|property| (property.identifier(), property.values()));
    if !setup_may_share_point(kind, lists) {
        return;
    }
    let is_setup = |change: &PropertyChange| {
        let (PropertyChange::Added(values)
        | PropertyChange::Removed { old: values, .. }
        | PropertyChange::Changed { new: values, .. }) = change;
        SETUP.contains(&&*schema::normal_identifier(&values.identifier))
    };
    if changes.iter().any(is_setup) || !old.has_same_setup(new) {
        changes.retain(|change| !is_setup(change));
        let added = setup(new).map(|(_, property)| PropertyValues::of(property));
        changes.extend(added.map(PropertyChange::Added));
        changes.extend(setup(old).map(|(place, property)| removed(place, property)));
    }
}

/// The setup lists of a node, each with its place among the properties.
fn setup(node: Node<'_>) -> impl Iterator<Item = (usize, Property<'_>)> {
    let properties = node.properties().enumerate();
    properties.filter(|(_, property)| SETUP.iter().any(|setup| property.is(setup)))
}

fn identifiers<'a>(
    setup: impl Iterator<Item = (usize, Property<'a>)>,
) -> impl Iterator<Item = Cow<'a, str>> {
    setup.map(|(_, property)| property.identifier())
}
