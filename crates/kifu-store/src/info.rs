use std::borrow::Cow;
use std::sync::Arc;

use kifu_select::{Facts, Field, Record, game_matches, how, is_readable, pairing};
use kifu_sgf::Collection;
use kifu_sgf::value::{Color, DateList, GameResult, Size};

use crate::directory::Winner;

/// Defines the texts stored for each game: column, property, selection field.
macro_rules! texts {
    ($($(#[$doc:meta])* $text:ident = $column:literal, $property:literal, $field:ident;)*) => {
        /// A text stored for each game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Text {
            $($(#[$doc])* $text,)*
        }

        impl Text {
            /// All texts, in column order.
            pub const ALL: &'static [Self] = &[$(Self::$text),*];

            /// The name of its column.
            #[must_use]
            pub const fn column(self) -> &'static str {
                match self {
                    $(Self::$text => $column,)*
                }
            }

            /// The selection field that it answers.
            #[must_use]
            pub const fn field(self) -> Field {
                match self {
                    $(Self::$text => Field::$field,)*
                }
            }

            pub(crate) fn of_property(identifier: &[u8]) -> Option<Self> {
                // The literals are identifiers of the standard, in ASCII.
                $(if identifier == $property.as_bytes() {
                    return Some(Self::$text);
                })*
                None
            }

            pub(crate) fn of_field(field: Field) -> Option<Self> {
                match field {
                    $(Field::$field => Some(Self::$text),)*
                    _ => None,
                }
            }
        }
    };
}

texts! {
    /// The black player.
    Black = "black", "PB", Black;
    /// The white player.
    White = "white", "PW", White;
    /// The rank of the black player.
    BlackRank = "black_rank", "BR", BlackRank;
    /// The rank of the white player.
    WhiteRank = "white_rank", "WR", WhiteRank;
    /// The team of the black player.
    BlackTeam = "black_team", "BT", BlackTeam;
    /// The team of the white player.
    WhiteTeam = "white_team", "WT", WhiteTeam;
    /// The date.
    Date = "date", "DT", Date;
    /// The result.
    Result = "result", "RE", Result;
    /// The rules.
    Rules = "rules", "RU", Rules;
    /// The event.
    Event = "event", "EV", Event;
    /// The round.
    Round = "round", "RO", Round;
    /// The place.
    Place = "place", "PC", Place;
    /// The name of the record.
    Name = "name", "GN", Name;
    /// The source.
    Source = "source", "SO", Source;
    /// The annotator.
    Annotator = "annotator", "AN", Annotator;
    /// The person who entered the record.
    User = "user", "US", User;
    /// The copyright.
    Copyright = "copyright", "CP", Copyright;
    /// The opening.
    Opening = "opening", "ON", Opening;
    /// The overtime.
    Overtime = "overtime", "OT", Overtime;
    /// A description of the game as a whole.
    About = "about", "GC", About;
    /// The program that wrote the file.
    Program = "program", "AP", Program;
    /// The kind of game.
    Game = "game", "GM", Game;
    /// The encoding of the record.
    Encoding = "encoding", "CA", Encoding;
}

/// The data of a game in an index, except its moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndexedGame {
    /// The source file.
    pub path: Arc<str>,
    /// The index of the game in the file, from 0.
    pub number: u32,
    /// The texts, in the order of [`Text::ALL`].
    pub texts: Vec<Option<String>>,
    /// The komi.
    pub komi: Option<f64>,
    /// The basic time in seconds.
    pub time: Option<f64>,
    /// Number of handicap stones, if given.
    pub handicap: Option<i32>,
    /// The version of the format.
    pub format: Option<i32>,
    /// Columns and rows of the board, if known.
    pub size: Option<Size>,
    /// Number of moves on the main line.
    pub moves: u32,
    /// Number of nodes of the tree.
    pub nodes: u32,
    /// Number of leaves of the tree.
    pub variations: u32,
    /// The identifiers that occur, sorted, separated by commas.
    pub properties: String,
    /// The moves of Dyer's signature.
    pub dyer_signature: String,
    /// The values of requested fields that have no column, from the record.
    pub of_record: Vec<(Field, String)>,
    /// The record itself, if the index stores it.
    pub sgf: Option<String>,
}

impl IndexedGame {
    /// A text; `None` if it is missing.
    #[must_use]
    pub fn text(&self, text: Text) -> Option<&str> {
        self.texts.get(text as usize)?.as_deref()
    }

    /// The dates of the game.
    #[must_use]
    pub fn dates(&self) -> Option<DateList> {
        Some(DateList::guess(self.text(Text::Date)?).ok()?.value)
    }

    /// The result of the game.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        Some(GameResult::guess(self.text(Text::Result)?).ok()?.value)
    }

    /// The winner. Works even if the rest of the result cannot be read, as in `W+Offline` ([`GameResult::guess`]).
    #[must_use]
    pub fn winner(&self) -> Winner {
        Self::winner_of(self.result())
    }

    /// The winner and the kind of win, if the result was already read.
    pub(crate) const fn winner_of(result: Option<GameResult>) -> Winner {
        match result {
            Some(GameResult::Win { winner, .. }) => Winner::of(winner),
            Some(GameResult::Draw) => Winner::Draw,
            Some(GameResult::Void) => Winner::Void,
            Some(GameResult::Unknown) | None => Winner::Unknown,
        }
    }

    /// Whether a property occurs anywhere in the game.
    fn has(&self, identifier: &str) -> bool {
        self.properties.split(',').any(|own| own == identifier)
    }

    /// The text fields with the names of the winner and the loser.
    fn sides(&self) -> Option<(Text, Text)> {
        Some(match self.result()?.winner()? {
            Color::Black => (Text::Black, Text::White),
            Color::White => (Text::White, Text::Black),
        })
    }

    /// Queries the record itself, if available.
    fn ask<R>(&self, ask: impl FnOnce(Record<'_>) -> R) -> Option<R> {
        let collection = Collection::from(self.sgf.as_deref()?);
        collection.game(0).map(|game| ask(game.into()))
    }

    /// Returns a field of the selection language as text; `None` if it is missing or was not read. Comments are read
    /// from the record only if they are requested ([`Selected::with`](crate::Selected::with)).
    #[must_use]
    pub fn field(&self, field: Field) -> Option<Cow<'_, str>> {
        if let Some(text) = Text::of_field(field) {
            return self.text(text).map(Cow::Borrowed);
        }
        Some(match field {
            Field::Player => self.text(Text::Black).or(self.text(Text::White))?.into(),
            Field::Rank => self
                .text(Text::BlackRank)
                .or(self.text(Text::WhiteRank))?
                .into(),
            Field::Team => self
                .text(Text::BlackTeam)
                .or(self.text(Text::WhiteTeam))?
                .into(),
            Field::File => (&*self.path).into(),
            Field::How => how(self.result()?)?.into(),
            Field::Players => pairing(self.text(Text::Black), self.text(Text::White))?.into(),
            Field::Winner => self.text(self.sides()?.0)?.into(),
            Field::Loser => self.text(self.sides()?.1)?.into(),
            Field::Properties => {
                let own = &*self.properties;
                (!own.is_empty()).then_some(own)?.into()
            }
            Field::DyerCanonical => {
                let own = self.dyer_signature.trim_matches('-');
                (!own.is_empty()).then_some(&*self.dyer_signature)?.into()
            }
            _ if field.is_of_record() => {
                let mut values = self.of_record.iter();
                match values.find(|(own, _)| *own == field) {
                    Some((_, text)) => text.into(),
                    None => self.ask(|record| text_of(&record, field))??.into(),
                }
            }
            Field::Size => self.size()?.sgf().to_string().into(),
            _ => self.number(field)?.to_string().into(),
        })
    }
}

