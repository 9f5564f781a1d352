//! What must come after a hit: moves within the area, and other patterns, along a line behind it.

use kifu_go::Color;

use super::look::first_node;
use super::plan::Plan;
use crate::event::{Action, EMPTY, state};
use crate::events::{Told, stone_after, tree};
use crate::instance::{Instance, number, ways};
use crate::pattern::Transform;
use crate::query::Step;
use crate::times::GameTimes;

/// No cell, and no hit.
const NONE: u32 = u32::MAX;

/// For each hit of a place, by their nodes in the order of the file: whether what the query wants comes
/// after it, in one of the ways in which the pattern looks as it does there, and then whether only in a
/// variation. `events`: the tree, or its main line. No hit is above another one.
pub(super) fn follow(
    plan: &Plan<'_>,
    instance: &Instance,
    events: &[u16],
    hits: &[u32],
) -> Vec<Option<bool>> {
    let mut outcomes = vec![None; hits.len()];
    for way in ways(instance) {
        let mut line = Follow::new(plan, instance, way, hits);
        line.walk(events);
        for (outcome, own) in outcomes.iter_mut().zip(line.outcomes) {
            *outcome = match (*outcome, own) {
                (Some(one), Some(other)) => Some(one && other),
                (one, other) => one.or(other),
            };
        }
    }
    outcomes
}

/// Whether the later patterns come behind a node of a main line, by its times; also told how many nodes it
/// has. Most games need be asked no more.
pub(super) fn may_follow(
    plan: &Plan<'_>,
    instance: &Instance,
    times: GameTimes<'_>,
    (node, nodes): (u32, u32),
) -> bool {
    ways(instance).any(|way| {
        let bit = 1 << number(way);
        let comes = |node: u32, later: &Later| {
            let places = later.places.iter();
            places
                .filter(|place| place.transforms & bit != 0)
                .filter_map(|place| first_node(place, times, node + 1, nodes))
                .min()
        };
        plan.later.iter().try_fold(node, comes).is_some()
    })
}

/// A pattern that must come later.
#[derive(Debug)]
pub(super) struct Later {
    /// Where it may lie, in all ways.
    places: Vec<Instance>,
    /// For each point of the board, the places that want something of it.
    wanting: Vec<Vec<u32>>,
}

impl Later {
    pub(super) fn new(area: usize, places: Vec<Instance>) -> Self {
        let mut wanting = vec![Vec::new(); area];
        for (number, place) in (0..).zip(&places) {
            for (point, _) in place.stones.iter().chain(&place.others) {
                wanting[usize::from(*point)].push(number);
            }
        }
        Self { places, wanting }
    }

    /// Whether a place has what it wants, looked at in a way.
    fn is_at(&self, place: u32, bit: u16, stones: &[u8]) -> bool {
        let place = &self.places[place as usize];
        let mut wanted = place.stones.iter().chain(&place.others);
        place.transforms & bit != 0
            && wanted.all(|&(point, mask)| mask & stones[usize::from(point)] != 0)
    }
}

/// A node of the path from the root.
#[derive(Clone, Copy)]
struct Frame {
    /// Where its changes begin.
    changes: usize,
    /// The hit at or above it.
    hit: u32,
    /// How many of the later patterns have come.
    later: usize,
    /// Whether all places are looked at in the next node, not only those that something changes.
    looks_everywhere: bool,
}

/// A stone, with the cells of the stones that it takes.
struct Played {
    /// Its cell; none outside the rectangle.
    cell: u32,
    color: Color,
    captured: Vec<u32>,
}

/// A walk that follows the hits of a place, looked at in one way.
struct Follow<'a> {
    plan: &'a Plan<'a>,
    bit: u16,
    way: Transform,
    /// For each point of the board its cell of the pattern.
    cells: Vec<u32>,
    hits: &'a [u32],
    /// How many hits were met.
    met: usize,
    outcomes: Vec<Option<bool>>,
    path: Vec<Frame>,
    /// For each node of the path, which steps of the sequence may be the next: a bit for each, and one for
    /// the end.
    steps: Vec<u64>,
    /// Words of a node in `steps`.
    words: usize,
    stones: Vec<u8>,
    changes: Vec<(u16, u8)>,
    played: Option<Played>,
}

impl<'a> Follow<'a> {
    fn new(plan: &'a Plan<'a>, instance: &Instance, way: Transform, hits: &'a [u32]) -> Self {
        let area = plan.size.area();
        let mut cells = vec![NONE; area];
        let points = plan.query.pattern.points(plan.size, way, instance.corner);
        for (cell, point) in (0..).zip(points) {
            cells[usize::from(point)] = cell;
        }
        Self {
            plan,
            bit: 1 << number(way),
            way,
            cells,
            hits,
            met: 0,
            outcomes: vec![None; hits.len()],
            path: Vec::new(),
            steps: Vec::new(),
            words: plan.query.sequence.len() / 64 + 1,
            stones: vec![EMPTY; area],
            changes: Vec::new(),
            played: None,
        }
    }

    fn walk(&mut self, events: &[u16]) {
        let (mut node, mut is_main, mut in_node) = (0, true, false);
        for told in tree(events) {
            let event = match told {
                Told::Event(event) => event,
                Told::Up(nodes) => {
                    is_main = false;
                    self.go_up(nodes);
                    continue;
                }
            };
            if !in_node {
                in_node = true;
                self.enter();
            }
            self.see(event.action(), event.point());
            if event.is_end() {
                in_node = false;
                self.leave(node, is_main);
                if self.is_done() {
                    break;
                }
                node += 1;
            }
        }
    }

