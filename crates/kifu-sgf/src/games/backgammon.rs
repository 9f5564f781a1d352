//! Backgammon.
//!
//! A point is one letter: `a` is White's 1-point and Black's 24-point, `x` White's 24-point, `y`
//! the bar, `z` the tray for stones borne off. A move is the two dice and up to four steps from
//! point to point (`31hefe`); hits are not marked. The cube is turned with `double`, and accepted
//! or refused with `take` or `drop`.

use std::fmt;

use kifu_syntax::Span;

use super::grid;
use crate::value::{Lenient, Repair, ValueError, ValueErrorKind};

/// A point of the board, the bar, or the tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The bar.
    pub const BAR: Self = Self(24);
    /// The tray for stones that are borne off.
    pub const TRAY: Self = Self(25);

    /// The point that White counts as `number`, from 1 to 24.
    #[must_use]
    pub const fn of_white(number: u8) -> Option<Self> {
        match number {
            1..=24 => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// The point that Black counts as `number`, from 1 to 24.
    #[must_use]
    pub const fn of_black(number: u8) -> Option<Self> {
        match number {
            1..=24 => Some(Self(24 - number)),
            _ => None,
        }
    }

    /// White's number for the point; `None` for bar and tray.
    #[must_use]
    pub const fn white_number(self) -> Option<u8> {
        match self.0 {
            0..24 => Some(self.0 + 1),
            _ => None,
        }
    }

    /// Black's number for the point; `None` for bar and tray.
    #[must_use]
    pub const fn black_number(self) -> Option<u8> {
        match self.0 {
            0..24 => Some(24 - self.0),
            _ => None,
        }
    }

    /// Reads a point.
    ///
    /// # Errors
    /// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything except one lower-case letter.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        match *raw.as_bytes() {
            [letter @ b'a'..=b'z'] => Ok(Self(letter - b'a')),
            _ => Err(ValueError::whole(ValueErrorKind::NotAPoint, raw)),
        }
    }

    /// Reads a point in upper case or with white space around.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        lower_case(raw, Self::parse)
    }
}

/// The raw value.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

/// One stone's move from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Start of the checker.
    pub from: Point,
    /// Destination of the checker.
    pub to: Point,
}

/// A move of Backgammon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Dice are rolled, and stones moved.
    Roll(Roll),
    /// `double`: the cube is offered, or offered back.
    Double,
    /// `take`: the cube is accepted.
    Take,
    /// `drop`: the cube is refused.
    Drop,
}

/// A roll of the dice and the steps made with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    dice: [u8; 2],
    steps: [Option<Step>; 4],
}

impl Roll {
    /// The `dice`, from 1 to 6 each, and up to four steps; `None` for other dice or more steps.
    #[must_use]
    pub fn new(dice: [u8; 2], steps: &[Step]) -> Option<Self> {
        if !dice.iter().all(|die| (1..=6).contains(die)) || steps.len() > 4 {
            return None;
        }
        let mut roll = Self {
            dice,
            steps: [None; 4],
        };
        for (place, &step) in roll.steps.iter_mut().zip(steps) {
            *place = Some(step);
        }
        Some(roll)
    }

    /// The dice.
    #[must_use]
    pub const fn dice(&self) -> [u8; 2] {
        self.dice
    }

    /// The steps; empty if no stone can move.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps.iter().flatten().copied()
    }
}

impl Move {
    /// Reads a move.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) for anything else.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        match raw {
            "double" => return Ok(Self::Double),
            "take" => return Ok(Self::Take),
            "drop" => return Ok(Self::Drop),
            _ => {}
        }
        let not_a_move = |start: usize| {
            let span = Span::new(start.min(raw.len()), raw.len());
            ValueError::new(ValueErrorKind::NotAMove, span)
        };
        let [first @ b'1'..=b'6', second @ b'1'..=b'6', points @ ..] = raw.as_bytes() else {
            return Err(ValueError::whole(ValueErrorKind::NotAMove, raw));
        };
        let (pairs, rest) = points.as_chunks::<2>();
        if !raw.is_ascii() || !rest.is_empty() || pairs.len() > 4 {
            return Err(not_a_move(2));
        }
        let mut roll = Roll {
            dice: [first - b'0', second - b'0'],
            steps: [None; 4],
        };
        for (place, pair) in pairs.iter().enumerate() {
            let [from @ b'a'..=b'z', to @ b'a'..=b'z'] = pair else {
                return Err(not_a_move(2 + 2 * place));
            };
            roll.steps[place] = Some(Step {
                from: Point(from - b'a'),
                to: Point(to - b'a'),
            });
        }
        Ok(Self::Roll(roll))
    }

    /// Reads a move in upper case or with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        lower_case(raw, Self::parse)
    }
}

/// Reads `raw` with `parse`; if that fails, once more in lower case.
fn lower_case<T>(
    raw: &str,
    parse: impl Fn(&str) -> Result<T, ValueError>,
) -> Result<Lenient<T>, ValueError> {
    grid::without_white_space(raw, &parse).or_else(|strict| {
        grid::without_white_space(&raw.to_ascii_lowercase(), parse)
            .map(|read| Lenient::repaired(read.value, Repair::LetterCase))
            .map_err(|_| strict)
    })
}

/// The raw value.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(roll) => {
                let [first, second] = roll.dice;
                write!(f, "{first}{second}")?;
                roll.steps()
                    .try_for_each(|step| write!(f, "{}{}", step.from, step.to))
            }
            Self::Double => f.write_str("double"),
            Self::Take => f.write_str("take"),
            Self::Drop => f.write_str("drop"),
        }
    }
}
