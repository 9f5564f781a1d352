use super::fingerprint::Fingerprint;
use super::options::{LEAST_NEAR, Options};
use super::relation::Kind;

/// The shared property by which records are grouped for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bucket {
    Text,
    Tree,
    Moves,
    Third(usize),
    Half(usize),
    Dyer,
    Mark(usize),
    Who,
}

impl Bucket {
    /// The key shared by the records of a bucket; `None` for records that are in no bucket.
    pub(super) fn key(self, game: &Fingerprint, options: Options) -> Option<u64> {
        let is_long = game.length >= options.least_moves || game.has_setup && game.length > 0;
        let key = match self {
            Self::Text => game.text,
            Self::Tree if options.last >= Kind::Tree => game.tree,
            Self::Moves if options.last >= Kind::Moves && is_long => game.all_moves,
            Self::Third(third) if game.length >= LEAST_NEAR.max(options.least_moves) => {
                u64::from(game.thirds[third])
            }
            Self::Half(half) if game.length >= LEAST_NEAR.max(options.least_moves) => {
                u64::from(game.halves[half])
            }
            Self::Dyer => game.dyer,
            Self::Mark(mark) => u64::from(game.marks[mark]),
            Self::Who => game.who,
            Self::Tree | Self::Moves | Self::Third(_) | Self::Half(_) => 0,
        };
        (key != 0).then_some(key)
    }
}
