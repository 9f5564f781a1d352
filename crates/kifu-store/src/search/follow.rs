//! Tests the continuations of the hits of a walk: moves within the area, and other patterns, along a line after each
//! hit.
//!
//! A single walk through the tree handles all hits: a stone advances the hits that cover its point, and going back up
//! undoes this. So each node costs only its own changes, however many hits are above it.

use kifu_go::Color;

use super::later::Lines;
use super::plan::Plan;
use super::steps;
use crate::bits::bits;
use crate::event::Action;
use crate::events::{TreeEvent, tree};
use crate::instance::{number, ways};
use crate::pattern::Orientation;
use crate::query::Step;
use crate::walk::WalkHit;

/// No hit.
const NONE: u32 = u32::MAX;

/// For each hit of a walk through these events, by node: whether the required continuation follows under one of the
/// transforms that leave the pattern unchanged there, and if so, whether only in a variation.
pub(super) fn follow(plan: &Plan<'_>, hits: &[WalkHit], events: &[u16]) -> Vec<Option<bool>> {
    let sequence = &plan.query.sequence;
    let mut line = Follow {
        plan,
        lines: Lines::new(&plan.later, events),
        words: steps::words(sequence),
        takes: sequence.iter().any(|step| matches!(step, Step::Capture(_))),
        hits,
        met: 0,
        outcomes: vec![None; hits.len()],
        path: Vec::new(),
        active: Vec::new(),
        open: vec![NONE; plan.instances().len()],
        steps: Vec::new(),
        stepped: Vec::new(),
        begun: vec![[0; 16]; plan.later.len()],
        begun_before: Vec::new(),
        ended: Vec::new(),
        played: None,
        taken: Vec::new(),
        buffers: Buffers::default(),
    };
    line.walk(events);
    line.outcomes
}

/// A node of the path from the root, with the beginnings of its parts of the stacks.
struct Frame {
    active: usize,
    steps: usize,
    stepped: usize,
    begun: usize,
}

/// A hit on the path from the root.
#[derive(Clone, Copy)]
struct Active {
    hit: usize,
    place: u32,
    /// Number of nodes on the path to it.
    depth: u32,
    /// The beginning of its steps: those of each transform that leaves the place unchanged.
    steps: usize,
}

/// Buffers reused from one stone to the next.
#[derive(Default)]
struct Buffers {
    /// The places with a hit, and the cells of captured stones there.
    places: Vec<(u32, u16)>,
    cells: Vec<u16>,
    before: Vec<u64>,
}

struct Follow<'a> {
    plan: &'a Plan<'a>,
    lines: Lines,
    /// Number of words of steps per transform.
    words: usize,
    /// Whether the sequence has captures.
    takes: bool,
    hits: &'a [WalkHit],
    /// Number of hits passed so far.
    met: usize,
    outcomes: Vec<Option<bool>>,
    path: Vec<Frame>,
    active: Vec<Active>,
    /// For each place, its active hit.
    open: Vec<u32>,
    steps: Vec<u64>,
    /// The changed words of `steps` with their previous values.
    stepped: Vec<(usize, u64)>,
    /// For each later pattern and transform, the depth above which hits are followed, on the path, by all patterns up
    /// to this one.
    begun: Vec<[u32; 16]>,
    /// The changes of `begun`: the pattern, the transform, and the previous value.
    begun_before: Vec<(usize, usize, u32)>,
    /// The active hits whose sequence ends in this node, with the transform.
    ended: Vec<(usize, Orientation)>,
    played: Option<(u16, Color)>,
    /// The points of the stones it captures.
    taken: Vec<u16>,
    buffers: Buffers,
}

