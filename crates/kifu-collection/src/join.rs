//! Joins many files into one.

use kifu_sgf::Collection;

use crate::copy::{joined_bytes, utf8_bytes};
use crate::fingerprint::fingerprint;

/// The bytes of a file of all games of the collections, in their order, and how many there are.
///
/// Each game keeps its own bytes wherever a file with others can hold them ([`joined_bytes`]). The
/// file is read again: if it does not hold just these games, because broken ones mislead the reader of
/// encodings, all of them are written in UTF-8.
///
/// ```
/// use kifu_collection::join::join;
/// use kifu_sgf::Collection;
///
/// let files = ["(;PB[A] ;B[aa])", "Hello\n(;PB[B])"].map(Collection::from);
/// assert_eq!(join(&files), (b"(;PB[A] ;B[aa])\n(;PB[B])\n".to_vec(), 2));
/// ```
pub fn join<'a, C>(collections: C) -> (Vec<u8>, usize)
where
    C: IntoIterator<Item = &'a Collection>,
    C::IntoIter: Clone,
{
    let collections = collections.into_iter();
    let games = || collections.clone().flat_map(Collection::games);
    let mut written = Joined::default();
    let mut bytes = Vec::new();
    for game in games() {
        written.add(fingerprint(game));
        bytes.extend(joined_bytes(game));
    }
    if !written.is_in(&Collection::from_bytes(bytes.clone())) {
        bytes = games().flat_map(utf8_bytes).collect();
    }
    (bytes, written.games())
}

/// A running record of the games written so far, to verify the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    games: usize,
    fingerprint: u64,
}

impl Joined {
    /// Adds the game with this [fingerprint](crate::fingerprint).
    pub const fn add(&mut self, fingerprint: u64) {
        self.games += 1;
        self.fingerprint = self.fingerprint.rotate_left(1) ^ fingerprint;
    }

    /// Number of games written.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Whether a collection holds exactly the games that were written, in that order.
    #[must_use]
    pub fn is_in(&self, collection: &Collection) -> bool {
        let mut found = Self::default();
        for game in collection.games() {
            found.add(fingerprint(game));
        }
        found == *self
    }
}
