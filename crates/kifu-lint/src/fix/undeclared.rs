//! Games of ASCII without `CA` that get text beyond ASCII.

use kifu_sgf::Collection;
use kifu_sgf::encoding::{Decision, Source};
use kifu_syntax::Span;

use crate::Edit;

/// The games that need a `CA` with their new text, in the order of the file.
#[derive(Default)]
pub(super) struct Undeclared {
    games: Vec<Game>,
}

struct Game {
    span: Span,
    /// Offset after the `;` of its root.
    root: usize,
}

impl Undeclared {
    /// Finds the games that `edits` give text beyond ASCII, and whose encoding nothing names: the one of another game is
    /// no evidence.
    pub(super) fn of<'e>(source: &Source, edits: impl Iterator<Item = &'e Edit>) -> Self {
        let edits = edits.filter(|edit| !edit.replacement.is_ascii());
        let mut places: Vec<usize> = edits.map(|edit| edit.span.start).collect();
        if places.is_empty() {
            return Self::default();
        }
        places.sort_unstable();
        let collection = Collection::from_source(source.clone());
        let mut places = places.into_iter().peekable();
        let mut games = Vec::new();
        for game in collection.games() {
            let (Some(span), Some(node)) = (game.span(), game.root().span()) else {
                continue;
            };
            while places.next_if(|place| *place < span.start).is_some() {}
            let gets_text = places.peek().is_some_and(|place| *place < span.end);
            if gets_text
                && game.root().properties_of("CA").next().is_none()
                && span.of_str(source.text()).is_ascii()
                && !is_named(source, span)
                && node.of_str(source.text()).starts_with(';')
            {
                let root = node.start + 1;
                games.push(Game { span, root });
            }
        }
        Self { games }
    }

    /// Whether new text at `span` is in one of the games.
    pub(super) fn holds(&self, span: Span) -> bool {
        let after = self
            .games
            .partition_point(|game| game.span.start < span.start);
        let game = after.checked_sub(1).map(|number| &self.games[number]);
        game.is_some_and(|game| span.end < game.span.end)
    }

    /// The edits that declare UTF-8 in the games that `edits` give text beyond ASCII.
    pub(super) fn declarations(&self, edits: &[&Edit]) -> Vec<Edit> {
        let places = edits.iter().filter(|edit| !edit.replacement.is_ascii());
        let mut places: Vec<usize> = places.map(|edit| edit.span.start).collect();
        places.sort_unstable();
        let games = self.games.iter().filter(|game| {
            let next = places.partition_point(|place| *place < game.span.start);
            places.get(next).is_some_and(|place| *place < game.span.end)
        });
        games
            .map(|game| Edit::insert(game.root, "CA[UTF-8]"))
            .collect()
    }
}

/// Whether a byte order mark or the caller named the encoding of a game.
fn is_named(source: &Source, game: Span) -> bool {
    matches!(
        source.segment_at(game.start).decision,
        Decision::Mark | Decision::Override
    )
}
