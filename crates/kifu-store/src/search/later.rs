//! Later patterns in a tree: the nodes where they occur, and the nodes that they follow.

use std::sync::OnceLock;

use crate::bits::bits;
use crate::event::state;
use crate::events::{TreeEvent, stone_after, tree};
use crate::instance::Instance;
use crate::walk::{Counted, Cover};

/// No node.
const NONE: u32 = u32::MAX;

/// A pattern that must come later.
#[derive(Debug)]
pub(super) struct Later {
    area: usize,
    /// All possible places, under all transforms.
    places: Vec<Instance>,
    cover: OnceLock<Cover>,
}

impl Later {
    pub(super) const fn new(area: usize, places: Vec<Instance>) -> Self {
        Self {
            area,
            places,
            cover: OnceLock::new(),
        }
    }

    pub(super) fn places(&self) -> &[Instance] {
        &self.places
    }

    /// For each node of a tree, the transforms under which the pattern occurs: one bit per transform.
    fn there(&self, events: &[u16]) -> Vec<u16> {
        let cover = self
            .cover
            .get_or_init(|| Cover::new(self.area, &self.places));
        let mut board = Counted::new(cover);
        let mut ways = Ways::default();
        for (place, instance) in self.places.iter().enumerate() {
            if board.is_there(place as u32) {
                ways.count(instance, true);
            }
        }
        let (mut nodes, mut path, mut in_node) = (Vec::new(), Vec::new(), false);
        for item in tree(events) {
            match item {
                TreeEvent::Up(up) => {
                    let left = path.len().saturating_sub(up as usize);
                    if let Some(changes) = path.get(left) {
                        board.back(*changes, |place, before, now| {
                            ways.see(self, place, before, now);
                        });
                    }
                    path.truncate(left);
                }
                TreeEvent::Event(event) => {
                    if !in_node {
                        in_node = true;
                        path.push(board.changes());
                    }
                    if let Some(stone) = stone_after(event.action()) {
                        board.set(event.point(), state(stone), |place, before, now| {
                            ways.see(self, place, before, now);
                        });
                    }
                    if event.is_end() {
                        in_node = false;
                        nodes.push(ways.all);
                    }
                }
            }
        }
        nodes
    }
}

/// The transforms under which a pattern occurs.
#[derive(Default)]
struct Ways {
    /// For each transform, the number of places.
    places: [u32; 16],
    all: u16,
}

impl Ways {
    /// Updates a place whose number of mismatched points changed from `before` to `now`.
    #[inline]
    fn see(&mut self, later: &Later, place: u32, before: u16, now: u16) {
        if (before == 0) != (now == 0) {
            self.count(&later.places[place as usize], now == 0);
        }
    }

    fn count(&mut self, place: &Instance, is_there: bool) {
        for way in bits(place.transforms.into()) {
            let places = &mut self.places[way];
            *places = if is_there { *places + 1 } else { *places - 1 };
            let bit = 1 << way;
            self.all = if *places > 0 {
                self.all | bit
            } else {
                self.all & !bit
            };
        }
    }
}

/// The occurrences of the later patterns in a tree.
pub(super) struct Lines {
    /// For each pattern and node, the transforms under which it occurs.
    there: Vec<Vec<u16>>,
    /// For each pattern and node, the transforms under which it and the patterns after it follow the node.
    below: Vec<Vec<u16>>,
    /// For each node of the main line, the transforms under which all patterns follow it on the main line.
    on_main: Vec<u16>,
}

impl Lines {
    pub(super) fn new(later: &[Later], events: &[u16]) -> Self {
        let there: Vec<_> = later.iter().map(|later| later.there(events)).collect();
        let (parents, main) = if there.is_empty() {
            (Vec::new(), 0)
        } else {
            parents(events)
        };
        let mut on_main = below(&there, &parents[..main]);
        Self {
            below: below(&there, &parents),
            on_main: if on_main.is_empty() {
                Vec::new()
            } else {
                on_main.swap_remove(0)
            },
            there,
        }
    }

    /// The transforms under which a pattern occurs at a node.
    pub(super) fn there(&self, pattern: usize, node: u32) -> u16 {
        self.there[pattern][node as usize]
    }

    /// The transforms under which a pattern and all patterns after it follow a node.
    pub(super) fn below(&self, pattern: usize, node: u32) -> u16 {
        let own = self.below.get(pattern);
        own.map_or(u16::MAX, |own| own[node as usize])
    }

    /// The transforms under which all patterns follow a node of the main line, on the main line.
    pub(super) fn on_main(&self, node: u32) -> u16 {
        if self.there.is_empty() {
            return u16::MAX;
        }
        self.on_main.get(node as usize).copied().unwrap_or(0)
    }
}

/// The parent of each node, and the number of nodes on the main line.
fn parents(events: &[u16]) -> (Vec<u32>, usize) {
    let (mut parents, mut path, mut main, mut in_node) = (Vec::new(), Vec::new(), None, false);
    for item in tree(events) {
        match item {
            TreeEvent::Up(up) => {
                main.get_or_insert(parents.len());
                path.truncate(path.len().saturating_sub(up as usize));
            }
            TreeEvent::Event(event) => {
                if !in_node {
                    let node = parents.len() as u32;
                    parents.push(path.last().copied().unwrap_or(NONE));
                    path.push(node);
                }
                in_node = !event.is_end();
            }
        }
    }
    let main = main.unwrap_or(parents.len());
    (parents, main)
}

/// For each pattern and node, the transforms under which it and the patterns after it follow the node.
fn below(there: &[Vec<u16>], parents: &[u32]) -> Vec<Vec<u16>> {
    let mut all: Vec<Vec<u16>> = Vec::new();
    for there in there.iter().rev() {
        let mut below = vec![0; parents.len()];
        for (node, above) in parents.iter().enumerate().rev() {
            // The patterns after it must follow under the same transforms.
            let behind = all.last().map_or(u16::MAX, |next| next[node]);
            let own = below[node] | there[node] & behind;
            if let Some(above) = below.get_mut(*above as usize) {
                *above |= own;
            }
        }
        all.push(below);
    }
    all.reverse();
    all
}
