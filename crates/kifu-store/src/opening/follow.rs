//! The lines of a game, as they go on after the pattern.

use std::collections::BTreeSet;

use kifu_go::{Color, Point, Size};

use super::Growing;
use crate::event::{Action, Event};
use crate::events::{Told, stone_after, tree};
use crate::ingest::{place_of, point_at};
use crate::pattern::{Pattern, Transform};
use crate::positions::stone_key;

/// Where the pattern is found in a game, and how it lies there.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub(super) node: u32,
    pub(super) transform: Transform,
    pub(super) corner: Point,
    /// Whether the pattern is looked at so that the next stone stands for those that look the same.
    pub(super) is_seen: bool,
}

/// What is the same for all games.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) pattern: &'a Pattern,
    pub(super) board: Size,
    /// The ways in which the pattern is the same.
    pub(super) same: &'a [Transform],
    pub(super) depth: usize,
}

/// Adds what was played on each line of a game after the first of the places where the pattern is found on
/// it. `starts`: by their nodes, one for each. `events`: the tree, or its main line.
pub(super) fn follow(
    tree: &mut Growing,
    wanted: Wanted<'_>,
    winner: Option<Color>,
    starts: &[Start],
    events: &[u16],
) {
    let stones = wanted.pattern.cells().iter().map(|cell| cell.stone());
    let mut lines = Lines {
        tree,
        wanted,
        winner,
        starts: starts.iter(),
        start: None,
        path: Vec::new(),
        steps: Vec::new(),
        met: BTreeSet::new(),
        stones: stones.collect(),
        keys: vec![0; wanted.same.len()],
        changes: Vec::new(),
    };
    lines.walk(events);
}

/// A node of the path from the root: what there was before it.
struct Frame {
    steps: usize,
    changes: usize,
}

/// A stone that was played within the rectangle; the first one stands for the pattern.
struct Step {
    /// The node of the tree of openings.
    node: usize,
    /// How the cells lie there, against how they lay at the start.
    turned: Transform,
    /// Ends of lines at it or after it.
    lines: u64,
    /// The key of the stones, if the node of the game ends with it; and whether it is the first of its line with
    /// that.
    key: Option<(u64, bool)>,
}

struct Lines<'a> {
    tree: &'a mut Growing,
    wanted: Wanted<'a>,
    winner: Option<Color>,
    /// Those that were not met.
    starts: std::slice::Iter<'a, Start>,
    /// The last that was followed: on the path if that has steps.
    start: Option<Start>,
    path: Vec<Frame>,
    steps: Vec<Step>,
    /// The keys of the steps.
    met: BTreeSet<u64>,
    /// What stands on the cells, as they lay at the start.
    stones: Vec<Option<Color>>,
    /// The key of what was changed of them, in each of the ways in which the pattern is the same.
    keys: Vec<u64>,
    changes: Vec<(u16, Option<Color>)>,
}

