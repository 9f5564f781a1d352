use std::fmt;

use super::Game;
use crate::value::{ValueError, ValueErrorKind, number, real};

/// Definition of a property in the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyDef {
    /// The identifier: one or two upper-case letters.
    pub identifier: &'static str,
    /// The name in words: `Add Black`.
    pub name: &'static str,
    /// Nodes that may have the property.
    pub property_type: PropertyType,
    /// Whether the value also applies to the nodes below, until another value or an empty one.
    pub inherit: bool,
    /// Type of its values.
    pub value: ValueType,
    /// Limits on a value beyond its type.
    pub limits: Limits,
    /// The games that have it.
    pub games: Games,
    /// Versions of the format that have it; none for a property outside of the standard.
    pub versions: Versions,
    /// Group of properties that must not contradict each other in one node.
    pub group: Option<Group>,
    /// Meaning of the property, in one or two sentences.
    pub notes: &'static str,
}

impl PropertyDef {
    /// Whether FF\[4\] has dropped the property.
    #[must_use]
    pub const fn is_obsolete(&self) -> bool {
        !self.versions.contains(4)
    }

    /// Whether the values are a list whose order has no meaning. False for `L`: its letters follow the order of the
    /// points.
    #[must_use]
    pub fn is_unordered(&self) -> bool {
        self.value.is_list() && self.identifier != "L"
    }

    /// Whether the property, with this number of values, has another meaning in FF\[4\] than before, or none: one that
    /// is [obsolete](Self::is_obsolete), and `VW` with two values, which were the corners of a rectangle.
    #[must_use]
    pub fn is_changed_by_ff4(&self, values: usize) -> bool {
        self.is_obsolete() || (self.identifier == "VW" && values == 2)
    }

    /// Whether the property belongs to one or a few games, not to all.
    #[must_use]
    pub fn is_game_specific(&self) -> bool {
        self.games != Games::ALL
    }

    /// Whether rectangles of points (`aa:cc`) are allowed among the values in `game`: in every list of points, and in
    /// lists of stones if a stone is a point.
    #[must_use]
    pub fn allows_rectangles(&self, game: impl Into<Option<Game>>) -> bool {
        if self.value.count == Count::One || self.value.compose.is_some() {
            return false;
        }
        match self.value.single {
            Some(BasicType::Point) => true,
            Some(BasicType::Stone) => game.into() != Some(Game::Octi),
            _ => false,
        }
    }

    /// Checks a raw value that is valid by its type against the [`limits`](Self::limits): that a number is within its
    /// range, that a decimal number is not below it, that a word is one of those allowed.
    ///
    /// # Errors
    /// [`OutOfRange`](ValueErrorKind::OutOfRange); [`UnknownWord`](ValueErrorKind::UnknownWord).
    pub fn check_limits(&self, game: Option<Game>, raw: &str) -> Result<(), ValueError> {
        let error = |kind| Err(ValueError::whole(kind, raw));
        match self.limits {
            Limits::None => Ok(()),
            Limits::Range(from, to) => match number::parse(raw) {
                Ok(number) if number < from || number > to => error(ValueErrorKind::OutOfRange),
                _ => match real::parse(raw) {
                    #[expect(clippy::cast_precision_loss, reason = "limits are small numbers")]
                    Ok(real) if real.get() < from as f64 => error(ValueErrorKind::OutOfRange),
                    _ => Ok(()),
                },
            },
            Limits::Words(words) => {
                let any_case = game.is_some_and(Game::is_case_insensitive);
                let known = words
                    .iter()
                    .any(|word| *word == raw || (any_case && word.eq_ignore_ascii_case(raw)));
                if known {
                    Ok(())
                } else {
                    error(ValueErrorKind::UnknownWord)
                }
            }
        }
    }
}

/// Property type of the standard: the nodes that may have a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PropertyType {
    /// Any node without setup properties.
    Move,
    /// Any node without move properties.
    Setup,
    /// Root nodes only.
    Root,
    /// Any node, but at most one node on each path from the root to a leaf.
    GameInfo,
    /// Any node.
    None,
}

impl fmt::Display for PropertyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "move",
            Self::Setup => "setup",
            Self::Root => "root",
            Self::GameInfo => "game-info",
            Self::None => "none",
        })
    }
}

