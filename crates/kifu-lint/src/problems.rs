//! Problems from the parser, buffered until their game is read.

use kifu_syntax::{Problem, ProblemKind, ProblemSink, Span};

use crate::held::Held;

/// Buffered problems, and facts about all problems, buffered or not.
#[derive(Debug)]
pub(crate) struct Problems<'a> {
    text: &'a str,
    held: Held<Problem>,
    /// Start of the first and of the last problem of each kind.
    met: [Option<(usize, usize)>; ProblemKind::ALL.len()],
    /// The last value that is skipped and not closed.
    open: Option<Span>,
}

impl<'a> Problems<'a> {
    /// Creates an empty buffer, for problems of `text` that begin at `from` or later.
    pub(crate) const fn new(text: &'a str, from: usize) -> Self {
        Self {
            text,
            held: Held::new(text.len(), from),
            met: [None; ProblemKind::ALL.len()],
            open: None,
        }
    }

    /// The buffered problems.
    pub(crate) const fn held(&mut self) -> &mut Held<Problem> {
        &mut self.held
    }

    /// Whether there is a problem of this kind before `offset`.
    pub(crate) fn has(&self, kind: ProblemKind, offset: usize) -> bool {
        self.met[kind as usize].is_some_and(|(first, _)| first < offset)
    }

    /// Whether the node at `start` is one after a variation, in the window: the last that was met.
    pub(crate) fn is_restart(&self, start: usize) -> bool {
        self.met[ProblemKind::NodeAfterVariation as usize].is_some_and(|(_, last)| last == start)
            && self.held.wants(start)
    }

    /// Returns the end of the last value before `offset` that is skipped and not closed.
    pub(crate) fn open_value(&self, offset: usize) -> Option<usize> {
        self.open
            .filter(|open| open.start < offset)
            .map(|open| open.end)
    }

    /// Drops problems before `offset`.
    pub(crate) fn forget(&mut self, offset: usize) {
        for met in &mut self.met {
            *met = met.and_then(|(_, last)| (last >= offset).then_some((last, last)));
        }
        self.open = self.open.filter(|open| open.start >= offset);
    }

    /// Whether a `)` after a problem would become part of it.
    fn is_open(&self, problem: Problem) -> bool {
        let is_skipped = matches!(
            problem.kind,
            ProblemKind::ValueWithoutIdentifier | ProblemKind::UnexpectedText
        );
        let written = problem.span.of_str(self.text);
        let open = is_skipped.then(|| written.rfind('[')).flatten();
        open.is_some_and(|open| !written[open..].contains(']'))
    }
}

impl ProblemSink for Problems<'_> {
    fn problem(&mut self, problem: Problem) {
        let start = problem.span.start;
        let (first, last) = self.met[problem.kind as usize].unwrap_or((start, start));
        self.met[problem.kind as usize] = Some((first.min(start), last.max(start)));
        if self.is_open(problem) {
            self.open = Some(problem.span);
        }
        // The finding may begin after the text that it is made of, in another window. There is one of it.
        if self.held.wants(start) || problem.kind == ProblemKind::TextBeforeTree {
            self.held.push(problem);
        }
    }
}
