use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::Field;

/// An error in a selection, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// Kind of the error.
    pub kind: SelectionErrorKind,
    /// The bytes of the selection with the error; empty at its end where something is missing.
    pub span: Range<usize>,
}

/// Kinds of errors in a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectionErrorKind {
    /// No field has this name.
    UnknownField {
        /// The name that comes nearest.
        nearest: Option<&'static str>,
    },
    /// A condition or a `(` must come here.
    ConditionExpected,
    /// A value must come after a comparison.
    ValueExpected,
    /// A `)` without a `(`, or text after the end of the selection.
    Unexpected,
    /// A `(` that is not closed.
    NotClosed,
    /// A quote that is not closed.
    NotQuoted,
    /// `has` requires property identifiers in parentheses.
    IdentifierExpected,
    /// The field does not have this comparison.
    NoSuchComparison(Field),
    /// The value is not valid for the field.
    NotAValue(Field),
    /// A property is compared by `<`, `>`, `<=` or `>=` with text that is not a number.
    NotANumber,
    /// An invalid regular expression.
    NotAnExpression(String),
    /// `plays` requires moves in parentheses.
    MovesExpected,
    /// The game that a `@` names cannot be read.
    NoReference(String),
    /// The game after `@` has no value for the field.
    NotInReference(Field),
}

impl SelectionError {
    pub(crate) const fn new(kind: SelectionErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// The error with the selection below it, and the place marked: for people.
    ///
    /// ```
    /// use kifu_select::Selection;
    ///
    /// let query = "balck=Lee";
    /// let error = query.parse::<Selection>().unwrap_err();
    /// assert_eq!(
    ///     error.shown_in(query),
    ///     "unknown field: did you mean `black`?\n  balck=Lee\n  ^^^^^"
    /// );
    /// ```
    #[must_use]
    pub fn shown_in(&self, selection: &str) -> String {
        let columns = |part: &str| part.chars().count();
        let before = columns(selection.get(..self.span.start).unwrap_or(selection));
        let marked = columns(selection.get(self.span.clone()).unwrap_or_default()).max(1);
        let line: String = selection
            .chars()
            .map(|character| {
                if character.is_control() {
                    ' '
                } else {
                    character
                }
            })
            .collect();
        format!("{self}\n  {line}\n  {:before$}{}", "", "^".repeat(marked))
    }
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SelectionErrorKind::UnknownField {
                nearest: Some(name),
            } => write!(f, "unknown field: did you mean `{name}`?"),
            SelectionErrorKind::UnknownField { nearest: None } => f.write_str("unknown field"),
            SelectionErrorKind::ConditionExpected => f.write_str(
                "a condition is missing here: a field, a comparison and a value, like `black=Lee*`",
            ),
            SelectionErrorKind::ValueExpected => {
                f.write_str("a value is missing here; write `\"\"` for an empty one")
            }
            SelectionErrorKind::Unexpected => {
                f.write_str("unexpected text: put a value with such characters in quotes")
            }
            SelectionErrorKind::NotClosed => f.write_str("this parenthesis is not closed"),
            SelectionErrorKind::NotQuoted => f.write_str("this quote is not closed"),
            SelectionErrorKind::IdentifierExpected => {
                f.write_str("`has` takes properties: `has(C)`, `has(LB, TR)`")
            }
            SelectionErrorKind::NoSuchComparison(field) => write!(
                f,
                "`{}` does not support this comparison; it takes {}",
                field.name(),
                field.kind().comparisons()
            ),
            SelectionErrorKind::NotAValue(field) => {
                write!(f, "`{}` takes {}", field.name(), field.kind().wanted())
            }
            SelectionErrorKind::NotANumber => {
                f.write_str("`<` and `>` compare a property with a number: `KM>6`")
            }
            SelectionErrorKind::NotAnExpression(fault) => {
                write!(f, "not a regular expression: {fault}")
            }
            SelectionErrorKind::MovesExpected => f.write_str(
                "`plays` takes moves: `plays(cf dd)`, `plays(1-12: cf)`, `plays(black 120: Q16)`",
            ),
            SelectionErrorKind::NoReference(cause) => f.write_str(cause),
            SelectionErrorKind::NotInReference(field) => {
                write!(f, "this game has no `{}` to compare with", field.name())
            }
        }
    }
}

impl Error for SelectionError {}
