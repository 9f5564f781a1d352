//! From bytes to a report: what is in a file, and what is wrong with it.

use std::collections::BTreeSet;

use kifu::Collection;
use kifu::lint::{self, Applicability, Diagnostic, Options};
use kifu::syntax::{EventKind, Parser, ProblemKind, Span};

/// What there is in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) bytes: usize,
    pub(super) games: usize,
    pub(super) nodes: usize,
    pub(super) moves: usize,
    /// Problems by severity: `problems[Severity::Error as usize]`.
    pub(super) problems: [usize; 3],
    /// Problems that can be fixed: safely, and all.
    pub(super) fixable: [usize; 2],
}

/// What is to be said about a file.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) name: String,
    pub(super) counts: Counts,
    /// The names of its encodings.
    pub(super) encodings: BTreeSet<&'static str>,
    /// In the order of the text.
    pub(super) findings: Vec<Diagnostic>,
}

/// What is to be said about the file that `collection` was read from.
pub(super) fn gather(name: &str, collection: &Collection, options: &Options) -> Report {
    let findings = findings(collection, options);
    let mut problems = [0; 3];
    let mut fixable = [0; 2];
    for finding in &findings {
        problems[finding.severity as usize] += 1;
        if let Some(fix) = &finding.fix {
            fixable[0] += usize::from(fix.applicability == Applicability::Safe);
            fixable[1] += 1;
        }
    }
    Report {
        name: name.to_owned(),
        counts: Counts {
            bytes: collection.source().bytes().len(),
            games: collection.len(),
            nodes: collection.node_count(),
            moves: moves(collection.text().as_bytes()),
            problems,
            fixable,
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

fn findings(collection: &Collection, options: &Options) -> Vec<Diagnostic> {
    let mut findings = lint::check_collection(collection, options);
    if collection.is_empty() {
        // Whatever else is wrong with it is beside the point.
        findings.retain(|finding| finding.code == ProblemKind::NoGameTree.code());
        for finding in &mut findings {
            finding.message = crate::NOT_SGF.into();
            finding.span = Span::at(0);
        }
    }
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
