//! Changes to the properties of a game.

use kifu_syntax::text::{escape_brackets, escape_simple_text, escape_text, unescape_text};

use super::super::edited::{OwnProperty, Raw};
use super::super::node::NodeId;
use super::super::property::is_spelling;
use super::{EditError, GameTreeMut};
use crate::schema::normal_identifier;

impl GameTreeMut<'_> {
    /// Sets a property to raw values, the text between `[` and `]`, in place of all that it has: an existing property
    /// keeps its position, and further ones of its identifier, which broken files have, are removed. An empty list sets
    /// a single empty value, here and in the methods below: `KO[]`.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Identifier`]; [`EditError::Value`].
    pub fn set<V: AsRef<str>>(
        &mut self,
        node: NodeId,
        identifier: &str,
        values: &[V],
    ) -> Result<(), EditError> {
        self.check(node)?;
        check_identifier(identifier)?;
        let values = own_values(values)?;
        self.set_first(node, identifier, values);
        let (edited, text) = self.edited();
        let properties = edited.own_properties(text, node.0);
        let mut is_first = true;
        properties.retain(|property| {
            !is(property, text, identifier) || core::mem::replace(&mut is_first, false)
        });
        Ok(())
    }

    /// Adds a property of raw values after the existing ones, even one of the same identifier. The identifier is written
    /// as it is given, here and in the methods for a place.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Identifier`]; [`EditError::Value`].
    pub fn push_property<V: AsRef<str>>(
        &mut self,
        node: NodeId,
        identifier: &str,
        values: &[V],
    ) -> Result<(), EditError> {
        let property = new_property(identifier, values)?;
        self.properties(node)?.push(property);
        Ok(())
    }

    /// Adds an identifier without any value, as in broken files.
    pub(crate) fn push_identifier(
        &mut self,
        node: NodeId,
        identifier: &str,
    ) -> Result<(), EditError> {
        check_identifier(identifier)?;
        let property = OwnProperty::new(identifier.to_owned(), Vec::new());
        self.properties(node)?.push(property);
        Ok(())
    }

    /// Adds a property of raw values before the one at `place`, counted from 0 in the order of the node; the number of
    /// its properties adds it after the last.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::NoSuchProperty`]; [`EditError::Identifier`];
    /// [`EditError::Value`].
    pub fn insert_property_at<V: AsRef<str>>(
        &mut self,
        node: NodeId,
        place: usize,
        identifier: &str,
        values: &[V],
    ) -> Result<(), EditError> {
        let property = new_property(identifier, values)?;
        let properties = self.properties(node)?;
        if place > properties.len() {
            return Err(EditError::NoSuchProperty);
        }
        properties.insert(place, property);
        Ok(())
    }

    /// Replaces the identifier and the raw values of the property at `place`, counted from 0 in the order of the node.
    /// It keeps its position, even if the node has other properties of its identifier.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::NoSuchProperty`]; [`EditError::Identifier`];
    /// [`EditError::Value`].
    pub fn set_property_at<V: AsRef<str>>(
        &mut self,
        node: NodeId,
        place: usize,
        identifier: &str,
        values: &[V],
    ) -> Result<(), EditError> {
        check_identifier(identifier)?;
        let values = own_values(values)?;
        let (property, text) = self.property_at(node, place)?;
        rename(property, text, identifier);
        property.values = values;
        property.touched = true;
        Ok(())
    }

    /// Gives the property at `place`, counted from 0 in the order of the node, another identifier.
    /// Its values stay byte for byte.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::NoSuchProperty`]; [`EditError::Identifier`].
    pub fn rename_property_at(
        &mut self,
        node: NodeId,
        place: usize,
        identifier: &str,
    ) -> Result<(), EditError> {
        check_identifier(identifier)?;
        let (property, text) = self.property_at(node, place)?;
        rename(property, text, identifier);
        property.touched = true;
        Ok(())
    }

    /// Removes the property at `place`, counted from 0 in the order of the node.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::NoSuchProperty`].
    pub fn remove_property_at(&mut self, node: NodeId, place: usize) -> Result<(), EditError> {
        let properties = self.properties(node)?;
        if place >= properties.len() {
            return Err(EditError::NoSuchProperty);
        }
        properties.remove(place);
        Ok(())
    }

    /// Removes every property for whose position, counted from 0 in the order of the node, `keep` returns false.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn retain_properties(
        &mut self,
        node: NodeId,
        mut keep: impl FnMut(usize) -> bool,
    ) -> Result<(), EditError> {
        self.check(node)?;
        let (edited, text) = self.edited();
        let mut places = 0..;
        let properties = edited.own_properties(text, node.0);
        properties.retain(|_| places.next().is_some_and(&mut keep));
        Ok(())
    }

    /// Sets a property to one Text, in place of the one that [`Node::text`](crate::Node::text) reads. If a broken file
    /// has further values or properties of this identifier, their texts stay.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Identifier`].
    pub fn set_text(
        &mut self,
        node: NodeId,
        identifier: &str,
        text: &str,
    ) -> Result<(), EditError> {
        self.check(node)?;
        check_identifier(identifier)?;
        let value = own_value(&escape_text(text))?;
        self.set_first_value(node, identifier, value);
        Ok(())
    }

    /// Sets a property to one SimpleText, as [`set_text`](Self::set_text) does.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Identifier`].
    pub fn set_simple_text(
        &mut self,
        node: NodeId,
        identifier: &str,
        text: &str,
    ) -> Result<(), EditError> {
        self.check(node)?;
        check_identifier(identifier)?;
        let value = own_value(&escape_simple_text(text))?;
        self.set_first_value(node, identifier, value);
        Ok(())
    }

    /// Sets the first value of the first property of this identifier, creating it if it is missing.
    fn set_first_value(&mut self, node: NodeId, identifier: &str, value: Raw) {
        let property = self.property(node, identifier);
        match property.values.first_mut() {
            Some(first) => *first = value,
            None => property.values.push(value),
        }
        property.touched = true;
    }

    /// Sets the values of the first property of this identifier, creating it if it is missing.
    pub(super) fn set_first(&mut self, node: NodeId, identifier: &str, values: Vec<Raw>) {
        let property = self.property(node, identifier);
        property.values = values;
        property.touched = true;
    }

    /// Adds a raw value to a property; creates the property if it is missing.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Identifier`]; [`EditError::Value`].
    pub fn add(&mut self, node: NodeId, identifier: &str, value: &str) -> Result<(), EditError> {
        self.check(node)?;
        check_identifier(identifier)?;
        let value = own_value(value)?;
        let property = self.property(node, identifier);
        property.values.push(value);
        property.touched = true;
        Ok(())
    }

    /// Adds a Text to a property; creates the property if it is missing.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Identifier`].
    pub fn add_text(
        &mut self,
        node: NodeId,
        identifier: &str,
        text: &str,
    ) -> Result<(), EditError> {
        self.add(node, identifier, &escape_text(text))
    }

    /// Removes every property of this identifier. Returns whether there was any.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn remove_property(&mut self, node: NodeId, identifier: &str) -> Result<bool, EditError> {
        self.check(node)?;
        let found = self.tree().node(node);
        if !found.is_some_and(|node| node.has(identifier)) {
            return Ok(false);
        }
        let (edited, text) = self.edited();
        let properties = edited.own_properties(text, node.0);
        properties.retain(|property| !is(property, text, identifier));
        Ok(true)
    }

    /// Removes every occurrence of a raw value from a property, and the property with its last value. Returns whether
    /// there was any.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn remove_value(
        &mut self,
        node: NodeId,
        identifier: &str,
        value: &str,
    ) -> Result<bool, EditError> {
        self.remove_values(node, identifier, |own| own == value)
    }

    /// Removes every value of a property that reads as this Text, and the property with its last
    /// value. Whether there was any.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn remove_text(
        &mut self,
        node: NodeId,
        identifier: &str,
        text: &str,
    ) -> Result<bool, EditError> {
        self.remove_values(node, identifier, |own| unescape_text(own) == text)
    }

    fn remove_values(
        &mut self,
        node: NodeId,
        identifier: &str,
        is_meant: impl Fn(&str) -> bool,
    ) -> Result<bool, EditError> {
        self.check(node)?;
        let (edited, text) = self.edited();
        let properties = edited.own_properties(text, node.0);
        let mut found = false;
        properties.retain_mut(|property| {
            if !is(property, text, identifier) {
                return true;
            }
            let before = property.values.len();
            property.values.retain(|own| !is_meant(own.of(text)));
            if property.values.len() == before {
                return true;
            }
            found = true;
            property.touched = true;
            !property.values.is_empty()
        });
        Ok(found)
    }

    /// The properties of a node, to be changed.
    fn properties(&mut self, node: NodeId) -> Result<&mut Vec<OwnProperty>, EditError> {
        self.check(node)?;
        let (edited, text) = self.edited();
        Ok(edited.own_properties(text, node.0))
    }

    /// Returns the property at `place`, for changes, and the text that its spans belong to.
    fn property_at(
        &mut self,
        node: NodeId,
        place: usize,
    ) -> Result<(&mut OwnProperty, &str), EditError> {
        self.check(node)?;
        let (edited, text) = self.edited();
        let properties = edited.own_properties(text, node.0);
        let property = properties.get_mut(place).ok_or(EditError::NoSuchProperty)?;
        Ok((property, text))
    }

    /// Returns the property of this identifier, creating it if it is missing.
    pub(super) fn property(&mut self, node: NodeId, identifier: &str) -> &mut OwnProperty {
        let (edited, text) = self.edited();
        let properties = edited.own_properties(text, node.0);
        let place = properties
            .iter()
            .position(|property| is(property, text, identifier));
        let place = place.unwrap_or_else(|| {
            let identifier = normal_identifier(identifier).into_owned();
            properties.push(OwnProperty::new(identifier, Vec::new()));
            properties.len() - 1
        });
        &mut properties[place]
    }
}

