//! Tests a place in a game, using its times.

use std::ops::Range;

use super::plan::Plan;
use crate::directory::Brief;
use crate::event::EMPTY;
use crate::instance::Instance;
use crate::times::{Change, GameTimes, NEVER};

/// The nodes of the main line within the requested moves: the first, and the one after the last.
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

/// The first node in `low..high` where the pattern occurs.
#[inline]
pub(super) fn first_node(
    instance: &Instance,
    times: GameTimes<'_>,
    low: u32,
    high: u32,
) -> Option<u32> {
    let (nodes, is_complex) = span(instance, times, low, high)?;
    if nodes.is_empty() {
        None
    } else if is_complex {
        first_of_complex(instance, times, nodes.start, nodes.end)
    } else {
        Some(nodes.start)
    }
}

/// The last node before `high` where the pattern occurs.
#[inline]
pub(super) fn last_node(instance: &Instance, times: GameTimes<'_>, high: u32) -> Option<u32> {
    let (nodes, is_complex) = span(instance, times, 0, high)?;
    if nodes.is_empty() {
        None
    } else if is_complex {
        last_of_complex(instance, times, nodes)
    } else {
        Some(nodes.end - 1)
    }
}

/// The range of nodes in `low..high` where the points with a single stone match, and whether there are other points.
#[inline]
fn span(
    instance: &Instance,
    times: GameTimes<'_>,
    mut low: u32,
    mut high: u32,
) -> Option<(Range<u32>, bool)> {
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
    // Without branches, which would be unpredictable.
    for &(point, mask) in &instance.others {
        let first = times.first(point);
        is_complex |= first.is_complex();
        let ends = !first.is_complex() && mask & first.state() == 0;
        high = high.min(if ends { first.node() } else { NEVER });
    }
    Some((low..high, is_complex))
}

/// The complex points: their changes, and the allowed states.
#[inline]
fn complex<'a>(
    instance: &'a Instance,
    times: GameTimes<'a>,
) -> impl Iterator<Item = (&'a [Change], u8)> {
    let points = instance.stones.iter().chain(&instance.others);
    points
        .filter(move |(point, _)| times.first(*point).is_complex())
        .map(move |(point, mask)| (times.changes(*point), *mask))
}

/// The first node where the complex points match too. The search only moves forward: to the next change of a point that
/// does not match.
fn first_of_complex(instance: &Instance, times: GameTimes<'_>, low: u32, high: u32) -> Option<u32> {
    let mut node = low;
    loop {
        let mut moved = false;
        for (changes, mask) in complex(instance, times) {
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

/// The last of these nodes where the complex points match too. The search only moves backward: to the node before a
/// point stopped matching.
fn last_of_complex(instance: &Instance, times: GameTimes<'_>, nodes: Range<u32>) -> Option<u32> {
    let mut node = nodes.end - 1;
    loop {
        let mut moved = false;
        for (changes, mask) in complex(instance, times) {
            loop {
                let done = changes.partition_point(|change| change.node() <= node);
                let last = done.checked_sub(1).map(|last| changes[last]);
                if mask & last.map_or(EMPTY, Change::state) != 0 {
                    break;
                }
                moved = true;
                node = last?.node().checked_sub(1)?;
            }
            if node < nodes.start {
                return None;
            }
        }
        if !moved {
            return Some(node);
        }
    }
}
