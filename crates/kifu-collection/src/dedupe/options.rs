use super::relation::Kind;

/// The fewest moves of records that are looked at for slips.
pub(super) const LEAST_NEAR: u32 = 20;

/// What counts as a duplicate.
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
    /// The fewest moves that make two records the same game; the default is 10. Records with stones that
    /// were set up need only one.
    #[must_use]
    pub const fn with_least_moves(mut self, moves: u32) -> Self {
        self.least_moves = moves;
        self
    }

    /// The largest difference that is looked for; the default is [`Kind::Players`], which is all.
    #[must_use]
    pub const fn with_kinds_to(mut self, last: Kind) -> Self {
        self.last = last;
        self
    }
}
