//! Proof that formatting keeps all there is: the new text is read again and compared.

use kifu::schema::{self, BasicType};
use kifu::syntax::text::{escape_simple_text, unescape_simple_text, unescape_text};
use kifu::{Collection, Compare, GameTree, Node};

/// Whether `new` reads as the same games, but for what the canonical form supplies: `CA`, and `FF`
/// where there is none.
pub(super) fn is_kept(collection: &Collection, new: &str) -> bool {
    let found = Collection::from(new);
    // A line break within SimpleText is a blank; most files have none and need no copy.
    is_same(collection, &found) || is_same(&with_blanks(collection), &found)
}

fn is_same(expected: &Collection, found: &Collection) -> bool {
    expected.len() == found.len()
        && expected
            .games()
            .zip(found.games())
            .all(|(expected, found)| is_same_game(expected, found))
}

fn is_same_game(expected: GameTree<'_>, found: GameTree<'_>) -> bool {
    let (expected, found) = (expected.root(), found.root());
    let supplied = if expected.has("FF") {
        &["CA"][..]
    } else {
        &["CA", "FF"]
    };
    let (mut own, mut other) = (expected.children(), found.children());
    properties(expected, supplied) == properties(found, supplied)
        && loop {
            match (own.next(), other.next()) {
                (None, None) => break true,
                (Some(own), Some(other)) if own.is_same(other, Compare::Unordered) => {}
                _ => break false,
            }
        }
}

/// The properties of a root but for those of `left_out`, in an order of their own.
fn properties(node: Node<'_>, left_out: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut properties = node
        .properties()
        .map(|property| {
            let values = property
                .values()
                .map(|value| unescape_text(value).into_owned());
            let mut values = values.collect::<Vec<_>>();
            if values.is_empty() {
                // `KM` reads as `KM[]`.
                values.push(String::new());
            }
            (property.identifier().into_owned(), values)
        })
        .filter(|(identifier, _)| !left_out.contains(&identifier.as_str()))
        .collect::<Vec<_>>();
    properties.sort_unstable();
    properties
}

/// A copy in which no SimpleText has a line break.
fn with_blanks(collection: &Collection) -> Collection {
    let mut copy = collection.clone();
    for game in collection.games() {
        let kind = game.kind();
        let mut changes = Vec::new();
        for node in game.nodes() {
            for property in node.properties() {
                let identifier = property.identifier();
                let definition = schema::lookup(kind, &identifier);
                let single = definition.and_then(|definition| definition.value.single);
                let has_white_space = || {
                    let mut values = property.values();
                    values.any(|value| value.contains(|c: char| c.is_ascii_control()))
                };
                if single == Some(BasicType::SimpleText) && has_white_space() {
                    let values = property
                        .values()
                        .map(|raw| escape_simple_text(&unescape_simple_text(raw)).into_owned())
                        .collect::<Vec<_>>();
                    changes.push((node.id(), identifier.into_owned(), values));
                }
            }
        }
        if let Some(mut changed) = copy.game_mut(game.number()) {
            for (node, identifier, values) in changes {
                // What cannot be set stays, and is found to differ.
                let _ = changed.set(node, &identifier, &values);
            }
        }
    }
    copy
}

#[cfg(test)]
mod tests {
    use kifu::Collection;

    use super::is_kept;

    #[test]
    fn what_the_canonical_form_supplies_is_no_difference() {
        for text in [
            "(;B[aa])",
            "(;CA[Shift_JIS]FF[3];B[aa])",
            "(;PC[two\nlines]C[two\nlines];N[two\r\nlines])",
            "(;W[aa]B[bb](;C[a\\]b])(;KM))",
        ] {
            let collection = Collection::from(text);
            assert!(is_kept(&collection, &collection.to_canonical()), "{text}");
            assert!(is_kept(&collection, &collection.to_compact()), "{text}");
        }
    }

    #[test]
    fn every_other_difference_is_found() {
        let collection = Collection::from("(;FF[4]C[a\nb]AB[aa][bb];B[cc](;W[dd])(;W[ee]))");
        for text in [
            "(;FF[4]C[a b]AB[aa][bb];B[cc](;W[dd])(;W[ee]))",
            "(;FF[4]C[a\nb]AB[aa];B[cc](;W[dd])(;W[ee]))",
            "(;FF[4]C[a\nb]AB[aa][bb];B[cc](;W[ee])(;W[dd]))",
            "(;FF[4]C[a\nb]AB[aa][bb];B[cc](;W[dd]))",
            "(;FF[4]C[a\nb]AB[aa][bb];B[cc];W[dd];W[ee])",
            "(;FF[3]C[a\nb]AB[aa][bb];B[cc](;W[dd])(;W[ee]))",
            "(;FF[4]C[a\nb]AB[aa][bb];B[cc](;W[dd])(;W[ee]))(;)",
            "",
        ] {
            assert!(!is_kept(&collection, text), "{text}");
        }
    }
}
