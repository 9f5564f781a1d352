use kifu_sgf::{EditError, GameTreeMut, NodeId};
use kifu_syntax::Span;

use super::view::View;
use crate::Edit;

/// One change of a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Set a property to these raw values; it is created if it is missing.
    Set {
        /// The node.
        node: NodeId,
        /// The identifier.
        identifier: &'static str,
        /// The raw values.
        values: Vec<String>,
    },
    /// A property gets another identifier, and keeps its values or gets one other value.
    Rename {
        /// The node.
        node: NodeId,
        /// Current identifier.
        from: &'static str,
        /// New identifier.
        to: &'static str,
        /// The new raw value; `None` keeps the values.
        value: Option<String>,
    },
    /// Remove a property.
    Remove {
        /// The node.
        node: NodeId,
        /// The identifier.
        identifier: &'static str,
    },
}

impl Step {
    /// A property with one raw value.
    pub(super) fn set(node: NodeId, identifier: &'static str, value: impl Into<String>) -> Self {
        Self::Set {
            node,
            identifier,
            values: vec![value.into()],
        }
    }

    pub(super) fn apply(&self, game: &mut GameTreeMut<'_>) -> Result<(), EditError> {
        match self {
            Self::Set {
                node,
                identifier,
                values,
            } => game.set(*node, identifier, values),
            Self::Rename {
                node,
                from,
                to,
                value,
            } => {
                let tree = game.tree();
                let found = tree.node(*node).and_then(|node| node.get(from));
                let Some(property) = found else {
                    return Ok(());
                };
                let values = match value {
                    Some(value) => vec![value.clone()],
                    None => property.values().map(str::to_owned).collect::<Vec<_>>(),
                };
                game.push_property(*node, to, &values)?;
                game.remove_property(*node, from)?;
                Ok(())
            }
            Self::Remove { node, identifier } => {
                game.remove_property(*node, identifier)?;
                Ok(())
            }
        }
    }

    /// The node that is changed.
    pub(super) const fn node(&self) -> NodeId {
        match self {
            Self::Set { node, .. } | Self::Rename { node, .. } | Self::Remove { node, .. } => *node,
        }
    }

    /// Returns the step as an edit of the text, given the node; `None` if its span in the text is not known.
    pub(super) fn edit(&self, node: &View<'_, '_>) -> Option<Edit> {
        match self {
            Self::Set {
                identifier, values, ..
            } => {
                let length = values.iter().map(|value| value.len() + 2).sum::<usize>();
                let mut text = String::with_capacity(identifier.len() + length);
                text.push_str(identifier);
                for value in values {
                    text.push('[');
                    text.push_str(value);
                    text.push(']');
                }
                Some(match node.get(identifier) {
                    Some(property) => Edit::replace(property.span?, text),
                    None => Edit::insert(node.end()?, text),
                })
            }
            Self::Rename {
                from, to, value, ..
            } => {
                let property = node.get(from)?;
                let span = property.span?;
                let end = span.start + property.written.len();
                Some(match value {
                    Some(value) => Edit::replace(span, format!("{to}[{value}]")),
                    None => Edit::replace(Span::new(span.start, end), *to),
                })
            }
            Self::Remove { identifier, .. } => Some(Edit::delete(node.get(identifier)?.span?)),
        }
    }
}
