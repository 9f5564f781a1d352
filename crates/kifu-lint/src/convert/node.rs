use std::collections::HashSet;

use kifu_sgf::schema::{self, Game};
use kifu_sgf::value::Size;

use super::{Options, form, identifier, judgment, komi, markup, obsolete, pass, split};
use crate::change::{Change, Place};
use crate::draft::Draft;

/// A game of an old version: the facts needed to convert its nodes.
pub(super) struct Old {
    /// The game that is played; `None` for an unknown one.
    pub(super) kind: Option<Game>,
    pub(super) size: Size,
    /// Whether the root names the version.
    pub(super) is_declared: bool,
    pub(super) options: Options,
    /// Points with a stone after the node, if it has marks of the kind `M`.
    pub(super) marked: Option<HashSet<[u8; 2]>>,
}

impl Old {
    /// Converts the properties of a node. Returns whether it must be split.
    pub(super) fn convert(
        &self,
        draft: &mut Draft,
        place: Place,
        changes: &mut Vec<Change>,
    ) -> bool {
        identifier::convert(draft, place, changes);
        judgment::convert(draft, place, changes);
        markup::letters(self, draft, place, changes);
        markup::marks(self, draft, place, changes);
        markup::corners(self, draft, place, changes);
        komi::convert(self, draft, place, changes);
        form::convert(self, draft, place, changes);
        pass::convert(self, draft, place, changes);
        obsolete::convert(self, draft, place, changes);
        split::is_needed(self, draft, place, changes)
    }

    /// Converts or reports the properties of a node of FF\[4\] that FF\[4\] does not have.
    pub(super) fn convert_dropped(
        &self,
        draft: &mut Draft,
        place: Place,
        changes: &mut Vec<Change>,
    ) {
        if self.has_dropped(draft) {
            markup::letters(self, draft, place, changes);
            markup::marks(self, draft, place, changes);
            obsolete::convert(self, draft, place, changes);
        }
    }

    /// Whether a node has a property of older versions that FF\[4\] does not have.
    pub(super) fn has_dropped(&self, draft: &Draft) -> bool {
        draft.iter().any(|property| {
            let found = schema::lookup(self.kind, &property.identifier);
            // `KI` was in no version, and is a private property in all of them.
            found.is_some_and(|found| found.is_obsolete() && found.identifier != "KI")
        })
    }
}
