//! The boards of some games.

use std::cmp::Reverse;

use kifu_go::Size;
use kifu_select::Selection;

use crate::error::Result;
use crate::store::{Store, infos};

/// How many of some games are on boards of each size.
#[derive(Debug, Default)]
pub(crate) struct Sizes(Vec<(Size, u64)>);

impl Sizes {
    /// Counts games on boards of a size.
    pub(crate) fn add(&mut self, size: Size, games: u64) {
        match self.0.iter_mut().find(|(own, _)| *own == size) {
            Some((_, own)) => *own += games,
            None => self.0.push((size, games)),
        }
    }

    /// The sizes with their games, the most frequent first; of equally frequent ones the larger.
    pub(crate) fn in_order(self) -> Vec<(Size, u64)> {
        let mut sizes = self.0;
        sizes.retain(|(_, games)| *games > 0);
        sizes.sort_by_key(|(size, games)| Reverse((*games, size.area())));
        sizes
    }
}

impl Store {
    /// The board sizes of the games of Go that are meant, each with how many they are: the most frequent first,
    /// of equally frequent ones the larger.
    ///
    /// # Errors
    /// Those of [`Store::select`].
    pub fn sizes_of(&self, selection: &Selection) -> Result<Vec<(Size, u64)>> {
        self.ensure_kept(selection)?;
        let mut sizes = Sizes::default();
        for segment in self.segments() {
            let directory = segment.directory()?;
            let counts = |game: usize| segment.is_alive(game) && directory[game].is_go();
            let games = if selection.is_all() {
                (0..segment.games).filter(|game| counts(*game)).count()
            } else {
                let infos = infos(segment, selection)?;
                let infos = infos.iter().enumerate();
                infos
                    .filter(|(game, info)| counts(*game) && selection.matches_facts(*info))
                    .count()
            };
            sizes.add(segment.size, games as u64);
        }
        Ok(sizes.in_order())
    }
}
