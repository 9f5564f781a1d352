//! The positions of a game in the order they arose, with a way to find one again by its key.
//!
//! An open table of places, probed in a line. Only the youngest entry is ever taken out, so its
//! place can simply be given back: no younger entry was probed past it. Keys are mixed before use
//! because hashes of positions are linear, and a hostile game could line them all up.

use alloc::{vec, vec::Vec};

use crate::zobrist::mix;

#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// Key, and the entry before with the same key (plus 1; 0 for none).
    entries: Vec<(u64, u32)>,
    /// The youngest entry of a key (plus 1; 0 for a free place). A power of two in length.
    places: Vec<u32>,
}

impl History {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        self.entries.reserve(more);
        self.grow(self.entries.len() + more);
    }

    /// Adds a key and returns the youngest entry that had it before.
    pub(crate) fn push(&mut self, key: u64) -> Option<usize> {
        self.grow(self.entries.len() + 1);
        let place = self.place(key);
        let before = core::mem::replace(&mut self.places[place], self.entries.len() as u32 + 1);
        self.entries.push((key, before));
        (before as usize).checked_sub(1)
    }

    pub(crate) fn pop(&mut self) {
        if let Some(&(key, before)) = self.entries.last() {
            let place = self.place(key);
            self.places[place] = before;
            self.entries.pop();
        }
    }

    /// The youngest entry with this key.
    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        (self.places[self.place(key)] as usize).checked_sub(1)
    }

    /// The place of a key, or the free one where it belongs. Half of all places are free.
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = mix(key) as usize & mask;
        loop {
            match self.places[place] {
                0 => return place,
                entry if self.entries[entry as usize - 1].0 == key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn grow(&mut self, entries: usize) {
        if entries * 2 <= self.places.len() {
            return;
        }
        self.places = vec![0; (entries * 2).next_power_of_two().max(64)];
        for entry in 0..self.entries.len() {
            let place = self.place(self.entries[entry].0);
            self.places[place] = entry as u32 + 1;
        }
    }
}
