use std::fmt;

use kifu_go::Symmetry;

use super::fingerprint::Fingerprint;
use super::line::{Line, SECOND};

/// How two records of one game differ, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing: they are the same, byte for byte.
    Bytes,
    /// In white space, the order of properties, or the encoding.
    Tree,
    /// In all but the moves, which are the same in some orientation and with some colors.
    Moves,
    /// One breaks off, after 30 moves or more.
    Prefix,
    /// In one move, in two that changed places, in one that is missing, or in what was set up.
    Near,
    /// In more, but not in the moves of Dyer's signature: 20, 31, 40, 51, 60 and 71.
    Dyer,
    /// In the moves; the players and the day are the same.
    Players,
}

impl Kind {
    /// All kinds, from the least difference to the largest.
    pub const ALL: [Self; 7] = [
        Self::Bytes,
        Self::Tree,
        Self::Moves,
        Self::Prefix,
        Self::Near,
        Self::Dyer,
        Self::Players,
    ];

    /// Its name: `bytes`, `tree`, `moves`, `prefix`, `near`, `dyer`, `players`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Tree => "tree",
            Self::Moves => "moves",
            Self::Prefix => "prefix",
            Self::Near => "near",
            Self::Dyer => "dyer",
            Self::Players => "players",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The relation of a record to another one. Moves are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// Equal bytes.
    Bytes,
    /// Equal trees.
    Tree,
    /// Equal moves.
    Moves {
        /// The symmetry between the boards.
        symmetry: Symmetry,
        /// Whether the colors are exchanged.
        colors_swapped: bool,
    },
    /// Equal setup and moves, but one record breaks off, after 30 moves or more.
    Prefix {
        /// Moves of the shorter one.
        moves: u32,
        /// Moves of the longer one.
        of: u32,
    },
    /// Equal moves but for one.
    OneMove {
        /// The move that differs.
        at: u32,
    },
    /// Equal moves, but two changed places.
    Transposed {
        /// The first of them.
        at: u32,
        /// The second.
        and: u32,
    },
    /// Equal moves, but one has one more.
    Missing {
        /// The move that only one of them has.
        at: u32,
    },
    /// Equal moves after different stones.
    Setup,
    /// Equal signatures.
    Dyer {
        /// How many moves differ.
        differing: u32,
    },
    /// Equal players on one day.
    Players,
}

impl Relation {
    /// The kind of this relation.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Bytes => Kind::Bytes,
            Self::Tree => Kind::Tree,
            Self::Moves { .. } => Kind::Moves,
            Self::Prefix { .. } => Kind::Prefix,
            Self::OneMove { .. } | Self::Transposed { .. } | Self::Missing { .. } | Self::Setup => {
                Kind::Near
            }
            Self::Dyer { .. } => Kind::Dyer,
            Self::Players => Kind::Players,
        }
    }

    /// The relation shown by the fingerprints, down to equal moves.
    pub(super) fn of_prints(one: &Fingerprint, other: &Fingerprint) -> Option<Self> {
        if one.text == other.text && one.text != 0 {
            Some(Self::Bytes)
        } else if one.tree == other.tree {
            Some(Self::Tree)
        } else if one.all_moves == other.all_moves {
            Some(Self::Moves {
                symmetry: one.symmetry.then(other.symmetry.inverse()),
                colors_swapped: one.is_swapped != other.is_swapped,
            })
        } else {
            None
        }
    }

    /// The relation shown by the moves, if they differ.
    pub(super) fn of_lines(one: &Line, other: &Line) -> Option<Self> {
        if one.board() != other.board() {
            return None;
        }
        let (short, long) = if one.len() <= other.len() {
            (one, other)
        } else {
            (other, one)
        };
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        if short.setup() == long.setup() && long.moves().starts_with(short.moves()) {
            return Some(Self::Prefix {
                moves: count(short.len()),
                of: count(long.len()),
            });
        }
        let ways = || long.ways();
        ways().find_map(|way| slip(short, long, way)).or_else(|| {
            let differing = ways()
                .map(|way| differences(short, long, way).count())
                .min()?;
            // Half of the moves, in a game that Dyer's signature holds for the same.
            (differing * 2 <= short.len()).then(|| Self::Dyer {
                differing: count(differing),
            })
        })
    }
}

