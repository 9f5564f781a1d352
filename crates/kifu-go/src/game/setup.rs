//! Stones, turns and numbers that are set, not played.

use super::Game;
use crate::{
    Color, OffBoard, Point,
    bare::{EMPTY, index, ink},
    change::Change,
    history::Step,
};

impl Game {
    /// Adds and removes stones without captures (FF\[4\], `AB`, `AW`, `AE`). One step for any number of points.
    ///
    /// Earlier positions no longer count for ko and superko.
    ///
    /// # Errors
    ///
    /// [`OffBoard`] with the first point off the board. All other points were set.
    pub fn setup<I>(&mut self, stones: I) -> Result<(), OffBoard>
    where
        I: IntoIterator<Item = (Point, Option<Color>)>,
    {
        self.setup_to_play(stones, self.to_play())
    }

    /// Sets and removes stones without captures, and sets the player to move. One step.
    ///
    /// # Errors
    ///
    /// As [`Game::setup`].
    pub fn setup_to_play<I>(&mut self, stones: I, to_play: Color) -> Result<(), OffBoard>
    where
        I: IntoIterator<Item = (Point, Option<Color>)>,
    {
        let size = self.board.size();
        let mut missed = None;
        let mut next = Step {
            changes: self.changes.len(),
            since: self.steps.len() as u32,
            ko: 0,
            to_play,
            ..*self.now()
        };
        let cells = stones.into_iter().filter_map(|(point, color)| {
            if size.contains(point) {
                return Some((index(point, size), color.map_or(EMPTY, ink)));
            }
            missed.get_or_insert(OffBoard { point, size });
            None
        });
        let log = &mut self.changes;
        self.board.edit(cells, |at, old, ink| {
            log.push(Change::new(at, old));
            next.stones += u16::from(ink != EMPTY);
            next.stones -= u16::from(old != EMPTY);
        });
        self.step(next);
        missed.map_or(Ok(()), Err)
    }

    /// Whether the last step was setup, after which earlier positions no longer count for ko and superko.
    ///
    /// ```
    /// use kifu_go::{Color, Game, Rules, Size};
    ///
    /// let mut game = Game::new(Size::GO, Rules::JAPANESE);
    /// game.set_to_play(Color::White);
    /// assert!(!game.was_setup());
    /// game.setup_to_play([], Color::Black).unwrap();
    /// assert!(game.was_setup());
    /// ```
    #[must_use]
    pub fn was_setup(&self) -> bool {
        self.depth() > 0 && self.now().since as usize == self.depth()
    }

    /// Sets the player to move (FF\[4\], `PL`). One step.
    pub fn set_to_play(&mut self, color: Color) {
        let next = Step {
            changes: self.changes.len(),
            to_play: color,
            ..*self.now()
        };
        self.step(next);
    }

    /// Changes the number of the last move (FF\[4\], `MN`); later moves count from it. One step.
    pub fn set_move_number(&mut self, number: u32) {
        let next = Step {
            changes: self.changes.len(),
            move_number: number,
            ..*self.now()
        };
        self.step(next);
    }
}
