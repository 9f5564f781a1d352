//! Compares how a text is read before and after edits.
//!
//! An edit may change how text elsewhere is read: a `]` that was text ends a value, a `)` closes another tree, the next
//! game begins elsewhere. A fix that does this is not applied.

use kifu_syntax::{Event, EventKind, Parser, Span};

/// An edit as written: the replaced span, and the length of its replacement.
pub(crate) type Written = (Span, usize);

/// Whether all text outside of the edits is read as before: the same tokens, in the same games, and each node below the
/// same nodes. `edits` are in order and do not overlap.
///
/// `moves_games`: an edit makes a game of a variation, so only nodes, properties and values are compared, and the
/// beginnings of trees.
pub(crate) fn is_kept(before: &str, after: &str, edits: &[Written], moves_games: bool) -> bool {
    let mut old = Tokens::new(before, edits, false, moves_games);
    let mut new = Tokens::new(after, edits, true, moves_games);
    old.by_ref().eq(new.by_ref()) && (moves_games || old.games == new.games)
}

/// A part of a token that no edit has touched, at its span in the new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    kind: EventKind,
    span: Span,
    /// Number of games that have begun.
    games: usize,
    /// The nearest untouched node above a `;`, as in [`Tokens::node`].
    parent: u32,
    /// Whether other letters joined an identifier, so that it became another.
    is_joined: bool,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A node whose `;` is missing, or was inserted or removed.
const TOUCHED: u32 = u32::MAX - 1;

/// The untouched parts of the tokens of a text, before or after the edits.
struct Tokens<'t> {
    events: Parser<'t>,
    edits: &'t [Written],
    is_new: bool,
    moves_games: bool,
    /// Index of the first edit that may be after the current token.
    next: usize,
    /// Growth of the text by the edits before that.
    shift: isize,
    /// The rest of the current token.
    rest: Option<Event>,
    games: usize,
    /// The current node: its offset in the new text, without the bits above 32.
    node: u32,
    /// The parents of the open trees.
    parents: Vec<u32>,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str, edits: &'t [Written], is_new: bool, moves_games: bool) -> Self {
        Self {
            events: Parser::new(text.as_bytes()),
            edits,
            is_new,
            moves_games,
            next: 0,
            shift: 0,
            rest: None,
            games: 0,
            node: NONE,
            parents: Vec::new(),
        }
    }

    /// Start and end of the next edit in this text, and the length by which it grows.
    fn edit(&self) -> Option<(usize, usize, isize)> {
        let (span, length) = self.edits.get(self.next)?;
        let growth = length.cast_signed() - span.len().cast_signed();
        Some(if self.is_new {
            let start = span.start.checked_add_signed(self.shift)?;
            (start, start + length, growth)
        } else {
            (span.start, span.end, growth)
        })
    }

    /// The next untouched part of `event`, and the rest after it.
    fn part(&mut self, event: Event) -> (Option<Span>, Option<Event>) {
        let mut span = event.span;
        while let Some((start, end, growth)) = self.edit() {
            if span.end <= start {
                break;
            }
            if span.start < start {
                let part = Span::new(span.start, start);
                let rest = Span::new(start, span.end);
                return (Some(self.moved(part)), Some(Event::new(event.kind, rest)));
            }
            if span.start < end {
                span = Span::new(end.min(span.end), span.end);
                if span.is_empty() {
                    return (None, None);
                }
            }
            self.next += 1;
            self.shift += growth;
        }
        ((!span.is_empty()).then(|| self.moved(span)), None)
    }

    /// The span in the new text.
    fn moved(&self, span: Span) -> Span {
        let shift = if self.is_new { 0 } else { self.shift };
        let moved = |offset: usize| offset.saturating_add_signed(shift);
        Span::new(moved(span.start), moved(span.end))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            let event = match self.rest.take() {
                Some(rest) => rest,
                None => self.events.next()?,
            };
            let (part, rest) = self.part(event);
            self.rest = rest;
            let parent = self.node;
            match event.kind {
                EventKind::TreeBegin => self.parents.push(parent),
                EventKind::TreeEnd => self.node = self.parents.pop().unwrap_or(NONE),
                EventKind::NodeBegin => {
                    self.games += usize::from(parent == NONE);
                    self.node = match part {
                        #[expect(clippy::cast_possible_truncation, reason = "only compared")]
                        Some(span) => (span.start as u32).min(TOUCHED - 1),
                        None if parent == NONE => TOUCHED,
                        None => parent,
                    };
                }
                EventKind::Identifier | EventKind::Value => {}
            }
            if let Some(span) = part {
                // The tree of a game that was a variation ends elsewhere, or nothing is left to end.
                if self.moves_games && event.kind == EventKind::TreeEnd {
                    continue;
                }
                let has_parent = event.kind == EventKind::NodeBegin && parent != TOUCHED;
                let is_identifier = event.kind == EventKind::Identifier;
                return Some(Piece {
                    kind: event.kind,
                    span,
                    games: if self.moves_games { 0 } else { self.games },
                    parent: if has_parent && !self.moves_games {
                        parent
                    } else {
                        NONE
                    },
                    is_joined: self.is_new && is_identifier && span.len() < event.span.len(),
                });
            }
        }
    }
}
