//! Games without `CA` that have new text beyond ASCII.

use std::borrow::Cow;

use super::of_text::is_beyond_ascii;
use crate::encoding::{Charset, Decision};
use crate::tree::{Collection, Edited, Slot};

impl Collection {
    /// Returns the collection as [`to_bytes`](Self::to_bytes) writes it: with `CA[UTF-8]` in the games that need it now.
    /// They were read from ASCII, which is the same in nearly every encoding, and without `CA` the standard reads their
    /// new text as ISO-8859-1.
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
            matches!(slot, Slot::Edited(edited) if was_ascii(self, edited))
                && is_undeclared(self, *number)
        });
        let mut declared = Cow::Borrowed(self);
        for (number, _) in undeclared {
            let mut game = declared.to_mut().game_to_change(number);
            let root = game.root();
            // The root is there, and the name of an encoding is a raw value.
            let _ = game.set(root, "CA", &[Charset::UTF_8.name()]);
        }
        declared
    }
}

/// Whether a game was read from ASCII, and neither a byte order mark nor the caller named the encoding of its bytes.
fn was_ascii(collection: &Collection, edited: &Edited) -> bool {
    let Some(entry) = edited.entry else {
        return false;
    };
    let span = &collection.index().games[entry];
    let source = collection.source();
    let segment = source.segment_at(span.start);
    let is_unnamed = match segment.decision {
        Decision::Valid => segment.charset == Charset::UTF_8,
        // A text has no bytes that the caller could know.
        Decision::Override => collection.is_text(),
        _ => false,
    };
    is_unnamed && source.text()[span.start..span.end].is_ascii()
}

/// Whether a game has no `CA` and other characters than ASCII.
fn is_undeclared(collection: &Collection, number: usize) -> bool {
    collection.game(number).is_some_and(|game| {
        game.root().properties_of("CA").next().is_none() && is_beyond_ascii(game)
    })
}