/// The basic value types of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BasicType {
    /// The empty value.
    None,
    /// A whole number.
    Number,
    /// A decimal number.
    Real,
    /// `1` or, for emphasis, `2`.
    Double,
    /// `B` or `W`.
    Color,
    /// Text of one line.
    SimpleText,
    /// Text of many lines.
    Text,
    /// A point of the board, in the notation of the game.
    Point,
    /// A move, in the notation of the game.
    Move,
    /// A stone, in the notation of the game.
    Stone,
}

impl fmt::Display for BasicType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Number => "number",
            Self::Real => "real",
            Self::Double => "double",
            Self::Color => "color",
            Self::SimpleText => "simpletext",
            Self::Text => "text",
            Self::Point => "point",
            Self::Move => "move",
            Self::Stone => "stone",
        })
    }
}

/// Number of values of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Count {
    /// Exactly one.
    One,
    /// One or more: `list of`.
    List,
    /// One or more, or a single empty one: `elist of`.
    EmptyOrList,
}

/// The value type of a property. `SZ` takes either of the two forms, most take one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// Number of values.
    pub count: Count,
    /// The type of a value in one piece, if that is allowed.
    pub single: Option<BasicType>,
    /// The types of the two parts of a Compose value, if that is allowed.
    pub compose: Option<(BasicType, BasicType)>,
}

impl ValueType {
    /// Whether the property takes more than one value.
    #[must_use]
    pub fn is_list(self) -> bool {
        self.count != Count::One
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.count {
            Count::One => "",
            Count::List => "list of ",
            Count::EmptyOrList => "elist of ",
        })?;
        if let Some(single) = self.single {
            write!(f, "{single}")?;
        }
        if let Some((first, second)) = self.compose {
            if self.single.is_some() {
                f.write_str(" or ")?;
            }
            write!(f, "{first}:{second}")?;
        }
        Ok(())
    }
}

/// Limits on a value beyond its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limits {
    /// Nothing more.
    None,
    /// A number from the first to the second, both included.
    Range(i64, i64),
    /// One of these words. Letter case does not count in games whose values are
    /// [case-insensitive](Game::is_case_insensitive).
    Words(&'static [&'static str]),
}

/// A set of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Games(u64);

impl Games {
    /// All games, including those of unknown numbers.
    pub const ALL: Self = Self(u64::MAX);

    pub(super) const fn of(games: &[Game]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < games.len() {
            bits |= 1 << games[at].number();
            at += 1;
        }
        Self(bits)
    }

    /// Whether `game` is in the set. `None`, a game of an unknown number, is only in [`Games::ALL`].
    #[must_use]
    #[inline]
    pub fn contains(self, game: impl Into<Option<Game>>) -> bool {
        // No game has the number 0, so its bit represents the unknown ones.
        let bit = game.into().map_or(0, Game::number);
        self.0 >> bit & 1 == 1
    }

    /// The games, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Game> {
        Game::ALL
            .into_iter()
            .filter(move |&game| self.contains(game))
    }
}

/// A set of versions of the file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Versions(u8);

impl Versions {
    pub(super) const fn of(versions: &[u8]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < versions.len() {
            bits |= 1 << versions[at];
            at += 1;
        }
        Self(bits)
    }

    /// Whether FF\[`version`\] is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, version: u8) -> bool {
        version >= 1 && version <= 4 && self.0 >> version & 1 == 1
    }

    /// The versions, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=4).filter(move |&version| self.contains(version))
    }
}

/// Properties that must not contradict each other in one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Group {
    /// `B`, `W`.
    MoveColor,
    /// `BM`, `DO`, `IT`, `TE`.
    MoveAnnotation,
    /// `DM`, `GB`, `GW`, `UC`.
    PositionAnnotation,
    /// `AB`, `AW`, `AE`, and other setup of points.
    SetupPoint,
    /// `CR`, `MA`, `SL`, `SQ`, `TR`.
    MarkupPoint,
    /// `TB`, `TW`.
    Territory,
    /// `AR`.
    Arrow,
    /// `LN`.
    Line,
    /// `LB`.
    Label,
    /// `DD`.
    Dim,
    /// `VW`.
    View,
    /// `CS`, `MS`, `SS`, `TS`, of Octi.
    OctiMarkup,
}

impl Group {
    /// Whether the properties exclude each other as a whole. Otherwise they may share a node, but each value may occur
    /// only once.
    #[must_use]
    pub const fn excludes_properties(self) -> bool {
        matches!(
            self,
            Self::MoveColor | Self::MoveAnnotation | Self::PositionAnnotation
        )
    }
}
