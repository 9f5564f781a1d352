//! Properties of a node, edited before they are written.

use kifu_sgf::{EditError, GameTreeMut, Node, NodeId};
use kifu_syntax::Span;
use kifu_syntax::text::escape_brackets;

/// Maximum number of properties of a node for comparing each with all others.
const MOST_PROPERTIES: usize = 200;

/// A property before and after the edit.
#[derive(Clone, Debug)]
pub(crate) struct DraftProperty {
    /// The normalized identifier before any change; `None` for a new property.
    was: Option<String>,
    /// Identifier to write.
    pub(crate) identifier: String,
    pub(crate) values: Vec<String>,
    pub(crate) span: Option<Span>,
    is_touched: bool,
    has_new_values: bool,
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
            has_new_values: false,
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
        property.has_new_values = true;
        property.is_touched = true;
    }

    pub(crate) fn rename(&mut self, place: usize, identifier: String) {
        let property = &mut self.properties[place];
        property.identifier = identifier;
        property.is_touched = true;
    }

    pub(crate) fn remove(&mut self, place: usize) {
        let property = &mut self.properties[place];
        property.is_removed = true;
        property.is_touched = true;
    }

    /// Adds a property after the others.
    pub(crate) fn push(&mut self, identifier: &str, values: Vec<String>) {
        self.insert(self.properties.len(), identifier, values);
    }

    /// Adds a property before the one at `place`, which moves later ones by one.
    pub(crate) fn insert(&mut self, place: usize, identifier: &str, values: Vec<String>) {
        let new = DraftProperty {
            was: None,
            identifier: identifier.to_owned(),
            values,
            span: None,
            is_touched: true,
            has_new_values: true,
            is_removed: false,
        };
        self.properties.insert(place, new);
    }

    /// Writes a property as another one with these values, in its place.
    pub(crate) fn replace(&mut self, place: usize, identifier: &str, values: Vec<String>) {
        self.rename(place, identifier.to_owned());
        self.set_values(place, values);
    }

    /// Adds the values to an existing property of the identifier. If there is none, replaces the property at `place`,
    /// or adds one at the end for `None`. Returns whether `place` was used.
    pub(crate) fn extend_or_replace(
        &mut self,
        place: Option<usize>,
        identifier: &str,
        values: Vec<String>,
    ) -> bool {
        if let Some(there) = self.find(identifier) {
            let property = &mut self.properties[there];
            property.values.extend(values);
            property.has_new_values = true;
            property.is_touched = true;
            return false;
        }
        match place {
            Some(place) => self.replace(place, identifier, values),
            None => self.push(identifier, values),
        }
        place.is_some()
    }

    pub(crate) fn is_touched(&self) -> bool {
        self.properties.iter().any(|one| one.is_touched)
    }

    /// Whether the node has too many properties to compare each with all others.
    pub(crate) const fn is_crowded(&self) -> bool {
        self.properties.len() > MOST_PROPERTIES
    }

    /// Writes the changed properties into the node. Existing properties keep their position.
    pub(crate) fn apply(&self, game: &mut GameTreeMut<'_>, node: NodeId) -> Result<(), EditError> {
        // From the last to the first, so that earlier positions stay valid.
        let mut place = self
            .properties
            .iter()
            .filter(|one| one.was.is_some())
            .count();
        for property in self.properties.iter().rev() {
            let is_new = property.was.is_none();
            place -= usize::from(!is_new);
            let (identifier, values) = (&property.identifier, || raw(&property.values));
            match (is_new, property.is_removed, property.is_touched) {
                (true, true, _) | (false, false, false) => {}
                (true, false, _) => game.insert_property_at(node, place, identifier, &values())?,
                (false, true, _) => game.remove_property_at(node, place)?,
                (false, false, true) if property.has_new_values => {
                    game.set_property_at(node, place, identifier, &values())?;
                }
                (false, false, true) => game.rename_property_at(node, place, identifier)?,
            }
        }
        Ok(())
    }
}

/// Escapes raw values before they are set: a value read leniently may contain a `]` that is not escaped.
fn raw(values: &[String]) -> Vec<String> {
    let escaped = values.iter().map(|value| escape_brackets(value));
    escaped.map(std::borrow::Cow::into_owned).collect()
}
