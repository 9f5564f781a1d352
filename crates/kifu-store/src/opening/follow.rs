//! Follows the lines of a game after the pattern.

use std::collections::BTreeSet;

use kifu_go::{Color, Point, Size};

use super::Growing;
use crate::event::{Action, Event};
use crate::events::{TreeEvent, stone_after, tree};
use crate::ingest::{place_of, point_at};
use crate::pattern::{Orientation, Pattern};
use crate::positions::stone_key;

/// A hit of the pattern in a game, with its placement.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub(super) node: u32,
    pub(super) transform: Orientation,
    pub(super) corner: Point,
    /// Whether the next stone has already determined the orientation among equivalent ones.
    pub(super) is_seen: bool,
}

/// The settings shared by all games.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) pattern: &'a Pattern,
    pub(super) board: Size,
    /// The transforms that leave the pattern unchanged.
    pub(super) same: &'a [Orientation],
    pub(super) depth: usize,
}

/// Adds the stones played on each line of a game after the first hit of the pattern on that line, up to setup that
/// changes the rectangle. `starts` are the hits by node, one for each. `events` are those of the tree, or of its main
/// line.
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
        set_up_at: None,
        met: BTreeSet::new(),
        stones: stones.collect(),
        keys: vec![0; wanted.same.len()],
        changes: Vec::new(),
    };
    lines.walk(events);
}

/// A node of the path from the root, with the state before it.
struct Frame {
    steps: usize,
    changes: usize,
}

/// A stone played within the rectangle; the first step represents the pattern.
struct Step {
    /// The node of the opening tree.
    node: usize,
    /// The transform from the orientation at the start to that of the node.
    turned: Orientation,
    /// Number of lines that end at or after it.
    lines: u64,
    /// The key of the stones if a node of the game ends with this step, and whether the key is the first occurrence on
    /// its line.
    key: Option<(u64, bool)>,
}

struct Lines<'a> {
    tree: &'a mut Growing,
    wanted: Wanted<'a>,
    winner: Option<Color>,
    /// The remaining hits.
    starts: std::slice::Iter<'a, Start>,
    /// The hit that was followed last; it is on the path if there are steps.
    start: Option<Start>,
    path: Vec<Frame>,
    steps: Vec<Step>,
    /// The number of nodes above the node of the path whose setup changed the rectangle, if there is one.
    set_up_at: Option<usize>,
    /// The keys of the steps.
    met: BTreeSet<u64>,
    /// The stones on the cells, in the orientation of the start.
    stones: Vec<Option<Color>>,
    /// The key of the changed cells, for each transform that leaves the pattern unchanged.
    keys: Vec<u64>,
    changes: Vec<(u16, Option<Color>)>,
}

impl Lines<'_> {
    fn walk(&mut self, events: &[u16]) {
        let (mut node, mut in_node) = (0, false);
        for item in tree(events) {
            let event = match item {
                TreeEvent::Event(event) => event,
                TreeEvent::Up(nodes) => {
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

    /// Handles the change of a point.
    fn see(&mut self, start: Start, event: Event, stone: Option<Color>) {
        let own = self.wanted.pattern.size();
        let (Some(last), Some(frame)) = (self.steps.last(), self.path.last()) else {
            return;
        };
        let is_over = self.steps.len() > self.wanted.depth;
        if is_over && self.steps.len() == frame.steps {
            // Only captures by the last stone still matter.
            return;
        }
        if self.set_up_at.is_some() {
            return;
        }
        let Some(cell) = self.cell_of(start, event) else {
            return;
        };
        if let Action::Set(_) = event.action() {
            self.set_up_at = Some(self.path.len() - 1);
            return;
        }
        let stone = stone.map(|color| start.transform.color(color));
        if let (Action::Play(_), Some(color)) = (event.action(), stone) {
            if is_over {
                return;
            }
            let turned = last.turned;
            let (seen, color) = (turned.symmetry.apply(cell, own), turned.color(color));
            let (way, play) = if last.node == 0 && start.is_seen {
                (Orientation::default(), (color, place_of(seen, own)))
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

    /// Sets or clears a cell; returns its previous content.
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
            // Of several hits on a line, the first counts.
            if self.steps.is_empty() {
                self.start = Some(*start);
                self.steps.push(Step {
                    node: 0,
                    turned: Orientation::default(),
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
            // The least key represents all equivalent positions.
            let key = self.keys.iter().copied().min().unwrap_or(0);
            step.key = Some((key, self.met.insert(key)));
        }
    }

    fn end_line(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.lines += 1;
        }
    }

    /// Counts the stones played in the last `nodes` nodes of the path and undoes them.
    fn go_up(&mut self, nodes: usize) {
        let left = self.path.len().saturating_sub(nodes);
        let Some(&Frame { steps, changes }) = self.path.get(left) else {
            return;
        };
        self.set_up_at = self.set_up_at.filter(|above| *above < left);
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
                // If the pattern is symmetric, the next stone determines the orientation.
                self.count(0, &step);
            } else if let Some(before) = self.steps.last_mut() {
                before.lines += step.lines;
            }
        }
        self.path.truncate(left);
    }

    /// Counts the lines of a step at a node, with colors from its point of view.
    fn count(&mut self, node: usize, step: &Step) {
        let start = self.start.map(|start| start.transform);
        let winner = self.winner.map(|winner| {
            let seen = start.map_or(winner, |start| start.color(winner));
            step.turned.color(seen)
        });
        self.tree.count(node, winner, step.lines);
    }
}
