use kifu_sgf::{Node, NodeId, Property};
use kifu_syntax::Span;

use super::Found;
use crate::node::Node as Checked;

/// A node as seen by habits, from a tree or from the checker.
pub(crate) enum View<'r, 'a> {
    /// A node of a tree. Its properties are read once.
    OfTree(Node<'a>, Vec<Property<'a>>),
    /// The root that the checker is at.
    OfChecker(&'r Checked<'a>),
}

/// A property of the viewed node.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// The identifier as written.
    pub(super) written: &'a str,
    /// The first raw value.
    pub(super) value: &'a str,
    /// Span from the identifier to the last `]`; `None` for a new property.
    pub(super) span: Option<Span>,
}

impl<'a> View<'_, 'a> {
    /// A node of a tree.
    pub(super) fn of(node: Node<'a>) -> Self {
        Self::OfTree(node, node.properties().collect())
    }

    pub(super) fn id(&self) -> NodeId {
        match self {
            Self::OfTree(node, _) => node.id(),
            Self::OfChecker(_) => NodeId::ROOT,
        }
    }

    /// The end of the last property; `None` for a node that was made.
    pub(super) fn end(&self) -> Option<usize> {
        match self {
            Self::OfTree(node, properties) => {
                let last = properties
                    .last()
                    .map_or_else(|| node.span(), Property::span);
                Some(last?.end)
            }
            Self::OfChecker(node) => Some(node.end),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::OfTree(_, properties) => properties.len(),
            Self::OfChecker(node) => node.props.len(),
        }
    }

    fn is(&self, place: usize, identifier: &str) -> bool {
        match self {
            Self::OfTree(_, properties) => properties[place].is(identifier),
            Self::OfChecker(node) => {
                let prop = &node.props[place];
                if identifier.len() <= 2 {
                    prop.is(identifier)
                } else {
                    node.identifier(prop) == identifier
                }
            }
        }
    }

    fn entry(&self, place: usize) -> Entry<'a> {
        match self {
            Self::OfTree(_, properties) => Entry {
                written: properties[place].written_identifier(),
                value: properties[place].value(),
                span: properties[place].span(),
            },
            Self::OfChecker(node) => {
                let prop = &node.props[place];
                Entry {
                    written: prop.id.of_str(node.text),
                    value: node.first_value(prop),
                    span: Some(prop.span()),
                }
            }
        }
    }

    fn places(&self, identifier: &str) -> impl Iterator<Item = usize> {
        let most = match self {
            Self::OfChecker(node) if identifier.len() <= 2 && node.get(identifier).is_none() => 0,
            _ => self.len(),
        };
        (0..most).filter(move |place| self.is(*place, identifier))
    }

    /// All properties.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'a>> {
        (0..self.len()).map(|place| self.entry(place))
    }

    /// The first property of this identifier.
    pub(super) fn get(&self, identifier: &str) -> Option<Entry<'a>> {
        self.places(identifier)
            .next()
            .map(|place| self.entry(place))
    }

    pub(super) fn has(&self, identifier: &str) -> bool {
        self.places(identifier).next().is_some()
    }

    /// The first raw value of the first property of this identifier.
    pub(super) fn value(&self, identifier: &str) -> Option<&'a str> {
        self.get(identifier).map(|entry| entry.value)
    }

    /// Number of properties with this identifier.
    pub(super) fn count(&self, identifier: &str) -> usize {
        self.places(identifier).count()
    }

    /// All raw values of each property of this identifier.
    pub(super) fn lists(&self, identifier: &str) -> impl Iterator<Item = Vec<&'a str>> {
        self.places(identifier).map(|place| match self {
            Self::OfTree(_, properties) => properties[place].values().collect(),
            Self::OfChecker(node) => node.values(&node.props[place]).collect(),
        })
    }

    /// Creates a finding with evidence at the property `identifier`.
    pub(super) fn found(&self, identifier: &str, evidence: impl Into<String>) -> Found {
        Found {
            evidence: evidence.into(),
            place: self.get(identifier).and_then(|entry| entry.span),
            steps: Vec::new(),
        }
    }
}