/// The text of a field in a record.
pub(crate) fn text_of(record: &Record<'_>, field: Field) -> Option<String> {
    record.text(field).map(Cow::into_owned)
}

/// Maximum number of identifiers of a game that a table lists in full.
const NAMED: usize = 1000;

/// Whether the columns have the value of a field only if it can be read.
const fn has_column_of_values(field: Field) -> bool {
    matches!(
        field,
        Field::Komi | Field::Time | Field::Handicap | Field::Format | Field::Size
    )
}

impl Facts for IndexedGame {
    fn knows(&self, field: Field) -> bool {
        if !field.is_of_record() || self.sgf.is_some() {
            return true;
        }
        if field != Field::Comment {
            return false;
        }
        // A game without comments has no nonempty comment.
        let mut names = 0;
        let mut own = self.properties.split(',').inspect(|_| names += 1);
        let has_comments = own.any(|own| own == "C");
        !has_comments && names < NAMED
    }

    fn has(&self, field: Field) -> bool {
        match field {
            Field::Handicap => self.handicap.is_some(),
            _ => self
                .field(field)
                .is_some_and(|text| !text.trim().is_empty()),
        }
    }

    fn is_given(&self, field: Field) -> bool {
        match field {
            Field::Year => self.text(Text::Date).is_some(),
            Field::Margin => self.text(Text::Result).is_some(),
            _ if has_column_of_values(field) => match self.ask(|record| record.is_given(field)) {
                Some(is_given) => is_given,
                None => field.properties().iter().any(|id| self.has(id)),
            },
            _ => Facts::has(self, field),
        }
    }

