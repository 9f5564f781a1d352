//! The arguments of functions that search: a pattern, then options of the form `name=value`.

use datafusion::error::Result;
use kifu::store::{Drawing, Pattern, Query};

use super::ensure_once;
use crate::database::selection;
use crate::error::wrong;

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
        let is_where = |option: &&String| {
            let name = option.split_once('=').map(|(name, _)| name.trim());
            name == Some("where")
        };
        let (selections, rest): (Vec<_>, Vec<_>) = options.iter().partition(is_where);
        let rest = rest.into_iter().map(String::as_str);
        ensure_once(options)?;
        let set = wanted.query.set_all(rest);
        set.map_err(|error| wrong(error.to_string()))?;
        for option in selections {
            let value = option.split_once('=').map(|(_, value)| value.trim());
            wanted.narrow(value.unwrap_or_default())?;
        }
        Ok(wanted)
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
            (
                &["X", "next=white", "next=black"],
                "`next`: this option is given twice",
            ),
            (&[], "the pattern is missing"),
        ] {
            let error = parse(arguments).unwrap_err();
            assert!(error.contains(expected), "{arguments:?}: {error}");
        }
    }
}
