//! The later patterns in a tree: at which nodes they are there, and after which they come.

use std::sync::OnceLock;

use crate::bits::bits;
use crate::event::state;
use crate::events::{Told, stone_after, tree};
use crate::instance::Instance;
use crate::walk::{Counted, Cover};

/// No node.
const NONE: u32 = u32::MAX;

/// A pattern that must come later.
#[derive(Debug)]
pub(super) struct Later {
    area: usize,
    /// Where it may lie, in all ways.
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

    /// For each node of a tree, in which ways it is there: a bit for each.
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
        for told in tree(events) {
            match told {
                Told::Up(up) => {
                    let left = path.len().saturating_sub(up as usize);
                    if let Some(changes) = path.get(left) {
                        board.back(*changes, |place, before, now| {
                            ways.see(self, place, before, now);
                        });
                    }
                    path.truncate(left);
                }
                Told::Event(event) => {
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

/// In which ways a pattern is there.
#[derive(Default)]
struct Ways {
    /// For each way, at how many places.
    places: [u32; 16],
    all: u16,
}

impl Ways {
    /// A place had so many points that were not as wanted, and has so many now.
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

/// What is known of the later patterns in a tree.
pub(super) struct Lines {
    /// For each pattern and node, in which ways it is there.
    there: Vec<Vec<u16>>,
    /// For each pattern and node, in which ways it and those after it come after the node.
    below: Vec<Vec<u16>>,
    /// The latest nodes for all patterns, for the nodes of the main line and on it.
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

    /// In which ways a pattern is there at a node.
    pub(super) fn there(&self, pattern: usize, node: u32) -> u16 {
        self.there[pattern][node as usize]
    }

    /// In which ways the patterns from one on come after a node.
    pub(super) fn below(&self, pattern: usize, node: u32) -> u16 {
        let own = self.below.get(pattern);
        own.map_or(u16::MAX, |own| own[node as usize])
    }

    /// In which ways all patterns come after a node of the main line, on it.
    pub(super) fn on_main(&self, node: u32) -> u16 {
        if self.there.is_empty() {
            return u16::MAX;
        }
        self.on_main.get(node as usize).copied().unwrap_or(0)
    }
}

/// The node above each node, and how many nodes the main line has.
fn parents(events: &[u16]) -> (Vec<u32>, usize) {
    let (mut parents, mut path, mut main, mut in_node) = (Vec::new(), Vec::new(), None, false);
    for told in tree(events) {
        match told {
            Told::Up(up) => {
                main.get_or_insert(parents.len());
                path.truncate(path.len().saturating_sub(up as usize));
            }
            Told::Event(event) => {
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

/// For each pattern and node, in which ways it and those after it come after the node.
fn below(there: &[Vec<u16>], parents: &[u32]) -> Vec<Vec<u16>> {
    let mut all: Vec<Vec<u16>> = Vec::new();
    for there in there.iter().rev() {
        let mut below = vec![0; parents.len()];
        for (node, above) in parents.iter().enumerate().rev() {
            // What comes after comes in the same ways.
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
