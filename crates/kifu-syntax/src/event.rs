use crate::Span;

/// What an [`Event`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// `(`: a game tree or a variation begins. Empty where the `(` is missing.
    TreeBegin,
    /// `;`: a node begins. Empty where the `;` is missing.
    NodeBegin,
    /// The letters of an identifier. The values that follow belong to it.
    Identifier,
    /// One raw value: what stands between `[` and `]`, still escaped.
    Value,
    /// `)`: a game tree or a variation ends. Empty where the `)` is missing.
    TreeEnd,
}

/// One step through the input: what was met, and where.
///
/// Events come in the order of the input and never overlap. Between them lie *gaps*: white space,
/// the brackets of values, and what was skipped with a [`Problem`](crate::Problem). Events and
/// gaps together are the input, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// What was met.
    pub kind: EventKind,
    /// The bytes it stands on.
    pub span: Span,
}

impl Event {
    /// The event `kind` at `span`.
    #[must_use]
    #[inline]
    pub const fn new(kind: EventKind, span: Span) -> Self {
        Self { kind, span }
    }
}
