//! Proves that formatting keeps all content: the new text is read again and compared.

use kifu_sgf::encoding::Charset;
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
    let texts = |root| charset_texts(root).collect::<Vec<_>>();
    let (texts, other_texts) = (texts(expected), texts(found));
    let (mut below, mut below_other) = (expected.children(), found.children());
    own.len() == other.len()
        && own.iter().zip(&other).all(same)
        && texts.len() == other_texts.len()
        && texts.iter().zip(&other_texts).all(same)
        && expected.has_same_setup(found)
        && loop {
            match (below.next(), below_other.next()) {
                (None, None) => break true,
                (Some(own), Some(other)) if own.is_same(other, Compare::Unordered) => {}
                _ => break false,
            }
        }
}

/// The `CA` of a root that are more than names of encodings, all of which the canonical form replaces with one. An
/// unknown name is text if it follows another.
fn charset_texts(root: Node<'_>) -> impl Iterator<Item = Property<'_>> {
    let names = root.properties().filter(|property| property.is("CA"));
    names.enumerate().filter_map(|(place, property)| {
        let is_name = place == 0
            || property
                .values()
                .all(|name| name.trim().is_empty() || Charset::for_label(name).is_some());
        (!is_name || !property.is_charset_name()).then_some(property)
    })
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
    fn lists_of_setup_that_share_a_point_keep_their_order() {
        for (text, other, kept) in [
            ("AE[aa:ee]AB[cc]", "AB[cc]AE[aa:ee]", false),
            ("AW[aa]AB[bb]", "AB[bb]AW[aa]", true),
            ("AW[D4]AB[D4]", "AB[D4]AW[D4]", false),
            ("AB[aa]AW[aa]AB[bb]", "AB[aa]AB[bb]AW[aa]", true),
            ("AW[aa]AB[aa]AW[bb]", "AB[aa]AW[aa]AW[bb]", false),
        ] {
            for (before, after) in [("", ""), (";", ""), ("(;", ")(;)")] {
                let whole = |setup: &str| format!("(;FF[4]{before}{setup}{after})");
                let collection = Collection::from(&*whole(text));
                assert!(is_kept(&collection, &collection.to_canonical()), "{text}");
                assert_eq!(is_kept(&collection, &whole(other)), kept, "{before}{text}");
            }
        }
    }

    #[test]
    fn text_in_a_charset_is_kept() {
        let text = "(;FF[4]CA[UTF-8 ;B[aa];W[bb])(;CA[UTF-8][Bob]FF[4])";
        let kept = "(;FF[4]CA[UTF-8]CA[UTF-8 ;B\\[aa];W[bb])\n(;FF[4]CA[UTF-8]CA[UTF-8][Bob])\n";
        assert_eq!(Collection::from(text).to_canonical(), kept);
        for (before, lost) in [
            ("CA[UTF-8 ;B[aa]", "CA[UTF-8]"),
            ("CA[UTF-8PB[Bob]PW[Al]", "CA[UTF-8]PW[Al]"),
            ("CA[UTF-8][Kept by Bob]", "CA[UTF-8]"),
            ("CA[UTF-8]CA[Kept by Bob]", "CA[UTF-8]"),
            ("CA[UTF-8]CA[Bob]", "CA[UTF-8]"),
            ("CA[GBK]CA[Big5][Bob]CA[UTF-8]", "CA[UTF-8]"),
            ("CA[UTF-8\nexample.com/20825989]", "CA[UTF-8]"),
            ("CA[GBK ;[]", "CA[UTF-8]"),
        ] {
            let collection = Collection::from(format!("(;FF[4]{before};W[bb])"));
            for new in [collection.to_canonical(), collection.to_compact()] {
                assert!(is_kept(&collection, &new), "{before}: {new}");
                assert!(new.contains("CA[UTF-8]"), "{new}");
                let again = Collection::from(&*new);
                assert!([again.to_canonical(), again.to_compact()].contains(&new));
            }
            assert!(!is_kept(&collection, &format!("(;FF[4]{lost};W[bb])")));
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
