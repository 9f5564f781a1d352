//! What must come after a hit: moves within the area, and other patterns.

use kifu_go::Color;

use super::plan::Plan;
use crate::event::{Action, EMPTY, state};
use crate::events::{main_line, stone_after};
use crate::instance::{Instance, points, ways};
use crate::pattern::Transform;
use crate::query::Step;

/// What happens within a rectangle: a stone, with the cells of the stones that it takes.
struct Played {
    cell: u16,
    color: Color,
    captured: Vec<u16>,
}

/// Whether what the query wants comes after a hit on a main line.
pub(super) fn follows(plan: &Plan<'_>, instance: &Instance, main: &[u16], node: u32) -> bool {
    let query = plan.query;
    (query.sequence.is_empty() || is_played(plan, instance, main, node))
        && (query.later.is_empty() || come_later(plan, instance, main, node))
}

/// Whether the sequence is played, in one of the ways in which the pattern looks as it does here.
fn is_played(plan: &Plan<'_>, instance: &Instance, main: &[u16], node: u32) -> bool {
    ways(instance).any(|way| {
        let points = points(&plan.query.pattern, plan.size, way, instance.corner);
        let played = played(&points, way, main, node);
        fits(&plan.query.sequence, &played)
    })
}

/// What is played within a rectangle behind a node.
fn played(points: &[u16], way: Transform, main: &[u16], node: u32) -> Vec<Played> {
    let mut played: Vec<Played> = Vec::new();
    let mut is_inside = false;
    main_line(main, |at, event| {
        if at <= node {
            return;
        }
        let cell = points.iter().position(|point| *point == event.point());
        match (event.action(), cell) {
            (Action::Play(color), Some(cell)) => {
                is_inside = true;
                played.push(Played {
                    cell: cell as u16,
                    color: way.color(color),
                    captured: Vec::new(),
                });
            }
            (Action::Play(_), None) => is_inside = false,
            (Action::Remove, Some(cell)) if is_inside => {
                if let Some(last) = played.last_mut() {
                    last.captured.push(cell as u16);
                }
            }
            _ => {}
        }
    });
    played
}

/// Whether the steps are taken, from the first stone on; stones behind the last step do not matter. Each
/// gap takes as little as it can, and more when the rest does not fit.
fn fits(sequence: &[Step], played: &[Played]) -> bool {
    let (mut step, mut at) = (0, 0);
    let mut again: Option<(usize, usize)> = None;
    loop {
        let fits = match sequence.get(step) {
            None => return true,
            Some(Step::Gap) => {
                again = Some((step + 1, at));
                true
            }
            Some(Step::Play(color, cell)) => {
                at += 1;
                let own = played.get(at - 1);
                own.is_some_and(|own| own.color == *color && own.cell == *cell)
            }
            Some(Step::Capture(cell)) => {
                let last = at.checked_sub(1).and_then(|last| played.get(last));
                last.is_some_and(|last| last.captured.contains(cell))
            }
        };
        if fits {
            step += 1;
            continue;
        }
        match &mut again {
            Some((from, start)) if *start < played.len() => {
                *start += 1;
                (step, at) = (*from, *start);
            }
            _ => return false,
        }
    }
}

/// Whether the later patterns come, each at a node behind the one before.
fn come_later(plan: &Plan<'_>, instance: &Instance, main: &[u16], node: u32) -> bool {
    let mut stones = vec![EMPTY; plan.size.area()];
    let mut wanted = plan.later.iter();
    let Some(mut next) = wanted.next() else {
        return true;
    };
    let mut is_done = false;
    main_line(main, |at, event| {
        if is_done {
            return;
        }
        if let Some(stone) = stone_after(event.action())
            && let Some(place) = stones.get_mut(usize::from(event.point()))
        {
            *place = state(stone);
        }
        if !event.is_end() || at <= node {
            return;
        }
        let is_there = next.iter().any(|place| {
            place.transforms & instance.transforms != 0
                && place
                    .stones
                    .iter()
                    .chain(&place.others)
                    .all(|&(point, mask)| mask & stones[usize::from(point)] != 0)
        });
        if is_there {
            match wanted.next() {
                Some(after) => next = after,
                None => is_done = true,
            }
        }
    });
    is_done
}
