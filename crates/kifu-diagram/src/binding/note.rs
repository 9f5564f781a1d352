//! What of a record could not be done or shown.

use core::fmt;

use kifu_go::replay;
use kifu_sgf::value::ValueErrorKind;
use kifu_sgf::{Node, NodeId};
use kifu_syntax::Span;

/// Something in a record that could not be done, or was left out of a diagram.
/// The rest is drawn all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The node.
    pub node: NodeId,
    /// Where it stands in [`Collection::text`](kifu_sgf::Collection::text);
    /// `None` in a node that was made or changed.
    pub span: Option<Span>,
    /// What it is.
    pub kind: NoteKind,
}

/// What a [`Note`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// Something about a game of Go.
    Go(replay::NoteKind),
    /// A value cannot be read; it was left out.
    Value {
        /// The property.
        identifier: String,
        /// What is wrong with the value.
        error: ValueErrorKind,
    },
    /// A move was executed as far as it can be, though the rules forbid it.
    Rule(&'static str),
    /// The board is larger than points can be named on; it was cut.
    TooLarge {
        /// The longest side.
        longest: u16,
    },
    /// Where this game begins is not known; the board begins empty.
    UnknownStart(String),
}

impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go(kind) => kind.fmt(f),
            Self::Value {
                identifier,
                error: ValueErrorKind::OffBoard,
            } => write!(
                f,
                "what `{identifier}` names outside of the board is left out"
            ),
            Self::Value { identifier, error } => write!(
                f,
                "a value of `{identifier}` is left out: it is {}",
                error.message()
            ),
            Self::Rule(what) => f.write_str(what),
            Self::TooLarge { longest } => write!(
                f,
                "the board is cut to {longest} points a side; more cannot be named"
            ),
            Self::UnknownStart(name) => write!(
                f,
                "where a game of `{name}` begins is not known; set the pieces up with `AB` and `AW`"
            ),
        }
    }
}

impl fmt::Display for Note {
    /// What it is, without the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

/// A note on a value of a node. The place is found by address: values of a list
/// can be counted only from its beginning.
pub(super) fn note(node: Node<'_>, raw: &str, kind: NoteKind) -> Note {
    let text = node.collection().text();
    let span = raw
        .as_ptr()
        .addr()
        .checked_sub(text.as_ptr().addr())
        .and_then(|start| Some(Span::new(start, start.checked_add(raw.len())?)))
        .filter(|span| span.end <= text.len());
    Note {
        node: node.id(),
        span,
        kind,
    }
}
