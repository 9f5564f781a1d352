use std::collections::HashSet;

use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use super::{Options, form, identifier, judgement, komi, markup, obsolete, pass, split};
use crate::change::{Change, Place};
use crate::draft::Draft;

/// A game of an old version: what its nodes need to know.
pub(super) struct Old {
    /// The game that is played; `None` for an unknown one.
    pub(super) kind: Option<Game>,
    pub(super) size: Size,
    /// Whether the root names the version.
    pub(super) is_declared: bool,
    pub(super) options: Options,
    /// The points with a stone behind the node, where it has marks of the kind `M`.
    pub(super) marked: Option<HashSet<[u8; 2]>>,
}

impl Old {
    /// Converts the properties of a node. Whether it is to be split.
    pub(super) fn convert(
        &self,
        draft: &mut Draft,
        place: Place,
        changes: &mut Vec<Change>,
    ) -> bool {
        identifier::convert(draft, place, changes);
        judgement::convert(draft, place, changes);
        markup::letters(self, draft, place, changes);
        markup::marks(self, draft, place, changes);
        markup::corners(self, draft, place, changes);
        komi::convert(self, draft, place, changes);
        form::convert(self, draft, place, changes);
        pass::convert(self, draft, place, changes);
        obsolete::convert(self, draft, place, changes);
        split::is_needed(self, draft, place, changes)
    }
}
