//! The edits from one text of a collection to another, as small as possible in linear time.
//!
//! Both texts are split into nodes, and nodes into tokens: the events of the parser and the gaps between them. Nodes
//! are paired in order if both texts have the same number; otherwise, equal nodes at the beginning and at the end are
//! paired.

use std::ops::Range;

use kifu_lint::Edit;
use kifu_syntax::{EventKind, Parser, Span};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Maximum number of pieces that are compared with a general algorithm, whose time is not linear.
const FEW: usize = 1000;

/// A text in pieces: each node with the text up to the next one.
struct Pieces<'t> {
    text: &'t str,
    /// Events and gaps, in order; concatenated, they are the text.
    tokens: Vec<Span>,
    /// The first token of each node; one more piece, possibly empty, precedes the first node.
    starts: Vec<usize>,
}

impl<'t> Pieces<'t> {
    fn new(text: &'t str) -> Self {
        let mut pieces = Self {
            text,
            tokens: Vec::new(),
            starts: vec![0],
        };
        let mut end = 0;
        for event in Parser::new(text.as_bytes()) {
            pieces.push(Span::new(end, event.span.start));
            if event.kind == EventKind::NodeBegin {
                pieces.starts.push(pieces.tokens.len());
            }
            pieces.push(event.span);
            end = event.span.end;
        }
        pieces.push(Span::new(end, text.len()));
        pieces
    }

    fn push(&mut self, span: Span) {
        if !span.is_empty() {
            self.tokens.push(span);
        }
    }

    const fn len(&self) -> usize {
        self.starts.len()
    }

    fn token(&self, number: usize) -> &'t str {
        self.tokens[number].of_str(self.text)
    }

    /// The tokens of a piece.
    fn tokens_of(&self, piece: usize) -> Range<usize> {
        let end = self.starts.get(piece + 1).copied();
        self.starts[piece]..end.unwrap_or(self.tokens.len())
    }

    /// The span of tokens; an empty one is before the first of them.
    fn span(&self, tokens: &Range<usize>) -> Span {
        let at = |number: usize| {
            self.tokens
                .get(number)
                .map_or(self.text.len(), |token| token.start)
        };
        Span::new(at(tokens.start), at(tokens.end))
    }

    fn text_of(&self, piece: usize) -> &'t str {
        self.span(&self.tokens_of(piece)).of_str(self.text)
    }
}

/// The edits that turn `old` into `new`, in order and without overlap.
pub(crate) fn between(old: &str, new: &str) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (Pieces::new(old), Pieces::new(new));
    let mut edits = Vec::new();
    let (before, after) = if old.len() == new.len() {
        (old.len(), 0)
    } else {
        let most = old.len().min(new.len());
        let before = (0..most)
            .take_while(|piece| old.text_of(*piece) == new.text_of(*piece))
            .count();
        let after = (1..=most - before)
            .take_while(|back| old.text_of(old.len() - back) == new.text_of(new.len() - back))
            .count();
        (before, after)
    };
    for piece in 0..before {
        between_tokens(
            &old,
            old.tokens_of(piece),
            &new,
            new.tokens_of(piece),
            &mut edits,
        );
    }
    if old.len() != new.len() {
        between_pieces(&old, &new, before, after, &mut edits);
    }
    edits
}

/// The edits of the pieces between equal ones.
fn between_pieces(
    old: &Pieces<'_>,
    new: &Pieces<'_>,
    before: usize,
    after: usize,
    edits: &mut Vec<Edit>,
) {
    let (left, right) = (before..old.len() - after, before..new.len() - after);
    let tokens = |pieces: &Pieces<'_>, of: &Range<usize>| {
        let start = |piece: usize| {
            let start = pieces.starts.get(piece).copied();
            start.unwrap_or(pieces.tokens.len())
        };
        start(of.start)..start(of.end)
    };
    if left.len() + right.len() > FEW {
        between_tokens(old, tokens(old, &left), new, tokens(new, &right), edits);
        return;
    }
    let old_texts: Vec<&str> = left.clone().map(|piece| old.text_of(piece)).collect();
    let new_texts: Vec<&str> = right.clone().map(|piece| new.text_of(piece)).collect();
    for (left, right) in differences(&old_texts, &new_texts) {
        let left = before + left.start..before + left.end;
        let right = before + right.start..before + right.end;
        between_tokens(old, tokens(old, &left), new, tokens(new, &right), edits);
    }
}

