//! The state of the viewer that outlives a change of the file.

use super::edit::Change;
use super::look::Look;
use super::model::Model;
use super::task::Task;

/// State that a [`Model`] of the changed file takes over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) wish: Option<Change>,
    pub(crate) look: Look,
    task: Task,
    switches: [bool; 4],
}

impl Model<'_> {
    /// The state that outlives a change of the file.
    pub(crate) fn state(&self) -> State {
        State {
            wish: self.wish,
            look: self.look,
            task: self.task,
            switches: [
                self.has_numbers,
                self.has_names,
                self.is_whole,
                self.is_turned,
            ],
        }
    }

    /// Restores the state that outlives a change of the file.
    pub(crate) fn restore(&mut self, state: &State) {
        self.task = state.task;
        [
            self.has_numbers,
            self.has_names,
            self.is_whole,
            self.is_turned,
        ] = state.switches;
    }

    /// Draws the board as text instead of pixels, or as pixels.
    pub(super) fn switch_pixels(&mut self) {
        if let Some(message) = self.look.switch_pixels() {
            message.clone_into(&mut self.message);
        }
    }

    /// Takes the next skin.
    pub(super) fn step_skin(&mut self) {
        self.look.skin = self.look.skin.next();
        self.message = format!("skin: {}", self.look.skin.name());
    }
}