pub(super) fn is(property: &OwnProperty, text: &str, identifier: &str) -> bool {
    let own = property.identifier.of(text);
    own == identifier || is_spelling(own, identifier)
}

/// Gives a property an identifier; one that it has stays a span of the text.
fn rename(property: &mut OwnProperty, text: &str, identifier: &str) {
    if property.identifier.of(text) != identifier {
        property.identifier = Raw::Own(identifier.to_owned());
    }
}

fn check_identifier(identifier: &str) -> Result<(), EditError> {
    if identifier.is_empty()
        || identifier.len() > kifu_syntax::IDENTIFIER_LIMIT
        || !identifier.as_bytes()[0].is_ascii_alphabetic()
        || !identifier
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return Err(EditError::Identifier);
    }
    Ok(())
}

fn new_property<V: AsRef<str>>(identifier: &str, values: &[V]) -> Result<OwnProperty, EditError> {
    check_identifier(identifier)?;
    let values = own_values(values)?;
    Ok(OwnProperty::new(identifier.to_owned(), values))
}

fn own_values<V: AsRef<str>>(values: &[V]) -> Result<Vec<Raw>, EditError> {
    if values.is_empty() {
        return Ok(vec![Raw::Own(String::new())]);
    }
    values
        .iter()
        .map(|value| own_value(value.as_ref()))
        .collect()
}

/// A raw value, if no bracket or backslash in it would reach beyond it.
fn own_value(value: &str) -> Result<Raw, EditError> {
    let mut bytes = value.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b']' || (byte == b'\\' && bytes.next().is_none()) {
            return Err(EditError::Value);
        }
    }
    // As it will be written, so that a copy that is read has the same value.
    Ok(Raw::Own(escape_brackets(value).into_owned()))
}