    /// Whether nothing can be found any more.
    fn is_done(&self) -> bool {
        self.met == self.hits.len() && self.outcomes.iter().all(Option::is_some)
    }

    fn enter(&mut self) {
        let above = self.path.last().copied();
        let changes = self.changes.len();
        self.path.push(above.map_or(
            Frame {
                changes,
                hit: NONE,
                later: 0,
                looks_everywhere: false,
            },
            |above| Frame { changes, ..above },
        ));
        let start = self.steps.len().saturating_sub(self.words);
        if above.is_some() {
            self.steps.extend_from_within(start..);
        } else {
            self.steps.resize(self.words, 0);
        }
    }

    fn see(&mut self, action: Action, point: u16) {
        let cell = self.cells.get(usize::from(point)).copied().unwrap_or(NONE);
        match action {
            Action::Play(color) => {
                self.settle();
                self.played = Some(Played {
                    cell,
                    color: self.way.color(color),
                    captured: Vec::new(),
                });
            }
            Action::Remove if cell != NONE => {
                if let Some(played) = &mut self.played {
                    played.captured.push(cell);
                }
            }
            _ => {}
        }
        if let Some(stone) = stone_after(action)
            && let Some(place) = self.stones.get_mut(usize::from(point))
        {
            self.changes.push((point, *place));
            *place = state(stone);
        }
    }

    /// Takes the steps that the last stone allows, once it is known what it took. One outside the rectangle is
    /// no step, but what it takes within is taken.
    fn settle(&mut self) {
        let Some(played) = self.played.take() else {
            return;
        };
        let is_outside = played.cell == NONE;
        if self.path.last().is_none_or(|frame| frame.hit == NONE)
            || is_outside && played.captured.is_empty()
        {
            return;
        }
        let start = self.steps.len() - self.words;
        let own = &mut self.steps[start..];
        let sequence = &self.plan.query.sequence;
        if is_outside {
            go_on(own, sequence, &played.captured);
            return;
        }
        let before = own.to_vec();
        own.fill(0);
        for at in (0..=sequence.len()).filter(|at| has(&before, *at)) {
            match sequence.get(at) {
                None | Some(Step::Gap) => set(own, at),
                Some(Step::Play(color, cell))
                    if (*color, u32::from(*cell)) == (played.color, played.cell) =>
                {
                    set(own, at + 1);
                }
                Some(Step::Play(..) | Step::Capture(_)) => {}
            }
        }
        go_on(own, sequence, &played.captured);
    }

    /// Ends a node: a hit may begin here, or what is wanted of the one above is there.
    fn leave(&mut self, node: u32, is_main: bool) {
        self.settle();
        let start = self.steps.len() - self.words;
        let Some(frame) = self.path.last_mut() else {
            return;
        };
        if self.hits.get(self.met) == Some(&node) {
            frame.hit = self.met as u32;
            frame.later = 0;
            frame.looks_everywhere = true;
            self.met += 1;
            let own = &mut self.steps[start..];
            own.fill(0);
            set(own, 0);
            go_on(own, &self.plan.query.sequence, &[]);
        } else if let Some(later) = self.plan.later.get(frame.later)
            && frame.hit != NONE
        {
            let changed = self.changes[frame.changes..].iter();
            let mut changed = changed.flat_map(|(point, _)| &later.wanting[usize::from(*point)]);
            let is_there = if frame.looks_everywhere {
                (0..later.places.len() as u32)
                    .any(|place| later.is_at(place, self.bit, &self.stones))
            } else {
                changed.any(|place| later.is_at(*place, self.bit, &self.stones))
            };
            frame.later += usize::from(is_there);
            frame.looks_everywhere = is_there;
        }
        let is_played = has(&self.steps[start..], self.plan.query.sequence.len());
        if is_played
            && frame.later == self.plan.later.len()
            && let Some(outcome) = self.outcomes.get_mut(frame.hit as usize)
        {
            // The main line comes first.
            outcome.get_or_insert(!is_main);
        }
    }

    fn go_up(&mut self, nodes: u32) {
        let left = self.path.len().saturating_sub(nodes as usize);
        let Some(frame) = self.path.get(left) else {
            return;
        };
        for (point, before) in self.changes.drain(frame.changes..).rev() {
            self.stones[usize::from(point)] = before;
        }
        self.path.truncate(left);
        self.steps.truncate(left * self.words);
    }
}

/// Passes the gaps, and the captures that happened.
fn go_on(steps: &mut [u64], sequence: &[Step], captured: &[u32]) {
    for (at, step) in sequence.iter().enumerate() {
        let passes = match step {
            Step::Gap => true,
            Step::Capture(cell) => captured.contains(&u32::from(*cell)),
            Step::Play(..) => false,
        };
        if passes && has(steps, at) {
            set(steps, at + 1);
        }
    }
}

fn has(steps: &[u64], at: usize) -> bool {
    steps[at / 64] >> (at % 64) & 1 == 1
}

fn set(steps: &mut [u64], at: usize) {
    steps[at / 64] |= 1 << (at % 64);
}
