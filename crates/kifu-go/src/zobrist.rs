//! Numbers for hashing positions. They never change: hashes may be stored.
//!
//! Number `n` is the `n`th output (from 1) of `SplitMix64` started at [`SEED`]. Point `x`, `y` with a black stone
//! takes number `2 · (52 · y + x) + 1`, with a white stone the next one; so a point's numbers do not depend on the
//! size of the board. After these follow the sizes, then one number for White to play. `tests/it/zobrist.tsv` has
//! examples.

use crate::{Color, Point, Size};

/// The letters `kifu go`, as ASCII.
const SEED: u64 = 0x006b_6966_7520_676f;
const SIDE: usize = Size::LETTERS as usize;
const STONES: u64 = 2 * (SIDE * SIDE) as u64;

const fn number(n: u64) -> u64 {
    mix(SEED.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The output function of `SplitMix64`: every bit of the input moves every bit of the output.
pub(crate) const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The number of a stone; 0 beyond column or row 51.
#[inline]
pub(crate) fn stone(point: Point, color: Color) -> u64 {
    let (column, row) = (usize::from(point.x), usize::from(point.y));
    if column >= SIDE || row >= SIDE {
        return 0;
    }
    // A table of 43 kB, which no program compresses, makes the replay of a game hardly faster.
    number(1 + 2 * (SIDE * row + column) as u64 + color.index() as u64)
}

/// The hash of the empty board of a size.
pub(crate) const fn empty(size: Size) -> u64 {
    number(STONES + 1 + (size.columns() as u64 - 1) * SIDE as u64 + (size.rows() as u64 - 1))
}

/// The number of the player to move.
pub(crate) const fn to_play(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => number(STONES + (SIDE * SIDE) as u64 + 1),
    }
}
