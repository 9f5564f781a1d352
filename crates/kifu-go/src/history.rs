//! The positions of a game in the order they arose, searchable by key.
//!
//! Most moves cannot repeat a position, and [`Game`](crate::Game) knows which. So a step only records its position,
//! and steps are linked to each other on the first search.
//!
//! A repeated position has the same number of stones, and few positions of a game share that number. So each link
//! names the previous step with as many stones, and those are compared one by one. If there are many (a game may cycle
//! forever), all steps are put into a table.
//!
//! The table uses open addressing with linear probing. Only the youngest step is ever removed, so its slot can simply
//! be freed: no younger step was probed past it. Keys are mixed before use because hashes of positions are linear, and
//! a hostile game could line them all up.

use alloc::{vec, vec::Vec};

use crate::{Color, zobrist::mix};

/// Maximum number of steps with equal stone count that are compared one by one.
const NEAR: u16 = 8;

/// Maximum number of steps without a link: those are compared one by one.
const UNLINKED: usize = 512;

/// Number of searches through unlinked steps before they are linked.
const LOOKS: u8 = 8;

/// The state after a step of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Key that the rules compare to find a repetition.
    pub(crate) key: u64,
    /// Index of the step's first change.
    pub(crate) changes: usize,
    /// The first step whose position still counts; setup resets it.
    pub(crate) since: u32,
    pub(crate) move_number: u32,
    /// Stones captured by black, by white.
    pub(crate) prisoners: [u32; 2],
    /// Cell at which a ko may not be retaken; 0 for none.
    pub(crate) ko: u16,
    /// Number of stones on the board.
    pub(crate) stones: u16,
    pub(crate) to_play: Color,
    /// Whether the step changed so much that it stores the whole board before it instead of changes, see
    /// [`Game::pack`](crate::Game::pack).
    pub(crate) packed: bool,
}

/// Finds a step by the key of its position.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// Of the first steps.
    links: Vec<Link>,
    /// Number of searches so far, up to [`LOOKS`].
    looks: u8,
    /// By the number of stones: the youngest linked step with that many (plus 1; 0 for none).
    levels: Vec<u32>,
    /// The youngest step of a key (plus 1; 0 for a free place). A power of two in length.
    places: Vec<u32>,
    /// Number of steps in the table. If a step has rank [`NEAR`], it and all steps before it are included.
    indexed: usize,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    /// For a step in the table: the previous one with the same key (plus 1; 0 for none).
    same: u32,
    /// The previous step with as many stones (plus 1; 0 for none).
    level: u32,
    /// Number of earlier steps with as many stones, up to [`NEAR`].
    rank: u16,
}

impl History {
    pub(crate) fn reserve(&mut self, more: usize) {
        self.links.reserve(more);
    }

    /// Forgets all steps, and keeps memory for others.
    pub(crate) fn clear(&mut self) {
        self.links.clear();
        self.looks = 0;
        self.levels.clear();
        self.places = Vec::new();
        self.indexed = 0;
    }

    /// Whether so many of `steps` have no link that they must be linked before the next one.
    #[inline]
    pub(crate) const fn is_behind(&self, steps: &[Step]) -> bool {
        steps.len() - self.links.len() >= UNLINKED
    }

    /// Forgets the last of `steps`.
    pub(crate) fn pop(&mut self, steps: &[Step]) {
        if self.links.len() < steps.len() {
            return;
        }
        let (Some(step), Some(link)) = (steps.last(), self.links.pop()) else {
            return;
        };
        self.levels[usize::from(step.stones)] = link.level;
        if self.indexed == steps.len() {
            let place = self.place(steps, step.key);
            self.places[place] = link.same;
            self.indexed -= 1;
        }
    }

    /// Returns the last of `steps` with this key, which belongs to a position of this number of stones.
    /// After a few look-ups, the steps are linked by key.
    pub(crate) fn look_up(&mut self, steps: &[Step], key: u64, stones: u16) -> Option<usize> {
        if self.looks < LOOKS {
            self.looks += 1;
        } else {
            self.link(steps);
        }
        self.find(steps, key, stones)
    }

    /// The last of `steps` with this key and number of stones. Unlike `look_up`, never links them.
    pub(crate) fn find(&self, steps: &[Step], key: u64, stones: u16) -> Option<usize> {
        let linked = self.links.len();
        let behind = steps.get(linked..).unwrap_or_default();
        if let Some(at) = behind.iter().rposition(|step| step.key == key) {
            return Some(linked + at);
        }
        let mut number = *self.levels.get(usize::from(stones))?;
        while number != 0 {
            let at = number as usize - 1;
            if steps[at].key == key {
                return Some(at);
            }
            let link = self.links[at];
            if link.rank == NEAR {
                return (self.places[self.place(steps, key)] as usize).checked_sub(1);
            }
            number = link.level;
        }
        None
    }

    /// Links all of `steps`.
    #[inline(never)]
    pub(crate) fn link(&mut self, steps: &[Step]) {
        for at in self.links.len()..steps.len() {
            let stones = usize::from(steps[at].stones);
            if self.levels.len() <= stones {
                self.levels.resize(stones + 1, 0);
            }
            let level = core::mem::replace(&mut self.levels[stones], at as u32 + 1);
            let rank = match level {
                0 => 0,
                _ => (self.links[level as usize - 1].rank + 1).min(NEAR),
            };
            self.links.push(Link {
                same: 0,
                level,
                rank,
            });
            if rank == NEAR {
                self.index(steps);
            }
        }
    }

    /// Returns the slot of a key, or the free one for it. Half of all slots are free.
    fn place(&self, steps: &[Step], key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = mix(key) as usize & mask;
        loop {
            match self.places[place] {
                0 => return place,
                step if steps[step as usize - 1].key == key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Puts all linked steps into the table.
    #[cold]
    fn index(&mut self, steps: &[Step]) {
        let linked = self.links.len();
        if linked * 2 > self.places.len() {
            self.places = vec![0; (linked * 2).next_power_of_two().max(64)];
            self.indexed = 0;
        }
        for at in self.indexed..linked {
            let place = self.place(steps, steps[at].key);
            self.links[at].same = core::mem::replace(&mut self.places[place], at as u32 + 1);
        }
        self.indexed = linked;
    }
}
