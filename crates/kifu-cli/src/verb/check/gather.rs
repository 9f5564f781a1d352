//! From bytes to a report: what is in a file, and what is wrong with it.

use std::collections::BTreeSet;

use kifu::Collection;
use kifu::syntax::{EventKind, LineIndex, Parser, Position, ProblemKind, Span};

use super::severity::Severity;

/// What there is in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) bytes: usize,
    pub(super) games: usize,
    pub(super) nodes: usize,
    pub(super) moves: usize,
    /// Problems by severity: `problems[Severity::Error as usize]`.
    pub(super) problems: [usize; 3],
}

/// One problem.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) severity: Severity,
    pub(super) code: &'static str,
    pub(super) message: &'static str,
    /// Where it is in the text.
    pub(super) span: Span,
    /// Where it is in the bytes of the file.
    pub(super) bytes: Span,
    pub(super) position: Position,
    /// Whether there is a place to be shown: not if it is about the whole file.
    pub(super) has_place: bool,
}

/// What is to be said about a file.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) name: String,
    pub(super) counts: Counts,
    /// The names of its encodings.
    pub(super) encodings: BTreeSet<&'static str>,
    /// In the order of the text.
    pub(super) findings: Vec<Finding>,
}

/// What is to be said about the file that `collection` was read from.
pub(super) fn gather(name: &str, collection: &Collection) -> Report {
    let findings = findings(collection);
    let mut problems = [0; 3];
    for finding in &findings {
        problems[finding.severity as usize] += 1;
    }
    Report {
        name: name.to_owned(),
        counts: Counts {
            bytes: collection.source().bytes().len(),
            games: collection.len(),
            nodes: collection.node_count(),
            moves: moves(collection.text().as_bytes()),
            problems,
        },
        encodings: encodings(collection),
        findings,
    }
}

/// How many nodes have a move. Events tell it faster than the tree.
fn moves(text: &[u8]) -> usize {
    let (moves, _) =
        Parser::new(text).fold((0, false), |(moves, has_move), event| match event.kind {
            EventKind::NodeBegin => (moves, false),
            EventKind::Identifier if !has_move && is_move(event.span.of(text)) => (moves + 1, true),
            _ => (moves, has_move),
        });
    moves
}

/// Whether an identifier is `B` or `W`, or comes down to that as `Black` does.
fn is_move(identifier: &[u8]) -> bool {
    let mut upper = identifier.iter().filter(|byte| byte.is_ascii_uppercase());
    match (identifier, upper.next(), upper.next()) {
        ([b'B' | b'W' | b'b' | b'w'], ..) => true,
        (_, Some(b'B' | b'W'), None) => !identifier.iter().any(u8::is_ascii_digit),
        _ => false,
    }
}

fn encodings(collection: &Collection) -> BTreeSet<&'static str> {
    let source = collection.source();
    if source.is_same() && source.text().is_ascii() {
        return BTreeSet::from(["ASCII"]);
    }
    let segments = source.segments().iter();
    segments.map(|segment| segment.charset.name()).collect()
}

fn findings(collection: &Collection) -> Vec<Finding> {
    let source = collection.source();
    let grammar = collection.problems();
    if collection.is_empty() {
        // Whatever else is wrong with it is beside the point.
        let code = ProblemKind::NoGameTree.code();
        let message = crate::NOT_SGF;
        let position = Position { line: 1, column: 1 };
        return vec![Finding {
            severity: Severity::Error,
            code,
            message,
            span: Span::at(0),
            bytes: Span::at(0),
            position,
            has_place: false,
        }];
    }
    let encoding = source.problems();
    if grammar.is_empty() && encoding.is_empty() {
        return Vec::new();
    }
    let text = source.text().as_bytes();
    let lines = LineIndex::new(text);
    let grammar = grammar.iter().map(|problem| Finding {
        severity: Severity::of_grammar(problem.kind),
        code: problem.kind.code(),
        message: problem.kind.message(),
        span: problem.span,
        bytes: source.to_bytes_span(problem.span),
        position: lines.position(text, problem.span.start),
        has_place: true,
    });
    let encoding = encoding.iter().map(|problem| {
        let span = source.to_text_span(problem.span);
        Finding {
            severity: Severity::of_encoding(problem.kind),
            code: problem.kind.code(),
            message: problem.kind.message(),
            span,
            bytes: problem.span,
            position: lines.position(text, span.start),
            has_place: true,
        }
    });
    let mut findings = grammar.chain(encoding).collect::<Vec<_>>();
    findings.sort_by_key(|finding| (finding.span.start, finding.code));
    findings
}

#[cfg(test)]
mod tests {
    use kifu::Collection;

    use super::moves;

    #[test]
    fn moves_are_those_of_the_tree() {
        for text in [
            "(;FF[4];B[aa];W[bb]B[cc](;BL[1])(;W[]))",
            "(;Black[aa];White[bb];b[cc];BLack[dd];w[];B2[x])",
            "",
        ] {
            let collection = Collection::from(text);
            let nodes = collection.games().flat_map(|game| game.nodes());
            let of_tree = nodes.filter(|node| node.play().is_some()).count();
            assert_eq!(moves(text.as_bytes()), of_tree, "{text}");
        }
    }
}
