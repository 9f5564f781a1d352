//! Octi.
//!
//! A point is two digits, column and row, from `11` in the south-west to `99`. A stone is a *pod*
//! with its *prongs*: the point and the letters of the directions they face, `A` north, then
//! clockwise to `H`; the letters may be omitted if only one pod fits.
//!
//! | move | means |
//! |---|---|
//! | `73` | a new pod |
//! | `33+B`, `33+B!` | a new prong, a new super prong |
//! | `33+A-B` | the prong `B` turns to `A` |
//! | `84-86-68` | a pod moves or jumps from point to point |
//! | `84-86-68x` | with the last jump it captures what it jumped over |
//! | `84-86-68xDxAB` | it captures these pods only |
//! | `46CD-56,46D-55` | several pods move |

use std::fmt;

use kifu_syntax::Span;

use super::grid;
use crate::value::{Lenient, ValueError, ValueErrorKind};

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from 1 in the west to 9.
    pub column: u8,
    /// Row, from 1 in the south to 9.
    pub row: u8,
}

impl Point {
    /// Reads a point.
    ///
    /// # Errors
    /// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything except two digits from 1 to 9.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let mut reader = Reader::new(raw);
        reader
            .point()
            .filter(|_| reader.is_at_end())
            .ok_or(ValueError::whole(ValueErrorKind::NotAPoint, raw))
    }

    /// Reads a point with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, Self::parse)
    }
}

/// The raw value.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column, self.row)
    }
}

/// A direction: 0 is north (`A`), and so on clockwise to 7 (`H`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Prong(u8);

impl Prong {
    /// The prong that faces `direction`, from 0 to 7.
    #[must_use]
    pub const fn new(direction: u8) -> Option<Self> {
        match direction {
            0..8 => Some(Self(direction)),
            _ => None,
        }
    }

    /// Direction of the prong, from 0 (`A`, north) clockwise to 7.
    #[must_use]
    pub const fn direction(self) -> u8 {
        self.0
    }
}

/// The letter.
impl fmt::Display for Prong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

/// A set of prongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Prongs(u8);

impl Prongs {
    /// No prongs.
    pub const NONE: Self = Self(0);

    /// Whether `prong` is one of them.
    #[must_use]
    pub const fn contains(self, prong: Prong) -> bool {
        self.0 >> prong.0 & 1 == 1
    }

    /// Whether the set is empty, or the value names no prongs.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit for each direction: the lowest is north, the others follow clockwise.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The prongs, clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Prong> {
        (0..8).map(Prong).filter(move |&prong| self.contains(prong))
    }
}

impl FromIterator<Prong> for Prongs {
    fn from_iter<I: IntoIterator<Item = Prong>>(prongs: I) -> Self {
        Self(
            prongs
                .into_iter()
                .fold(0, |bits, prong| bits | 1 << prong.0),
        )
    }
}

/// The letters.
impl fmt::Display for Prongs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|prong| prong.fmt(f))
    }
}

/// A pod, and the prongs that distinguish it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stone {
    /// Point of the pod.
    pub point: Point,
    /// Its prongs; empty if they are not named.
    pub prongs: Prongs,
}

impl Stone {
    /// Reads a stone.
    ///
    /// # Errors
    /// [`NotAStone`](ValueErrorKind::NotAStone) for anything except a point and letters from `A` to
    /// `H`, each once.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let mut reader = Reader::new(raw);
        reader
            .stone()
            .filter(|_| reader.is_at_end())
            .ok_or(ValueError::whole(ValueErrorKind::NotAStone, raw))
    }

    /// Reads a stone with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, Self::parse)
    }
}

/// The raw value.
impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.point, self.prongs)
    }
}

/// A move of Octi: the actions of one or more pods.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Actions of the pods, in order; at least one.
    pub actions: Vec<Action>,
}

/// Action of one pod.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A new pod: `73`.
    Pod(Point),
    /// A new prong: `33+B`, `33+B!`.
    Add {
        /// The pod.
        stone: Stone,
        /// The prong.
        prong: Prong,
        /// Whether it is a super prong.
        is_super: bool,
    },
    /// A prong turns: `33+A-B`.
    Turn {
        /// The pod.
        stone: Stone,
        /// New direction of the prong: the `A` of `33+A-B`.
        to: Prong,
        /// Old direction of the prong: the `B`.
        from: Prong,
    },
    /// A pod moves or jumps.
    Travel {
        /// The pod, at its start.
        stone: Stone,
        /// Hops of the pod; at least one.
        hops: Vec<Hop>,
    },
}

