use std::str::FromStr;

use crate::condition::{Condition, Seen};
use crate::error::SelectionError;
use crate::facts::Facts;
use crate::field::{Field, Kind};
use crate::players::Players;
use crate::record::Record;
use crate::syntax::{self, Step};

/// A parsed selection of games. An empty one selects all.
///
/// See the [crate](crate) for fields and conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    steps: Vec<Step>,
}

impl Selection {
    /// Reads a selection.
    ///
    /// # Errors
    /// [`SelectionError`] with the kind and the position of the error.
    pub fn parse(text: &str) -> Result<Self, SelectionError> {
        Self::parse_with(text, |_, _| {
            Err("`@FILE` is not available here; give the value itself".into())
        })
    }

    /// Reads a selection that may take values from another game, as in `dyer=@lee.sgf`.
    ///
    /// `reference` gets the name after the `@` and the field. It returns the value of the field, `None` if the game
    /// has none, or an error if the game cannot be read. [`Record::reference`] returns that value.
    ///
    /// ```
    /// use kifu_select::{Record, Selection};
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::from("(;PB[Lee]DT[2016-03-13])(;PB[Gu]DT[2016-03-13])(;PB[Lee])");
    /// let first = Record::from(games.game(0).unwrap());
    /// let selection = Selection::parse_with("date=@first black!=@first", |name, field| {
    ///     assert_eq!(name, "first");
    ///     Ok(first.reference(field))
    /// })?;
    /// let found: Vec<_> = games.games().map(|game| selection.matches(game)).collect();
    /// assert_eq!(found, [false, true, false]);
    /// # Ok::<(), kifu_select::SelectionError>(())
    /// ```
    ///
    /// # Errors
    /// [`SelectionError`] with the kind and the position of the error.
    pub fn parse_with(
        text: &str,
        mut reference: impl FnMut(
            &str,
            Field,
        )
            -> Result<Option<String>, Box<dyn std::error::Error + Send + Sync>>,
    ) -> Result<Self, SelectionError> {
        let steps = syntax::read(text, &mut reference)?;
        Ok(Self { steps })
    }

    /// Compares names of players exactly as written: one name for each player, with upper and lower case.
    #[must_use]
    pub fn with_exact_names(mut self) -> Self {
        for step in &mut self.steps {
            if let Step::Test(condition) = step {
                condition.set_exact_names();
            }
        }
        self
    }

    /// Sets the names of players: `player=` and the like find a player by all names. The default is
    /// [`Players::known`]; with [`Players::none`] each name is a separate player.
    #[must_use]
    pub fn with_players(mut self, players: &Players) -> Self {
        for step in &mut self.steps {
            if let Step::Test(condition) = step {
                condition.set_players(players);
            }
        }
        self
    }

    /// Whether the selection is empty and so selects all games.
    #[must_use]
    pub const fn is_all(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether this game is selected.
    pub fn matches<'a>(&self, game: impl Into<Record<'a>>) -> bool {
        self.matches_facts(&game.into())
    }

    /// Whether the game with these facts is selected.
    pub fn matches_facts(&self, facts: &dyn Facts) -> bool {
        answer(&self.steps, |_, condition| condition.holds(facts))
    }

