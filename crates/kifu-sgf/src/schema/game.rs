// Written by `cargo xtask gen`; change the tables in `data` instead.

/// Games with a number, the value of `GM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Game {
    /// Go.
    Go = 1,
    /// Othello; by practice: no page of the standard says how points are written, programs write
    /// them as in Go.
    Othello = 2,
    /// chess; the size is the standard's, its values are not defined.
    Chess = 3,
    /// Gomoku and Renju; by practice: no page of the standard says how points are written,
    /// programs write them as in Go.
    Gomoku = 4,
    /// Nine Men's Morris; number reserved, values not defined.
    Morris = 5,
    /// Backgammon.
    Backgammon = 6,
    /// Chinese chess; number reserved, values not defined.
    ChineseChess = 7,
    /// Shogi; number reserved, values not defined.
    Shogi = 8,
    /// Lines of Action; values are case-insensitive.
    LinesOfAction = 9,
    /// Ataxx; by practice: no page of the standard says how points are written, programs write
    /// them as in Go.
    Ataxx = 10,
    /// Hex; values are case-insensitive; any size from 1 on.
    Hex = 11,
    /// Jungle; number reserved, values not defined.
    Jungle = 12,
    /// Neutron; number reserved, values not defined.
    Neutron = 13,
    /// Philosopher's Football; number reserved, values not defined.
    PhilosophersFootball = 14,
    /// Quadrature; number reserved, values not defined.
    Quadrature = 15,
    /// Trax; number reserved, values not defined.
    Trax = 16,
    /// Tantrix; number reserved, values not defined.
    Tantrix = 17,
    /// Amazons.
    Amazons = 18,
    /// Octi.
    Octi = 19,
    /// Gess; the size counts the rim.
    Gess = 20,
    /// `TwixT`; values are case-insensitive.
    TwixT = 21,
    /// Zertz; number reserved, values not defined.
    Zertz = 22,
    /// Plateau; number reserved, values not defined.
    Plateau = 23,
    /// Yinsh; number reserved, values not defined.
    Yinsh = 24,
    /// Punct; number reserved, values not defined.
    Punct = 25,
    /// Gobblet; number reserved, values not defined.
    Gobblet = 26,
    /// Hive; number reserved, values not defined.
    Hive = 27,
    /// Exxit; number reserved, values not defined.
    Exxit = 28,
    /// Hnefatal; number reserved, values not defined.
    Hnefatal = 29,
    /// Kuba; number reserved, values not defined.
    Kuba = 30,
    /// Tripples; number reserved, values not defined.
    Tripples = 31,
    /// Chase; number reserved, values not defined.
    Chase = 32,
    /// Tumbling Down; number reserved, values not defined.
    TumblingDown = 33,
    /// Sahara; number reserved, values not defined.
    Sahara = 34,
    /// Byte; number reserved, values not defined.
    Byte = 35,
    /// Focus; number reserved, values not defined.
    Focus = 36,
    /// Dvonn; number reserved, values not defined.
    Dvonn = 37,
    /// Tamsk; number reserved, values not defined.
    Tamsk = 38,
    /// Gipf; number reserved, values not defined.
    Gipf = 39,
    /// Kropki; number reserved, values not defined.
    Kropki = 40,
}

/// Notation of points, moves and stones of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// A letter for the column and one for the row, as in Go.
    GoLike,
    /// A notation of this game only, which the standard defines.
    Own,
    /// No defined notation: values are kept unchanged.
    Undefined,
}

impl Game {
    /// All games, in the order of their numbers.
    pub const ALL: [Self; 40] = [
        Self::Go,
        Self::Othello,
        Self::Chess,
        Self::Gomoku,
        Self::Morris,
        Self::Backgammon,
        Self::ChineseChess,
        Self::Shogi,
        Self::LinesOfAction,
        Self::Ataxx,
        Self::Hex,
        Self::Jungle,
        Self::Neutron,
        Self::PhilosophersFootball,
        Self::Quadrature,
        Self::Trax,
        Self::Tantrix,
        Self::Amazons,
        Self::Octi,
        Self::Gess,
        Self::TwixT,
        Self::Zertz,
        Self::Plateau,
        Self::Yinsh,
        Self::Punct,
        Self::Gobblet,
        Self::Hive,
        Self::Exxit,
        Self::Hnefatal,
        Self::Kuba,
        Self::Tripples,
        Self::Chase,
        Self::TumblingDown,
        Self::Sahara,
        Self::Byte,
        Self::Focus,
        Self::Dvonn,
        Self::Tamsk,
        Self::Gipf,
        Self::Kropki,
    ];

