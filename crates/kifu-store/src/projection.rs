//! The columns of game info to read.

use std::collections::BTreeSet;

use kifu_select::{Field, Selection};

use crate::info::Text;

/// The columns that a request needs.
pub(crate) struct Projection {
    pub(crate) fields: BTreeSet<Field>,
    /// Whether a condition needs identifiers of properties.
    pub(crate) properties: bool,
}

impl Projection {
    /// The columns that a selection compares.
    pub(crate) fn of(selection: &Selection) -> Self {
        Self {
            fields: selection.fields().collect(),
            properties: selection.asks_for_properties(),
        }
    }

    /// Whether a column is included.
    pub(crate) fn has(&self, name: &str) -> bool {
        if name == "properties" {
            // They also show whether a game has comments, and whether its handicap is missing.
            let fields = [Field::Properties, Field::Handicap, Field::Comment];
            return self.properties || fields.iter().any(|field| self.fields.contains(field));
        }
        is_asked(name, &self.fields)
    }
}

/// Whether a column is part of the info of a game; records are read only on request.
pub(crate) fn is_shown(name: &str) -> bool {
    !matches!(name, "events" | "sgf")
}

/// Whether a column must be read for one of the fields.
fn is_asked(name: &str, fields: &BTreeSet<Field>) -> bool {
    let texts: &[Text] = match name {
        "path" => return fields.contains(&Field::File),
        "columns" | "rows" => return fields.contains(&Field::Size),
        "events" | "sgf" => return false,
        "result" => {
            let asks = [
                Field::Result,
                Field::How,
                Field::Margin,
                Field::Winner,
                Field::Loser,
            ];
            return asks.iter().any(|field| fields.contains(field));
        }
        "black" | "white"
            if [Field::Players, Field::Winner, Field::Loser]
                .iter()
                .any(|field| fields.contains(field)) =>
        {
            return true;
        }
        "date" => return fields.contains(&Field::Date) || fields.contains(&Field::Year),
        "dyer_signature" => return fields.contains(&Field::DyerCanonical),
        "black" | "white" => &[Text::Black, Text::White],
        "black_rank" | "white_rank" => &[Text::BlackRank, Text::WhiteRank],
        "black_team" | "white_team" => &[Text::BlackTeam, Text::WhiteTeam],
        _ => {
            return fields.iter().any(|field| field.name() == name)
                || Text::ALL
                    .iter()
                    .any(|text| text.column() == name && fields.contains(&text.field()));
        }
    };
    let both = [Field::Player, Field::Rank, Field::Team];
    let of_either = match texts {
        [Text::Black, ..] => both[0],
        [Text::BlackRank, ..] => both[1],
        _ => both[2],
    };
    fields.contains(&of_either) || texts.iter().any(|text| fields.contains(&text.field()))
}
