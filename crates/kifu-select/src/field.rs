//! Fields of a game that a selection can use.

use crate::near::nearest;

/// Kind of a field's value, which decides its comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text.
    Text,
    /// A number.
    Number,
    /// A day, a month or a year.
    Date,
    /// Winner and kind of win.
    Result,
    /// A rank of Go.
    Rank,
    /// Columns and rows.
    Size,
}

impl Kind {
    /// Lists the comparisons for this kind, in words.
    pub(crate) const fn comparisons(self) -> &'static str {
        match self {
            Self::Text => "`=`, `!=`, `~`, `!~` and `=~`",
            Self::Result => "`=`, `!=` and `=~`",
            Self::Number | Self::Date | Self::Rank | Self::Size => {
                "`=`, `!=`, `<`, `<=`, `>`, `>=` and `=~`"
            }
        }
    }

    /// Describes the form of its values, in words.
    pub(crate) const fn wanted(self) -> &'static str {
        match self {
            Self::Text => "words, with `*` for any text and `?` for any character",
            Self::Number => "a number: `7.5`",
            Self::Date => "a year, a month or a day: `2016`, `2016-03`, `2016-03-09`",
            Self::Result => "a result: `B`, `W+R`, `*+T`, `B+3.5`, `draw`, `void` or `unknown`",
            Self::Rank => "a rank: `5k`, `3d`, `9p`",
            Self::Size => "a size: `19` or `13x19`",
        }
    }
}

/// Makes the fields and their table: name, kind, properties, meaning.
macro_rules! fields {
    ($($(#[doc = $doc:literal])+ $field:ident = $name:literal, $kind:ident, [$($property:literal),*];)*) => {
        /// Field of a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Field {
            $($(#[doc = $doc])+ $field,)*
        }

        impl Field {
            /// All fields.
            pub const ALL: &'static [Self] = &[$(Self::$field),*];

            /// Its name in a selection.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$field => $name,)*
                }
            }

            /// Kind of its value.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self {
                    $(Self::$field => Kind::$kind,)*
                }
            }

            /// Properties of the field; the first one with a value counts, or all of them for fields of either player.
            /// Empty if the field has no property.
            #[must_use]
            pub const fn properties(self) -> &'static [&'static str] {
                match self {
                    $(Self::$field => &[$($property),*],)*
                }
            }

            /// Describes the field in one sentence.
            #[must_use]
            pub fn meaning(self) -> String {
                let lines: &[&str] = match self {
                    $(Self::$field => &[$($doc),+],)*
                };
                lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
            }
        }
    };
}

