//! Whether a fix can be applied without the others.

use kifu_syntax::{Event, EventSink, Parser, Problem, ProblemKind, ProblemSink, Span};

use crate::reading::{Written, is_kept};
use crate::rules::structure::variation_like_a_game;
use crate::{Diagnostic, Edit};

impl Diagnostic {
    /// Whether the fix can be applied alone to `text`, the text that was checked: all other text is then read as before,
    /// and no more of it is ignored. False if there is no fix.
    ///
    /// [`fix`](crate::fix()) tests the same of the fixes that it applies together. Takes time linear in the length of the
    /// text.
    #[must_use]
    pub fn fix_stands_alone(&self, text: &str) -> bool {
        let Some(fix) = &self.fix else {
            return false;
        };
        let Some(new) = Edit::apply_all(&fix.edits, text) else {
            return false;
        };
        let written = fix
            .edits
            .iter()
            .map(|edit| (edit.span, edit.replacement.len()));
        let written: Vec<Written> = written.collect();
        let moves_games = self.code == variation_like_a_game::RULE.code;
        let (before, after) = (Ignored::of(text), Ignored::of(&new));
        let is_swallowed = self.code != ProblemKind::UnterminatedValue.code()
            && fix.edits.iter().any(|edit| before.takes_in(edit));
        let grows = || {
            let mut counts = before.counts.iter().zip(&after.counts);
            counts.any(|(old, new)| new > old)
        };
        !is_swallowed && !grows() && is_kept(text, &new, &written, moves_games)
    }
}

/// The kinds of problems whose text is ignored, or has no meaning.
const IGNORED: [ProblemKind; 5] = [
    ProblemKind::TextBeforeTree,
    ProblemKind::TextBetweenTrees,
    ProblemKind::IdentifierWithoutValue,
    ProblemKind::ValueWithoutIdentifier,
    ProblemKind::UnexpectedText,
];

/// The text that is ignored, and the values that are not closed.
#[derive(Debug, Default)]
struct Ignored {
    /// Number of problems of each kind of [`IGNORED`].
    counts: [usize; IGNORED.len()],
    open_values: Vec<Span>,
}

impl Ignored {
    fn of(text: &str) -> Self {
        let mut ignored = Self::default();
        Parser::with_sink(text.as_bytes(), &mut ignored).feed(&mut NoEvents);
        ignored
    }

    /// Whether a value that is not closed would take in the text of an edit.
    fn takes_in(&self, edit: &Edit) -> bool {
        let mut values = self.open_values.iter();
        values.any(|value| edit.span.start <= value.end && value.start <= edit.span.end)
    }
}

impl ProblemSink for Ignored {
    fn problem(&mut self, problem: Problem) {
        if problem.kind == ProblemKind::UnterminatedValue {
            self.open_values.push(problem.span);
        }
        let counts = IGNORED.iter().zip(&mut self.counts);
        for (_, count) in counts.filter(|(kind, _)| **kind == problem.kind) {
            *count += 1;
        }
    }
}

/// A sink of events that are not needed.
struct NoEvents;

impl EventSink for NoEvents {
    fn event(&mut self, _: Event) {}

    fn plain_nodes(&mut self, _: usize, _: usize) {}
}
