//! From bytes to a report: what is in a file, and what is wrong with it.

use kifu::encoding::{Charset, Source};
use kifu::lint::{Applicability, Diagnostic, Linter, rule};
use kifu::syntax::{ProblemKind, Span};

use crate::pieces::Piece;
use crate::record::{is_bare_page, is_foreign, not_sgf};

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
    /// The names of its encodings, each once.
    pub(super) encodings: Vec<&'static str>,
    /// In the order of the text.
    pub(super) findings: Vec<Diagnostic>,
}

/// What is to be said about the piece that `source` was read from. No tree is built for it.
pub(super) fn gather(piece: &Piece, source: &Source, linter: &mut Linter) -> Report {
    let mut findings = Vec::new();
    let first_game = piece.before.first_game();
    let met = linter.check_further(source, piece.first, first_game, |finding| {
        findings.push(finding);
    });
    let is_other = is_bare_page(source.text().as_bytes()) || is_foreign(source.bytes());
    // Behind the first games there may be a piece of empty trees.
    if is_other || (met.games == 0 && piece.first == 0) {
        // Whatever else is wrong with it is beside the point, and this is said whatever is asked for.
        let no_game = rule(ProblemKind::NoGameTree.code());
        let finding = |rule| Diagnostic::new(rule, Span::at(0), not_sgf(source.bytes()));
        findings = no_game.map(finding).into_iter().collect();
    }
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
        name: piece.name.to_string(),
        counts: Counts {
            bytes: source.bytes().len(),
            games: met.games,
            nodes: met.nodes,
            moves: met.moves,
            problems,
            fixable,
        },
        encodings: encodings(source),
        findings,
    }
}

fn encodings(source: &Source) -> Vec<&'static str> {
    if source.is_same() && source.text().is_ascii() {
        return vec!["ASCII"];
    }
    source.charsets().into_iter().map(Charset::name).collect()
}
