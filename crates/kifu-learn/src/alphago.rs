//! The 48 planes of `AlphaGo` (Silver et al. 2016, extended data table 2).
//!
//! | planes | feature |
//! |---|---|
//! | 0-2 | stones of the player to move, of the opponent, empty points |
//! | 3 | ones |
//! | 4-11 | turns since the stone on the point was played: 1 to 7, 8 and more |
//! | 12-19 | liberties of the group on the point: 1 to 7, 8 and more |
//! | 20-27 | stones that a legal move on the point captures: 0 to 6, 7 and more |
//! | 28-35 | stones of the group that a legal move puts in atari: 1 to 7, 8 and more |
//! | 36-43 | liberties of the group after a legal move on the point: 1 to 7, 8 and more |
//! | 44, 45 | ladder capture, ladder escape: always zero |
//! | 46 | sensible: a legal move that does not fill an own eye |
//! | 47 | zeros |

use std::collections::BTreeSet;

use kifu_go::{Board, Color, Group, Point};

use crate::Sample;
use crate::bits::{plane_bytes, set};
use crate::preset::{fill, pair};

/// The plane of ladder captures.
pub(crate) const LADDER_CAPTURE: usize = 44;
/// The plane of ladder escapes.
pub(crate) const LADDER_ESCAPE: usize = 45;
/// The plane of zeros.
pub(crate) const ZEROS: usize = 47;

/// Writes the planes.
pub(crate) fn encode(sample: &Sample<'_>, planes: &mut [u8]) {
    let length = plane_bytes(sample.position.side());
    let mut mark = |plane: usize, index: usize| {
        set(&mut planes[plane * length..(plane + 1) * length], index);
    };
    let board = sample.game.board();
    let position = sample.position;
    for (point, index) in position.points(board.size()) {
        if board.get(point).is_some() {
            let placed = position.placed[index];
            // Stones of the setup are older than any move.
            let turns = if placed == 0 {
                8
            } else {
                (position.number + 1 - placed).clamp(1, 8)
            };
            mark(3 + turns as usize, index);
            continue;
        }
        mark(2, index);
        if sample.game.check(sample.color, point).is_err() {
            continue;
        }
        let after = After::of(sample, point);
        mark(20 + after.captured.min(7), index);
        if after.liberties == 1 {
            mark(27 + after.stones.clamp(1, 8), index);
        }
        if after.liberties > 0 {
            mark(35 + after.liberties.min(8), index);
        }
        if !is_eye(sample, point) {
            mark(46, index);
        }
    }
    for group in board.groups() {
        let liberties = group.liberties().take(8).count();
        if liberties > 0 {
            for point in group.stones() {
                mark(11 + liberties, position.index(point));
            }
        }
    }
    pair(sample, 0, planes);
    fill(sample, &mut planes[3 * length..4 * length]);
}

/// The effect of a legal move.
#[derive(Clone, Copy, Debug)]
struct After {
    captured: usize,
    /// The stones of its group.
    stones: usize,
    /// The liberties of its group.
    liberties: usize,
}

impl After {
    fn of(sample: &Sample<'_>, point: Point) -> Self {
        let board = sample.game.board();
        let mut liberties = BTreeSet::new();
        let mut joined: Vec<Group<'_>> = Vec::new();
        let mut taken: Vec<Group<'_>> = Vec::new();
        for near in neighbors(sample.game.board(), point) {
            match board.group(near) {
                None => {
                    liberties.insert(near);
                }
                Some(group) if group.color() == sample.color => {
                    if !joined.iter().any(|other| other.contains(near)) {
                        joined.push(group);
                    }
                }
                Some(group) => {
                    let is_captured = group.liberties().take(2).count() == 1;
                    if is_captured && !taken.iter().any(|other| other.contains(near)) {
                        taken.push(group);
                    }
                }
            }
        }
        for group in &joined {
            liberties.extend(group.liberties());
        }
        liberties.remove(&point);
        for stone in taken.iter().flat_map(|group| group.stones()) {
            let touches =
                |near: Point| near == point || joined.iter().any(|group| group.contains(near));
            if neighbors(sample.game.board(), stone).any(touches) {
                liberties.insert(stone);
            }
        }
        Self {
            captured: taken.iter().map(|group| group.len()).sum(),
            stones: 1 + joined.iter().map(|group| group.len()).sum::<usize>(),
            liberties: liberties.len(),
        }
    }
}

/// The points of the board next to a point.
pub(crate) fn neighbors(board: &Board, point: Point) -> impl Iterator<Item = Point> + use<> {
    let size = board.size();
    let (x, y) = (point.x, point.y);
    [
        (x, y.wrapping_sub(1)),
        (x.wrapping_sub(1), y),
        (x.wrapping_add(1), y),
        (x, y.wrapping_add(1)),
    ]
    .into_iter()
    .map(|(x, y)| Point::new(x, y))
    .filter(move |point| size.contains(*point))
}

/// Whether an empty point is an eye of the player to move: own stones all around, and at most one diagonal point of
/// the opponent, or none at the edge.
fn is_eye(sample: &Sample<'_>, point: Point) -> bool {
    // Added to a coordinate it goes back by one; before the first it leaves the board.
    const BACK: u16 = u16::MAX;
    let board = sample.game.board();
    if !neighbors(sample.game.board(), point).all(|near| board.get(near) == Some(sample.color)) {
        return false;
    }
    let (x, y) = (point.x, point.y);
    let opponent: Color = !sample.color;
    let mut bad = 0;
    let mut is_edge = false;
    for (dx, dy) in [(BACK, BACK), (1, BACK), (BACK, 1), (1, 1)] {
        let diagonal = Point::new(x.wrapping_add(dx), y.wrapping_add(dy));
        if !board.size().contains(diagonal) {
            is_edge = true;
        } else if board.get(diagonal) == Some(opponent) {
            bad += 1;
        }
    }
    bad + usize::from(is_edge) < 2
}
