//! Points that a finished game leaves to nobody.

use alloc::{vec, vec::Vec};

use crate::seki::around;
use crate::{Board, Point, Score};

impl Board {
    /// Returns the neutral points outside seki, sorted: those without an owner in `score`, in regions that no stone of
    /// `seki` touches, as [`Self::seki`] returns them. They are dame, or the game is not finished, or stones are dead.
    ///
    /// ```
    /// use kifu_go::{Board, Count, Point, Scoring};
    ///
    /// let board = Board::from_text("
    ///     . X . O .
    ///     . X . O .
    ///     . X X O .
    /// ")?;
    /// let score = Count::new(Scoring::Territory).score(&board, [0, 0]);
    /// assert_eq!(board.open_points(&score, &[]), [Point::new(2, 0), Point::new(2, 1)]);
    /// # Ok::<(), kifu_go::BoardTextError>(())
    /// ```
    #[must_use]
    pub fn open_points(&self, score: &Score, seki: &[Point]) -> Vec<Point> {
        let size = self.size();
        let mut is_seen = vec![false; size.area()];
        let mut open = Vec::new();
        for point in size.points() {
            let (mut todo, mut region, mut is_settled) = (vec![point], Vec::new(), false);
            while let Some(here) = todo.pop() {
                if score.owner(here).is_some() {
                    is_settled |= seki.binary_search(&here).is_ok();
                } else if !core::mem::replace(&mut is_seen[size.index(here)], true) {
                    region.push(here);
                    todo.extend(around(here).filter(|&near| size.contains(near)));
                }
            }
            if !is_settled {
                open.extend(region);
            }
        }
        open.sort_unstable();
        open
    }
}
