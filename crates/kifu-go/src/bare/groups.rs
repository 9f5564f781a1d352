//! Joins and splits groups of stones.

use super::{BareBoard, Cell, EDGE, EMPTY, HEAD, IDLE, INK, alone};

impl BareBoard {
    /// Joins the group of a stone with all groups of its color that it touches. `other` is in one of them; a third is
    /// rare.
    #[inline(never)]
    pub(super) fn fuse(&mut self, at: usize, own: u16, other: usize) {
        let head = self.cells[at].head();
        let mut third = false;
        for near in self.around(at) {
            let cell = self.cells[near];
            third |= (cell.ink() == own) & (cell.head() != head) & (cell.head() != other);
        }
        self.join(head, other);
        if third {
            for near in self.around(at) {
                if self.cells[near].ink() == own {
                    self.join(self.cells[at].head(), self.cells[near].head());
                }
            }
        }
    }

    /// Joins two groups; no effect if they are one already. The smaller takes the larger's head, so a stone changes
    /// its head at most a logarithm of times.
    fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (large, small) = if self.cells[a].stones >= self.cells[b].stones {
            (a, b)
        } else {
            (b, a)
        };
        let tag = self.cells[large].tag;
        let mut at = small;
        loop {
            self.cells[at].tag = tag;
            at = self.cells[at].next.into();
            if at == small {
                break;
            }
        }
        let Cell {
            next,
            breath,
            stones,
            ..
        } = self.cells[small];
        self.cells[small].next = core::mem::replace(&mut self.cells[large].next, next);
        self.cells[large].breath = self.cells[large].breath.wrapping_add(breath);
        self.cells[large].stones += stones;
    }

    /// Removes one stone from the board, not as a capture; its group may split.
    pub(crate) fn lift(&mut self, at: usize) {
        let Cell { tag, next, .. } = self.cells[at];
        let (head, own) = (usize::from(tag & HEAD), tag >> INK);
        let around = self.around(at);
        let (mut free, mut kin) = (0u16, 0);
        for near in around {
            let tag = self.cells[near].tag;
            free += u16::from(tag <= HEAD);
            kin += u16::from(tag >> INK == own);
            let head = usize::from(tag & HEAD);
            self.cells[head].breath = self.cells[head].breath.wrapping_add(1);
        }
        self.cells[at].tag = alone(at, EMPTY);
        if kin == 1 {
            self.unlink(at, head, next.into(), free);
        } else if kin > 1 {
            self.split(at, next.into(), own, around);
        }
        self.cells[at].breath = IDLE + free;
    }

    /// Removes a stone with one neighbor of its own color from the ring of `head`.
    fn unlink(&mut self, at: usize, head: usize, next: usize, free: u16) {
        let mut before = head;
        while usize::from(self.cells[before].next) != at {
            before = self.cells[before].next.into();
        }
        self.cells[before].next = next as u16;
        let Cell { breath, stones, .. } = self.cells[head];
        let new = if at == head { next } else { head };
        self.cells[new].breath = breath.wrapping_sub(free);
        self.cells[new].stones = stones - 1;
        if new != head {
            let tag = alone(new, self.cells[new].ink());
            let mut stone = new;
            loop {
                self.cells[stone].tag = tag;
                stone = self.cells[stone].next.into();
                if stone == new {
                    break;
                }
            }
        }
    }

    /// Makes groups of the rest of a ring after `at` was emptied.
    fn split(&mut self, at: usize, next: usize, own: u16, around: [usize; 4]) {
        let mut stone = next;
        while stone != at {
            self.cells[stone].tag = alone(stone, own);
            stone = self.cells[stone].next.into();
        }
        for near in around {
            if self.cells[near].tag == alone(near, own) {
                self.flood(near, own);
            }
        }
    }

    /// Makes a group of the stones connected to `seed`, all of which have themselves as head.
    ///
    /// The ring itself is the queue: found stones are appended to it, so nothing is allocated.
    fn flood(&mut self, seed: usize, own: u16) {
        let tag = alone(seed, own);
        let (mut at, mut last) = (seed, seed);
        let (mut breath, mut stones) = (0u16, 0u16);
        loop {
            stones += 1;
            for near in self.around(at) {
                let found = self.cells[near].tag;
                if found <= HEAD {
                    breath += 1;
                } else if near != seed && found == alone(near, own) {
                    self.cells[near].tag = tag;
                    self.cells[last].next = near as u16;
                    last = near;
                }
            }
            if at == last {
                break;
            }
            at = self.cells[at].next.into();
        }
        self.cells[last].next = seed as u16;
        self.cells[seed].breath = breath;
        self.cells[seed].stones = stones;
    }

    /// Sets the content of a cell of the board, without captures.
    pub(crate) fn repaint(&mut self, at: usize, ink: u16) {
        let old = self.cells[at].ink();
        if old == ink {
            return;
        }
        if old != EMPTY {
            self.lift(at);
        }
        if ink != EMPTY {
            self.attach(at, ink);
        }
    }

    /// Changes only the color of a cell: [`BareBoard::regroup`] must follow.
    pub(crate) fn smear(&mut self, at: usize, ink: u16) {
        self.cells[at].tag = alone(at, ink);
    }

    /// Rebuilds all groups, and counts the breath of all cells.
    pub(crate) fn regroup(&mut self) {
        let on_board = |ink| ink != EMPTY && ink != EDGE;
        for (at, cell) in self.cells.iter_mut().enumerate() {
            cell.tag = alone(at, cell.ink());
        }
        for at in self.stride..self.cells.len() - self.stride {
            let cell = self.cells[at];
            if cell.ink() == EMPTY {
                let near = self
                    .around(at)
                    .map(|near| u16::from(self.ink_at(near) == EMPTY));
                self.cells[at].breath = IDLE + near.iter().sum::<u16>();
            } else if on_board(cell.ink()) && cell.head() == at {
                self.flood(at, cell.ink());
            }
        }
    }
}
