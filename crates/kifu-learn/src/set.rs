//! Planes and targets of whole collections.

use std::ops::Range;

use kifu_go::{Color, Move, Point, Size, Symmetry};
use kifu_sgf::GameTree;

use crate::bits::{get, plane_bytes, set};
use crate::random::Random;
use crate::{Preset, Sample, Sampler};

/// Symmetry applied to positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SymmetryChoice {
    /// Unchanged.
    #[default]
    None,
    /// All by the same symmetry.
    Fixed(Symmetry),
    /// Each by one of the eight, which depends on this seed, the game and the move.
    Random(u64),
}

/// Options for turning games into planes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The planes.
    pub preset: Preset,
    /// Side of the planes, from 1 to 52: smaller boards are in the upper left corner, larger ones are skipped.
    pub side: u8,
    /// Range of moves of the main line that are targets, counted from 0.
    pub moves: Range<u32>,
    /// Symmetry applied to positions.
    pub symmetry: SymmetryChoice,
}

impl Options {
    /// Creates the sampler for the options.
    pub(crate) fn sampler(&self) -> Sampler {
        let sampler = Sampler::new(self.side, self.moves.clone());
        let is_katago = self.preset == Preset::KataGo;
        sampler.with_replies(is_katago).with_katago_rules(is_katago)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            side: 19,
            moves: 0..u32::MAX,
            symmetry: SymmetryChoice::None,
        }
    }
}

/// Positions as packed planes, with targets. Position `n` has the `n`th entry of each list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneSet {
    /// Planes, one bit a point: see [`plane_bytes`].
    pub planes: Vec<u8>,
    /// The global features; empty if the preset has none.
    pub globals: Vec<f32>,
    /// The move that was played: row times side plus column, or side times side for a pass.
    pub policy: Vec<i64>,
    /// Answer of the opponent, numbered like the policy; -1 if there is none. Only for presets that need it.
    pub reply: Vec<i64>,
    /// 1 if the player to move won the game, -1 if the opponent did, 0 for a draw and for an unknown result.
    pub value: Vec<f32>,
    /// Whether the result is known.
    pub value_known: Vec<bool>,
    /// Margin of the player to move, in points; NaN if the game was not counted.
    pub lead: Vec<f32>,
    /// Player to move: 1 for Black, 2 for White.
    pub color: Vec<u8>,
    /// Columns and rows of the board.
    pub size: Vec<[u8; 2]>,
    /// Index of the file in the inputs of a [`Stream`](crate::Stream); 0 for [`planes`](crate::planes).
    pub file: Vec<u32>,
    /// Index of the game in the input. The games of a file or archive that is read in parts are counted through.
    pub game: Vec<u32>,
    /// The node of the move.
    pub node: Vec<u32>,
    /// The number of the move, from 0.
    pub number: Vec<u32>,
}

impl PlaneSet {
    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.policy.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.policy.is_empty()
    }

    /// Adds a position.
    pub(crate) fn push(&mut self, sample: &Sample<'_>, game: u32, options: &Options) {
        let length = plane_bytes(options.side);
        let bytes = options.preset.planes() * length;
        let start = self.planes.len();
        self.planes.resize(start + bytes, 0);
        let first = self.globals.len();
        self.globals.resize(first + options.preset.globals(), 0.0);
        let planes = &mut self.planes[start..];
        options
            .preset
            .encode(sample, planes, &mut self.globals[first..]);
        let symmetry = match options.symmetry {
            SymmetryChoice::None => Symmetry::Identity,
            SymmetryChoice::Fixed(symmetry) => symmetry,
            SymmetryChoice::Random(seed) => {
                let mut random =
                    Random::new(seed, u64::from(game) << 32 | u64::from(sample.number));
                Symmetry::ALL[random.below(8)]
            }
        };
        let board = sample.game.board().size();
        if symmetry != Symmetry::Identity {
            for plane in planes.chunks_exact_mut(length) {
                turn(plane, symmetry, options.side, board);
            }
        }
        let side = i64::from(options.side);
        let target = |play| match play {
            Move::Play(point) => {
                let point = symmetry.apply(point, board);
                i64::from(point.y) * side + i64::from(point.x)
            }
            Move::Pass => side * side,
        };
        self.policy.push(target(sample.play));
        self.reply.push(sample.reply.map_or(-1, target));
        self.value.push(sample.value.unwrap_or(0.0));
        self.value_known.push(sample.value.is_some());
        self.lead.push(sample.lead.unwrap_or(f32::NAN));
        self.color.push(match sample.color {
            Color::Black => 1,
            Color::White => 2,
        });
        let size = symmetry.size(board);
        // The sampler takes no board that is larger than `side`, which has 8 bits.
        let length = |side: u16| u8::try_from(side).unwrap_or(u8::MAX);
        self.size
            .push([length(size.columns()), length(size.rows())]);
        self.file.push(0);
        self.game.push(game);
        self.node.push(sample.node.get());
        self.number.push(sample.number);
    }

    /// Moves the positions of another set to the end of this one.
    pub fn append(&mut self, other: &mut Self) {
        self.planes.append(&mut other.planes);
        self.globals.append(&mut other.globals);
        self.policy.append(&mut other.policy);
        self.reply.append(&mut other.reply);
        self.value.append(&mut other.value);
        self.value_known.append(&mut other.value_known);
        self.lead.append(&mut other.lead);
        self.color.append(&mut other.color);
        self.size.append(&mut other.size);
        self.file.append(&mut other.file);
        self.game.append(&mut other.game);
        self.node.append(&mut other.node);
        self.number.append(&mut other.number);
    }

    /// Removes all positions and keeps the memory.
    fn clear(&mut self) {
        self.planes.clear();
        self.globals.clear();
        self.policy.clear();
        self.reply.clear();
        self.value.clear();
        self.value_known.clear();
        self.lead.clear();
        self.color.clear();
        self.size.clear();
        self.file.clear();
        self.game.clear();
        self.node.clear();
        self.number.clear();
    }

    /// The positions in the opposite order.
    pub(crate) fn reversed(mut self, options: &Options) -> Self {
        let mut reversed = Self::default();
        while !self.is_empty() {
            let last = self.len() - 1;
            self.take(last, &mut reversed, options);
        }
        reversed
    }

    /// Moves position `at` to the end of `to`; the last position takes its place.
    pub(crate) fn take(&mut self, at: usize, to: &mut Self, options: &Options) {
        fn take<T: Copy>(from: &mut Vec<T>, at: usize, to: &mut Vec<T>) {
            to.push(from.swap_remove(at));
        }
        fn take_many<T: Copy>(from: &mut Vec<T>, at: usize, many: usize, to: &mut Vec<T>) {
            to.extend_from_slice(&from[at * many..(at + 1) * many]);
            let last = from.len() - many;
            from.copy_within(last.., at * many);
            from.truncate(last);
        }
        let bytes = options.preset.planes() * plane_bytes(options.side);
        take_many(&mut self.planes, at, bytes, &mut to.planes);
        let numbers = options.preset.globals();
        take_many(&mut self.globals, at, numbers, &mut to.globals);
        take(&mut self.policy, at, &mut to.policy);
        take(&mut self.reply, at, &mut to.reply);
        take(&mut self.value, at, &mut to.value);
        take(&mut self.value_known, at, &mut to.value_known);
        take(&mut self.lead, at, &mut to.lead);
        take(&mut self.color, at, &mut to.color);
        take(&mut self.size, at, &mut to.size);
        take(&mut self.file, at, &mut to.file);
        take(&mut self.game, at, &mut to.game);
        take(&mut self.node, at, &mut to.node);
        take(&mut self.number, at, &mut to.number);
    }
}

