//! Games that are valid before they are decoded: their structure needs no evidence.

use kifu_syntax::{EventKind, Parser, Problem, ProblemKind, ProblemSink, Span};
use memchr::memmem;

/// The valid games of a file whose encoding is not known yet.
///
/// `(`, `)` and `;` are never trail bytes, and a `]` that is one leaves text outside of values, which is invalid. A
/// `\` that may be a trail byte could hide the end of a value. So could any byte in an encoding with escape sequences.
/// Games with such bytes are not listed.
#[derive(Debug, Default)]
pub(super) struct LawfulGames(Vec<Span>);

impl LawfulGames {
    /// Those of the part of `bytes` in `range`.
    pub(super) fn of(bytes: &[u8], range: std::ops::Range<usize>) -> Self {
        let part = &bytes[range.clone()];
        let mut games = Vec::new();
        let mut faults = Faults::default();
        let mut start = None;
        let mut depth = 0_usize;
        let mut is_certain = true;
        for event in Parser::with_sink(part, &mut faults) {
            match event.kind {
                EventKind::TreeBegin => {
                    if depth == 0 {
                        is_certain = true;
                        start = Some(event.span.start);
                    }
                    is_certain &= !event.span.is_empty();
                    depth += 1;
                }
                EventKind::TreeEnd => {
                    depth -= 1;
                    is_certain &= !event.span.is_empty();
                    if depth == 0
                        && is_certain
                        && let Some(start) = start.take()
                    {
                        games.push(Span::new(start, event.span.end));
                    }
                }
                EventKind::Value if is_certain => {
                    is_certain = has_certain_end(event.span.of(part));
                }
                EventKind::Value | EventKind::NodeBegin | EventKind::Identifier => {}
            }
        }
        let mut faults = faults.0.into_iter().peekable();
        games.retain(|game| {
            while faults.next_if(|fault| *fault < game.start).is_some() {}
            faults.peek().is_none_or(|fault| *fault >= game.end)
        });
        for game in &mut games {
            *game = game.offset_by(range.start);
        }
        Self(games)
    }

    /// Returns the end of the valid game that begins at `offset` of `bytes`, or after white space there.
    pub(super) fn end_of(&self, bytes: &[u8], offset: usize) -> Option<usize> {
        let index = self.0.partition_point(|game| game.start < offset);
        let game = self.0.get(index)?;
        let is_next = bytes[offset..game.start].trim_ascii().is_empty();
        is_next.then_some(game.end)
    }

    /// Whether `offset` is after the beginning of a valid game and before its end.
    pub(super) fn hold(&self, offset: usize) -> bool {
        let before = self.0.partition_point(|game| game.start < offset);
        before > 0 && offset < self.0[before - 1].end
    }
}

/// Whether the value has the same brackets in every encoding that extends ASCII: no `\` may be a trail byte, and there
/// are no escape sequences.
fn has_certain_end(value: &[u8]) -> bool {
    let may_be_trail = |at: usize| at > 0 && !value[at - 1].is_ascii();
    !memchr::memchr_iter(b'\\', value).any(may_be_trail)
        && memchr::memchr(0x1B, value).is_none()
        && memmem::find(value, b"~{").is_none()
}

/// Offsets at which the grammar is broken, in order.
#[derive(Default)]
struct Faults(Vec<usize>);

impl ProblemSink for Faults {
    fn problem(&mut self, problem: Problem) {
        if !matches!(
            problem.kind,
            ProblemKind::NulByte | ProblemKind::LowercaseIdentifier
        ) {
            self.0.push(problem.span.start);
        }
    }
}
