//! Records the changes of steps, and undoes them.

use alloc::vec;

use super::{FAR, Game, Step};
use crate::{
    Color, Point,
    bare::{color_of, index},
    change::{Change, PACKED, unpacked},
};

impl Game {
    /// Undoes the last step; false if there is none.
    pub fn undo(&mut self) -> bool {
        let [.., _, last] = self.steps[..] else {
            return false;
        };
        self.history.pop(&self.steps);
        self.steps.pop();
        let undone = &self.changes[last.changes..];
        if last.packed {
            let cells = unpacked(undone, self.board.size());
            self.board.edit(cells, |_, _, _| ());
        } else {
            let cells = undone.iter().rev();
            self.board.edit(
                cells.map(|change| (change.at(), change.ink())),
                |_, _, _| (),
            );
        }
        self.changes.truncate(last.changes);
        true
    }

    /// Undoes all steps after the first `depth`.
    pub fn undo_to(&mut self, depth: usize) {
        let Some(undone) = self.steps.get(depth + 1..) else {
            return;
        };
        if undone.len() < FAR || undone.iter().any(|step| step.packed) {
            while self.depth() > depth {
                self.undo();
            }
            return;
        }
        // Groups that split are rebuilt only once.
        let from = undone[0].changes;
        while self.depth() > depth {
            self.history.pop(&self.steps);
            self.steps.pop();
        }
        let cells = self.changes[from..].iter().rev();
        self.board.edit(
            cells.map(|change| (change.at(), change.ink())),
            |_, _, _| (),
        );
        self.changes.truncate(from);
    }

    /// Makes the present state the one before all steps, to save memory: earlier steps cannot be undone, and a return to
    /// their positions does not count as a repetition. The numbers of moves and prisoners stay.
    pub fn forget(&mut self) {
        let now = Step {
            changes: 0,
            since: 0,
            packed: false,
            ..*self.now()
        };
        self.steps.clear();
        self.steps.push(now);
        self.history.clear();
        self.changes.clear();
        self.gone.fill(0);
    }

    /// Returns the points that the last step changed, with their old contents: for a move the point played, then the
    /// stones it removed from the board. A step with too many changes to store one by one has them row by row.
    pub fn last_changes(&self) -> impl Iterator<Item = (Point, Option<Color>)> + '_ {
        let last = self.now();
        let from = if self.depth() == 0 {
            self.changes.len()
        } else {
            last.changes
        };
        let (packed, single) = if last.packed {
            (&self.changes[from..], &[][..])
        } else {
            (&[][..], &self.changes[from..])
        };
        let single = single
            .iter()
            .map(|change| (change.point(&self.board), change.color()));
        let bare = self.board.bare();
        let packed = unpacked(packed, self.board.size())
            .filter(|(at, ink)| bare.ink_at(*at) != *ink)
            .map(|(at, ink)| (bare.point(at), color_of(ink)));
        single.chain(packed)
    }

    /// Replaces the changes from `from` on by the board before them: a few letters of a file can change every point of
    /// the board, and changes would then take hundreds of times the memory of the file.
    #[cold]
    pub(super) fn pack(&mut self, from: usize) {
        let size = self.board.size();
        let bare = self.board.bare();
        let points = || size.points().map(|point| index(point, size));
        let last = points().last().unwrap_or(0);
        let mut inks = vec![0; last + 1];
        for at in points() {
            inks[at] = bare.ink_at(at);
        }
        for change in self.changes.drain(from..).rev() {
            inks[change.at()] = change.ink();
        }
        for (n, at) in points().enumerate() {
            if n % PACKED == 0 {
                self.changes.push(Change(0));
            }
            if let Some(word) = self.changes.last_mut() {
                word.0 |= inks[at] << (2 * (n % PACKED));
            }
        }
    }
}
