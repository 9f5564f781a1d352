//! Queries from texts: a drawing, and options of the form `name=value`.

use std::fmt;
use std::ops::RangeInclusive;

use kifu_go::{Color, Symmetry};
use kifu_select::Selection;

use super::{Query, SequenceError, Step};
use crate::pattern::{Anchor, Drawing, Pattern, PatternError};

/// Reasons why an option of a search is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// The text has no `=`.
    NoValue(String),
    /// There is no option of this name.
    Unknown(String),
    /// The value is not one that the option takes.
    Value {
        /// The name of the option.
        name: &'static str,
        /// The value.
        value: String,
        /// The values that the option takes.
        expected: &'static str,
    },
    /// A later pattern cannot be read, or the pattern has no such place.
    Pattern(PatternError),
    /// The sequence cannot be read.
    Sequence(SequenceError),
    /// The selection cannot be read; the message shows where.
    Selection(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue(text) => write!(f, "`{text}`: not an option (expected `name=value`)"),
            Self::Unknown(name) => {
                write!(f, "`{name}`: not an option of a search (expected one of ")?;
                for (number, name) in Query::OPTIONS.iter().enumerate() {
                    write!(f, "{}`{name}`", if number == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Self::Value {
                name,
                value,
                expected,
            } => write!(f, "`{name}={value}`: expected {expected}"),
            Self::Pattern(error) => error.fmt(f),
            Self::Sequence(error) => error.fmt(f),
            Self::Selection(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for OptionError {}

impl From<PatternError> for OptionError {
    fn from(error: PatternError) -> Self {
        Self::Pattern(error)
    }
}

impl Query {
    /// The names of the options of [`Query::set`].
    pub const OPTIONS: [&'static str; 11] = [
        "anchor",
        "colors",
        "edges",
        "moves",
        "next",
        "sequence",
        "strict",
        "symmetry",
        "then",
        "variations",
        "where",
    ];

    /// The values of [`Query::moves`], as a text names them.
    pub const MOVES: &'static str = "`-50`, `10-30` or `100-`";

    /// Reads a range of move numbers: `-50`, `10-30`, `100-`, or one number. `None` if it is not one, or is empty.
    #[must_use]
    pub fn read_moves(text: &str) -> Option<RangeInclusive<u32>> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str, missing| match text.trim() {
            "" => Some(missing),
            text => text.parse().ok(),
        };
        let (from, to) = (number(from, 0)?, number(to, u32::MAX)?);
        (from <= to).then_some(from..=to)
    }

    /// Reads a drawing and options of the form `name=value`.
    ///
    /// # Errors
    /// The drawing or an option cannot be read.
    ///
    /// # Example
    /// ```
    /// use kifu_store::Query;
    ///
    /// let query = Query::read("XO/OX", ["moves=-50", "next=black", "where=komi>6"])?;
    /// assert_eq!(query.moves, 0..=50);
    /// # Ok::<(), kifu_store::OptionError>(())
    /// ```
    pub fn read<'o>(
        drawing: &str,
        options: impl IntoIterator<Item = &'o str>,
    ) -> Result<Self, OptionError> {
        let mut query = Self::new(drawn(drawing)?);
        query.set_all(options)?;
        Ok(query)
    }

    /// Sets options of the form `name=value`, in any order.
    ///
    /// # Errors
    /// An option cannot be read.
    pub fn set_all<'o>(
        &mut self,
        options: impl IntoIterator<Item = &'o str>,
    ) -> Result<(), OptionError> {
        let read = options.into_iter().map(|option| {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| OptionError::NoValue(option.to_owned()))?;
            Ok((name.trim(), value.trim()))
        });
        let read: Vec<(&str, &str)> = read.collect::<Result<_, OptionError>>()?;
        // A sequence names points of the pattern, so the place of the pattern comes first.
        let (first, rest): (Vec<_>, Vec<_>) =
            read.into_iter().partition(|(name, _)| *name == "anchor");
        let mut options = first.into_iter().chain(rest);
        options.try_for_each(|(name, value)| self.set(name, value))
    }

    /// Sets an option:
    ///
    /// | name | value |
    /// |---|---|
    /// | `anchor` | place of the pattern: a corner as `NE`, a side as `N`, `anywhere` or `full` |
    /// | `symmetry` | `no`: it is not rotated or mirrored |
    /// | `colors` | `fixed`: colors are not swapped |
    /// | `edges` | `yes`: [`Query::slides_onto_edges`] |
    /// | `variations` | `yes`: [`Query::in_variations`] |
    /// | `strict` | `yes`: [`Query::strict_records`] |
    /// | `next` | `black` or `white`: [`Query::next`] |
    /// | `moves` | see [`Query::read_moves`] |
    /// | `sequence` | see [`Step::parse_all`] |
    /// | `then` | one more of [`Query::later`], as a [`Drawing`] |
    /// | `where` | [`Query::selection`], which replaces the one before |
    ///
    /// # Errors
    /// There is no such option, or its value cannot be read.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let bad = |name, expected| OptionError::Value {
            name,
            value: value.to_owned(),
            expected,
        };
        let is_yes = |name| match value.to_ascii_lowercase().as_str() {
            "yes" | "true" | "1" => Ok(true),
            "no" | "false" | "0" => Ok(false),
            _ => Err(bad(name, "`yes` or `no`")),
        };
        match name {
            "anchor" => {
                let expected = "a corner as `NE`, a side as `N`, `anywhere` or `full`";
                let anchor = Anchor::from_name(value).ok_or_else(|| bad("anchor", expected))?;
                let anchor = anchor.of_drawing(self.pattern.anchor())?;
                self.pattern = self.pattern.clone().anchored(anchor)?;
            }
            "symmetry" => {
                self.symmetries = if is_yes("symmetry")? {
                    Symmetry::ALL.to_vec()
                } else {
                    vec![Symmetry::Identity]
                }
            }
            "colors" => {
                self.swaps_colors = match value {
                    "swapped" | "any" => true,
                    "fixed" => false,
                    _ => return Err(bad("colors", "`fixed` or `any`")),
                }
            }
            "edges" => self.slides_onto_edges = is_yes("edges")?,
            "variations" => self.in_variations = is_yes("variations")?,
            "strict" => self.strict_records = is_yes("strict")?,
            "next" => {
                self.next = Some(match value.to_ascii_lowercase().as_str() {
                    "black" | "b" => Color::Black,
                    "white" | "w" => Color::White,
                    _ => return Err(bad("next", "`black` or `white`")),
                });
            }
            "moves" => {
                self.moves = Self::read_moves(value).ok_or_else(|| bad("moves", Self::MOVES))?;
            }
            "sequence" => {
                let steps = Step::parse_all(value, &self.pattern);
                self.sequence = steps.map_err(OptionError::Sequence)?;
            }
            "then" => self.later.push(drawn(value)?),
            "where" => {
                let selection = Selection::parse(value);
                self.selection =
                    selection.map_err(|error| OptionError::Selection(error.shown_in(value)))?;
            }
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }
}