/// The edits of a range of tokens.
fn between_tokens(
    old: &Pieces<'_>,
    mut left: Range<usize>,
    new: &Pieces<'_>,
    mut right: Range<usize>,
    edits: &mut Vec<Edit>,
) {
    while !left.is_empty() && !right.is_empty() && old.token(left.start) == new.token(right.start) {
        left.start += 1;
        right.start += 1;
    }
    while !left.is_empty()
        && !right.is_empty()
        && old.token(left.end - 1) == new.token(right.end - 1)
    {
        left.end -= 1;
        right.end -= 1;
    }
    if left.is_empty() && right.is_empty() {
        return;
    }
    if left.len() + right.len() > FEW || left.is_empty() || right.is_empty() {
        edits.push(trimmed(old, &left, new, &right));
        return;
    }
    let old_tokens: Vec<&str> = left.clone().map(|number| old.token(number)).collect();
    let new_tokens: Vec<&str> = right.clone().map(|number| new.token(number)).collect();
    for (from, to) in differences(&old_tokens, &new_tokens) {
        let from = left.start + from.start..left.start + from.end;
        let to = right.start + to.start..right.start + to.end;
        edits.push(trimmed(old, &from, new, &to));
    }
}

/// The differences of two lists: ranges of both with equal items before, between and after them.
fn differences(old: &[&str], new: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut all: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    // Only the lengths are used: `similar` moves insertions and deletions without correcting the index of the other list.
    let (mut from, mut to) = (0, 0);
    let mut goes_on = false;
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (left, right) = (op.old_range().len(), op.new_range().len());
        let is_equal = op.tag() == DiffTag::Equal;
        if !is_equal {
            match all.last_mut().filter(|_| goes_on) {
                Some((before, after)) => {
                    before.end += left;
                    after.end += right;
                }
                None => all.push((from..from + left, to..to + right)),
            }
        }
        goes_on = !is_equal;
        from += left;
        to += right;
    }
    all
}

/// An edit without the common characters at both ends.
fn trimmed(old: &Pieces<'_>, left: &Range<usize>, new: &Pieces<'_>, right: &Range<usize>) -> Edit {
    let (span, other) = (old.span(left), new.span(right));
    let (mut from, mut to) = (span.of_str(old.text), other.of_str(new.text));
    let mut start = span.start;
    let same = from
        .char_indices()
        .zip(to.chars())
        .find(|((_, a), b)| a != b)
        .map_or(from.len().min(to.len()), |((at, _), _)| at);
    (from, to, start) = (&from[same..], &to[same..], start + same);
    let same: usize = from
        .chars()
        .rev()
        .zip(to.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    Edit::replace(
        Span::new(start, start + from.len() - same),
        &to[..to.len() - same],
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use kifu_lint::Edit;

    use super::between;

    fn text() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "(", ")", ";", "[", "]", "B", "[aa]", "[ab]", "[ba]", "[bb]", "AB[", " ", "名", "\\",
        ]);
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    #[test]
    fn edits_do_not_overlap_where_equal_values_move() {
        let old = "(;AB[ca[da][bb][eb][gb]ac][ec][hc][d])";
        let new = "(;AB[ac[ad][bb][be][bg][ce][ch][d])";
        assert_eq!(
            Edit::apply_all(&between(old, new), old).as_deref(),
            Some(new)
        );
    }

    proptest! {
        #[test]
        fn edits_make_the_new_text(old in text(), new in text()) {
            let edits = between(&old, &new);
            for (one, next) in edits.iter().zip(edits.iter().skip(1)) {
                prop_assert!(one.span.end <= next.span.start, "{edits:?}");
            }
            prop_assert_eq!(Edit::apply_all(&edits, &old), Some(new));
        }
    }
}
