//! Walks through the whole tree of a game: for variations, and for games without a table of times.
//!
//! Every place of the pattern counts its mismatched points. A stone changes the counts of the places that cover its
//! point; if a count is 0 at the end of a node, the pattern occurs there. Going back up undoes the changes. So each
//! node costs only its own changes, however many places there are, and the depth of the tree costs only memory.

use std::ops::RangeInclusive;

use kifu_go::Color;

use crate::event::{Action, EMPTY, state};
use crate::events::{TreeEvent, stone_after, tree};
use crate::instance::Instance;

/// A hit of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WalkHit {
    pub(crate) instance: u32,
    /// The node, in file order.
    pub(crate) node: u32,
    pub(crate) move_number: u32,
    /// The next stone within the rectangle, on the line of first children, unless setup changes the rectangle first: the
    /// cell, the color as played, and the distance in nodes.
    pub(crate) next: Option<(u16, Color, u32)>,
    /// Number of nodes of the tree that are a requested next stone, plus number of lines that end, or where setup
    /// changes the rectangle, without one if that is requested: first seen with colors as they are, then with colors
    /// exchanged.
    pub(crate) continued: [u32; 2],
    /// Whether the node is on the main line.
    pub(crate) is_main: bool,
}

/// For each point of the board, the places that cover it.
#[derive(Debug)]
pub(crate) struct Cover {
    /// For each point, the places with a condition on it, and the condition.
    wanted: Vec<Vec<(u32, u8)>>,
    /// For each point, the places whose rectangle contains it, and the cell.
    cells: Vec<Vec<(u32, u16)>>,
    /// For each place, the number of mismatched points on an empty board.
    missing: Vec<u16>,
}

impl Cover {
    pub(crate) fn new(area: usize, instances: &[Instance]) -> Self {
        let mut cover = Self {
            wanted: vec![Vec::new(); area],
            cells: vec![Vec::new(); area],
            missing: Vec::with_capacity(instances.len()),
        };
        for (number, instance) in instances.iter().enumerate() {
            for &(point, mask) in instance.stones.iter().chain(&instance.others) {
                cover.wanted[usize::from(point)].push((number as u32, mask));
            }
            for (cell, &point) in instance.points.iter().enumerate() {
                cover.cells[usize::from(point)].push((number as u32, cell as u16));
            }
            // A point of `stones` never matches when it is empty.
            cover.missing.push(instance.stones.len() as u16);
        }
        cover
    }

    /// The places whose rectangle contains a point, in order, with the cell.
    #[inline]
    pub(crate) fn cells(&self, point: u16) -> &[(u32, u16)] {
        self.cells
            .get(usize::from(point))
            .map_or(&[], Vec::as_slice)
    }
}

/// A board, with the number of mismatched points of each place.
pub(crate) struct Counted<'a> {
    wanted: &'a [Vec<(u32, u8)>],
    stones: Vec<u8>,
    missing: Vec<u16>,
    /// The changed points with their previous states.
    changes: Vec<(u16, u8)>,
}

impl<'a> Counted<'a> {
    /// An empty board.
    pub(crate) fn new(cover: &'a Cover) -> Self {
        Self {
            wanted: &cover.wanted,
            stones: vec![EMPTY; cover.wanted.len()],
            missing: cover.missing.clone(),
            changes: Vec::new(),
        }
    }

    /// Whether the pattern occurs at a place.
    #[inline]
    pub(crate) fn is_there(&self, place: u32) -> bool {
        self.missing[place as usize] == 0
    }

    /// Number of changes.
    pub(crate) const fn changes(&self) -> usize {
        self.changes.len()
    }

    /// Changes a point. `see` is called for each place with a condition on it, with the number of mismatched points
    /// before and after.
    #[inline]
    pub(crate) fn set(&mut self, point: u16, now: u8, see: impl FnMut(u32, u16, u16)) {
        if let Some(before) = self.change(point, now, see) {
            self.changes.push((point, before));
        }
    }

    /// Undoes all but the first `changes` changes; `see` is called with the same counts.
    #[inline]
    pub(crate) fn back(&mut self, changes: usize, mut see: impl FnMut(u32, u16, u16)) {
        while self.changes.len() > changes {
            if let Some((point, before)) = self.changes.pop() {
                self.change(point, before, &mut see);
            }
        }
    }

    #[inline]
    fn change(&mut self, point: u16, now: u8, mut see: impl FnMut(u32, u16, u16)) -> Option<u8> {
        let stone = self.stones.get_mut(usize::from(point))?;
        let before = std::mem::replace(stone, now);
        for &(place, mask) in &self.wanted[usize::from(point)] {
            let missing = &mut self.missing[place as usize];
            let were = *missing;
            *missing += u16::from(mask & now == 0);
            *missing -= u16::from(mask & before == 0);
            see(place, were, *missing);
        }
        Some(before)
    }
}

/// A node of the path from the root.
struct Frame {
    /// The beginning of its changes, and of its hits.
    changes: usize,
    active: usize,
    moves: u32,
}

/// A hit on the path from the root.
struct Active {
    hit: usize,
    instance: u32,
    depth: usize,
    /// The depth of the next stone, or of setup that changes the rectangle before it, if it is on the path.
    next_at: Option<usize>,
    /// Whether the path has followed only first children since.
    is_first_line: bool,
}

const NONE: u32 = u32::MAX;

