use std::fmt;

use kifu_sgf::schema::Game;

use crate::Format;

/// Reason why a game was not written, and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The format can be read, but not written.
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// A file of the format holds one game.
    OneGameOnly {
        /// The format.
        format: Format,
        /// Number of games to write.
        games: usize,
    },
    /// The format is for other games.
    OtherGame {
        /// The format.
        format: Format,
        /// The game of the record; `None` if its `GM` is unknown.
        game: Option<Game>,
    },
    /// A file of the format cannot hold so many games.
    TooManyGames {
        /// The largest number of games, and the format.
        message: String,
    },
    /// The format does not support the size of the board, or the size is invalid.
    Board {
        /// The size, and the sizes that are supported.
        message: String,
    },
    /// The format has only the usual starting position.
    Setup {
        /// The starting positions that are supported.
        message: String,
    },
}

impl Refusal {
    pub(crate) fn board(message: impl fmt::Display) -> Self {
        Self::Board {
            message: message.to_string(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadOnly { format } => write!(
                f,
                "{} is read, but not written; write SGF, or one of {}",
                format.title(),
                Format::names_written()
            ),
            Self::OneGameOnly { format, games } => write!(
                f,
                "a file of {} holds one game, and there are {games}; write each to a separate file",
                format.title()
            ),
            Self::OtherGame { format, game } => {
                let names: Vec<_> = format
                    .support()
                    .games
                    .iter()
                    .map(|game| game.name())
                    .collect();
                write!(
                    f,
                    "{} supports {}, and this game is {}",
                    format.title(),
                    names.join(", "),
                    game.map_or("another game", |kind| kind.name())
                )
            }
            Self::TooManyGames { message } | Self::Board { message } | Self::Setup { message } => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for Refusal {}