/// A step or jump.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hop {
    /// Point where the hop lands.
    pub to: Point,
    /// Captures of the hop: one entry for each `x`, empty for all pods that it jumped over.
    pub captures: Vec<Prongs>,
}

impl Move {
    /// Reads a move.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) from the place on that cannot be read.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let mut reader = Reader::new(raw);
        let mut actions = Vec::new();
        loop {
            let action = reader.action();
            let ends_well = reader.is_at_end() || reader.next_is(b',');
            let Some(action) = action.filter(|_| ends_well) else {
                let mut start = reader.at.min(raw.len());
                while !raw.is_char_boundary(start) {
                    start -= 1;
                }
                let span = Span::new(start, raw.len());
                return Err(match raw {
                    "" => ValueError::whole(ValueErrorKind::NotAMove, raw),
                    _ => ValueError::new(ValueErrorKind::NotAMove, span),
                });
            };
            actions.push(action);
            if !reader.eat(b',') {
                return Ok(Self { actions });
            }
        }
    }

    /// Reads a move with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, Self::parse)
    }
}

/// The raw value.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, action) in self.actions.iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            match action {
                Action::Pod(point) => point.fmt(f)?,
                Action::Add {
                    stone,
                    prong,
                    is_super,
                } => write!(f, "{stone}+{prong}{}", if *is_super { "!" } else { "" })?,
                Action::Turn { stone, to, from } => write!(f, "{stone}+{to}-{from}")?,
                Action::Travel { stone, hops } => {
                    stone.fmt(f)?;
                    for hop in hops {
                        write!(f, "-{}", hop.to)?;
                        for prongs in &hop.captures {
                            write!(f, "x{prongs}")?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Reads a value from the left.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    const fn new(raw: &'a str) -> Self {
        Self {
            bytes: raw.as_bytes(),
            at: 0,
        }
    }

    fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn next_is(&self, byte: u8) -> bool {
        self.bytes.get(self.at) == Some(&byte)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.next_is(byte);
        self.at += usize::from(found);
        found
    }

    fn digit(&mut self) -> Option<u8> {
        let digit = *self.bytes.get(self.at)?;
        matches!(digit, b'1'..=b'9').then_some(())?;
        self.at += 1;
        Some(digit - b'0')
    }

    fn point(&mut self) -> Option<Point> {
        Some(Point {
            column: self.digit()?,
            row: self.digit()?,
        })
    }

    fn prong(&mut self) -> Option<Prong> {
        let letter = *self.bytes.get(self.at)?;
        matches!(letter, b'A'..=b'H').then_some(())?;
        self.at += 1;
        Some(Prong(letter - b'A'))
    }

    /// Reads any number of prongs, each at most once.
    fn prongs(&mut self) -> Option<Prongs> {
        let mut prongs = Prongs::default();
        while let Some(prong) = self.prong() {
            if prongs.contains(prong) {
                return None;
            }
            prongs.0 |= 1 << prong.0;
        }
        Some(prongs)
    }

    fn stone(&mut self) -> Option<Stone> {
        Some(Stone {
            point: self.point()?,
            prongs: self.prongs()?,
        })
    }

    fn action(&mut self) -> Option<Action> {
        let stone = self.stone()?;
        if self.eat(b'+') {
            let prong = self.prong()?;
            if self.eat(b'-') {
                let from = self.prong()?;
                return Some(Action::Turn {
                    stone,
                    to: prong,
                    from,
                });
            }
            let is_super = self.eat(b'!');
            return Some(Action::Add {
                stone,
                prong,
                is_super,
            });
        }
        let mut hops = Vec::new();
        while self.eat(b'-') {
            let mut hop = Hop {
                to: self.point()?,
                captures: Vec::new(),
            };
            while self.eat(b'x') {
                hop.captures.push(self.prongs()?);
            }
            hops.push(hop);
        }
        if hops.is_empty() {
            // A new pod has no prongs.
            return stone.prongs.is_empty().then_some(Action::Pod(stone.point));
        }
        Some(Action::Travel { stone, hops })
    }
}
