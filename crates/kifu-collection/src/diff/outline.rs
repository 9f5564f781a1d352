use std::fmt::Write as _;

use kifu_sgf::{Collection, Node};

/// Depth beyond which variations are not indented further.
const DEEPEST: usize = 20;

/// A collection as text with a line for each node, indented by variation, suited to tools that compare lines.
///
/// ```
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;PB[A] SZ[9];B[aa]C[one\ntwo](;W[bb])(;W[cc]))");
/// assert_eq!(
///     kifu_collection::diff::outline(&collection),
///     "; PB[A] SZ[9]\n1 B[aa] C[one\n  two]\n  (a) 2 W[bb]\n  (b) 2 W[cc]\n"
/// );
/// ```
#[must_use]
pub fn outline(collection: &Collection) -> String {
    let mut text = String::new();
    for game in collection.games() {
        if game.number() > 0 {
            text.push('\n');
        }
        // The number of the move, and how far the line is indented.
        let step = |above: &(usize, usize), node: Node<'_>| {
            let moves = above.0 + usize::from(node.play().is_some());
            let branches = node.parent().is_some_and(|parent| parent.is_branch_point());
            (moves, (above.1 + usize::from(branches)).min(DEEPEST))
        };
        for (node, (moves, indent)) in crate::walk::down(game.root(), (0, 0), step) {
            line(&mut text, node, moves, indent);
        }
    }
    text
}

fn line(text: &mut String, node: Node<'_>, moves: usize, indent: usize) {
    let margin = "  ".repeat(indent);
    text.push_str(&margin);
    if node.parent().is_some_and(|parent| parent.is_branch_point()) {
        let letters = (b'a'..=b'z').map(char::from);
        let letter = letters.clone().nth(node.siblings_before()).unwrap_or('*');
        let _ = write!(text, "({letter}) ");
    }
    if node.play().is_some() {
        let _ = write!(text, "{moves}");
    } else {
        text.push(';');
    }
    for property in node.properties() {
        let _ = write!(text, " {}", property.identifier());
        for value in property.values() {
            text.push('[');
            for (place, part) in value.lines().enumerate() {
                if place > 0 {
                    let _ = write!(text, "\n{margin}  ");
                }
                text.push_str(part);
            }
            text.push(']');
        }
    }
    text.push('\n');
}
