//! The places of the edits of a round.

use std::collections::{BTreeMap, BTreeSet};

use crate::Edit;

/// Spans occupied by the edits of a round.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Start and end of each replaced span. Insertions occupy none.
    spans: BTreeMap<usize, usize>,
    /// Offsets of insertions.
    points: BTreeSet<usize>,
    /// Offsets where values are inserted.
    values: BTreeSet<usize>,
}

impl Taken {
    /// Reserves the spans of `edits`; false if one of them is already taken.
    pub(super) fn take(&mut self, edits: &[Edit]) -> bool {
        if edits.is_empty() || !edits.iter().all(|edit| self.is_free(edit)) {
            return false;
        }
        for edit in edits {
            if edit.span.is_empty() {
                self.points.insert(edit.span.start);
                if adds_value(edit) {
                    self.values.insert(edit.span.start);
                }
            } else {
                self.spans.insert(edit.span.start, edit.span.end);
            }
        }
        true
    }

    fn is_free(&self, edit: &Edit) -> bool {
        let span = edit.span;
        let before = self.spans.range(..span.end.max(span.start + 1)).next_back();
        if span.is_empty() {
            // Insertions next to a replaced span are allowed, inside of it they are not. A value is not added to a
            // property that may be removed.
            return before.is_none_or(|(start, end)| {
                span.start == *start || span.start > *end || span.start == *end && !adds_value(edit)
            });
        }
        let clear = before.is_none_or(|(_, end)| *end <= span.start);
        clear
            && self.points.range(span.start + 1..span.end).next().is_none()
            && !self.values.contains(&span.end)
    }
}

/// Whether values are inserted, for the property before.
fn adds_value(edit: &Edit) -> bool {
    edit.span.is_empty() && edit.replacement.starts_with('[')
}
