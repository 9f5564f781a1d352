//! Games whose encoding changes.

use crate::encoding::Named;
use crate::tree::{Collection, Edited};

/// Returns the encoding that the `CA` of an edited game names, if that was set and the bytes of the game, from `start`
/// of the text, are in another one: the bytes must match a `CA` that was set, even to the value it had.
pub(super) fn recoded(
    collection: &Collection,
    number: usize,
    edited: &Edited,
    start: Option<usize>,
) -> Option<Named> {
    let label = collection.game(number)?.root().simple_text("CA")?;
    let source = collection.source();
    let segment = source.segment_at(start.unwrap_or(source.text().len()));
    let is_read = !collection.is_text()
        && start.is_some()
        && !edited.has_set(source.text(), "CA")
        && segment
            .declared
            .is_some_and(|declared| declared.of(source.bytes()) == label.as_bytes());
    Named::of(label.as_bytes()).filter(|named| {
        let charset = named.charset;
        !is_read && charset != segment.charset && !charset.is_wide() && !segment.charset.is_wide()
    })
}
