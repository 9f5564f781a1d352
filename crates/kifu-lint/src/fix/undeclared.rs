//! Games of ASCII without a usable `CA` that get text beyond ASCII.

use kifu_sgf::encoding::{Charset, Decision, Source};
use kifu_sgf::{Collection, GameTree};
use kifu_syntax::Span;

use crate::Edit;

/// The games that need another `CA` with their new text, in the order of the file.
#[derive(Default)]
pub(super) struct Undeclared {
    games: Vec<Game>,
}

struct Game {
    span: Span,
    /// Offset after the `;` of its root, where `CA` is added; `None` if the game has an unusable one, or lacks its `;`.
    root: Option<usize>,
}

impl Undeclared {
    /// Finds the games that `edits` may give text beyond ASCII, and whose encoding nothing names: the one of another game
    /// is no evidence.
    pub(super) fn of<'e>(source: &Source, mut edits: impl Iterator<Item = &'e Edit>) -> Self {
        if edits.all(|edit| edit.replacement.is_ascii()) {
            return Self::default();
        }
        let collection = Collection::from_source(source.clone());
        let games = collection.games().filter_map(|game| {
            let (span, node) = (game.span()?, game.root().span()?);
            let needs_declaration = span.of_str(source.text()).is_ascii()
                && !is_named(source, span)
                && !has_usable_name(game, source.segment_at(span.start).charset);
            let may_be_declared = game.root().properties_of("CA").next().is_none()
                && node.of_str(source.text()).starts_with(';');
            let root = may_be_declared.then_some(node.start + 1);
            needs_declaration.then_some(Game { span, root })
        });
        Self {
            games: games.collect(),
        }
    }

    /// Whether new text at `span` is in one of the games, and written in UTF-8.
    pub(super) fn holds(&self, span: Span) -> bool {
        self.number_at(span)
            .is_some_and(|number| self.games[number].root.is_some())
    }

    /// Whether `edit` can be written: in UTF-8 in one of the games, in the encoding of the file in others.
    pub(super) fn can_write(&self, source: &Source, edit: &Edit) -> bool {
        let number = self.number_at(edit.span);
        match number.map(|number| self.games[number].root) {
            Some(Some(_)) => true,
            Some(None) if !edit.replacement.is_ascii() => false,
            _ => source.can_encode(edit.span, &edit.replacement),
        }
    }

    fn number_at(&self, span: Span) -> Option<usize> {
        let after = self
            .games
            .partition_point(|game| game.span.start < span.start);
        let number = after.checked_sub(1)?;
        (span.end < self.games[number].span.end).then_some(number)
    }

    /// The edits that declare UTF-8 in the games that `edits` give text beyond ASCII.
    pub(super) fn declarations(&self, edits: &[&Edit]) -> Vec<Edit> {
        let mut gets_text = vec![false; self.games.len()];
        for edit in edits.iter().filter(|edit| !edit.replacement.is_ascii()) {
            if let Some(number) = self.number_at(edit.span) {
                gets_text[number] = true;
            }
        }
        let games = self.games.iter().zip(gets_text);
        games
            .filter(|(_, gets_text)| *gets_text)
            .filter_map(|(game, _)| Some(Edit::insert(game.root?, "CA[UTF-8]")))
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

/// Whether the first `CA` of a game names the encoding in which it was read.
fn has_usable_name(game: GameTree<'_>, charset: Charset) -> bool {
    let name = game.root().value("CA");
    name.is_some_and(|name| Charset::for_label(name) == Some(charset))
}
