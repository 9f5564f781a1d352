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