/// Reads a drawing.
fn drawn(text: &str) -> Result<Pattern, PatternError> {
    text.parse::<Drawing>()?.pattern()
}

#[cfg(test)]
mod tests {
    use super::Query;

    #[test]
    fn ranges_are_read() {
        for (text, expected) in [
            ("-50", Some(0..=50)),
            ("10-30", Some(10..=30)),
            ("100-", Some(100..=u32::MAX)),
            (" 7 ", Some(7..=7)),
            ("-", Some(0..=u32::MAX)),
            ("9-3", None),
            ("a-b", None),
            ("1-2-3", None),
            ("4294967296", None),
        ] {
            assert_eq!(Query::read_moves(text), expected, "{text}");
        }
    }

    #[test]
    fn options_reach_the_query() {
        let options = [
            "sequence=B:aa ~",
            "moves=10-30",
            "next=white",
            "colors=fixed",
            "symmetry=no",
            "edges=yes",
            "variations=yes",
            "strict=yes",
            "then=X",
            "then=O",
            "anchor=N",
        ];
        let query = Query::read("XO/OX", options).unwrap();
        assert_eq!(query.moves, 10..=30);
        assert_eq!((query.symmetries.len(), query.later.len()), (1, 2));
        assert!(!query.swaps_colors && query.slides_onto_edges);
        assert!(query.in_variations && query.strict_records && query.sequence.len() == 2);
        assert_eq!(query.pattern.anchor().to_string(), "N");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (drawing, option, expected) in [
            ("XO/OX", "moves=9-3", "`moves=9-3`: expected `-50`"),
            ("XO/OX", "next=red", "`next=red`: expected `black`"),
            ("XO/OX", "edges=", "`edges=`: expected `yes`"),
            ("XO/OX", "anchor=up", "`anchor=up`: expected a corner"),
            (
                "|X.",
                "anchor=E",
                "the anchor is `E`, and the pattern has the edges of `W`",
            ),
            ("XO/OX", "speed=9", "`speed`: not an option"),
            ("XO/OX", "fast", "`fast`: not an option"),
            ("XO/OX", "sequence=B:zz", "`zz`"),
            ("XO/OX", "then=X/XO", "row 2"),
            ("XO/O", "edges=yes", "row 2"),
            ("X", "where=balck=x", "did you mean `black`"),
        ] {
            let error = Query::read(drawing, [option]).unwrap_err().to_string();
            assert!(error.contains(expected), "{option}: {error}");
        }
    }
}