    /// Whether the game with these facts is selected; `None` if that depends on facts that are missing.
    ///
    /// ```
    /// use kifu_select::{Facts, Field, Selection};
    /// # use kifu_sgf::value::{DateList, GameResult, Size};
    ///
    /// /// A game of which only its number is known.
    /// struct Numbered(u32);
    ///
    /// impl Facts for Numbered {
    ///     fn knows(&self, field: Field) -> bool {
    ///         field == Field::Number
    ///     }
    ///     fn number(&self, _: Field) -> Option<f64> {
    ///         Some(self.0.into())
    ///     }
    ///     // …
    /// #   fn has(&self, _: Field) -> bool { false }
    /// #   fn texts(&self, _: Field, _: &dyn Fn(&str) -> bool) -> bool { false }
    /// #   fn dates(&self) -> Option<DateList> { None }
    /// #   fn result(&self) -> Option<GameResult> { None }
    /// #   fn size(&self) -> Option<Size> { None }
    /// #   fn has_one_of(&self, _: &[String]) -> bool { false }
    /// }
    ///
    /// let selection: Selection = "comment~ko and number=1".parse()?;
    /// assert_eq!(selection.decide(&Numbered(1)), None);
    /// assert_eq!(selection.decide(&Numbered(2)), Some(false));
    /// # Ok::<(), kifu_select::SelectionError>(())
    /// ```
    pub fn decide(&self, facts: &dyn Facts) -> Option<bool> {
        let mut answer = Some(true);
        // Undecided sides of `and` and `or`: whether it is `or`, and the end of the other side.
        let mut open: Vec<(bool, usize)> = Vec::new();
        let mut at = 0;
        loop {
            while let Some((is_or, _)) = open.pop_if(|(_, end)| *end == at) {
                answer = answer.filter(|answer| *answer == is_or);
            }
            let Some(step) = self.steps.get(at) else {
                return answer;
            };
            at += 1;
            match step {
                Step::Test(condition) => answer = condition.decide(facts),
                Step::Not => answer = answer.map(|answer| !answer),
                Step::Jump { if_true, to } => match answer {
                    Some(answer) if answer == *if_true => at = *to,
                    Some(_) => {}
                    None => open.push((*if_true, *to)),
                },
            }
        }
    }

    /// The fields used, with repetitions.
    pub fn fields(&self) -> impl Iterator<Item = Field> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Test(condition) => condition.field(),
            Step::Not | Step::Jump { .. } => None,
        })
    }

    /// Whether some condition asks which properties a game has: `has(C)`.
    #[must_use]
    pub fn asks_for_properties(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Test(Condition::Has(_)) => true,
            // A number without a value is missing if the game has no property for it, and otherwise unreadable.
            Step::Test(Condition::State(field, ..)) => {
                matches!(field.kind(), Kind::Number | Kind::Size)
            }
            _ => false,
        })
    }

    /// Returns a matcher for many games. It remembers its answers for names and other texts that repeat.
    ///
    /// ```
    /// use kifu_select::{Record, Selection};
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::from("(;PB[Lee])(;PB[Gu])(;PB[Lee])");
    /// let selection: Selection = "player~lee".parse()?;
    /// let mut matcher = selection.matcher();
    /// let found = games.games().filter(|game| matcher.matches(&Record::from(*game)));
    /// assert_eq!(found.count(), 2);
    /// # Ok::<(), kifu_select::SelectionError>(())
    /// ```
    #[must_use]
    pub fn matcher(&self) -> Matcher<'_> {
        Matcher {
            steps: &self.steps,
            seen: self.steps.iter().map(|_| Seen::default()).collect(),
        }
    }

    /// Whether a condition needs the records themselves, because a table of games lacks its fields.
    #[must_use]
    pub fn needs_records(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Test(condition) if condition.is_of_record()))
    }
}

/// A [`Selection`] that remembers which texts its conditions hold for ([`Selection::matcher`]). It takes memory for the
/// texts, up to a limit.
#[derive(Debug)]
pub struct Matcher<'s> {
    steps: &'s [Step],
    /// The values stored for each step.
    seen: Vec<Seen>,
}

impl Matcher<'_> {
    /// Whether the game with these facts is selected, as [`Selection::matches_facts`] says.
    pub fn matches(&mut self, facts: &dyn Facts) -> bool {
        let seen = &self.seen;
        answer(self.steps, |step, condition| {
            condition.holds_with(facts, Some(&seen[step]))
        })
    }
}

/// Takes the steps; each jump leads forward, so there are at most as many as are written.
fn answer(steps: &[Step], mut test: impl FnMut(usize, &Condition) -> bool) -> bool {
    let mut answer = true;
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        match step {
            Step::Test(condition) => answer = test(at - 1, condition),
            Step::Not => answer = !answer,
            Step::Jump { if_true, to } if answer == *if_true => at = *to,
            Step::Jump { .. } => {}
        }
    }
    answer
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        Self::parse(text)
    }
}
