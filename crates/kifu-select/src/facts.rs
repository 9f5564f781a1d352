use kifu_sgf::value::{DateList, GameResult, Size, Standing};

use crate::field::{Field, Kind};
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

    /// Whether the text of a field can be read, if it has any; for ranks, whether those of both players can. Default: what
    /// the other answers say.
    fn is_readable(&self, field: Field) -> bool {
        is_readable(self, field)
    }

    /// Whether it is known if a field is given, and, if `readable`, if its text can be read. Default:
    /// [`knows`](Self::knows).
    fn knows_state(&self, field: Field, readable: bool) -> bool {
        let _ = readable;
        self.knows(field)
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

/// Returns whether the text of a field can be read, as the other facts of the game say: the default of
/// [`Facts::is_readable`].
pub fn is_readable<F: Facts + ?Sized>(facts: &F, field: Field) -> bool {
    match field.kind() {
        Kind::Text => true,
        Kind::Number => facts.number(field).is_some(),
        Kind::Date => facts.dates().is_some(),
        Kind::Result => facts.result().is_some(),
        Kind::Rank => !facts.texts(field, &|text| {
            !text.trim().is_empty() && Standing::parse(text).is_err()
        }),
        Kind::Size => facts.size().is_some(),
    }
}
