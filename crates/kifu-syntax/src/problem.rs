use alloc::vec::Vec;
use core::fmt;

use crate::Span;

/// Kinds of text that the grammar of FF\[4\] does not allow. The events are those of the [repaired](crate::recover)
/// text. The codes are permanent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum ProblemKind {
    /// `P101`: the input has no game tree.
    NoGameTree,
    /// `P102`: text before the first game tree; it is ignored.
    TextBeforeTree,
    /// `P103`: text between game trees or after the last one; it is ignored.
    TextBetweenTrees,
    /// `P104`: a node outside of a game tree: a `(` is missing and supplied.
    MissingTreeBegin,
    /// `P105`: the tree is not closed: a `)` is missing and supplied.
    MissingTreeEnd,
    /// `P106`: a `)` without a matching `(`; it is ignored.
    ExtraTreeEnd,
    /// `P107`: `()`, a game tree without nodes.
    EmptyTree,
    /// `P108`: a variation begins before the first node of its tree.
    VariationBeforeNode,
    /// `P109`: a node follows a variation; it is read as another variation.
    NodeAfterVariation,
    /// `P110`: properties without a node: a `;` is missing and supplied.
    MissingNodeBegin,
    /// `P111`: lower-case letters in an identifier, as FF\[1\] to FF\[3\] allowed.
    LowercaseIdentifier,
    /// `P112`: an identifier with digits or an underscore.
    InvalidIdentifier,
    /// `P113`: an identifier without a value; it is kept as a property without values.
    IdentifierWithoutValue,
    /// `P114`: a value without an identifier; it is ignored.
    ValueWithoutIdentifier,
    /// `P115`: unexpected text; it is ignored.
    UnexpectedText,
    /// `P116`: a `]` inside of a text that is not escaped; the text is read up to the `]` after which the node can
    /// continue. Never in a property that [holds no text](crate::holds_no_text).
    UnescapedBracket,
    /// `P117`: the value is not closed: a `]` is missing before the end of the input or the start of the
    /// next game.
    UnterminatedValue,
    /// `P118`: NUL bytes.
    NulByte,
}

impl ProblemKind {
    /// Each kind with its code and its message, in the order of the codes.
    #[rustfmt::skip]
    const TABLE: [(Self, &'static str, &'static str); 18] = [
        (Self::NoGameTree, "P101", "no game tree in the input: this is not SGF"),
        (Self::TextBeforeTree, "P102", "text before the first game tree is ignored"),
        (Self::TextBetweenTrees, "P103", "text between or after game trees is ignored"),
        (Self::MissingTreeBegin, "P104", "node outside of a game tree, read as if `(` stood here"),
        (Self::MissingTreeEnd, "P105", "game tree is not closed, read as if `)` stood here"),
        (Self::ExtraTreeEnd, "P106", "`)` closes nothing and is ignored"),
        (Self::EmptyTree, "P107", "game tree without a node"),
        (Self::VariationBeforeNode, "P108", "variation before the first node of its tree"),
        (Self::NodeAfterVariation, "P109", "node after a variation, read as a variation of its own"),
        (Self::MissingNodeBegin, "P110", "property without a node, read as if `;` stood here"),
        (Self::LowercaseIdentifier, "P111", "lower-case letters in an identifier"),
        (Self::InvalidIdentifier, "P112", "digit or underscore in an identifier"),
        (Self::IdentifierWithoutValue, "P113", "identifier without a value"),
        (Self::ValueWithoutIdentifier, "P114", "value without an identifier is ignored"),
        (Self::UnexpectedText, "P115", "unexpected text is ignored"),
        (Self::UnescapedBracket, "P116", "`]` inside of a text is not escaped"),
        (Self::UnterminatedValue, "P117", "value is not closed, read as if `]` stood here"),
        (Self::NulByte, "P118", "NUL byte"),
    ];

    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 18] = {
        let mut all = [Self::NoGameTree; 18];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self::TABLE[at].0;
            at += 1;
        }
        all
    };

    /// Whether text is skipped that a person may have written: it is in no event, and is lost if the text is written from
    /// events.
    #[must_use]
    pub const fn skips_text(self) -> bool {
        matches!(
            self,
            Self::TextBeforeTree
                | Self::TextBetweenTrees
                | Self::ValueWithoutIdentifier
                | Self::UnexpectedText
        )
    }

    /// Whether a game with this problem breaks the grammar. Invalid identifiers, NUL bytes in values and text outside
    /// of games do not.
    pub(crate) const fn breaks_grammar(self) -> bool {
        !matches!(
            self,
            Self::NoGameTree
                | Self::TextBeforeTree
                | Self::TextBetweenTrees
                | Self::ExtraTreeEnd
                | Self::LowercaseIdentifier
                | Self::InvalidIdentifier
                | Self::NulByte
        )
    }

    /// The permanent code: `P101`, `P102`, …
    #[must_use]
    pub const fn code(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// Describes the problem and how the text is read, in one line.
    #[must_use]
    pub const fn message(self) -> &'static str {
        Self::TABLE[self as usize].2
    }
}

/// A violation of the grammar, with its span.
///
/// Small and `Copy`: line and column are found when the problem is shown, with
/// [`LineIndex`](crate::LineIndex).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// Kind of the problem.
    pub kind: ProblemKind,
    /// Byte span of the problem; empty where text is missing.
    pub span: Span,
}

impl Problem {
    /// The problem `kind` at `span`.
    #[must_use]
    pub const fn new(kind: ProblemKind, span: Span) -> Self {
        Self { kind, span }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} at bytes {}..{}: {}",
            self.kind.code(),
            self.span.start,
            self.span.end,
            self.kind.message()
        )
    }
}

impl core::error::Error for Problem {}

/// Receiver of problems: none (`()`), the first only (`Option<Problem>`), or all (`Vec<Problem>`).
pub trait ProblemSink {
    /// Takes one problem.
    fn problem(&mut self, problem: Problem);
}

impl ProblemSink for () {
    #[inline]
    fn problem(&mut self, _: Problem) {}
}

impl ProblemSink for Option<Problem> {
    #[inline]
    fn problem(&mut self, problem: Problem) {
        self.get_or_insert(problem);
    }
}

impl ProblemSink for Vec<Problem> {
    #[inline]
    fn problem(&mut self, problem: Problem) {
        self.push(problem);
    }
}

impl<S: ProblemSink + ?Sized> ProblemSink for &mut S {
    #[inline]
    fn problem(&mut self, problem: Problem) {
        (**self).problem(problem);
    }
}
