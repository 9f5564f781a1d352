//! What the times of a game say of a place.

use super::plan::Plan;
use crate::directory::Brief;
use crate::event::EMPTY;
use crate::instance::Instance;
use crate::times::{GameTimes, NEVER};

/// The nodes of the main line within the wanted moves: the first, and the one behind the last.
pub(super) fn range(plan: &Plan<'_>, brief: Brief, numbers: Option<&[u16]>) -> (u32, u32) {
    let moves = &plan.query.moves;
    let nodes = u32::from(brief.nodes);
    match numbers {
        None => (*moves.start(), nodes.min(moves.end().saturating_add(1))),
        Some(numbers) => {
            let before = |number: u32| move |own: &u16| u32::from(*own) < number;
            let low = numbers.partition_point(before(*moves.start()));
            let high = match moves.end().checked_add(1) {
                Some(end) => numbers.partition_point(before(end)),
                None => numbers.len(),
            };
            (low as u32, nodes.min(high as u32))
        }
    }
}

pub(super) fn number_at(numbers: Option<&[u16]>, node: u32) -> u32 {
    match numbers {
        None => node,
        Some(numbers) => numbers.get(node as usize).copied().unwrap_or(0).into(),
    }
}

/// The first node from `low`, before `high`, where the pattern is there.
#[inline]
pub(super) fn first_node(
    instance: &Instance,
    times: GameTimes<'_>,
    mut low: u32,
    mut high: u32,
) -> Option<u32> {
    let mut is_complex = false;
    for &(point, mask) in &instance.stones {
        let first = times.first(point);
        if first.is_complex() {
            is_complex = true;
        } else if mask & first.state() != 0 {
            low = low.max(first.node());
        } else {
            return None;
        }
    }
    // No branch, for it could not be foreseen.
    for &(point, mask) in &instance.others {
        let first = times.first(point);
        is_complex |= first.is_complex();
        let ends = !first.is_complex() && mask & first.state() == 0;
        high = high.min(if ends { first.node() } else { NEVER });
    }
    if low >= high {
        None
    } else if is_complex {
        first_of_complex(instance, times, low, high)
    } else {
        Some(low)
    }
}

/// The first node where the complex points are as wanted too. It only ever goes on: to the next change
/// of a point that is not.
fn first_of_complex(instance: &Instance, times: GameTimes<'_>, low: u32, high: u32) -> Option<u32> {
    let mut node = low;
    loop {
        let mut moved = false;
        for &(point, mask) in instance.stones.iter().chain(&instance.others) {
            if !times.first(point).is_complex() {
                continue;
            }
            let changes = times.changes(point);
            let mut next = changes
                .iter()
                .position(|change| change.node() > node)
                .unwrap_or(changes.len());
            let now = next
                .checked_sub(1)
                .map_or(EMPTY, |last| changes[last].state());
            if mask & now != 0 {
                continue;
            }
            moved = true;
            node = loop {
                let change = changes.get(next)?;
                next += 1;
                let is_last = changes
                    .get(next)
                    .is_none_or(|behind| behind.node() > change.node());
                if is_last && mask & change.state() != 0 {
                    break change.node();
                }
            };
            if node >= high {
                return None;
            }
        }
        if !moved {
            return Some(node);
        }
    }
}
