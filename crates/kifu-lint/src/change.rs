use std::borrow::Cow;
use std::fmt;

use kifu_sgf::{Node, NodeId};
use kifu_syntax::Span;

/// Result of a change to a property, a node or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Outcome {
    /// Changed to another form with the same meaning.
    Changed,
    /// Newly added.
    Added,
    /// Removed.
    Removed,
    /// Kept unchanged, because the meaning is not clear.
    Kept,
}

impl Outcome {
    /// `changed`, `added`, `removed` or `kept`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Kept => "kept",
        }
    }
}

/// A change to a game, or a value kept unchanged, with its span and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Result of the change.
    pub outcome: Outcome,
    /// The number of the game in the collection, from 0.
    pub game: usize,
    /// The node, by its number before the change.
    pub node: NodeId,
    /// Span in the text that was read; `None` for a new item.
    pub span: Option<Span>,
    /// Description of the change: ``write `M[aa]` as `MA[aa]` ``.
    pub what: String,
    /// Reason for the change.
    pub why: Cow<'static, str>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

/// Position for which changes are reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) game: usize,
    pub(crate) node: NodeId,
    pub(crate) span: Option<Span>,
}

impl Place {
    pub(crate) fn of_node(game: usize, node: &Node<'_>) -> Self {
        Self {
            game,
            node: node.id(),
            span: node.span(),
        }
    }

    /// Creates a change to the file as a whole: at the root of its first game, without a span.
    pub(crate) fn of_file(first: &Node<'_>) -> Self {
        Self {
            game: 0,
            node: first.id(),
            span: None,
        }
    }

    pub(crate) fn at(self, span: Option<Span>) -> Self {
        Self {
            span: span.or(self.span),
            ..self
        }
    }

    pub(crate) fn change(
        self,
        outcome: Outcome,
        what: impl Into<String>,
        why: impl Into<Cow<'static, str>>,
    ) -> Change {
        Change {
            outcome,
            game: self.game,
            node: self.node,
            span: self.span,
            what: what.into(),
            why: why.into(),
        }
    }
}

/// Returns a property as shown in messages, cut if it is long.
pub(crate) fn shown<V: AsRef<str>>(identifier: &str, values: &[V]) -> String {
    const LONGEST: usize = 60;
    let mut text = format!("`{identifier}");
    for (index, value) in values.iter().enumerate() {
        text.push('[');
        let mut chars = value.as_ref().chars();
        text.extend(chars.by_ref().take(LONGEST));
        if chars.next().is_some() {
            text.push('…');
        }
        text.push(']');
        if text.len() > LONGEST && index + 1 < values.len() {
            text.push('…');
            break;
        }
    }
    text.push('`');
    text
}
