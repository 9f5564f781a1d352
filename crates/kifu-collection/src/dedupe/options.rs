use super::relation::Kind;

/// Minimum number of moves of records that are compared for slips: shorter ones are nearly equal by chance.
pub(super) const LEAST_NEAR: u32 = 10;

/// Criteria for duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) least_moves: u32,
    pub(super) last: Kind,
}

impl Default for Options {
    /// All kinds of duplicates; ten moves.
    fn default() -> Self {
        Self {
            least_moves: 10,
            last: Kind::Players,
        }
    }
}

impl Options {
    /// Sets the minimum number of moves for two records to be the same game; the default is 10. Records with setup
    /// stones need only one.
    #[must_use]
    pub const fn with_least_moves(mut self, moves: u32) -> Self {
        self.least_moves = moves;
        self
    }

    /// Sets the largest difference to search for; the default is [`Kind::Players`], which includes all kinds.
    #[must_use]
    pub const fn with_kinds_to(mut self, last: Kind) -> Self {
        self.last = last;
        self
    }
}
