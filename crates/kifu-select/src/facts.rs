use kifu_sgf::value::{DateList, GameResult, Size};

use crate::field::Field;
use crate::record::Record;

/// What a selection asks of a game, wherever the game is: a [`Record`](crate::Record) reads it from a
/// tree, an index from its columns.
pub trait Facts {
    /// Whether it is known what a field says, and be it nothing. Where it is not, the other answers about the field
    /// are ignored ([`Selection::decide`](crate::Selection::decide)). The default is that all is known.
    fn knows(&self, field: Field) -> bool {
        let _ = field;
        true
    }

    /// Whether a field says something: a field of numbers something that can be read as one.
    fn says(&self, field: Field) -> bool;

    /// Whether something is written for a field, be it readable or not. The default is what [`says`](Self::says)
    /// answers.
    fn is_given(&self, field: Field) -> bool {
        self.says(field)
    }

    /// Whether one of the texts of a field is as wanted. [`Field::Player`], [`Field::Rank`] and
    /// [`Field::Team`] have one for each player; [`Field::Game`] is a name and a number.
    fn texts(&self, field: Field, wanted: &dyn Fn(&str) -> bool) -> bool;

    /// What a field of numbers says, if it can be read as one. The handicap is 0 where the game has no `HA`.
    fn number(&self, field: Field) -> Option<f64>;

    /// When the game was played.
    fn dates(&self) -> Option<DateList>;

    /// Who won, and how.
    fn result(&self) -> Option<GameResult>;

    /// The size of the board; the usual one of the game where it is not given.
    fn size(&self) -> Option<Size>;

    /// Whether one of these properties, upper-case identifiers, stands somewhere in the game.
    fn has_one_of(&self, identifiers: &[String]) -> bool;

    /// Asks the record itself, for what no table of games has; `None`, the default, if it is not at hand.
    fn ask_record(&self, ask: &dyn Fn(&Record<'_>) -> bool) -> Option<bool> {
        let _ = ask;
        None
    }
}
