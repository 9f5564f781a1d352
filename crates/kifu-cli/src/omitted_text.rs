use kifu::Collection;
use kifu::syntax::ProblemKind;

use crate::output::count;

/// Files with text outside of their games, which has no place among games alone.
#[derive(Debug, Default)]
pub(crate) struct OmittedText {
    files: usize,
    last: String,
}

impl OmittedText {
    /// Whether a file has text outside of games. A game that keeps its bytes keeps the text between its nodes.
    pub(crate) fn is_in(collection: &Collection) -> bool {
        let mut problems = collection.problems().iter();
        problems.any(|problem| {
            matches!(
                problem.kind,
                ProblemKind::TextBeforeTree | ProblemKind::TextBetweenTrees
            )
        })
    }

    /// Whether a file has text outside of games, or text between the nodes of a game, which is lost if the game is
    /// rewritten.
    pub(crate) fn is_in_or_between_nodes(collection: &Collection) -> bool {
        let mut problems = collection.problems().iter();
        problems.any(|problem| problem.kind.skips_text())
    }

    /// Adds a file, of which there may be more parts to come.
    pub(crate) fn add(&mut self, name: &str) {
        if self.last != name {
            self.files += 1;
            name.clone_into(&mut self.last);
        }
    }

    /// The message for the summary.
    pub(crate) fn message(&self) -> Option<String> {
        let files = count(self.files, "file");
        (self.files > 0).then(|| format!("text outside of games omitted in {files}"))
    }
}