struct Walk<'a, F> {
    cover: &'a Cover,
    /// Whether a place with its next stone, or none, is seen with colors exchanged; `None` if it is not requested.
    side: F,
    board: Counted<'a>,
    /// For each place, its active hit.
    open: Vec<u32>,
    path: Vec<Frame>,
    active: Vec<Active>,
    touched: Vec<u32>,
    hits: Vec<WalkHit>,
}

/// All hits in the tree of a game, by node. `side` returns whether a place with its next stone as played, or none, is
/// seen with colors exchanged; `None` if it is not requested.
pub(crate) fn walk(
    cover: &Cover,
    events: &[u16],
    moves: &RangeInclusive<u32>,
    side: impl Fn(u32, Option<(u16, Color)>) -> Option<bool>,
) -> Vec<WalkHit> {
    let mut walk = Walk {
        cover,
        side,
        board: Counted::new(cover),
        open: vec![NONE; cover.missing.len()],
        path: Vec::new(),
        active: Vec::new(),
        touched: Vec::new(),
        hits: Vec::new(),
    };
    let mut node = 0;
    let mut is_main = true;
    let mut in_node = false;
    let mut was_in_range = false;
    for item in tree(events) {
        let event = match item {
            TreeEvent::Event(event) => event,
            TreeEvent::Up(nodes) => {
                is_main = false;
                walk.end_line();
                walk.go_up(nodes);
                let last = walk.path.last();
                was_in_range = last.is_some_and(|frame| moves.contains(&frame.moves));
                continue;
            }
        };
        let action = event.action();
        if !in_node {
            in_node = true;
            let moves = walk.path.last().map_or(0, |frame| frame.moves);
            walk.path.push(Frame {
                changes: walk.board.changes(),
                active: walk.active.len(),
                moves,
            });
        }
        if matches!(action, Action::Play(_) | Action::Pass(Some(_)))
            && let Some(frame) = walk.path.last_mut()
        {
            frame.moves += 1;
        }
        if let Some(stone) = stone_after(action) {
            walk.change(event.point(), state(stone));
            match action {
                Action::Play(color) => walk.go_on(event.point(), Some(color)),
                Action::Set(_) => walk.go_on(event.point(), None),
                Action::Remove | Action::Pass(_) | Action::Up => {}
            }
        }
        if event.is_end() {
            in_node = false;
            let number = walk.path.last().map_or(0, |frame| frame.moves);
            let is_in_range = moves.contains(&number);
            if is_in_range {
                if !was_in_range {
                    walk.touched = (0..walk.open.len() as u32).collect();
                }
                walk.find(node, number, is_main);
            }
            was_in_range = is_in_range;
            walk.touched.clear();
            node += 1;
        }
    }
    walk.end_line();
    walk.hits
}

impl<F: Fn(u32, Option<(u16, Color)>) -> Option<bool>> Walk<'_, F> {
    fn change(&mut self, point: u16, now: u8) {
        let touched = &mut self.touched;
        self.board.set(point, now, |place, _, missing| {
            if missing == 0 {
                touched.push(place);
            }
        });
    }

    /// Handles a point where a stone of this color is played, or that setup changes.
    fn go_on(&mut self, point: u16, color: Option<Color>) {
        let depth = self.path.len();
        for &(instance, cell) in self.cover.cells(point) {
            let open = self.open[instance as usize];
            let Some(active) = self.active.get_mut(open as usize) else {
                continue;
            };
            if active.next_at.is_none() {
                active.next_at = Some(depth);
                let hit = &mut self.hits[active.hit];
                let stone = color.map(|color| (cell, color));
                if let Some(is_swapped) = (self.side)(instance, stone) {
                    hit.continued[usize::from(is_swapped)] += 1;
                }
                if active.is_first_line {
                    let distance = (depth - active.depth) as u32;
                    hit.next = stone.map(|(cell, color)| (cell, color, distance));
                }
            }
        }
    }

    /// Records the places where the pattern occurs but did not occur above.
    fn find(&mut self, node: u32, move_number: u32, is_main: bool) {
        self.touched.sort_unstable();
        self.touched.dedup();
        for &instance in &self.touched {
            let place = instance as usize;
            if self.board.is_there(instance) && self.open[place] == NONE {
                self.open[place] = self.active.len() as u32;
                self.active.push(Active {
                    hit: self.hits.len(),
                    instance,
                    depth: self.path.len(),
                    next_at: None,
                    is_first_line: true,
                });
                self.hits.push(WalkHit {
                    instance,
                    node,
                    move_number,
                    next: None,
                    continued: [0; 2],
                    is_main,
                });
            }
        }
    }

    /// Counts the hits after which the line ends.
    fn end_line(&mut self) {
        for active in self.active.iter().filter(|active| active.next_at.is_none()) {
            if let Some(is_swapped) = (self.side)(active.instance, None) {
                self.hits[active.hit].continued[usize::from(is_swapped)] += 1;
            }
        }
    }

    fn go_up(&mut self, nodes: u32) {
        let left = self.path.len().saturating_sub(nodes as usize);
        let Some(frame) = self.path.get(left) else {
            return;
        };
        let (changes, active) = (frame.changes, frame.active);
        self.board.back(changes, |_, _, _| {});
        for gone in self.active.drain(active..) {
            self.open[gone.instance as usize] = NONE;
        }
        for active in &mut self.active {
            active.is_first_line = false;
            active.next_at = active.next_at.filter(|depth| *depth <= left);
        }
        self.path.truncate(left);
    }
}
