//! Reading by another format does not fail, and gives SGF; what a format has written twice stays the same when it
//! is read and written once more.

use kifu_formats::Format;
use kifu_sgf::{Collection, GameTree};

/// Checks the laws of all formats.
pub fn check(data: &[u8]) {
    for &format in Format::ALL {
        let import = format.read(data);
        let collection = &import.collection;
        let back = Collection::from(collection.to_compact());
        assert_eq!(back.len(), collection.len(), "{}", format.name());
        assert_eq!(
            back.node_count(),
            collection.node_count(),
            "{}",
            format.name()
        );
        if format.writes() {
            collection.games().for_each(|game| stays(format, game));
        }
    }
    if let Some(format) = Format::of(data) {
        let confidence = format.confidence(data);
        let mut all = Format::ALL.iter();
        assert!(
            all.all(|other| other.confidence(data) <= confidence),
            "{}",
            format.name()
        );
    }
}

/// The first time, what was lost may have left its traces: a diagram of its own for a move that is not shown.
fn stays(format: Format, game: GameTree<'_>) {
    let again = |bytes: &[u8]| {
        let back = format.read(bytes).collection;
        let export = (back.len() == 1).then(|| format.write_all(&back).ok());
        export.flatten().map(|export| export.bytes)
    };
    let Ok(export) = format.write(game) else {
        return;
    };
    if let Some(second) = again(&export.bytes) {
        assert_eq!(again(&second), Some(second.clone()), "{}", format.name());
    }
}
