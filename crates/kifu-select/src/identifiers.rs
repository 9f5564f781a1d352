//! The identifiers that occur in a game.

use kifu_sgf::GameTree;
use kifu_sgf::schema::normal_identifier;
use kifu_syntax::{EventKind, Parser};

/// Identifiers of one or two letters, a bit for each: those of all fields.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Identifiers([u64; 11]);

impl Identifiers {
    /// Reads the whole game.
    pub(crate) fn of(game: GameTree<'_>) -> Self {
        let mut found = Self::default();
        each(game, |written| {
            // Nearly all are written in their normal form.
            if let Some(bit) = bit(written).or_else(|| bit(&normal_identifier(written))) {
                found.0[bit / 64] |= 1 << (bit % 64);
            }
        });
        found
    }

    /// Whether an identifier occurs; `None` for longer ones, which are not kept.
    pub(crate) fn has(&self, identifier: &str) -> Option<bool> {
        let bit = bit(identifier)?;
        Some(self.0[bit / 64] >> (bit % 64) & 1 == 1)
    }
}

/// The bit of an identifier of one or two capital letters.
fn bit(identifier: &str) -> Option<usize> {
    let letter = |byte: u8| {
        let place = usize::from(byte.wrapping_sub(b'A'));
        (place < 26).then_some(place)
    };
    match *identifier.as_bytes() {
        [only] => Some(27 * letter(only)?),
        [first, second] => Some(27 * letter(first)? + letter(second)? + 1),
        _ => None,
    }
}

/// Calls `take` with the identifiers of all properties, as written. Reading the events is much faster than walking the
/// nodes.
pub(crate) fn each<'a>(game: GameTree<'a>, mut take: impl FnMut(&'a str)) {
    let Some(span) = game.span() else {
        let properties = game.nodes().flat_map(|node| node.properties());
        return properties.for_each(|property| take(property.written_identifier()));
    };
    let text = span.of_str(game.collection().text());
    // All events in one loop are read several times as fast as one by one until the first that is wanted.
    Parser::new(text.as_bytes()).for_each(|event| {
        if event.kind == EventKind::Identifier {
            take(event.span.of_str(text));
        }
    });
}

#[cfg(test)]
mod tests {
    use kifu_sgf::Collection;

    use super::Identifiers;

    #[test]
    fn identifiers_are_found_in_every_form() {
        let text = "(;GaMe[1]Z[]ZZ[](;AB[aa]KGSDE[]b[dd])(;c[]))";
        let mut collection = Collection::from(text.to_owned());
        let check = |collection: &Collection| {
            let found = Identifiers::of(collection.game(0).unwrap());
            for there in ["GM", "Z", "ZZ", "AB", "B", "C"] {
                assert_eq!(found.has(there), Some(true), "{there}");
            }
            for missing in ["A", "W", "AA", "BA", "AZ", "KG"] {
                assert_eq!(found.has(missing), Some(false), "{missing}");
            }
            for other in ["", "KGSDE", "gm", "É", "G1"] {
                assert_eq!(found.has(other), None, "{other}");
            }
        };
        check(&collection);
        // An edited game has no text of its own.
        let root = collection.game(0).unwrap().root().id();
        let mut game = collection.game_mut(0).unwrap();
        game.set(root, "C", &["new"]).unwrap();
        check(&collection);
    }
}
