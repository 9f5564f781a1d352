//! The arguments of functions that search: a pattern, then options of the form `name=value`.

use datafusion::error::Result;
use kifu::go::{Color, Symmetry};
use kifu::store::{Anchor, Drawing, Pattern, Query, Step};

use crate::database::selection;
use crate::error::wrong;

/// The options, as listed in messages.
const OPTIONS: &str = "`anchor`, `colors`, `edges`, `moves`, `next`, `sequence`, `symmetry`, `then`, `variations` \
                       and `where`";

/// A search query with its selection.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) query: Query,
    /// The text of the selection; empty for all games.
    pub(crate) selection: String,
}

impl Wanted {
    /// Reads a pattern and its options.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self> {
        let Some((pattern, options)) = arguments.split_first() else {
            return Err(wrong("the pattern is missing: `position_search('XO/OX')`"));
        };
        Self::of_pattern(drawn(pattern)?, options)
    }

    /// Reads the options of a search for a pattern.
    pub(crate) fn of_pattern(pattern: Pattern, options: &[String]) -> Result<Self> {
        let mut wanted = Self {
            query: Query::new(pattern),
            selection: String::new(),
        };
        // A sequence refers to points of the pattern, so the anchor is read first.
        let is_anchor = |option: &&String| option.trim_start().starts_with("anchor");
        let (first, rest): (Vec<_>, Vec<_>) = options.iter().partition(is_anchor);
        for option in first.into_iter().chain(rest) {
            let Some((name, value)) = option.split_once('=') else {
                return Err(wrong(format!(
                    "`{option}`: not an option (expected `name=value`)"
                )));
            };
            wanted.set(name.trim(), value.trim())?;
        }
        Ok(wanted)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let query = &mut self.query;
        match name {
            "anchor" => {
                let anchor = Anchor::from_name(value);
                let anchor = anchor.ok_or_else(|| {
                    wrong(format!(
                        "`anchor={value}`: not a place (expected a corner as `NE`, a side as `N`, `anywhere` or `full`)"
                    ))
                })?;
                let pattern = query.pattern.clone().anchored(anchor);
                query.pattern = pattern.map_err(|error| wrong(error.to_string()))?;
            }
            "symmetry" => {
                if !is_yes(name, value)? {
                    query.symmetries = vec![Symmetry::Identity];
                }
            }
            "colors" => {
                query.swaps_colors = match value {
                    "swapped" | "any" => true,
                    "fixed" => false,
                    _ => return Err(bad(name, value, "`fixed` or `any`")),
                }
            }
            "edges" => query.slides_onto_edges = is_yes(name, value)?,
            "variations" => query.in_variations = is_yes(name, value)?,
            "next" => {
                query.next = Some(match value.to_ascii_lowercase().as_str() {
                    "black" | "b" => Color::Black,
                    "white" | "w" => Color::White,
                    _ => return Err(bad(name, value, "`black` or `white`")),
                });
            }
            "moves" => {
                let (from, to) = value.split_once('-').unwrap_or((value, value));
                let number = |text: &str, missing: u32| match text.trim() {
                    "" => Some(missing),
                    text => text.parse().ok(),
                };
                let range = number(from, 0).zip(number(to, u32::MAX));
                let (from, to) = range
                    .filter(|(from, to)| from <= to)
                    .ok_or_else(|| bad(name, value, "`-50`, `10-30` or `100-`"))?;
                query.moves = from..=to;
            }
            "sequence" => {
                let steps = Step::parse_all(value, &query.pattern);
                query.sequence = steps.map_err(|error| wrong(error.to_string()))?;
            }
            "then" => query.later.push(drawn(value)?),
            "where" => self.narrow(value)?,
            _ => {
                return Err(wrong(format!(
                    "`{name}`: not an option of a search (expected {OPTIONS})"
                )));
            }
        }
        Ok(())
    }

    /// Restricts the search to games that an expression selects too.
    pub(crate) fn narrow(&mut self, text: &str) -> Result<()> {
        // Each expression must be valid on its own: `a)(b` is not.
        selection(text)?;
        if self.selection.is_empty() {
            text.clone_into(&mut self.selection);
        } else {
            self.selection = format!("({}) and ({text})", self.selection);
        }
        self.query.selection = selection(&self.selection)?;
        Ok(())
    }
}

/// Reads a drawing.
pub(crate) fn drawn(text: &str) -> Result<Pattern> {
    let drawing = text.parse::<Drawing>();
    let pattern = drawing.and_then(|drawing| drawing.pattern());
    pattern.map_err(|error| wrong(error.to_string()))
}

fn is_yes(name: &str, value: &str) -> Result<bool> {
    match value.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" => Ok(true),
        "no" | "false" | "0" => Ok(false),
        _ => Err(bad(name, value, "`yes` or `no`")),
    }
}

fn bad(name: &str, value: &str, expected: &str) -> datafusion::error::DataFusionError {
    wrong(format!("`{name}={value}`: expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    fn parse(arguments: &[&str]) -> Result<Wanted, String> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        Wanted::parse(&arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn options_reach_the_query() {
        let wanted = parse(&[
            "XO/OX",
            "moves=10-30",
            "next=white",
            "colors=fixed",
            "symmetry=no",
            "edges=yes",
            "variations=yes",
            "where=black=a or white=b",
            "where=komi>6",
            "sequence=B:aa ~",
        ]);
        let wanted = wanted.unwrap();
        assert_eq!(wanted.query.moves, 10..=30);
        assert_eq!(wanted.query.symmetries.len(), 1);
        assert!(!wanted.query.swaps_colors && wanted.query.slides_onto_edges);
        assert!(wanted.query.in_variations && wanted.query.sequence.len() == 2);
        assert_eq!(wanted.selection, "(black=a or white=b) and (komi>6)");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (arguments, expected) in [
            (&["XO/OX", "moves=9-3"][..], "`moves=9-3`"),
            (&["XO/OX", "speed=9"], "`speed`: not an option"),
            (&["XO/OX", "fast"], "`fast`: not an option"),
            (&["XO/O"], "row 2"),
            (&["X", "where=balck=x"], "did you mean `black`"),
            (&["X", "where=komi=1)(komi=2"], "komi"),
            (&[], "the pattern is missing"),
        ] {
            let error = parse(arguments).unwrap_err();
            assert!(error.contains(expected), "{arguments:?}: {error}");
        }
    }
}
