use kifu_sgf::value::{DateList, GameResult, Size};

use crate::field::Field;
use crate::record::Record;

/// Facts about a game that a selection needs, from any source: a [`Record`](crate::Record) reads them from a tree, an
/// index from its columns.
pub trait Facts {
    /// Whether the value of a field is known; a field known to be empty counts. If it is not, the other answers about
    /// the field are ignored ([`Selection::decide`](crate::Selection::decide)). Default: all fields are known.
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

    /// Value of a numeric field; `None` if it is missing or not a number. The handicap is 0 if the game has no `HA`.
    fn number(&self, field: Field) -> Option<f64>;

    /// When the game was played.
    fn dates(&self) -> Option<DateList>;

    /// Result of the game.
    fn result(&self) -> Option<GameResult>;

    /// The size of the board; the usual one of the game where it is not given.
    fn size(&self) -> Option<Size>;

    /// Whether any node of the game has one of these properties, given as upper-case identifiers.
    fn has_one_of(&self, identifiers: &[String]) -> bool;

    /// Asks the record itself, for what no table of games has; `None`, the default, if it is not at hand.
    fn ask_record(&self, ask: &dyn Fn(&Record<'_>) -> bool) -> Option<bool> {
        let _ = ask;
        None
    }
}