impl Lines<'_> {
    fn walk(&mut self, events: &[u16]) {
        let (mut node, mut in_node) = (0, false);
        for told in tree(events) {
            let event = match told {
                Told::Event(event) => event,
                Told::Up(nodes) => {
                    self.end_line();
                    self.go_up(nodes as usize);
                    continue;
                }
            };
            if !in_node {
                in_node = true;
                self.path.push(Frame {
                    steps: self.steps.len(),
                    changes: self.changes.len(),
                });
            }
            if let (Some(start), Some(stone)) = (self.start, stone_after(event.action())) {
                self.see(start, event, stone);
            }
            if event.is_end() {
                in_node = false;
                self.leave(node);
                node += 1;
            }
        }
        self.end_line();
        self.go_up(self.path.len());
    }

    /// Takes what becomes of a point.
    fn see(&mut self, start: Start, event: Event, stone: Option<Color>) {
        let own = self.wanted.pattern.size();
        let (Some(last), Some(frame)) = (self.steps.last(), self.path.last()) else {
            return;
        };
        let is_over = self.steps.len() > self.wanted.depth;
        if is_over && self.steps.len() == frame.steps {
            // Only what the last stone takes is still of interest.
            return;
        }
        let Some(cell) = self.cell_of(start, event) else {
            return;
        };
        let stone = stone.map(|color| start.transform.color(color));
        if let (Action::Play(_), Some(color)) = (event.action(), stone) {
            if is_over {
                return;
            }
            let turned = last.turned;
            let (seen, color) = (turned.symmetry.apply(cell, own), turned.color(color));
            let (way, play) = if last.node == 0 && start.is_seen {
                (Transform::default(), (color, place_of(seen, own)))
            } else {
                self.tree.first_way(last.node, seen, color, own)
            };
            let step = Step {
                node: self.tree.child(last.node, play, own),
                turned: turned.then(way),
                lines: 0,
                key: None,
            };
            self.steps.push(step);
        }
        let place = place_of(cell, own);
        let before = self.put(place, stone);
        self.changes.push((place, before));
    }

    /// Puts a stone on a cell, or nothing; what was there before.
    fn put(&mut self, place: u16, stone: Option<Color>) -> Option<Color> {
        let own = self.wanted.pattern.size();
        let before = std::mem::replace(&mut self.stones[usize::from(place)], stone);
        let cell = point_at(place, own);
        for (key, way) in self.keys.iter_mut().zip(self.wanted.same) {
            let to = place_of(way.symmetry.apply(cell, own), own);
            for color in [before, stone].into_iter().flatten() {
                *key ^= stone_key(to, way.color(color));
            }
        }
        before
    }

    /// The cell of a point of the board.
    fn cell_of(&self, start: Start, event: Event) -> Option<Point> {
        let Start {
            transform, corner, ..
        } = start;
        let point = point_at(event.point(), self.wanted.board);
        let (x, y) = (
            point.x.checked_sub(corner.x)?,
            point.y.checked_sub(corner.y)?,
        );
        let looked = transform.symmetry.size(self.wanted.pattern.size());
        let inside = Point::new(x, y);
        let back = transform.symmetry.inverse();
        looked.contains(inside).then(|| back.apply(inside, looked))
    }

    /// Ends a node of the game.
    fn leave(&mut self, node: u32) {
        let met = self.starts.as_slice().first();
        if let Some(start) = met.filter(|start| start.node == node) {
            self.starts.next();
            // Of several on a line the first counts.
            if self.steps.is_empty() {
                self.start = Some(*start);
                self.steps.push(Step {
                    node: 0,
                    turned: Transform::default(),
                    lines: 0,
                    key: None,
                });
                return;
            }
        }
        let is_new = self
            .path
            .last()
            .is_some_and(|frame| self.steps.len() > frame.steps);
        if let Some(step) = self.steps.last_mut().filter(|_| is_new) {
            // Of what is the same, one stands for all.
            let key = self.keys.iter().copied().min().unwrap_or(0);
            step.key = Some((key, self.met.insert(key)));
        }
    }

    fn end_line(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.lines += 1;
        }
    }

    /// Counts what was played on the nodes that are left, and undoes it.
    fn go_up(&mut self, nodes: usize) {
        let left = self.path.len().saturating_sub(nodes);
        let Some(&Frame { steps, changes }) = self.path.get(left) else {
            return;
        };
        while self.changes.len() > changes
            && let Some((place, before)) = self.changes.pop()
        {
            self.put(place, before);
        }
        while self.steps.len() > steps {
            let Some(step) = self.steps.pop() else {
                break;
            };
            if let Some((key, is_first)) = step.key {
                let positions = &mut self.tree.positions;
                positions.note(step.node, key, step.lines);
                if is_first {
                    *positions.games.entry(key).or_default() += step.lines;
                    self.met.remove(&key);
                }
            }
            self.count(step.node, &step);
            if self.steps.len() == 1 {
                // Of several ways in which the pattern looks the same, the next stone says which it is.
                self.count(0, &step);
            } else if let Some(before) = self.steps.last_mut() {
                before.lines += step.lines;
            }
        }
        self.path.truncate(left);
    }

    /// Counts the lines of a step at a node, as it sees them.
    fn count(&mut self, node: usize, step: &Step) {
        let start = self.start.map(|start| start.transform);
        let winner = self.winner.map(|winner| {
            let seen = start.map_or(winner, |start| start.color(winner));
            step.turned.color(seen)
        });
        self.tree.count(node, winner, step.lines);
    }
}
