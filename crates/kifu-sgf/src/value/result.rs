//! Result: the value of `RE`.
//!
//! `0` or `Draw`, `Void`, `?`, or the winner and `+`, followed by nothing, by the points, or by the reason: `R` or
//! `Resign`, `T` or `Time`, `F` or `Forfeit`. Case matters, blanks are not allowed. In Backgammon points are allowed
//! before `R` or `Resign`.

mod wording;

use std::fmt;

use kifu_syntax::Span;

use super::{Color, Lenient, Real, Repair, ValueError, ValueErrorKind, real, scan};

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// A win.
    Win {
        /// The winner.
        winner: Color,
        /// Margin in points, if it is known: 0 or more.
        margin: Option<Real>,
        /// The reason; `None` for a win by points. In Backgammon a resignation has points too.
        reason: Option<Reason>,
    },
    /// `0` or `Draw`: no winner.
    Draw,
    /// `Void`: no result, or the game was not finished.
    Void,
    /// `?`: the result is not known.
    Unknown,
}

/// Reason for a win without counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// `R` or `Resign`: the loser resigned.
    Resignation,
    /// `T` or `Time`: the loser ran out of time.
    Time,
    /// `F` or `Forfeit`: the loser forfeited the game.
    Forfeit,
}

impl GameResult {
    /// A win without further details.
    #[must_use]
    pub const fn win(winner: Color) -> Self {
        Self::Win {
            winner,
            margin: None,
            reason: None,
        }
    }

    /// A win by points, which are not negative.
    #[must_use]
    pub const fn win_by(winner: Color, margin: Real) -> Self {
        Self::Win {
            winner,
            margin: Some(margin),
            reason: None,
        }
    }

    /// A win without counting.
    #[must_use]
    pub const fn win_because(winner: Color, reason: Reason) -> Self {
        Self::Win {
            winner,
            margin: None,
            reason: Some(reason),
        }
    }

    /// The winner; `None` for a draw, a void game or an unknown result.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw | Self::Void | Self::Unknown => None,
        }
    }

    /// Reads a result of any game except Backgammon.
    ///
    /// # Errors
    /// [`NotAResult`](ValueErrorKind::NotAResult) for anything else.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        scan::unescaped(raw, |raw| Self::read(raw, false))
    }

    /// Reads a result of Backgammon, in which points are allowed before a resignation: `B+6R`.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_backgammon(raw: &str) -> Result<Self, ValueError> {
        scan::unescaped(raw, |raw| Self::read(raw, true))
    }

    /// Reads a result in another wording with only one possible meaning, in English, Chinese, Japanese or Korean:
    /// `Jigo`, `b+res`, `W+3 1/2`, `White resigns.`, `黑中盘胜`.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), for any other or longer text: `Both lost`, `W+Abandoned`, `0.5`.
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        scan::unescaped(raw, |raw| {
            let trimmed = scan::trim(raw);
            if let Ok(value) = Self::read(trimmed, false) {
                return Ok(Lenient::repaired(value, Repair::WhiteSpace));
            }
            wording::read(trimmed)
                .map(|(value, repair)| Lenient::repaired(value, repair))
                .ok_or(strict)
        })
    }

    /// Reads a result like [`parse_lenient`](Self::parse_lenient), and also one with only a clear winner: `W+Illegal`,
    /// `B+7.5?`. The repair is then a guess ([`Repair::is_guess`]).
    ///
    /// ```
    /// use kifu_sgf::value::{Color, GameResult, Repair};
    ///
    /// let guess = GameResult::guess("w+Offline").unwrap();
    /// assert_eq!(guess.value.winner(), Some(Color::White));
    /// assert!(guess.repair.is_some_and(Repair::is_guess));
    /// assert!(GameResult::guess("Both lost").is_err());
    /// ```
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), if not even the winner can be read.
    pub fn guess(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let error = match Self::parse_lenient(raw) {
            Ok(read) => return Ok(read),
            Err(error) => error,
        };
        scan::unescaped(raw, |raw| {
            let trimmed = scan::trim(raw);
            // Points before a resignation, as Backgammon has them.
            let value = Self::read(trimmed, true)
                .ok()
                .or_else(|| wording::winner(trimmed).map(Self::win));
            let value = value.ok_or(error)?;
            Ok(Lenient::repaired(value, Repair::UncertainResult))
        })
    }

    /// Returns the winner in the raw value of a result, even if the rest cannot be read, as in `W+Offline`. `None`
    /// without a winner.
    ///
    /// ```
    /// use kifu_sgf::value::{Color, GameResult};
    ///
    /// assert_eq!(GameResult::winner_in("White resigns."), Some(Color::Black));
    /// assert_eq!(GameResult::winner_in("w+Offline"), Some(Color::White));
    /// assert_eq!(GameResult::winner_in("Both lost"), None);
    /// ```
    #[must_use]
    pub fn winner_in(raw: &str) -> Option<Color> {
        Self::guess(raw).ok()?.value.winner()
    }

    fn read(raw: &str, points_before_resignation: bool) -> Result<Self, ValueError> {
        match raw {
            "0" | "Draw" => return Ok(Self::Draw),
            "Void" => return Ok(Self::Void),
            "?" => return Ok(Self::Unknown),
            _ => {}
        }
        let (winner, rest) = if let Some(rest) = raw.strip_prefix("B+") {
            (Color::Black, rest)
        } else if let Some(rest) = raw.strip_prefix("W+") {
            (Color::White, rest)
        } else {
            return Err(ValueError::whole(ValueErrorKind::NotAResult, raw));
        };
        let (digits, words) = if points_before_resignation {
            scan::split_decimal(rest)
        } else {
            ("", rest)
        };
        let reason = match words {
            "" => None,
            "R" | "Resign" => Some(Reason::Resignation),
            "T" | "Time" if digits.is_empty() => Some(Reason::Time),
            "F" | "Forfeit" if digits.is_empty() => Some(Reason::Forfeit),
            _ => {
                let is_real = words.starts_with(|char: char| char.is_ascii_digit());
                return match real::parse(words) {
                    Ok(margin) if is_real => Ok(Self::win_by(winner, margin)),
                    _ => Err(ValueError::new(
                        ValueErrorKind::NotAResult,
                        Span::new(2, raw.len()),
                    )),
                };
            }
        };
        let margin = match digits {
            "" => None,
            digits => Some(real::parse(digits).map_err(|error| error.offset_by(2))?),
        };
        Ok(Self::Win {
            winner,
            margin,
            reason,
        })
    }
}

/// The raw value, in its short form: `B+R`, `W+3.5`, `Draw`, and in Backgammon `B+6R`. A negative margin and points with
/// another reason are written as they are (`B+-3`, `B+0.5T`), and do not read back: the standard does not have them.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("Draw"),
            Self::Void => f.write_str("Void"),
            Self::Unknown => f.write_str("?"),
            Self::Win {
                winner,
                margin,
                reason,
            } => {
                write!(f, "{}+", winner.letter())?;
                if let Some(margin) = margin {
                    write!(f, "{margin}")?;
                }
                f.write_str(match reason {
                    None => "",
                    Some(Reason::Resignation) => "R",
                    Some(Reason::Time) => "T",
                    Some(Reason::Forfeit) => "F",
                })
            }
        }
    }
}
