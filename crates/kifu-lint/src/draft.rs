//! The properties of a node as they are to become.

use std::collections::BTreeSet;

use kifu_sgf::{EditError, GameTreeMut, Node, NodeId};
use kifu_syntax::Span;
use kifu_syntax::text::escape_brackets;

/// The most identifiers that are taken out of one node. Taking one out walks through the node, so
/// that a node of a million identifiers would take the square of that.
const MOST_IDENTIFIERS: usize = 200;

/// A property, as it was and as it is to become.
#[derive(Clone, Debug)]
pub(crate) struct DraftProperty {
    /// The identifier as the standard knows it, before any change; `None` for one that is new.
    was: Option<String>,
    /// What is to be written.
    pub(crate) identifier: String,
    pub(crate) values: Vec<String>,
    pub(crate) span: Option<Span>,
    is_touched: bool,
    is_renamed: bool,
    is_removed: bool,
}

impl DraftProperty {
    /// The identifier that was read; `None` for a property that is new.
    pub(crate) fn read_as(&self) -> Option<&str> {
        self.was.as_deref()
    }
}

/// A node under change.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    properties: Vec<DraftProperty>,
}

impl Draft {
    pub(crate) fn read(node: &Node<'_>) -> Self {
        let properties = node.properties().map(|property| DraftProperty {
            was: Some(property.identifier().into_owned()),
            identifier: property.written_identifier().to_owned(),
            values: property.values().map(str::to_owned).collect(),
            span: property.span(),
            is_touched: false,
            is_renamed: false,
            is_removed: false,
        });
        Self {
            properties: properties.collect(),
        }
    }

    /// The properties that are not removed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &DraftProperty> {
        self.properties.iter().filter(|one| !one.is_removed)
    }

    /// The places of the properties of this identifier.
    pub(crate) fn places(&self, identifier: &str) -> Vec<usize> {
        let all = self.properties.iter().enumerate();
        all.filter(|(_, one)| !one.is_removed && one.identifier == identifier)
            .map(|(place, _)| place)
            .collect()
    }

    /// The place of the first property of this identifier.
    pub(crate) fn find(&self, identifier: &str) -> Option<usize> {
        self.properties
            .iter()
            .position(|one| !one.is_removed && one.identifier == identifier)
    }

    /// The place of the first property that was read as this identifier.
    pub(crate) fn find_written(&self, identifier: &str) -> Option<usize> {
        self.properties
            .iter()
            .position(|one| !one.is_removed && one.was.as_deref() == Some(identifier))
    }

    pub(crate) fn is_removed(&self, place: usize) -> bool {
        self.properties[place].is_removed
    }

    pub(crate) fn has(&self, identifier: &str) -> bool {
        self.find(identifier).is_some()
    }

    pub(crate) const fn len(&self) -> usize {
        self.properties.len()
    }

    pub(crate) fn get(&self, place: usize) -> &DraftProperty {
        &self.properties[place]
    }

    pub(crate) fn set_values(&mut self, place: usize, values: Vec<String>) {
        let property = &mut self.properties[place];
        property.values = values;
        property.is_touched = true;
    }

    pub(crate) fn rename(&mut self, place: usize, identifier: String) {
        let property = &mut self.properties[place];
        property.identifier = identifier;
        property.is_renamed = true;
        property.is_touched = true;
    }

    pub(crate) fn remove(&mut self, place: usize) {
        let property = &mut self.properties[place];
        property.is_removed = true;
        property.is_touched = true;
    }

    /// Adds a property, behind those that are there.
    pub(crate) fn push(&mut self, identifier: &str, values: Vec<String>) {
        self.properties.push(DraftProperty {
            was: None,
            identifier: identifier.to_owned(),
            values,
            span: None,
            is_touched: true,
            is_renamed: false,
            is_removed: false,
        });
    }

    /// Adds values to a property, or makes it.
    pub(crate) fn extend(&mut self, identifier: &str, values: Vec<String>) {
        match self.find(identifier) {
            Some(place) => {
                let property = &mut self.properties[place];
                property.values.extend(values);
                property.is_touched = true;
            }
            None => self.push(identifier, values),
        }
    }

    pub(crate) fn is_touched(&self) -> bool {
        self.properties.iter().any(|one| one.is_touched)
    }

    /// Whether the node has so many properties to change that it is left alone.
    pub(crate) fn is_too_large(&self) -> bool {
        let touched = self.properties.iter().filter(|one| one.is_touched);
        touched.count() > MOST_IDENTIFIERS
    }

    /// Writes what was touched into the node. Where only values changed, the property keeps its
    /// place; else it stands behind the others.
    pub(crate) fn apply(&self, game: &mut GameTreeMut<'_>, node: NodeId) -> Result<(), EditError> {
        let touched = || self.properties.iter().filter(|one| one.is_touched);
        let mut moved = BTreeSet::new();
        for property in touched() {
            let Some(was) = &property.was else {
                continue;
            };
            let same = |one: &&DraftProperty| one.was.as_ref() == Some(was);
            let stays = !property.is_removed
                && !property.is_renamed
                && self.properties.iter().filter(same).count() == 1;
            if stays {
                game.set(node, was, &raw(&property.values))?;
            } else {
                moved.insert(was.clone());
            }
        }
        for was in &moved {
            game.remove_property(node, was)?;
        }
        for property in self.iter() {
            if property.was.as_ref().is_none_or(|was| moved.contains(was)) {
                game.push_property(node, &property.identifier, &raw(&property.values))?;
            }
        }
        Ok(())
    }
}

/// Raw values as they may be set: read kindly, a value may hold a `]` that is not escaped.
fn raw(values: &[String]) -> Vec<String> {
    let escaped = values.iter().map(|value| escape_brackets(value));
    escaped.map(std::borrow::Cow::into_owned).collect()
}
