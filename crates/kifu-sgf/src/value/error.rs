use std::fmt;

use kifu_syntax::Span;

/// A value that its type does not allow: the error and its span in the raw value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueError {
    /// Kind of the error.
    pub kind: ValueErrorKind,
    /// Span of the error in the raw value; empty if something is missing.
    pub span: Span,
}

impl ValueError {
    /// The error `kind` at `span` of the raw value.
    #[must_use]
    pub const fn new(kind: ValueErrorKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Creates the error `kind` for the whole of `raw`.
    pub(crate) const fn whole(kind: ValueErrorKind, raw: &str) -> Self {
        let kind = match (raw.is_empty(), kind) {
            (true, _) => ValueErrorKind::Empty,
            (false, kind) => kind,
        };
        Self::new(kind, Span::new(0, raw.len()))
    }

    /// This error, moved by `offset` bytes.
    pub(crate) const fn offset_by(self, offset: usize) -> Self {
        Self::new(self.kind, self.span.offset_by(offset))
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.message())
    }
}

impl std::error::Error for ValueError {}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $message:literal,)*) => {
        /// Kinds of errors in a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ValueErrorKind {
            $($(#[$doc])* $kind,)*
        }

        impl ValueErrorKind {
            /// Describes the error in a few words to put after the value: ``not a whole number``.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$kind => $message,)*
                }
            }
        }
    };
}

kinds! {
    /// An empty value, although the type needs text.
    Empty: "empty",
    /// Text in a value that must be empty.
    NotEmpty: "not empty",
    /// Not digits with at most one sign.
    NotANumber: "not a whole number",
    /// Not digits with at most one sign and one decimal point between digits.
    NotAReal: "not a decimal number",
    /// A number of too many digits, or outside of the range allowed.
    OutOfRange: "out of range",
    /// Neither `1` nor `2`.
    NotADouble: "neither `1` nor `2`",
    /// Neither `B` nor `W`.
    NotAColor: "neither `B` nor `W`",
    /// Not a point of the game.
    NotAPoint: "not a point",
    /// Not a move of the game.
    NotAMove: "not a move",
    /// Not a stone of the game.
    NotAStone: "not a stone",
    /// A point outside of the board.
    OffBoard: "outside of the board",
    /// A rectangle of one point, which must be written as a point.
    SinglePointRectangle: "a rectangle of one point",
    /// A rectangle whose corners are not upper left and lower right.
    ReversedRectangle: "a rectangle whose corners are not upper left and lower right",
    /// No colon between the two parts of a Compose value.
    NotComposed: "without a colon between two parts",
    /// Not the size of a board.
    NotASize: "not the size of a board",
    /// A square board written as two numbers.
    SquareSize: "a square size written as two numbers",
    /// Not a list of dates.
    NotADate: "not a date as `YYYY-MM-DD`",
    /// A shortened date that the standard does not allow after the one before.
    DateShortcut: "a shortened date that does not follow from the one before",
    /// A month or a day that the calendar does not have.
    NoSuchDay: "a date that the calendar does not have",
    /// Not a result in the form of the standard.
    NotAResult: "not a result as `B+3.5`, `W+R`, `Draw`, `Void` or `?`",
    /// Not a rank.
    NotARank: "not a rank as `10k` or `3d`",
    /// A wording whose meaning is not clear.
    UnclearWording: "worded in a way that is not clear",
    /// Not one of the words allowed.
    UnknownWord: "not one of the words allowed",
}
