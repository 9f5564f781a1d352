use std::fmt;

/// The error of a change that was not made. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// The collection has no game of this number.
    NoSuchGame,
    /// The game has no node of this number, or it was removed.
    NoSuchNode,
    /// The root has no siblings and cannot be moved or removed: change the collection instead.
    Root,
    /// A node cannot be moved below itself.
    BelowItself,
    /// The node has no property at this place.
    NoSuchProperty,
    /// An identifier must begin with an ASCII letter and consist of letters (digits and underscores are tolerated),
    /// 256 at most.
    Identifier,
    /// A raw value contains a `]` or a last `\` that is not escaped: escape it, or set it as text.
    Value,
    /// Only a node with exactly one child can be joined with it.
    NotAnOnlyChild,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchGame => "the collection has no game of this number",
            Self::NoSuchNode => "the game has no node of this number",
            Self::Root => "the root has no siblings and cannot be moved or removed",
            Self::BelowItself => "a node cannot be moved below itself",
            Self::NoSuchProperty => "the node has no property at this place",
            Self::Identifier => {
                "an identifier must be an ASCII letter and then letters, digits or `_`, 256 at the most"
            }
            Self::Value => "a `]` or a last `\\` in a raw value must be escaped",
            Self::NotAnOnlyChild => "only a node with exactly one child can be joined with it",
        })
    }
}

impl std::error::Error for EditError {}
