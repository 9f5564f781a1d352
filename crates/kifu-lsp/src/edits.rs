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
    /// The offset of each node; the piece at 0, possibly empty, precedes the first node.
    starts: Vec<usize>,
}

impl<'t> Pieces<'t> {
    fn new(text: &'t str) -> Self {
        let nodes = Parser::new(text.as_bytes())
            .filter(|event| event.kind == EventKind::NodeBegin)
            .map(|event| event.span.start);
        Self {
            text,
            starts: std::iter::once(0).chain(nodes).collect(),
        }
    }

    const fn len(&self) -> usize {
        self.starts.len()
    }

    /// The span of consecutive pieces.
    fn span(&self, pieces: &Range<usize>) -> Span {
        let at = |piece: usize| self.starts.get(piece).copied().unwrap_or(self.text.len());
        Span::new(at(pieces.start), at(pieces.end))
    }

    fn text_of(&self, piece: usize) -> &'t str {
        self.span(&(piece..piece + 1)).of_str(self.text)
    }
}

/// A part of a text in tokens: the events of the parser and the gaps between them. Concatenated, they are the part.
struct Tokens<'t> {
    text: &'t str,
    spans: Vec<Span>,
    end: usize,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str, part: Span) -> Self {
        let mut tokens = Self {
            text,
            spans: Vec::new(),
            end: part.end,
        };
        let mut end = part.start;
        for event in Parser::new(part.of_str(text).as_bytes()) {
            let span = Span::new(part.start + event.span.start, part.start + event.span.end);
            tokens.push(Span::new(end, span.start));
            tokens.push(span);
            end = span.end;
        }
        tokens.push(Span::new(end, part.end));
        tokens
    }

    fn push(&mut self, span: Span) {
        if !span.is_empty() {
            self.spans.push(span);
        }
    }

    fn token(&self, number: usize) -> &'t str {
        self.spans[number].of_str(self.text)
    }

    fn tokens(&self, range: Range<usize>) -> Vec<&'t str> {
        range.map(|number| self.token(number)).collect()
    }

    /// The span of consecutive tokens; an empty one is before the first of them.
    fn span(&self, range: &Range<usize>) -> Span {
        let at = |number: usize| self.spans.get(number).map_or(self.end, |token| token.start);
        Span::new(at(range.start), at(range.end))
    }
}

/// The edits that turn `old` into `new`, in order and without overlap.
pub(crate) fn between(old: &str, new: &str) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (Pieces::new(old), Pieces::new(new));
    let mut edits = Vec::new();
    if old.len() == new.len() {
        for piece in 0..old.len() {
            let piece = piece..piece + 1;
            between_parts(&old, old.span(&piece), &new, new.span(&piece), &mut edits);
        }
        return edits;
    }
    let most = old.len().min(new.len());
    let before = (0..most)
        .take_while(|piece| old.text_of(*piece) == new.text_of(*piece))
        .count();
    let after = (1..=most - before)
        .take_while(|back| old.text_of(old.len() - back) == new.text_of(new.len() - back))
        .count();
    between_pieces(&old, &new, before, after, &mut edits);
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
    if left.len() + right.len() > FEW {
        let (from, to) = (old.span(&left), new.span(&right));
        edits.push(trimmed(old.text, from, new.text, to));
        return;
    }
    let old_texts: Vec<&str> = left.clone().map(|piece| old.text_of(piece)).collect();
    let new_texts: Vec<&str> = right.clone().map(|piece| new.text_of(piece)).collect();
    for (left, right) in differences(&old_texts, &new_texts) {
        let left = before + left.start..before + left.end;
        let right = before + right.start..before + right.end;
        between_parts(old, old.span(&left), new, new.span(&right), edits);
    }
}

/// The edits of a part of a text.
fn between_parts(
    old: &Pieces<'_>,
    left: Span,
    new: &Pieces<'_>,
    right: Span,
    edits: &mut Vec<Edit>,
) {
    if left.of_str(old.text) == right.of_str(new.text) {
        return;
    }
    let (old, new) = (Tokens::new(old.text, left), Tokens::new(new.text, right));
    let (mut left, mut right) = (0..old.spans.len(), 0..new.spans.len());
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
    if left.len() + right.len() > FEW || left.is_empty() || right.is_empty() {
        edits.push(trimmed(
            old.text,
            old.span(&left),
            new.text,
            new.span(&right),
        ));
        return;
    }
    let old_tokens = old.tokens(left.clone());
    let new_tokens = new.tokens(right.clone());
    for (from, to) in differences(&old_tokens, &new_tokens) {
        let from = left.start + from.start..left.start + from.end;
        let to = right.start + to.start..right.start + to.end;
        edits.push(trimmed(old.text, old.span(&from), new.text, new.span(&to)));
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
fn trimmed(old: &str, left: Span, new: &str, right: Span) -> Edit {
    let (mut from, mut to) = (left.of_str(old), right.of_str(new));
    let mut start = left.start;
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
