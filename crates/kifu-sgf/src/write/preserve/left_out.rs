use kifu_syntax::Span;

use super::{Output, Piece};
use crate::tree::Collection;

impl Output<'_> {
    /// Spans of unexpected text that is in none of the pieces.
    pub(super) fn left_out(&self, collection: &Collection) -> Vec<Span> {
        let problems = collection.problems().iter();
        let mut skipped = problems
            .filter(|problem| problem.kind.skips_text())
            .map(|problem| problem.span)
            .peekable();
        if skipped.peek().is_none() {
            return Vec::new();
        }
        let pieces = self.pieces.iter();
        let mut kept: Vec<Span> = pieces
            .filter_map(|piece| match piece {
                Piece::Text(span) => Some(*span),
                Piece::New(_) | Piece::Game(_) | Piece::Recoded(..) => None,
            })
            .collect();
        kept.sort_unstable_by_key(|span| span.start);
        let mut left_out = Vec::new();
        let mut kept = kept.into_iter().peekable();
        for skipped in skipped {
            let mut start = skipped.start;
            let mut leave_out = |start: usize, end: usize| {
                let text = Span::new(start, end).of_str(self.text);
                let words = text.trim();
                if !words.is_empty() {
                    let start = start + (text.len() - text.trim_start().len());
                    left_out.push(Span::new(start, start + words.len()));
                }
            };
            while let Some(span) = kept.next_if(|span| span.end <= skipped.end) {
                if span.end > start {
                    leave_out(start, span.start.clamp(start, skipped.end));
                    start = span.end;
                }
            }
            let next = kept.peek().map_or(skipped.end, |span| span.start);
            leave_out(start, next.clamp(start, skipped.end));
        }
        left_out
    }
}