    fn is_readable(&self, field: Field) -> bool {
        if has_column_of_values(field)
            && let Some(is_readable) = self.ask(|record| record.is_readable(field))
        {
            return is_readable;
        }
        is_readable(self, field)
    }

    fn knows_state(&self, field: Field, _readable: bool) -> bool {
        if self.sgf.is_some() || !has_column_of_values(field) {
            return self.knows(field);
        }
        let is_missing = !field.properties().iter().any(|id| self.has(id));
        is_missing
            || match field {
                // The usual size replaces one that is empty or cannot be read.
                Field::Size => false,
                Field::Handicap => self.handicap.is_some(),
                _ => self.number(field).is_some(),
            }
    }

    fn texts(&self, field: Field, wanted: &dyn Fn(&str) -> bool) -> bool {
        let either = |black, white| {
            [black, white]
                .into_iter()
                .filter_map(|text| self.text(text))
                .any(wanted)
        };
        match field {
            Field::Player => either(Text::Black, Text::White),
            Field::Rank => either(Text::BlackRank, Text::WhiteRank),
            Field::Team => either(Text::BlackTeam, Text::WhiteTeam),
            Field::Game => self
                .text(Text::Game)
                .is_some_and(|name| game_matches(name, wanted)),
            Field::Comment => self
                .ask(|record| record.texts(field, wanted))
                .unwrap_or_else(|| self.field(field).is_some_and(|text| wanted(&text))),
            _ => self.field(field).is_some_and(|text| wanted(&text)),
        }
    }

    fn number(&self, field: Field) -> Option<f64> {
        match field {
            Field::Komi => self.komi,
            Field::Time => self.time,
            Field::Handicap => {
                let none = (!self.has("HA")).then_some(0);
                self.handicap.or(none).map(f64::from)
            }
            Field::Format => self.format.map(f64::from),
            Field::Number => Some(f64::from(self.number) + 1.0),
            Field::Moves => Some(self.moves.into()),
            Field::Nodes => Some(self.nodes.into()),
            Field::Variations => Some(self.variations.into()),
            Field::Year => Some(self.dates()?.dates().iter().min()?.year().into()),
            Field::Margin => match self.result()? {
                GameResult::Win { margin, .. } => Some(margin?.get()),
                GameResult::Draw => Some(0.0),
                GameResult::Void | GameResult::Unknown => None,
            },
            _ if field.is_of_record() => {
                let mut values = self.of_record.iter();
                match values.find(|(own, _)| *own == field) {
                    Some((_, text)) => text.parse().ok(),
                    None => self.ask(|record| record.number(field))?,
                }
            }
            _ => None,
        }
    }

    fn dates(&self) -> Option<DateList> {
        self.dates()
    }

    fn result(&self) -> Option<GameResult> {
        self.result()
    }

    fn size(&self) -> Option<Size> {
        self.size
    }

    fn has_one_of(&self, identifiers: &[String]) -> bool {
        identifiers.iter().any(|wanted| self.has(wanted))
    }

    fn with_record(&self, ask: &dyn Fn(&Record<'_>) -> bool) -> Option<bool> {
        self.ask(|record| ask(&record))
    }
}
