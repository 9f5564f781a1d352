use super::relation::{Kind, Relation};

/// Records that appear to be of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The number of the best record: the one with the most moves, then the most game info, then the
    /// longest comments, then the most variations; the first of equals.
    pub best: u32,
    /// The others, in their order.
    pub others: Vec<Member>,
}

impl Group {
    /// The largest difference in the group.
    #[must_use]
    pub fn kind(&self) -> Kind {
        let kinds = self.others.iter().map(|member| member.relation.kind());
        kinds.max().unwrap_or(Kind::Bytes)
    }
}

/// A record of a group, beside the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its number.
    pub number: u32,
    /// Its relation to `to`.
    pub relation: Relation,
    /// The best record, or the record through which it joined the group.
    pub to: u32,
}
