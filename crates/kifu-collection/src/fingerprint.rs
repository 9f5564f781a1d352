use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use kifu_sgf::{GameTree, Node};
use kifu_syntax::text::unescape_text;

/// A hash of the nodes and properties of a game in their order, independent of the encoding and its name (`CA`), but not
/// of other text in `CA`. It is the same on every machine for one version of Kifu; do not store it.
#[must_use]
pub fn fingerprint(game: GameTree<'_>) -> u64 {
    subtree_fingerprint(game.root())
}

/// The fingerprint of a node and its subtree.
pub(crate) fn subtree_fingerprint(top: Node<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (node, depth) in crate::walk::down(top, 0_u32, |above, _| above + 1) {
        depth.hash(&mut hasher);
        let is_root = node.is_root();
        if is_root {
            node.charset_texts().for_each(|text| text.hash(&mut hasher));
        }
        let properties = node.properties();
        for property in properties.filter(|property| !is_root || !property.is("CA")) {
            property.identifier().hash(&mut hasher);
            property.len().max(1).hash(&mut hasher);
            // A property without a value equals one with an empty value.
            unescape_text(property.value()).hash(&mut hasher);
            for value in property.values().skip(1) {
                unescape_text(value).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}
