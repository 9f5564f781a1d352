//! The positions of a game in the order they arose, with a way to find one again by its key.
//!
//! A position that comes back has as many stones as it had before, and few positions of a game have
//! the same number. So each entry names the one before it with so many stones, and those are compared
//! one by one. Where they become many (a game may go round in circles for ever), all entries are put
//! into a table.
//!
//! The table is an open one of places, probed in a line. Only the youngest entry is ever taken out, so
//! its place can simply be given back: no younger entry was probed past it. Keys are mixed before use
//! because hashes of positions are linear, and a hostile game could line them all up.

use alloc::{vec, vec::Vec};

use crate::zobrist::mix;

/// How many entries with the same number of stones are compared one by one.
const NEAR: u16 = 8;

#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    entries: Vec<Entry>,
    /// By the number of stones: the youngest entry with so many (plus 1; 0 for none).
    levels: Vec<u32>,
    /// The youngest entry of a key (plus 1; 0 for a free place). A power of two in length.
    places: Vec<u32>,
    /// How many entries are in the table. An entry whose rank is [`NEAR`] is, and all before it.
    indexed: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Of an entry in the table, the one before with the same key (plus 1; 0 for none).
    same: u32,
    /// The entry before with as many stones (plus 1; 0 for none).
    level: u32,
    stones: u16,
    /// How many entries before have as many stones, up to [`NEAR`].
    rank: u16,
}

impl History {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        self.entries.reserve(more);
    }

    /// Forgets all entries, and keeps memory for others.
    pub(crate) fn clear(&mut self) {
        for entry in self.entries.drain(..) {
            self.levels[usize::from(entry.stones)] = 0;
        }
        self.places = Vec::new();
        self.indexed = 0;
    }

    /// Adds a key of a position with so many stones, and returns the youngest entry that had it
    /// before.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, stones: u16) -> Option<usize> {
        let before = self.find(key, stones);
        let number = self.entries.len() as u32 + 1;
        let at = usize::from(stones);
        if self.levels.len() <= at {
            self.levels.resize(at + 1, 0);
        }
        let level = core::mem::replace(&mut self.levels[at], number);
        let rank = match level {
            0 => 0,
            _ => (self.entries[level as usize - 1].rank + 1).min(NEAR),
        };
        self.entries.push(Entry {
            key,
            same: 0,
            level,
            stones,
            rank,
        });
        if rank == NEAR {
            self.index();
        }
        before
    }

    pub(crate) fn pop(&mut self) {
        let Some(last) = self.entries.last() else {
            return;
        };
        self.levels[usize::from(last.stones)] = last.level;
        if self.indexed == self.entries.len() {
            let (key, same) = (last.key, last.same);
            let place = self.place(key);
            self.places[place] = same;
            self.indexed -= 1;
        }
        self.entries.pop();
    }

    /// The youngest entry with this key, which is that of a position with so many stones.
    #[inline]
    pub(crate) fn find(&self, key: u64, stones: u16) -> Option<usize> {
        let mut number = *self.levels.get(usize::from(stones))?;
        while number != 0 {
            let at = number as usize - 1;
            let entry = self.entries[at];
            if entry.key == key {
                return Some(at);
            }
            if entry.rank == NEAR {
                return (self.places[self.place(key)] as usize).checked_sub(1);
            }
            number = entry.level;
        }
        None
    }

    /// The place of a key, or the free one where it belongs. Half of all places are free.
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = mix(key) as usize & mask;
        loop {
            match self.places[place] {
                0 => return place,
                entry if self.entries[entry as usize - 1].key == key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Puts all entries into the table.
    #[cold]
    fn index(&mut self) {
        let entries = self.entries.len();
        if entries * 2 > self.places.len() {
            self.places = vec![0; (entries * 2).next_power_of_two().max(64)];
            self.indexed = 0;
        }
        for at in self.indexed..entries {
            let place = self.place(self.entries[at].key);
            self.entries[at].same = core::mem::replace(&mut self.places[place], at as u32 + 1);
        }
        self.indexed = entries;
    }
}
