//! Tests whether a sequence follows a hit on a main line, using the times of the game.

use kifu_go::Color;

use super::plan::{Hit, Plan};
use super::steps;
use crate::instance::{Instance, number, ways};
use crate::pattern::Orientation;
use crate::query::Step;
use crate::times::{GameTimes, NEVER};

/// A change within a rectangle, in the order of the game: in a node, a stone is played before others are captured.
/// There is at most one played stone per node; other games have no times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Happens {
    node: u32,
    is_taken: bool,
    /// The index among the points of the rectangle.
    point: u16,
    /// The color of the stone.
    color: Color,
}

/// Buffers reused from one hit to the next.
pub(super) struct After<'a> {
    plan: &'a Plan<'a>,
    happens: Vec<Happens>,
    steps: Vec<u64>,
    taken: Vec<u16>,
}

impl<'a> After<'a> {
    pub(super) fn new(plan: &'a Plan<'a>) -> Self {
        Self {
            plan,
            happens: Vec::new(),
            steps: vec![0; steps::words(&plan.query.sequence)],
            taken: Vec::new(),
        }
    }

    /// Among the transforms that leave the pattern unchanged at a place, those under which the sequence follows a hit:
    /// one bit per transform.
    #[inline]
    pub(super) fn ways(&mut self, place: &Instance, times: GameTimes<'_>, hit: &Hit) -> u16 {
        let sequence = &self.plan.query.sequence;
        let mut left = place.transforms;
        match sequence.first() {
            None => return left,
            Some(&Step::Play(color, cell)) => {
                let Some((next, played, _)) = hit.next else {
                    return 0;
                };
                // Only the next stone can be the first step. Most hits end here.
                left = of(place, |way| {
                    way.color(played) == color
                        && self.plan.turned().cell(next, place.transform, way) == cell
                });
                if left == 0 || sequence.len() == 1 {
                    return left;
                }
            }
            Some(Step::Capture(_) | Step::Gap) => {}
        }
        self.read(place, times, hit.node);
        of(place, |way| {
            left >> number(way) & 1 == 1 && self.comes(way, place.transform)
        })
    }

    /// Reads the changes in a rectangle after a node, up to the first change by setup.
    fn read(&mut self, place: &Instance, times: GameTimes<'_>, after: u32) {
        self.happens.clear();
        let mut end = if self.plan.is_strict {
            times.first_on_stone()
        } else {
            NEVER
        };
        for (point, &at) in (0..).zip(&place.points) {
            let first = times.first(at);
            if !first.is_complex() {
                if first.node() > after && first.node() < NEVER {
                    self.happens.push(Happens {
                        node: first.node(),
                        is_taken: false,
                        point,
                        color: first.color(),
                    });
                }
                continue;
            }
            let changes = times.changes(at);
            let start = changes.partition_point(|change| change.node() <= after);
            let set_up = changes[start..].iter().find(|change| change.is_set_up());
            end = set_up.map_or(end, |change| end.min(change.node()));
            let moves = changes[start..]
                .iter()
                .take_while(|change| !change.is_set_up());
            self.happens.extend(moves.map(|change| Happens {
                node: change.node(),
                is_taken: change.is_taken(),
                point,
                color: change.color(),
            }));
        }
        if end < NEVER {
            self.happens.retain(|happens| happens.node < end);
        }
        self.happens.sort_unstable();
    }

    /// Whether the changes match the steps of the sequence. `from` is the transform of the points.
    fn comes(&mut self, way: Orientation, from: Orientation) -> bool {
        let (plan, sequence) = (self.plan, &self.plan.query.sequence);
        let cell = |happens: &Happens| plan.turned().cell(happens.point, from, way);
        steps::begin(&mut self.steps, sequence);
        for node in self.happens.chunk_by(|one, next| one.node == next.node) {
            if steps::are_taken(&self.steps, sequence) || steps::are_over(&self.steps) {
                break;
            }
            let played = node.first().filter(|first| !first.is_taken);
            let stone = played.map(|played| (way.color(played.color), cell(played)));
            let taken = &node[usize::from(stone.is_some())..];
            self.taken.clear();
            self.taken.extend(taken.iter().map(cell));
            steps::take(&mut self.steps, sequence, stone, &self.taken);
        }
        steps::are_taken(&self.steps, sequence)
    }
}

/// Among the transforms that leave a place unchanged, those that satisfy `is_wanted`: one bit per transform.
#[inline]
fn of(place: &Instance, mut is_wanted: impl FnMut(Orientation) -> bool) -> u16 {
    let wanted = ways(place).filter(|way| is_wanted(*way));
    wanted.fold(0, |bits, way| bits | 1 << number(way))
}