fields! {
    /// The name of the black player.
    Black = "black", Text, ["PB"];
    /// The name of the white player.
    White = "white", Text, ["PW"];
    /// The name of either player.
    Player = "player", Text, ["PB", "PW"];
    /// Both players, Black first: `Shusaku - Gennan`; `?` for a missing name.
    Players = "players", Text, [];
    /// The rank of the black player.
    BlackRank = "blackrank", Rank, ["BR"];
    /// The rank of the white player.
    WhiteRank = "whiterank", Rank, ["WR"];
    /// The rank of either player.
    Rank = "rank", Rank, ["BR", "WR"];
    /// The team of the black player.
    BlackTeam = "blackteam", Text, ["BT"];
    /// The team of the white player.
    WhiteTeam = "whiteteam", Text, ["WT"];
    /// The team of either player.
    Team = "team", Text, ["BT", "WT"];
    /// The date of the game.
    Date = "date", Date, ["DT"];
    /// The year of the first day of `date`.
    Year = "year", Number, ["DT"];
    /// The winner and the kind of win.
    Result = "result", Result, ["RE"];
    /// How the game was won: `resignation`, `time`, `forfeit` or `points`.
    How = "how", Text, [];
    /// The winning margin in points; 0 for a draw.
    Margin = "margin", Number, ["RE"];
    /// The komi.
    Komi = "komi", Number, ["KM"];
    /// The number of handicap stones; 0 if missing.
    Handicap = "handicap", Number, ["HA"];
    /// The size of the board; the usual one of the game if missing.
    Size = "size", Size, ["SZ"];
    /// The rules.
    Rules = "rules", Text, ["RU"];
    /// The event.
    Event = "event", Text, ["EV"];
    /// The round.
    Round = "round", Text, ["RO"];
    /// The place.
    Place = "place", Text, ["PC"];
    /// The name of the record.
    Name = "name", Text, ["GN"];
    /// The source: a book, a journal.
    Source = "source", Text, ["SO"];
    /// The annotator of the game.
    Annotator = "annotator", Text, ["AN"];
    /// The person who entered the game.
    User = "user", Text, ["US"];
    /// The copyright.
    Copyright = "copyright", Text, ["CP"];
    /// The opening.
    Opening = "opening", Text, ["ON"];
    /// The overtime.
    Overtime = "overtime", Text, ["OT"];
    /// The basic time in seconds.
    Time = "time", Number, ["TM"];
    /// The game comment.
    About = "about", Text, ["GC"];
    /// A comment of any node.
    Comment = "comment", Text, ["C"];
    /// The program that wrote the file, without its version.
    Program = "program", Text, ["AP"];
    /// The name of the game: Go, Hex, Othello.
    Game = "game", Text, ["GM"];
    /// The version of the format.
    Format = "format", Number, ["FF"];
    /// The encoding of the game.
    Encoding = "encoding", Text, [];
    /// The file, as it was named; an index has its whole path. The end of the path is enough: `g/*`.
    File = "file", Text, [];
    /// The number of the game in its file, from 1.
    Number = "number", Number, [];
    /// Moves on the main line.
    Moves = "moves", Number, [];
    /// Nodes of the whole tree.
    Nodes = "nodes", Number, [];
    /// Variations: the leaves of the tree.
    Variations = "variations", Number, [];
    /// The name of the winner; `winner=B` and `winner=W` select by color, as `result=B` and `result=W` do.
    Winner = "winner", Text, [];
    /// The name of the loser; `loser=B` and `loser=W` select by color.
    Loser = "loser", Text, [];
    /// The identifiers of all properties of the game, in alphabetical order.
    Properties = "properties", Text, [];
    /// Stones captured on the main line, of both colors.
    Captures = "captures", Number, [];
    /// Black stones captured on the main line.
    BlackCaptured = "blackcaptured", Number, [];
    /// White stones captured on the main line.
    WhiteCaptured = "whitecaptured", Number, [];
    /// The points of the main line, two letters each: stones of the root, then moves; `tt` is a pass.
    MainLine = "mainline", Text, [];
    /// The MD5 of `mainline` and a line feed, as `sgfinfo -md5` prints it.
    Md5 = "md5", Text, [];
    /// The least `md5` of all eight symmetries.
    Canonical = "canonical", Text, [];
    /// Dyer's signature: the moves 20, 40, 60, 31, 51 and 71; `--` for a missing one.
    Dyer = "dyer", Text, [];
    /// The least `dyer` of all eight symmetries.
    DyerCanonical = "dyercanonical", Text, [];
}

impl Field {
    /// Whether it is read from the record alone, so that no table of games has it.
    #[must_use]
    pub const fn is_of_record(self) -> bool {
        matches!(
            self,
            Self::Comment
                | Self::Captures
                | Self::BlackCaptured
                | Self::WhiteCaptured
                | Self::MainLine
                | Self::Md5
                | Self::Canonical
                | Self::Dyer
        )
    }

    /// Returns the field of this name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|field| field.name().eq_ignore_ascii_case(name))
    }

    /// The name that is nearest to `name`, if one is near.
    pub(crate) fn nearest(name: &str) -> Option<&'static str> {
        nearest(name, Self::ALL.iter().map(|field| field.name()))
    }
}
