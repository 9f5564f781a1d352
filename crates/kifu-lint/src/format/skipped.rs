use kifu_sgf::Collection;
use kifu_syntax::{ProblemKind, Span};

/// Text of a collection that is in no value, and that a person may have written: text before, between and inside of
/// games. A change that rewrites values next to it can lose it. White space is ignored.
///
/// ```
/// use kifu_lint::format::SkippedText;
/// use kifu_sgf::Collection;
///
/// let skipped = |text: &str| SkippedText::of(&Collection::from(text), |_| true);
/// let old = skipped("(;B[aa] a note ;W[bb])");
/// assert!(old.first_lost(&skipped("(;B[bb] a  note ;W[aa])")).is_none());
/// let lost = old.first_lost(&skipped("(;B[bb];W[aa])")).unwrap();
/// assert_eq!(lost.code(), "P115");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedText {
    /// In order.
    pieces: Vec<(ProblemKind, String)>,
}

impl SkippedText {
    /// The skipped text of a collection in the spans that `counts` accepts.
    #[must_use]
    pub fn of(collection: &Collection, counts: impl Fn(Span) -> bool) -> Self {
        let problems = collection.problems().iter();
        let mut pieces: Vec<_> = problems
            .filter(|problem| problem.kind.skips_text() && counts(problem.span))
            .map(|problem| {
                let words = problem.span.of_str(collection.text()).split_whitespace();
                (problem.kind, words.collect::<Vec<_>>().join(" "))
            })
            .collect();
        pieces.sort_unstable();
        Self { pieces }
    }

    /// The problem of the first text that a new version of the collection lacks.
    #[must_use]
    pub fn first_lost(&self, new: &Self) -> Option<ProblemKind> {
        let mut left = new.pieces.iter().peekable();
        for piece in &self.pieces {
            while left.next_if(|other| *other < piece).is_some() {}
            if left.next_if_eq(&piece).is_none() {
                return Some(piece.0);
            }
        }
        None
    }
}
