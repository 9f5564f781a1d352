//! Shorter games: without variations, with fewer moves, with shorter comments.

use std::collections::HashSet;

use kifu_sgf::schema::Notation;
use kifu_sgf::{GameTreeMut, Node, NodeId, value};
use kifu_syntax::text::{escape_text, unescape_text};

use crate::edits::{self, Edit, Values};
use crate::walk;

/// Removes all variations and keeps the main line. Returns how many nodes were removed.
pub fn keep_main_line(game: &mut GameTreeMut<'_>) -> usize {
    let tree = game.tree();
    let tops = tree
        .main_line()
        .flat_map(|node| node.children().skip(1))
        .map(|node| node.id())
        .collect::<Vec<_>>();
    remove_all(game, &tops)
}

/// Ends each line of play after move number `moves`, counted from 1: the nodes of later moves are removed with their
/// subtrees. A node without a move is kept if the node above it is. Returns how many nodes were removed.
///
/// The root is always kept, even if it has a move.
pub fn truncate(game: &mut GameTreeMut<'_>, moves: usize) -> usize {
    let count = |above: &usize, node: Node<'_>| above + usize::from(node.play().is_some());
    let tops = tops(game, count, |count| *count > moves);
    remove_all(game, &tops)
}

/// Ends each variation after its first `moves` moves, counted from where it leaves the main line. The main line is kept
/// whole; with 0 moves, only the main line is kept. Returns how many nodes were removed.
pub fn crop_variations(game: &mut GameTreeMut<'_>, moves: usize) -> usize {
    if moves == 0 {
        return keep_main_line(game);
    }
    // `None` on the main line.
    let count = |above: &Option<usize>, node: Node<'_>| {
        let is_off = above.is_some() || node.previous_sibling().is_some();
        is_off.then(|| above.unwrap_or(0) + usize::from(node.play().is_some()))
    };
    let tops = tops(game, count, |count| {
        count.is_some_and(|count| count > moves)
    });
    remove_all(game, &tops)
}

/// Removes the passes at the end of each line of play, back to the last node that is not a pass without other
/// properties than clocks. Returns how many nodes were removed. The root is kept, and so is a pass whose place a variation
/// would take; games other than Go and its variants are unchanged.
pub fn strip_passes(game: &mut GameTreeMut<'_>) -> usize {
    let tree = game.tree();
    if !tree
        .kind()
        .is_some_and(|kind| kind.notation() == Notation::GoLike)
    {
        return 0;
    }
    let size = tree
        .root()
        .value("SZ")
        .and_then(|raw| value::size::parse_lenient(raw).ok());
    let has_tt = size.is_none_or(|size| size.value.has_tt_pass());
    let is_pass = |node: Node<'_>| {
        let is_empty = |raw: &str| raw.trim().is_empty() || (has_tt && raw.trim() == "tt");
        let mut properties = node.properties();
        node.play().is_some_and(|(_, raw)| is_empty(raw))
            && properties.all(|own| match &*own.identifier() {
                "B" | "W" => own.len() < 2 && is_empty(own.value()),
                "BL" | "WL" | "OB" | "OW" => true,
                _ => false,
            })
    };
    let nodes: Vec<_> = tree.nodes().skip(1).collect();
    let gone = removable(&nodes, is_pass);
    let is_top = |node: &Node<'_>| {
        let is_below = |parent: Node<'_>| gone.contains(&parent.id());
        gone.contains(&node.id()) && !node.parent().is_some_and(is_below)
    };
    let tops: Vec<_> = nodes
        .iter()
        .copied()
        .filter(is_top)
        .map(|node| node.id())
        .collect();
    remove_all(game, &tops)
}

/// The nodes that can be removed: passes without other nodes below. `nodes` are in file order.
fn removable(nodes: &[Node<'_>], is_pass: impl Fn(Node<'_>) -> bool) -> HashSet<NodeId> {
    // Children come after their parents, so that they are decided first from the end.
    let mut gone = HashSet::new();
    for node in nodes.iter().rev().filter(|node| is_pass(**node)) {
        if node.children().all(|child| gone.contains(&child.id())) {
            gone.insert(node.id());
        }
    }
    for node in nodes
        .iter()
        .filter(|node| node.previous_sibling().is_none())
    {
        // Without the pass, a variation would become the main line.
        let mut siblings = node
            .parent()
            .into_iter()
            .flat_map(|parent| parent.children());
        if gone.contains(&node.id()) && siblings.any(|other| !gone.contains(&other.id())) {
            gone.remove(&node.id());
        }
    }
    gone
}

/// Cuts each comment (`C`) after its first `characters` characters and marks the cut with `…`; with 0 characters,
/// comments are removed. Returns how many were cut or removed.
pub fn crop_comments(game: &mut GameTreeMut<'_>, characters: usize) -> usize {
    let mut edits = Vec::new();
    for node in game.tree().nodes() {
        for (place, property) in node.properties().enumerate() {
            if !property.is("C") {
                continue;
            }
            let text = unescape_text(property.value());
            let values = match text.char_indices().nth(characters) {
                _ if characters == 0 => Values::Gone,
                Some((end, _)) => {
                    let short = format!("{}…", text[..end].trim_end());
                    Values::New(vec![escape_text(&short).into_owned()])
                }
                None => continue,
            };
            edits.push(Edit {
                node: node.id(),
                place,
                identifier: "C".to_owned(),
                values,
            });
        }
    }
    // The places come from this game, and the values from its properties.
    let _ = edits::apply(game, &edits);
    edits.len()
}

/// The highest nodes whose value is `beyond`, a condition that holds for their subtrees too; never the root.
fn tops<T: Clone + Default>(
    game: &GameTreeMut<'_>,
    mut step: impl FnMut(&T, Node<'_>) -> T,
    beyond: impl Fn(&T) -> bool,
) -> Vec<NodeId> {
    let root = game.tree().root();
    walk::down(root, (T::default(), false), |(above, _), node| {
        let value = step(above, node);
        let is_first = node.parent() == Some(root) || (node != root && !beyond(above));
        let is_top = is_first && beyond(&value);
        (value, is_top)
    })
    .filter(|(_, (_, is_top))| *is_top)
    .map(|(node, _)| node.id())
    .collect()
}

/// Removes nodes with their subtrees. None of the nodes may be below another.
fn remove_all(game: &mut GameTreeMut<'_>, tops: &[NodeId]) -> usize {
    let before = game.tree().node_count();
    for top in tops {
        // The nodes are in this game, and none is the root.
        let _ = game.remove(*top);
    }
    before - game.tree().node_count()
}
