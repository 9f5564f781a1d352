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

    /// Whether a field has a value; a numeric field, whether it is a number.
    fn has(&self, field: Field) -> bool;

    /// Whether the record has text for a field, readable or not. Default: [`has`](Self::has).
    fn is_given(&self, field: Field) -> bool {
        self.has(field)
    }

    /// Whether `wanted` returns true for one of the texts of a field. [`Field::Player`], [`Field::Rank`] and
    /// [`Field::Team`] have one for each player; [`Field::Game`] is a name and a number.
    fn texts(&self, field: Field, wanted: &dyn Fn(&str) -> bool) -> bool;

    /// Value of a numeric field; `None` if it is missing or not a number. The handicap is 0 if the game has no `HA`.
    fn number(&self, field: Field) -> Option<f64>;

    /// When the game was played.
    fn dates(&self) -> Option<DateList>;

    /// Result of the game.
    fn result(&self) -> Option<GameResult>;

    /// Size of the board; the default of the game if it is not given.
    fn size(&self) -> Option<Size>;

    /// Whether any node of the game has one of these properties, given as upper-case identifiers.
    fn has_one_of(&self, identifiers: &[String]) -> bool;

    /// Calls `ask` with the record itself, for facts that tables of games lack; `None`, the default, if there is no
    /// record.
    fn with_record(&self, ask: &dyn Fn(&Record<'_>) -> bool) -> Option<bool> {
        let _ = ask;
        None
    }
}