impl Follow<'_> {
    fn walk(&mut self, events: &[u16]) {
        let (mut node, mut is_main, mut in_node) = (0, true, false);
        for item in tree(events) {
            let event = match item {
                TreeEvent::Event(event) => event,
                TreeEvent::Up(nodes) => {
                    is_main = false;
                    self.go_up(nodes);
                    continue;
                }
            };
            if !in_node {
                in_node = true;
                self.path.push(Frame {
                    active: self.active.len(),
                    steps: self.steps.len(),
                    stepped: self.stepped.len(),
                    begun: self.begun_before.len(),
                });
            }
            match event.action() {
                Action::Play(color) => {
                    self.settle();
                    self.played = Some((event.point(), color));
                }
                Action::Remove => self.taken.push(event.point()),
                Action::Set(_) => self.end_sequences(event.point()),
                Action::Pass(_) | Action::Up => {}
            }
            if event.is_end() {
                in_node = false;
                self.leave(node, is_main);
                node += 1;
            }
        }
    }

    /// Allows no more steps of the hits whose rectangle contains a point that setup changes.
    fn end_sequences(&mut self, point: u16) {
        for &(place, _) in self.plan.cover().cells(point) {
            let number = self.open[place as usize] as usize;
            let Some(active) = self.active.get(number) else {
                continue;
            };
            let ways = ways(&self.plan.instances()[place as usize]).count();
            for word in active.steps..active.steps + self.words * ways {
                let before = std::mem::take(&mut self.steps[word]);
                if before != 0 {
                    self.stepped.push((word, before));
                }
            }
        }
    }

    /// Performs the steps that the last stone allows, once its captures are known.
    fn settle(&mut self) {
        let played = self.played.take();
        let taken = std::mem::take(&mut self.taken);
        if let Some((point, color)) = played
            && !self.active.is_empty()
            && !self.plan.query.sequence.is_empty()
        {
            let mut buffers = std::mem::take(&mut self.buffers);
            self.step_all(point, color, &taken, &mut buffers);
            self.buffers = buffers;
        }
        self.taken = taken;
        self.taken.clear();
    }

    fn step_all(&mut self, point: u16, color: Color, taken: &[u16], buffers: &mut Buffers) {
        let cover = self.plan.cover();
        let mut places = std::mem::take(&mut buffers.places);
        places.clear();
        if self.takes {
            let all = taken.iter().flat_map(|point| cover.cells(*point));
            places.extend(all.filter(|(place, _)| self.open[*place as usize] != NONE));
            places.sort_unstable();
        }
        let within = cover.cells(point);
        for &(place, cell) in within {
            let start = places.partition_point(|(own, _)| *own < place);
            let end = places.partition_point(|(own, _)| *own <= place);
            self.step(place, Some((color, cell)), &places[start..end], buffers);
        }
        // Stones captured from outside.
        for taken in places.chunk_by(|one, next| one.0 == next.0) {
            let place = taken[0].0;
            if within.binary_search_by_key(&place, |own| own.0).is_err() {
                self.step(place, None, taken, buffers);
            }
        }
        buffers.places = places;
    }

    /// Performs the steps of a place if it has a hit. The cells are in the orientation of the place.
    fn step(
        &mut self,
        place: u32,
        stone: Option<(Color, u16)>,
        taken: &[(u32, u16)],
        buffers: &mut Buffers,
    ) {
        let number = self.open[place as usize] as usize;
        let Some(active) = self.active.get(number) else {
            return;
        };
        let (plan, sequence) = (self.plan, &self.plan.query.sequence);
        let instance = &plan.instances()[place as usize];
        for (start, way) in (active.steps..).step_by(self.words).zip(ways(instance)) {
            let own = &mut self.steps[start..start + self.words];
            if steps::are_taken(own, sequence) || steps::are_over(own) {
                continue;
            }
            let cell = |cell| plan.turned().cell(cell, instance.transform, way);
            buffers.before.clear();
            buffers.before.extend_from_slice(own);
            buffers.cells.clear();
            buffers
                .cells
                .extend(taken.iter().map(|taken| cell(taken.1)));
            let stone = stone.map(|(color, own)| (way.color(color), cell(own)));
            steps::take(own, sequence, stone, &buffers.cells);
            for (word, (before, now)) in (start..).zip(buffers.before.iter().zip(&*own)) {
                if before != now {
                    self.stepped.push((word, *before));
                }
            }
            if steps::are_taken(own, sequence) {
                self.ended.push((number, way));
            }
        }
    }

    /// Ends a node: tests later patterns, ends sequences, and begins hits.
    fn leave(&mut self, node: u32, is_main: bool) {
        self.settle();
        let depth = self.path.len() as u32;
        // In reverse: they must occur one after the other, not in one node.
        for later in (0..self.begun.len()).rev() {
            for way in bits(self.lines.there(later, node).into()) {
                let begun = match later.checked_sub(1) {
                    Some(before) => self.begun[before][way],
                    None => depth,
                };
                let own = &mut self.begun[later][way];
                if begun > *own {
                    self.begun_before.push((later, way, *own));
                    *own = begun;
                }
            }
        }
        for (active, way) in std::mem::take(&mut self.ended) {
            self.judge(self.active[active], way, (node, is_main));
        }
        while let Some(hit) = self.hits.get(self.met).filter(|hit| hit.node == node) {
            let active = Active {
                hit: self.met,
                place: hit.instance,
                depth,
                steps: self.steps.len(),
            };
            self.met += 1;
            self.open[hit.instance as usize] = self.active.len() as u32;
            self.active.push(active);
            for way in ways(&self.plan.instances()[hit.instance as usize]) {
                let start = self.steps.len();
                self.steps.resize(start + self.words, 0);
                let own = &mut self.steps[start..];
                steps::begin(own, &self.plan.query.sequence);
                if steps::are_taken(own, &self.plan.query.sequence) {
                    self.judge(active, way, (node, is_main));
                }
            }
        }
    }

    /// Handles the end of the sequence of a hit under a transform: tests whether the later patterns follow too.
    fn judge(&mut self, active: Active, way: Orientation, (node, is_main): (u32, bool)) {
        let way = number(way) as usize;
        let has = |ways: u16| ways >> way & 1 == 1;
        let outcome = &mut self.outcomes[active.hit];
        if is_main && has(self.lines.on_main(self.hits[active.hit].node)) {
            *outcome = Some(false);
        } else if outcome.is_none() {
            // Some of them down to the node, the others after it.
            let comes = (0..=self.begun.len()).any(|later| {
                let is_begun = later
                    .checked_sub(1)
                    .is_none_or(|last| active.depth < self.begun[last][way]);
                is_begun && has(self.lines.below(later, node))
            });
            *outcome = comes.then_some(true);
        }
    }

    fn go_up(&mut self, nodes: u32) {
        let left = self.path.len().saturating_sub(nodes as usize);
        let Some(frame) = self.path.get(left) else {
            return;
        };
        for (word, before) in self.stepped.drain(frame.stepped..).rev() {
            self.steps[word] = before;
        }
        for (later, way, before) in self.begun_before.drain(frame.begun..).rev() {
            self.begun[later][way] = before;
        }
        for gone in self.active.drain(frame.active..) {
            self.open[gone.place as usize] = NONE;
        }
        self.steps.truncate(frame.steps);
        self.path.truncate(left);
    }
}
