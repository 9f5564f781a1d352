//! Results: winner and reason.

use kifu_sgf::value::{Color, GameResult, Real, Reason};

/// Operand of a comparison with a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// A win.
    Win {
        /// The winner; `None` for either.
        winner: Option<Color>,
        how: How,
    },
    /// No winner, with this result.
    Other(GameResult),
}

/// Kind of a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum How {
    /// Any kind.
    Any,
    /// By points, any number.
    Points,
    /// By this number of points.
    By(Real),
    /// Without counting.
    Because(Reason),
}

/// How a game was won: `resignation`, `time`, `forfeit` or `points`. `None` if nobody won, or the result does not say.
#[must_use]
pub const fn how(result: GameResult) -> Option<&'static str> {
    let GameResult::Win { margin, reason, .. } = result else {
        return None;
    };
    match (reason, margin) {
        (Some(Reason::Resignation), _) => Some("resignation"),
        (Some(Reason::Time), _) => Some("time"),
        (Some(Reason::Forfeit), _) => Some("forfeit"),
        (None, Some(_)) => Some("points"),
        (None, None) => None,
    }
}

/// Separator of the names of both players.
pub(crate) const PAIR: &str = " - ";

/// The names of both players as the field `players` has them: Black first, `?` for a missing name. `None` without any.
#[must_use]
pub fn pairing(black: Option<&str>, white: Option<&str>) -> Option<String> {
    let name = |name: Option<&str>| name.map_or("?", str::trim).to_owned();
    (black.is_some() || white.is_some()).then(|| [name(black), name(white)].join(PAIR))
}

impl Outcome {
    /// Reads `B`, `W+R`, `*+T`, `B+3.5`, `B+points`, `draw`, `void`, `unknown`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "draw" | "jigo" | "0" => return Some(Self::Other(GameResult::Draw)),
            "void" => return Some(Self::Other(GameResult::Void)),
            "unknown" | "?" => return Some(Self::Other(GameResult::Unknown)),
            _ => {}
        }
        let (winner, how) = text.split_once('+').unwrap_or((&text, "*"));
        let winner = match winner.trim() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            "*" | "any" => None,
            _ => return None,
        };
        let how = match how.trim() {
            "*" | "" => How::Any,
            "points" => How::Points,
            "r" | "resign" => How::Because(Reason::Resignation),
            "t" | "time" => How::Because(Reason::Time),
            "f" | "forfeit" => How::Because(Reason::Forfeit),
            number => How::By(Real::new(number.parse().ok()?)?),
        };
        Some(Self::Win { winner, how })
    }

    /// Whether a game ended so.
    pub(crate) fn matches(self, result: GameResult) -> bool {
        match (self, result) {
            (
                Self::Win { winner, how },
                GameResult::Win {
                    winner: own,
                    margin,
                    reason,
                },
            ) => {
                winner.is_none_or(|winner| winner == own)
                    && match how {
                        How::Any => true,
                        How::Points => margin.is_some(),
                        How::By(points) => margin == Some(points),
                        How::Because(wanted) => reason == Some(wanted),
                    }
            }
            (Self::Other(wanted), result) => wanted == result,
            (Self::Win { .. }, _) => false,
        }
    }
}
