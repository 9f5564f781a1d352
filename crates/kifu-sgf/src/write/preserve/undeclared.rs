//! Games without `CA` that have new text beyond ASCII.

use std::borrow::Cow;

use super::of_text::is_beyond_ascii;
use crate::encoding::{Charset, Decision};
use crate::tree::{Collection, Edited, Property, Slot};

impl Collection {
    /// Returns the collection as [`to_bytes`](Self::to_bytes) writes it: with `CA[UTF-8]` in the games that need it now,
    /// whatever other games declare. They have text beyond ASCII and no `CA` or an empty one, with which the standard
    /// reads them as ISO-8859-1, and are new or were read from ASCII, which is the same in nearly every encoding. Where a
    /// byte order mark or the caller named the encoding of the file, no `CA` is needed.
    ///
    /// ```
    /// use kifu_sgf::{Collection, NodeId};
    ///
    /// let mut collection = Collection::from_bytes(b"(;PB[Ann];B[aa])(;PB[Bea])".to_vec());
    /// let mut game = collection.game_mut(0).unwrap();
    /// game.set_text(NodeId::ROOT, "PB", "Jörg")?;
    /// assert_eq!(collection.declared().to_text(), "(;PB[Jörg]CA[UTF-8];B[aa])(;PB[Bea])");
    /// # Ok::<(), kifu_sgf::EditError>(())
    /// ```
    #[must_use]
    pub fn declared(&self) -> Cow<'_, Self> {
        let slots = self.slots().iter().enumerate();
        let undeclared = slots.filter(|(number, slot)| {
            matches!(slot, Slot::Edited(edited) if may_be_declared(self, edited))
                && is_undeclared(self, *number)
        });
        let mut declared = Cow::Borrowed(self);
        for (number, _) in undeclared {
            let mut game = declared.to_mut().game_to_change(number);
            game.set_charset(Charset::UTF_8);
        }
        declared
    }
}

/// Whether a game is new or was read from ASCII, and neither a byte order mark nor the caller named the encoding of the
/// file.
fn may_be_declared(collection: &Collection, edited: &Edited) -> bool {
    let source = collection.source();
    let read = edited.entry.map(|entry| collection.index().games[entry]);
    let start = read.map_or(source.text().len(), |game| game.start);
    let is_named = match source.segment_at(start).decision {
        Decision::Mark => true,
        // A text has no bytes that the caller could know.
        Decision::Override => !collection.is_text(),
        _ => false,
    };
    !is_named && read.is_none_or(|game| source.text()[game.start..game.end].is_ascii())
}

/// Whether a game has no `CA` but empty ones, and other characters than ASCII.
fn is_undeclared(collection: &Collection, number: usize) -> bool {
    collection.game(number).is_some_and(|game| {
        let mut names = game.root().properties_of("CA");
        let is_empty = |name: Property<'_>| name.len() <= 1 && name.value().trim().is_empty();
        names.all(is_empty) && is_beyond_ascii(game)
    })
}
