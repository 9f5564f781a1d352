//! The state of the viewer that outlives a change of the file.

use std::rc::Rc;

use super::edit::Change;
use super::look::Look;
use super::model::Model;
use super::task::Task;

/// The list of games from which a game was opened.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The file of the game, by its number.
    pub(crate) input: usize,
    /// The numbers of file and game, in the order of the list.
    pub(crate) games: Rc<[(usize, usize)]>,
}

impl Listed {
    /// The place in the list of a game of the file; `None` if it is not listed.
    pub(super) fn place_of(&self, game: usize) -> Option<usize> {
        let mut games = self.games.iter();
        games.position(|&place| place == (self.input, game))
    }
}

/// State that a [`Model`] of the changed file, or of the next one, takes over.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) wish: Option<Change>,
    pub(crate) look: Look,
    /// A game of another file that the user wants.
    pub(crate) next: Option<(usize, usize)>,
    list: Option<Listed>,
    task: Task,
    switches: [bool; 4],
}

impl Model<'_> {
    /// The state that outlives a change of the file.
    pub(crate) fn state(&self) -> State {
        State {
            wish: self.wish.clone(),
            look: self.look,
            next: self.next,
            list: self.list.clone(),
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
        self.list.clone_from(&state.list);
        self.restore_switches(state);
    }

    /// Goes on in a game after another one, as a problem if that was one.
    pub(crate) fn follow(&mut self, state: &State) {
        self.restore_switches(state);
        if matches!(state.task, Task::Solve { .. }) {
            self.start_solving();
        }
    }

    fn restore_switches(&mut self, state: &State) {
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
