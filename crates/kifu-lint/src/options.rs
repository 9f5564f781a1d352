use crate::Rule;

/// Which rules speak.
///
/// The default is all of them but those that speak only when strictness is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Also what is lawful but unusual, as `sgfc -r` does.
    pub strict: bool,
    /// Only rules whose code begins so, or that have this name; all if empty. `ALL` is every rule.
    pub select: Vec<String>,
    /// Not the rules whose code begins so, or that have this name. A rule selected by more letters
    /// than it is ignored by is selected.
    pub ignore: Vec<String>,
}

impl Options {
    /// The same, with strictness on or off.
    #[must_use]
    pub const fn with_strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// The same, with these selectors of rules.
    #[must_use]
    pub fn with_select<S: Into<String>>(mut self, select: impl IntoIterator<Item = S>) -> Self {
        self.select = select.into_iter().map(Into::into).collect();
        self
    }

    /// The same, with these selectors of rules to ignore.
    #[must_use]
    pub fn with_ignore<S: Into<String>>(mut self, ignore: impl IntoIterator<Item = S>) -> Self {
        self.ignore = ignore.into_iter().map(Into::into).collect();
        self
    }

    /// Whether `rule` speaks.
    #[must_use]
    pub fn allows(&self, rule: &Rule) -> bool {
        let selected = weight(&self.select, rule);
        let ignored = weight(&self.ignore, rule);
        match (selected, ignored) {
            (Some(selected), Some(ignored)) => selected > ignored,
            (None, Some(_)) => false,
            // Named by more than its letter: strictness need not be asked for.
            (Some(selected), None) => self.strict || !rule.strict || selected > 1,
            (None, None) => self.select.is_empty() && (self.strict || !rule.strict),
        }
    }

    /// The selectors that fit no rule.
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

/// How many letters of the rule's code the best fitting selector has; a name counts as all.
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
