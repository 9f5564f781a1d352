//! Sets of feature planes of training programs.

use kifu_go::{Color, Ko, Scoring};

use crate::bits::{plane_bytes, set};
use crate::{Sample, alphago, katago};

/// A set of feature planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// 3 planes: stones of the player to move, stones of the opponent, empty points.
    #[default]
    Stones,
    /// 17 planes of `AlphaGo` Zero (Silver et al. 2017): for this position and the seven before it the stones of the
    /// player to move and of the opponent, zeros before the game began; then ones if Black moves.
    AlphaGoZero,
    /// 48 planes of `AlphaGo` (Silver et al. 2016, extended data table 2). The two planes of ladders are zero.
    AlphaGo,
    /// 22 planes and 19 numbers of `KataGo`, inputs of version 7. Planes of ladders (14 to 17), of area (18, 19) and of
    /// the end of territory games (7, 8, 20, 21) are zero.
    ///
    /// Rules are those that `KataGo` knows by the name in `RU`: its Chinese rules have the simple ko only, and Ing's
    /// positional superko.
    ///
    /// Komi (global 5) is adjusted as in `KataGo`: under territory scoring White gets a point for each black stone
    /// played or placed and loses one for each white stone; under area scoring White gets the points that the rules
    /// grant for handicap stones. Their number is `HA`, or that of the black stones before the first move.
    KataGo,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 4] = [Self::Stones, Self::AlphaGoZero, Self::AlphaGo, Self::KataGo];

    /// The name: `stones`, `agz`, `alphago`, `katago`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stones => "stones",
            Self::AlphaGoZero => "agz",
            Self::AlphaGo => "alphago",
            Self::KataGo => "katago",
        }
    }

    /// The preset of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Number of planes.
    #[must_use]
    pub const fn planes(self) -> usize {
        match self {
            Self::Stones => 3,
            Self::AlphaGoZero => 17,
            Self::AlphaGo => 48,
            Self::KataGo => 22,
        }
    }

    /// Number of global features besides the planes.
    #[must_use]
    pub const fn globals(self) -> usize {
        match self {
            Self::KataGo => 19,
            _ => 0,
        }
    }

    /// The planes that are always zero, because their features are not computed.
    #[must_use]
    pub const fn zero_planes(self) -> &'static [usize] {
        match self {
            Self::AlphaGo => &[
                alphago::LADDER_CAPTURE,
                alphago::LADDER_ESCAPE,
                alphago::ZEROS,
            ],
            Self::KataGo => &[7, 8, 14, 15, 16, 17, 18, 19, 20, 21],
            Self::Stones | Self::AlphaGoZero => &[],
        }
    }

    /// Writes the planes as bits and the numbers. `planes` is zero and has `plane_bytes(side)` bytes for each plane.
    pub(crate) fn encode(self, sample: &Sample<'_>, planes: &mut [u8], globals: &mut [f32]) {
        match self {
            Self::Stones => stones(sample, planes),
            Self::AlphaGoZero => alpha_go_zero(sample, planes),
            Self::AlphaGo => alphago::encode(sample, planes),
            Self::KataGo => katago::encode(sample, planes, globals),
        }
    }
}

fn stones(sample: &Sample<'_>, planes: &mut [u8]) {
    let length = plane_bytes(sample.position.side());
    let (stones, empty) = planes.split_at_mut(2 * length);
    pair(sample, 0, stones);
    let (own, other) = stones.split_at(length);
    fill(sample, empty);
    for ((empty, own), other) in empty.iter_mut().zip(own).zip(other) {
        *empty &= !(own | other);
    }
}

/// Sets all points of the board.
pub(crate) fn fill(sample: &Sample<'_>, plane: &mut [u8]) {
    let size = sample.game.board().size();
    let side = sample.position.side();
    let points = usize::from(side) * usize::from(side);
    if size.columns() == side.into() && size.rows() == side.into() {
        plane.fill(0xFF);
        if !points.is_multiple_of(8)
            && let Some(last) = plane.last_mut()
        {
            *last = 0xFF << (8 - points % 8);
        }
        return;
    }
    for (_, index) in sample.position.points(size) {
        set(plane, index);
    }
}

/// Writes the stones of the player to move and of the opponent `ago` positions ago.
#[inline]
pub(crate) fn pair(sample: &Sample<'_>, ago: usize, planes: &mut [u8]) {
    let Some([black, white]) = sample.position.stones(ago) else {
        return;
    };
    let (own, other) = match sample.color {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    let (first, second) = planes.split_at_mut(own.len());
    first.copy_from_slice(own);
    second[..other.len()].copy_from_slice(other);
}

fn alpha_go_zero(sample: &Sample<'_>, planes: &mut [u8]) {
    let length = plane_bytes(sample.position.side());
    for ago in 0..8 {
        pair(sample, ago, &mut planes[2 * ago * length..]);
    }
    if sample.color == Color::Black {
        fill(sample, &mut planes[16 * length..17 * length]);
    }
}

/// Komi from the view of the player to move, as `KataGo` adjusts it.
///
/// The points for handicap stones are added. Under territory scoring `KataGo` counts area, so White gets a point for
/// each black stone played or placed, and loses one for each white stone.
pub(crate) fn own_komi(sample: &Sample<'_>) -> f64 {
    let (game, position) = (sample.game, sample.position);
    let mut white = position.komi;
    if is_area(sample) {
        white += f64::from(game.rules().handicap_points(position.handicap));
    } else {
        // Stones on the board, and those that the opponent captured.
        let stones = |color| f64::from(position.count(color)) + f64::from(game.prisoners(!color));
        white += stones(Color::Black) - stones(Color::White);
    }
    match sample.color {
        Color::White => white,
        Color::Black => -white,
    }
}

/// The numbers for a rule of ko.
pub(crate) const fn ko_numbers(ko: Ko) -> (f32, f32) {
    match ko {
        Ko::Positional => (1.0, 0.5),
        Ko::Situational => (1.0, -0.5),
        _ => (0.0, 0.0),
    }
}

/// Whether a game is counted by area.
pub(crate) fn is_area(sample: &Sample<'_>) -> bool {
    sample.game.rules().scoring == Scoring::Area
}
