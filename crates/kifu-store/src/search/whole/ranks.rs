//! Ranks of games among those with a hit.

/// The games with a hit among 64.
#[derive(Clone, Copy, Default)]
pub(super) struct Ranked {
    /// One bit per game.
    pub(super) games: u64,
    /// For each byte of the bits, a byte with the number of set bits before it.
    of_bytes: u64,
    /// The number of games with a hit before these 64.
    before: u32,
}

/// Number of set bits of each byte value: not every processor has an instruction for it.
const SET: [u8; 256] = {
    let mut set = [0; 256];
    let mut byte = 1;
    while byte < set.len() {
        set[byte] = set[byte / 2] + byte as u8 % 2;
        byte += 1;
    }
    set
};

/// A byte, repeated eight times.
const fn bytes(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl Ranked {
    /// Computes the ranks of the bytes, given the number of games before. Returns the new number.
    pub(super) fn rank(&mut self, before: u32) -> u32 {
        let of_two = self.games - (self.games >> 1 & bytes(0x55));
        let of_four = (of_two & bytes(0x33)) + (of_two >> 2 & bytes(0x33));
        let of_eight = (of_four + (of_four >> 4)) & bytes(0x0f);
        let up_to = of_eight.wrapping_mul(bytes(1));
        self.of_bytes = up_to << 8;
        self.before = before;
        (up_to >> 56) as u32
    }

    /// The rank of a game.
    #[inline]
    pub(super) const fn before(self, game: usize) -> u32 {
        let byte = game % 64 / 8 * 8;
        let of_byte = (self.games >> byte) as u8 & ((1 << (game % 8)) - 1);
        let of_bytes = (self.of_bytes >> byte) as u8;
        self.before + (of_bytes + SET[of_byte as usize]) as u32
    }
}

/// The ranks of games among those with a hit.
pub(super) struct Ranks {
    /// The game of the first bit.
    pub(super) first: usize,
    pub(super) words: Vec<Ranked>,
    /// Number of games with a hit.
    pub(super) games: usize,
}

impl Ranks {
    #[inline]
    pub(super) fn of(&self, game: u16) -> usize {
        let place = usize::from(game).wrapping_sub(self.first);
        self.words[place / 64].before(place) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Ranked;

    #[test]
    fn as_many_come_before_a_game_as_are_counted_one_by_one() {
        let mut games = 1_u64;
        for _ in 0..200 {
            games = games.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ 0x51;
            for games in [
                games,
                games & games >> 7,
                games | games >> 9,
                1 << 63,
                u64::MAX,
            ] {
                let mut ranked = Ranked {
                    games,
                    ..Ranked::default()
                };
                assert_eq!(ranked.rank(1000), games.count_ones());
                let mut before = 1000;
                for game in 0..64 {
                    assert_eq!(ranked.before(game + 128), before, "{games:x} {game}");
                    before += (games >> game & 1) as u32;
                }
            }
        }
    }
}