/// The numbers, from 0, of the moves that differ when `way` is applied to the longer line.
fn differences<'l>(
    short: &'l Line,
    long: &'l Line,
    way: Symmetry,
) -> impl Iterator<Item = usize> + 'l {
    (0..short.len()).filter(move |number| short.moves()[*number] != long.turned(*number, way))
}

/// The slip that explains the difference between the lines when `way` is applied to the longer one.
fn slip(short: &Line, long: &Line, way: Symmetry) -> Option<Relation> {
    let number = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
    if let Some(at) = missing(short, long, way) {
        return Some(Relation::Missing { at: number(at) });
    }
    if has_other_first_color(short, long, way) {
        return Some(Relation::OneMove { at: 1 });
    }
    let mut differing = differences(short, long, way);
    let Some(at) = differing.next() else {
        return (short.len() == long.len()).then_some(Relation::Setup);
    };
    let Some(and) = differing.next() else {
        return Some(Relation::OneMove { at: number(at) });
    };
    if differing.next().is_none() {
        // The colors may have been swapped along with the moves.
        let same = |one: u16, other: u16| one & 0x7FFF == other & 0x7FFF;
        let is_exchanged = same(short.moves()[at], long.turned(and, way))
            && same(short.moves()[and], long.turned(at, way));
        return is_exchanged.then(|| Relation::Transposed {
            at: number(at),
            and: number(and),
        });
    }
    None
}

/// Whether the lines are equal except for the color of the first move. All colors are relative to it.
pub(super) fn has_other_first_color(one: &Line, other: &Line, way: Symmetry) -> bool {
    one.len() == other.len()
        && one.len() > 1
        && one.moves()[0] == other.turned(0, way)
        && (1..one.len()).all(|at| one.moves()[at] ^ SECOND == other.turned(at, way))
}

/// The number, from 0, of the move that only the longer line has, if the lines are equal otherwise.
pub(super) fn missing(short: &Line, long: &Line, way: Symmetry) -> Option<usize> {
    if short.len() + 1 != long.len() {
        return None;
    }
    let at = differences(short, long, way).next()?;
    // Colors are relative to the first move.
    let shift = if at == 0 { long.moves()[1] & SECOND } else { 0 };
    let is_equal = |number: usize| short.moves()[number] ^ shift == long.turned(number + 1, way);
    (at..short.len()).all(is_equal).then_some(at)
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bytes => f.write_str("the same bytes"),
            Self::Tree => f.write_str("the same tree, written in another way"),
            Self::Moves {
                symmetry,
                colors_swapped,
            } => {
                f.write_str("the same moves")?;
                f.write_str(match symmetry {
                    Symmetry::Identity => "",
                    Symmetry::Rotate90 | Symmetry::Rotate180 | Symmetry::Rotate270 => ", turned",
                    Symmetry::MirrorColumns
                    | Symmetry::MirrorRows
                    | Symmetry::Transpose
                    | Symmetry::AntiTranspose => ", mirrored",
                })?;
                f.write_str(if colors_swapped {
                    ", colors exchanged"
                } else {
                    ""
                })
            }
            Self::Prefix { moves, of } => write!(f, "{moves} of the same {of} moves"),
            Self::OneMove { at } => write!(f, "the same moves but for move {at}"),
            Self::Transposed { at, and } => {
                write!(f, "the same moves, but {at} and {and} changed places")
            }
            Self::Missing { at } => write!(f, "the same moves, but move {at} is missing in one"),
            Self::Setup => f.write_str("the same moves after other setup stones"),
            Self::Dyer { differing } => {
                write!(f, "the same signature (Dyer); {differing} moves differ")
            }
            Self::Players => f.write_str("the same players on the same day, other moves"),
        }
    }
}
