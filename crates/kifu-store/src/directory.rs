//! The 48 bytes of a game (`docs/store-format.md`, *Directory*).

use std::ops::{BitOr, BitOrAssign};

use kifu_go::Color;

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 48;

/// The rank of a player without one: lower than any other.
pub(crate) const NO_RANK: i16 = i16::MIN;

/// The last number of a record in an archive that an entry can hold in its three bytes.
pub(crate) const LAST_MEMBER: u32 = 0xff_ffff;

/// Flags of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    /// The main line does not fit the table of times.
    pub(crate) const IRREGULAR: Self = Self(1);
    /// The game has variations.
    pub(crate) const VARIATIONS: Self = Self(2);
    /// Node n of the main line is move n.
    pub(crate) const PLAIN: Self = Self(4);
    /// The events are incomplete.
    pub(crate) const INCOMPLETE: Self = Self(8);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The result is missing or cannot be read.
    #[default]
    Unknown,
    /// Black.
    Black,
    /// White.
    White,
    /// Neither player.
    Draw,
    /// The game is void.
    Void,
}

impl Winner {
    pub(crate) const fn of(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// The player, if one won.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Unknown | Self::Draw | Self::Void => None,
        }
    }

    pub(crate) const fn from_byte(byte: u8) -> Self {
        match byte {
            1 => Self::Black,
            2 => Self::White,
            3 => Self::Draw,
            4 => Self::Void,
            _ => Self::Unknown,
        }
    }
}

/// The data of a game for searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) first: u32,
    pub(crate) events: u32,
    pub(crate) main: u32,
    pub(crate) nodes: u32,
    pub(crate) source: u32,
    pub(crate) number: u32,
    pub(crate) date: u32,
    pub(crate) black: i16,
    pub(crate) white: i16,
    pub(crate) moves: u16,
    pub(crate) flags: Flags,
    pub(crate) winner: Winner,
    /// How many records of the same archive came before its own; [`LAST_MEMBER`] from there on.
    pub(crate) member: u32,
    pub(crate) hash: u64,
}

impl Entry {
    pub(crate) fn brief(&self) -> Brief {
        Brief {
            date: self.date,
            nodes: u16::try_from(self.nodes).unwrap_or(u16::MAX),
            // A player without a rank counts as the weaker one.
            rank: self.black.min(self.white),
            flags: self.flags,
            winner: self.winner,
        }
    }

    /// Whether it is a game of Go: no nodes are stored for other games.
    pub(crate) const fn is_go(&self) -> bool {
        !self.flags.has(Flags::INCOMPLETE) || self.nodes > 0
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let words = [
            self.first,
            self.events,
            self.main,
            self.nodes,
            self.source,
            self.number,
            self.date,
        ];
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.black.to_le_bytes());
        bytes.extend(self.white.to_le_bytes());
        bytes.extend(self.moves.to_le_bytes());
        bytes.extend(self.flags.0.to_le_bytes());
        let [low, middle, high, _] = self.member.min(LAST_MEMBER).to_le_bytes();
        bytes.extend([self.winner as u8, low, middle, high]);
        bytes.extend(self.hash.to_le_bytes());
    }

    /// Reads an entry. All values are accepted; offsets are checked when they are followed.
    pub(crate) fn read(bytes: &[u8; ENTRY]) -> Self {
        let four = |at: usize| bytes[at..at + 4].try_into().unwrap_or_default();
        let two = |at: usize| bytes[at..at + 2].try_into().unwrap_or_default();
        let word = |at| u32::from_le_bytes(four(at));
        Self {
            first: word(0),
            events: word(4),
            main: word(8),
            nodes: word(12),
            source: word(16),
            number: word(20),
            date: word(24),
            black: i16::from_le_bytes(two(28)),
            white: i16::from_le_bytes(two(30)),
            moves: u16::from_le_bytes(two(32)),
            flags: Flags(u16::from_le_bytes(two(34))),
            winner: Winner::from_byte(bytes[36]),
            member: word(36) >> 8,
            hash: u64::from(word(40)) | u64::from(word(44)) << 32,
        }
    }
}

/// The data by which hits are counted and sorted: small enough for the data of many games to fit in the caches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Brief {
    pub(crate) date: u32,
    /// Number of nodes on the main line; exact unless the game is irregular.
    pub(crate) nodes: u16,
    /// The rank of the weaker player; [`NO_RANK`] if either has none.
    pub(crate) rank: i16,
    pub(crate) flags: Flags,
    pub(crate) winner: Winner,
}

impl Brief {
    /// The first day, if known.
    pub(crate) fn date(self) -> Option<u32> {
        (self.date > 0).then_some(self.date)
    }

    /// The rank of the weaker player, if both are known.
    pub(crate) fn rank(self) -> Option<i16> {
        (self.rank != NO_RANK).then_some(self.rank)
    }

    /// The year; 0 if unknown.
    pub(crate) const fn year(self) -> u16 {
        (self.date / 10_000) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::{ENTRY, Entry, Flags, NO_RANK, Winner};

    #[test]
    fn who_has_no_rank_is_the_weaker_player() {
        for (black, white, expected) in [
            (9, 16, 9),
            (-29, 1, -29),
            (16, NO_RANK, NO_RANK),
            (NO_RANK, -29, NO_RANK),
            (NO_RANK, NO_RANK, NO_RANK),
        ] {
            let entry = Entry {
                black,
                white,
                ..Entry::default()
            };
            assert_eq!(entry.brief().rank, expected, "{black} {white}");
        }
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let entry = Entry {
            first: 1,
            events: 0xdead_beef,
            main: 3,
            nodes: 4,
            source: 5,
            number: 6,
            date: 20_160_309,
            black: -29,
            white: 16,
            moves: 300,
            flags: Flags::PLAIN | Flags::VARIATIONS,
            winner: Winner::Draw,
            member: 0x12_3456,
            hash: 0x0123_4567_89ab_cdef,
        };
        let mut bytes = Vec::new();
        entry.write(&mut bytes);
        let bytes: [u8; ENTRY] = bytes.try_into().unwrap();
        assert_eq!(Entry::read(&bytes), entry);
    }
}
