use std::str::FromStr;

use crate::condition::Condition;
use crate::error::SelectionError;
use crate::facts::Facts;
use crate::field::Field;
use crate::record::Record;
use crate::syntax::{self, Step};

/// Which games are meant: a selection that was read. An empty one means all.
///
/// See the [crate](crate) for what can be said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    steps: Vec<Step>,
}

impl Selection {
    /// Reads a selection.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, SelectionError> {
        let steps = syntax::read(text)?;
        Ok(Self { steps })
    }

    /// Whether all games are meant, without a look at them.
    #[must_use]
    pub const fn is_all(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether this game is meant.
    pub fn matches<'a>(&self, game: impl Into<Record<'a>>) -> bool {
        self.matches_facts(&game.into())
    }

    /// Whether the game of which these are the facts is meant.
    pub fn matches_facts(&self, facts: &dyn Facts) -> bool {
        self.answer(|condition| condition.holds(facts))
    }

    /// Whether the game of which these are the facts is meant; `None` if that hangs on what they do not know.
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
    /// #   fn says(&self, _: Field) -> bool { false }
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
        // Sides of `and` and `or` that do not tell: whether it is `or`, and where the other side ends.
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

    /// The fields that are asked about, as often as they are.
    pub fn fields(&self) -> impl Iterator<Item = Field> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Test(condition) => condition.field(),
            Step::Not | Step::Jump { .. } => None,
        })
    }

    /// Takes the steps; each jump leads forward, so there are at most as many as are written.
    fn answer(&self, mut test: impl FnMut(&Condition) -> bool) -> bool {
        let mut answer = true;
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            at += 1;
            match step {
                Step::Test(condition) => answer = test(condition),
                Step::Not => answer = !answer,
                Step::Jump { if_true, to } if answer == *if_true => at = *to,
                Step::Jump { .. } => {}
            }
        }
        answer
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        Self::parse(text)
    }
}
