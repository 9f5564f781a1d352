use crate::Rule;
use crate::normalize::Aliases;

/// Selection of rules.
///
/// By default all rules apply, except strict ones and those that must be selected (`N`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Whether to report valid but unusual text too, as `sgfc -r` does.
    pub strict: bool,
    /// The rules to apply: beginnings of codes, or names; `ALL` is every rule that need not be selected. Empty for the
    /// default.
    pub select: Vec<String>,
    /// The rules not to apply: beginnings of codes, or names. A rule applies if it is selected by more letters than it
    /// is ignored by.
    pub ignore: Vec<String>,
    /// Players and other spellings of their names, for the rule `player-name`.
    pub players: Aliases,
}

impl Options {
    /// These options with strictness on or off.
    #[must_use]
    pub const fn with_strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// These options with these selectors of rules.
    #[must_use]
    pub fn with_select<S: Into<String>>(mut self, select: impl IntoIterator<Item = S>) -> Self {
        self.select = select.into_iter().map(Into::into).collect();
        self
    }

    /// These options with these selectors of rules to ignore.
    #[must_use]
    pub fn with_ignore<S: Into<String>>(mut self, ignore: impl IntoIterator<Item = S>) -> Self {
        self.ignore = ignore.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the table of players.
    #[must_use]
    pub fn with_players(mut self, players: Aliases) -> Self {
        self.players = players;
        self
    }

    /// Whether `rule` applies.
    #[must_use]
    pub fn allows(&self, rule: &Rule) -> bool {
        let selected = weight(&self.select, rule);
        let ignored = weight(&self.ignore, rule);
        match (selected, ignored) {
            (Some(selected), Some(ignored)) => selected > ignored,
            (None, Some(_)) => false,
            (Some(selected), None) if rule.optional => selected > 0,
            // Named by more than its letter: strictness need not be asked for.
            (Some(selected), None) => self.strict || !rule.strict || selected > 1,
            (None, None) => {
                self.select.is_empty() && !rule.optional && (self.strict || !rule.strict)
            }
        }
    }

    /// Selectors that match no rule.
    pub fn unknown(&self) -> impl Iterator<Item = &str> {
        self.select
            .iter()
            .chain(&self.ignore)
            .map(String::as_str)
            .filter(|selector| {
                let one = [(*selector).to_owned()];
                !crate::rules().any(|rule| weight(&one, rule).is_some())
            })
    }
}

/// Returns the number of letters of the rule's code in the best matching selector; a name counts as all. `None` if no
/// selector matches.
fn weight(selectors: &[String], rule: &Rule) -> Option<usize> {
    selectors
        .iter()
        .filter_map(|selector| {
            if selector == "ALL" {
                Some(0)
            } else if selector == rule.name {
                Some(rule.code.len())
            } else {
                let fits = !selector.is_empty() && rule.code.starts_with(selector.as_str());
                fits.then_some(selector.len())
            }
        })
        .max()
}
