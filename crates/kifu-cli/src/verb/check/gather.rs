//! Collects the findings of a file and counts its contents.

use crate::failure::not_sgf;
use kifu_batch::{Piece, has_game, is_foreign, is_page_without_game};
use std::ops::ControlFlow;

use kifu::encoding::{Charset, Source};
use kifu::lint::{Applicability, Diagnostic, FirstGame, Linter, rule};
use kifu::syntax::{ProblemKind, Span};

/// Counts of the contents of a file.
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

impl Counts {
    fn add(&mut self, finding: &Diagnostic) {
        self.problems[finding.severity as usize] += 1;
        if let Some(fix) = &finding.fix {
            self.fixable[0] += usize::from(fix.applicability == Applicability::Safe);
            self.fixable[1] += 1;
        }
    }
}

/// Passes the problems of the piece that `source` was read from to `sink`, in text order, and counts the contents of
/// the piece. Known problems are skipped. No tree is built. If `sink` breaks, some problems are not counted.
pub(super) fn gather(
    piece: &Piece,
    source: &Source,
    linter: &mut Linter,
    is_known: impl Fn(&Diagnostic) -> bool,
    mut sink: impl FnMut(&Diagnostic) -> ControlFlow<()>,
) -> Counts {
    let mut counts = Counts::default();
    let mut say = |finding: &Diagnostic| {
        if is_known(finding) {
            return ControlFlow::Continue(());
        }
        counts.add(finding);
        sink(finding)
    };
    let is_other = is_page_without_game(source.text().as_bytes()) || is_foreign(source.bytes());
    // After the first games, a piece may consist of empty trees.
    let is_record = !is_other && (piece.first > 0 || has_game(source.text()));
    let first_game = piece.before.first_root();
    let first_game =
        first_game.map_or_else(FirstGame::default, |root| FirstGame::of(root.as_bytes()));
    let met = linter.check_further(source, piece.first, first_game, |finding| {
        if is_record {
            say(&finding)
        } else {
            ControlFlow::Break(())
        }
    });
    if !is_record && let Some(rule) = rule(ProblemKind::NoGameTree.code()) {
        // Reported whatever rules are selected; other problems are irrelevant then.
        let no_game = Diagnostic::new(rule, Span::at(0), not_sgf(source.bytes()));
        let _ = say(&no_game);
    }
    Counts {
        bytes: source.bytes().len(),
        games: met.games,
        nodes: met.nodes,
        moves: met.moves,
        ..counts
    }
}

/// The names of the encodings of a piece, each once.
pub(super) fn encodings(source: &Source) -> Vec<&'static str> {
    if source.is_same() && source.text().is_ascii() {
        return vec!["ASCII"];
    }
    source.charsets().into_iter().map(Charset::name).collect()
}
