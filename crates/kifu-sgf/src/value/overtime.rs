//! Overtime: the value of `OT`, free text by the standard.
//!
//! Servers write it in a few fixed forms, which are read here:
//!
//! | method | read | written |
//! |---|---|---|
//! | byo-yomi | `5x30 byo-yomi`, `3x60s byo-yomi` | `5x30 byo-yomi` |
//! | Canadian | `25/600 Canadian`, `25 moves / 10 min` | `25/600 Canadian` |
//! | Fischer | `10 fischer` | `10 fischer` |
//! | simple | `60 simple`, `30 sec/move` | `60 simple` |
//! | none | `0 absolute`, `0 none`, `none`, `-` | `0 absolute` |

use std::fmt;

use super::{Real, ValueError, ValueErrorKind, number, scan, time_limit};

/// Overtime system after the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Overtime {
    /// A number of periods, each as long; a move within a period does not use it up.
    ByoYomi {
        /// Number of periods.
        periods: u32,
        /// The length of each in seconds.
        seconds: Real,
    },
    /// A number of moves in a time, repeatedly.
    Canadian {
        /// Number of moves.
        moves: u32,
        /// The time in seconds.
        seconds: Real,
    },
    /// Each move adds time.
    Fischer {
        /// Seconds added.
        increment: Real,
    },
    /// A time for each move.
    Simple {
        /// Seconds.
        seconds: Real,
    },
    /// No overtime: a player who runs out of time loses.
    Absolute,
}

impl Overtime {
    /// Reads a method of overtime, in any case.
    ///
    /// # Errors
    /// [`UnclearWording`](ValueErrorKind::UnclearWording) for words other than those above.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        scan::unescaped(raw, |raw| {
            read(scan::trim(raw)).ok_or(ValueError::whole(ValueErrorKind::UnclearWording, raw))
        })
    }
}

fn read(text: &str) -> Option<Overtime> {
    if scan::is_one_of(
        text,
        &[
            "none",
            "absolute",
            "-",
            "0 none",
            "0 absolute",
            "no overtime",
        ],
    ) {
        return Some(Overtime::Absolute);
    }
    let strip_suffix = |suffix: &str| {
        let at = text.len().checked_sub(suffix.len())?;
        let (head, tail) = (text.get(..at)?, text.get(at..)?);
        tail.eq_ignore_ascii_case(suffix).then(|| head.trim_end())
    };
    let one_of = |suffixes: &[&str]| suffixes.iter().find_map(|suffix| strip_suffix(suffix));
    if let Some(head) = one_of(&["byo-yomi", "byoyomi", "byo yomi", "japanese"]) {
        return by_periods(head).or_else(|| {
            let seconds = per_move(head)?;
            Some(Overtime::ByoYomi {
                periods: 1,
                seconds,
            })
        });
    }
    if let Some(head) = strip_suffix("canadian") {
        return by_moves(head);
    }
    if let Some(head) = strip_suffix("fischer") {
        let increment = time_limit::seconds(head.strip_prefix('+').unwrap_or(head))?;
        return Some(Overtime::Fischer { increment });
    }
    if let Some(head) = strip_suffix("simple") {
        let seconds = time_limit::seconds(head)?;
        return Some(Overtime::Simple { seconds });
    }
    if let Some(seconds) = per_move(text) {
        return Some(Overtime::Simple { seconds });
    }
    let (moves, time) = text.split_once('/')?;
    moves.contains("move").then_some(())?;
    by_moves(text).filter(|_| time.contains(char::is_alphabetic))
}

/// `5x30`, `3x60s`.
fn by_periods(text: &str) -> Option<Overtime> {
    let (periods, seconds) = text.split_once(['x', 'X', '×'])?;
    Some(Overtime::ByoYomi {
        periods: count(periods.trim_end())?,
        seconds: time_limit::seconds(seconds.trim_start())?,
    })
}

/// `25/600`, `25 moves / 10 min`.
fn by_moves(text: &str) -> Option<Overtime> {
    let (moves, time) = text.split_once('/')?;
    let moves = moves.trim_end();
    let moves = ["moves", "move", "stones"]
        .iter()
        .find_map(|unit| moves.strip_suffix(unit))
        .unwrap_or(moves);
    Some(Overtime::Canadian {
        moves: count(moves.trim_end())?,
        seconds: time_limit::seconds(time.trim_start())?,
    })
}

/// `30s/move`, `60 sec/mv`.
fn per_move(text: &str) -> Option<Real> {
    let (time, unit) = text.rsplit_once(['/', ' '])?;
    let time = time.strip_suffix(" per").unwrap_or(time);
    scan::is_one_of(unit.trim_start(), &["move", "mv"]).then_some(())?;
    time_limit::seconds(time.trim_end())
}

/// A count of at least one.
fn count(digits: &str) -> Option<u32> {
    let number = number::parse(digits).ok()?;
    u32::try_from(number).ok().filter(|&count| count > 0)
}

/// Writes the value in the form of servers.
impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByoYomi { periods, seconds } => write!(f, "{periods}x{seconds} byo-yomi"),
            Self::Canadian { moves, seconds } => write!(f, "{moves}/{seconds} Canadian"),
            Self::Fischer { increment } => write!(f, "{increment} fischer"),
            Self::Simple { seconds } => write!(f, "{seconds} simple"),
            Self::Absolute => f.write_str("0 absolute"),
        }
    }
}
