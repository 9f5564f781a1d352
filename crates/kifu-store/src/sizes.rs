//! The board sizes of games.

use std::cmp::Reverse;

use kifu_go::Size;
use kifu_select::Selection;

use crate::bits::has;
use crate::error::{Result, StoreError};
use crate::store::Store;

/// Board sizes with their numbers of games.
pub type SizeCounts = Vec<(Size, u64)>;

/// Number of games of each board size.
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

    /// The sizes with their games, most frequent first, then by descending size.
    pub(crate) fn in_order(self) -> Vec<(Size, u64)> {
        let mut sizes = self.0;
        sizes.retain(|(_, games)| *games > 0);
        sizes.sort_by_key(|(size, games)| Reverse((*games, size.area())));
        sizes
    }
}

impl Store {
    /// The board sizes of the selected games of Go, with their numbers of games: most frequent first, then by
    /// descending size.
    ///
    /// # Errors
    /// The errors of [`Store::select`].
    pub fn sizes_of(&self, selection: &Selection) -> Result<SizeCounts> {
        let (sizes, errors) = self.sizes_partial(selection)?;
        StoreError::first_of(sizes, errors)
    }

    /// The board sizes of all readable games, and the errors of the others.
    ///
    /// # Errors
    /// The errors of [`Store::search_partial`].
    pub fn sizes_partial(&self, selection: &Selection) -> Result<(SizeCounts, Vec<StoreError>)> {
        let mut sizes = Sizes::default();
        let errors = self.each_eligible(selection, |segment, eligible| {
            let directory = segment.directory()?;
            let games = directory.iter().enumerate();
            let counts = games.filter(|(game, entry)| entry.is_go() && has(eligible, *game));
            sizes.add(segment.size, counts.count() as u64);
            Ok(())
        })?;
        Ok((sizes.in_order(), errors))
    }
}
