//! Reading by a sister format does not fail, and gives SGF; what is written of it stays the same when it is read and
//! written once more.

use kifu_formats::Format;
use kifu_sgf::{Collection, GameTree};

/// Checks the laws of all formats.
pub fn check(data: &[u8]) {
    let detected = Format::of(data);
    for &format in Format::ALL {
        let import = format.read(data);
        let collection = &import.collection;
        let back = Collection::from(collection.to_compact());
        assert_eq!(back.len(), collection.len(), "{}", format.name());
        assert_eq!(back.node_count(), collection.node_count(), "{}", format.name());
        if format.writes() {
            collection.games().for_each(|game| stays(format, game));
        }
    }
    if let Some(format) = detected {
        assert!(Format::ALL.contains(&format));
    }
}

fn stays(format: Format, game: GameTree<'_>) {
    let Ok(export) = format.write(game) else {
        return;
    };
    let back = format.read(&export.bytes).collection;
    if let (1, Ok(again)) = (back.len(), format.write_all(&back)) {
        assert_eq!(again.bytes, export.bytes, "{}", format.name());
    }
}
