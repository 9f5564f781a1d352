//! Proves that formatting keeps all content: the new text is read again and compared.

use kifu_sgf::{Collection, Compare, GameTree, Node, Property};

/// Whether `new` reads as the same games, except for the parts that the canonical form adds: `CA`, and a missing `FF`.
pub(super) fn is_kept(collection: &Collection, new: &str) -> bool {
    is_same(collection, &Collection::from_bytes(new.into()))
}

fn is_same(expected: &Collection, found: &Collection) -> bool {
    expected.len() == found.len()
        && expected
            .games()
            .zip(found.games())
            .all(|(expected, found)| is_same_game(expected, found))
}

fn is_same_game(expected: GameTree<'_>, found: GameTree<'_>) -> bool {
    let kind = expected.kind();
    let (expected, found) = (expected.root(), found.root());
    let supplied = if expected.has("FF") {
        &["CA"][..]
    } else {
        &["CA", "FF"]
    };
    let (own, other) = (properties(expected, supplied), properties(found, supplied));
    let same = |(own, other): (&Property<'_>, &Property<'_>)| own.is_same(other, kind);
    let (mut below, mut below_other) = (expected.children(), found.children());
    own.len() == other.len()
        && own.iter().zip(&other).all(same)
        && loop {
            match (below.next(), below_other.next()) {
                (None, None) => break true,
                (Some(own), Some(other)) if own.is_same(other, Compare::Unordered) => {}
                _ => break false,
            }
        }
}

/// The properties of a root except those of `left_out`, sorted by identifier.
fn properties<'a>(node: Node<'a>, left_out: &[&str]) -> Vec<Property<'a>> {
    let properties = node.properties();
    let mut properties = properties
        .filter(|property| !left_out.contains(&&*property.identifier()))
        .collect::<Vec<_>>();
    properties.sort_by_cached_key(|property| property.identifier().into_owned());
    properties
}

#[cfg(test)]
mod tests {
    use kifu_sgf::Collection;

    use super::is_kept;

    #[test]
    fn what_the_canonical_form_supplies_is_no_difference() {
        for text in [
            "(;B[aa])",
            "(;CA[Shift_JIS]FF[3];B[aa])",
            "(;PC[two\nlines]C[two\nlines];N[two\r\nlines])",
            "(;W[aa]B[bb](;C[a\\]b])(;KM))",
            "(;KM PB[two\r\nlines]PB[again](;GN[x]))",
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