    /// Returns the game with this number; `None` if the standard does not assign it.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        Self::ALL.get(index).copied()
    }

    /// Number of the game in `GM`.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Name of the game in English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Go => "Go",
            Self::Othello => "Othello",
            Self::Chess => "chess",
            Self::Gomoku => "Gomoku and Renju",
            Self::Morris => "Nine Men's Morris",
            Self::Backgammon => "Backgammon",
            Self::ChineseChess => "Chinese chess",
            Self::Shogi => "Shogi",
            Self::LinesOfAction => "Lines of Action",
            Self::Ataxx => "Ataxx",
            Self::Hex => "Hex",
            Self::Jungle => "Jungle",
            Self::Neutron => "Neutron",
            Self::PhilosophersFootball => "Philosopher's Football",
            Self::Quadrature => "Quadrature",
            Self::Trax => "Trax",
            Self::Tantrix => "Tantrix",
            Self::Amazons => "Amazons",
            Self::Octi => "Octi",
            Self::Gess => "Gess",
            Self::TwixT => "TwixT",
            Self::Zertz => "Zertz",
            Self::Plateau => "Plateau",
            Self::Yinsh => "Yinsh",
            Self::Punct => "Punct",
            Self::Gobblet => "Gobblet",
            Self::Hive => "Hive",
            Self::Exxit => "Exxit",
            Self::Hnefatal => "Hnefatal",
            Self::Kuba => "Kuba",
            Self::Tripples => "Tripples",
            Self::Chase => "Chase",
            Self::TumblingDown => "Tumbling Down",
            Self::Sahara => "Sahara",
            Self::Byte => "Byte",
            Self::Focus => "Focus",
            Self::Dvonn => "Dvonn",
            Self::Tamsk => "Tamsk",
            Self::Gipf => "Gipf",
            Self::Kropki => "Kropki",
        }
    }

    /// A short name in lower-case letters, as for command lines.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Othello => "othello",
            Self::Chess => "chess",
            Self::Gomoku => "gomoku",
            Self::Morris => "morris",
            Self::Backgammon => "backgammon",
            Self::ChineseChess => "xiangqi",
            Self::Shogi => "shogi",
            Self::LinesOfAction => "loa",
            Self::Ataxx => "ataxx",
            Self::Hex => "hex",
            Self::Jungle => "jungle",
            Self::Neutron => "neutron",
            Self::PhilosophersFootball => "football",
            Self::Quadrature => "quadrature",
            Self::Trax => "trax",
            Self::Tantrix => "tantrix",
            Self::Amazons => "amazons",
            Self::Octi => "octi",
            Self::Gess => "gess",
            Self::TwixT => "twixt",
            Self::Zertz => "zertz",
            Self::Plateau => "plateau",
            Self::Yinsh => "yinsh",
            Self::Punct => "punct",
            Self::Gobblet => "gobblet",
            Self::Hive => "hive",
            Self::Exxit => "exxit",
            Self::Hnefatal => "hnefatal",
            Self::Kuba => "kuba",
            Self::Tripples => "tripples",
            Self::Chase => "chase",
            Self::TumblingDown => "tumbling",
            Self::Sahara => "sahara",
            Self::Byte => "byte",
            Self::Focus => "focus",
            Self::Dvonn => "dvonn",
            Self::Tamsk => "tamsk",
            Self::Gipf => "gipf",
            Self::Kropki => "kropki",
        }
    }

    /// Notation of points and moves.
    #[must_use]
    pub const fn notation(self) -> Notation {
        match self {
            Self::Go | Self::Othello | Self::Gomoku | Self::Ataxx | Self::Amazons | Self::Gess => {
                Notation::GoLike
            }
            Self::Backgammon | Self::LinesOfAction | Self::Hex | Self::Octi | Self::TwixT => {
                Notation::Own
            }
            _ => Notation::Undefined,
        }
    }

    /// Columns and rows of the board if `SZ` is missing; `None` if the standard has no default.
    #[must_use]
    pub const fn default_size(self) -> Option<u16> {
        match self {
            Self::Go => Some(19),
            Self::Othello | Self::Chess | Self::LinesOfAction => Some(8),
            Self::Gomoku => Some(15),
            Self::Ataxx => Some(7),
            Self::Hex => Some(11),
            Self::Amazons => Some(10),
            Self::Octi => Some(9),
            Self::Gess => Some(20),
            Self::TwixT => Some(24),
            _ => None,
        }
    }

    /// Maximum number of columns or rows in the notation; `None` if it has no limit.
    #[must_use]
    pub const fn max_size(self) -> Option<u16> {
        match self {
            Self::Go | Self::Othello | Self::Gomoku | Self::Ataxx | Self::Amazons | Self::Gess => {
                Some(52)
            }
            Self::LinesOfAction => Some(26),
            Self::TwixT => Some(702),
            _ => None,
        }
    }

    /// Whether letter case is ignored in values of the game's notation.
    #[must_use]
    pub const fn is_case_insensitive(self) -> bool {
        matches!(self, Self::LinesOfAction | Self::Hex | Self::TwixT)
    }
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