/// The points of boards of these columns and rows in squares of `side`×`side` points, one square after the other: false
/// beyond a smaller board.
#[must_use]
pub fn masks(sizes: &[[u8; 2]], side: u8) -> Vec<bool> {
    let mut masks = Vec::with_capacity(sizes.len() * usize::from(side) * usize::from(side));
    for [columns, rows] in sizes {
        for y in 0..side {
            masks.extend((0..side).map(|x| x < *columns && y < *rows));
        }
    }
    masks
}

/// Turns the board in a plane. It stays in the upper left corner.
fn turn(plane: &mut [u8], symmetry: Symmetry, side: u8, board: Size) {
    let index = |point: Point| usize::from(point.y) * usize::from(side) + usize::from(point.x);
    let old = plane.to_vec();
    plane.fill(0);
    for point in board.points() {
        if get(&old, index(point)) {
            set(plane, index(symmetry.apply(point, board)));
        }
    }
}

/// Games encoded at a time by a thread that works alone: their planes stay in the cache until they are taken.
const FEW: usize = 8;
/// Games encoded at a time by each of several threads.
const MANY: usize = 64;

/// The positions of the main lines of games.
pub fn planes<'a>(games: impl IntoIterator<Item = GameTree<'a>>, options: &Options) -> PlaneSet {
    let games: Vec<_> = games.into_iter().collect();
    planes_threaded(&games, options, 1)
}

/// Makes planes like [`planes`], with several threads. The result is the same.
#[must_use]
pub fn planes_threaded(games: &[GameTree<'_>], options: &Options, threads: usize) -> PlaneSet {
    let mut all = PlaneSet::default();
    planes_in_parts(games, options, threads, |part| all.append(part));
    all
}

/// Calls `take` with the positions of a few games at a time, in the order of the games. Bounded memory: `take` may empty
/// the set it gets, and its memory is used again. Positions do not depend on `threads`.
pub fn planes_in_parts(
    games: &[GameTree<'_>],
    options: &Options,
    threads: usize,
    mut take: impl FnMut(&mut PlaneSet),
) {
    let threads = threads.clamp(1, games.len().max(1));
    let share = if threads == 1 { FEW } else { MANY };
    let mut workers: Vec<(Sampler, PlaneSet)> = (0..threads)
        .map(|_| (options.sampler(), PlaneSet::default()))
        .collect();
    let encode =
        |(sampler, found): &mut (Sampler, PlaneSet), part: usize, games: &[GameTree<'_>]| {
            found.clear();
            for (number, game) in (part * share..).zip(games) {
                let number = number as u32;
                sampler.each(*game, |sample| found.push(&sample, number, options));
            }
        };
    for (round, games) in games.chunks(threads * share).enumerate() {
        let parts = (round * threads..).zip(games.chunks(share));
        let works = workers.iter_mut().zip(parts);
        if threads == 1 {
            works.for_each(|(worker, (part, games))| encode(worker, part, games));
        } else {
            // A panic of a thread is raised here again, at the end of the scope.
            std::thread::scope(|scope| {
                for (worker, (part, games)) in works {
                    scope.spawn(move || encode(worker, part, games));
                }
            });
        }
        for (_, found) in workers.iter_mut().take(games.len().div_ceil(share)) {
            take(found);
        }
    }
}
