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
    /// A property gets another identifier, and keeps its values.
    Rename {
        /// The node.
        node: NodeId,
        /// Current identifier.
        from: &'static str,
        /// New identifier.
        to: &'static str,
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
            Self::Rename { node, from, to } => {
                let tree = game.tree();
                let found = tree.node(*node).and_then(|node| node.get(from));
                let Some(property) = found else {
                    return Ok(());
                };
                let values: Vec<String> = property.values().map(str::to_owned).collect();
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
            Self::Rename { from, to, .. } => {
                let property = node.get(from)?;
                let start = property.span?.start;
                let end = start + property.written.len();
                Some(Edit::replace(Span::new(start, end), *to))
            }
            Self::Remove { identifier, .. } => Some(Edit::delete(node.get(identifier)?.span?)),
        }
    }
}
