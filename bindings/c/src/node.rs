//! Nodes: the relations of a tree.

use std::mem::MaybeUninit;

use kifu_sgf::Node;
use kifu_sgf::encoding::ByteSpan;

use crate::collection::{kifu_collection, kifu_node};
use crate::ffi;
use crate::status::kifu_status;

/// Where something is in the file: offsets of the first byte and after the last.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct kifu_span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl kifu_span {
    pub(crate) const fn of(span: ByteSpan) -> Self {
        Self {
            start: span.start,
            end: span.end,
        }
    }
}

/// Gives the node that `step` leads to.
fn step(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    out: Option<&mut MaybeUninit<kifu_node>>,
    step: impl for<'a> FnOnce(Node<'a>) -> Option<Node<'a>>,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(out)?;
        let state = ffi::handle(collection)?.state();
        let found = step(state.node(node)?).map(|node| state.handle(node));
        Ok(ffi::answer(out, found))
    })
}

/// Gives what `question` answers.
pub(crate) fn ask<T>(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    out: Option<&mut MaybeUninit<T>>,
    question: impl FnOnce(Node<'_>) -> T,
) -> kifu_status {
    ffi::call(|| {
        let out = ffi::out(out)?;
        out.write(question(ffi::handle(collection)?.state().node(node)?));
        Ok(kifu_status::KIFU_OK)
    })
}

/// Returns whether a node exists, and was not removed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_exists(collection: Option<&kifu_collection>, node: kifu_node) -> bool {
    ffi::guard(false, || {
        collection.is_some_and(|own| own.state().node(node).is_ok())
    })
}

/// Gives the node above; `KIFU_NONE` for the root.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_parent(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.parent())
}

/// Gives the first child, with which the main line goes on; `KIFU_NONE` for a leaf.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_first_child(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.first_child())
}

/// Gives the last child; `KIFU_NONE` for a leaf.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_last_child(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.last_child())
}

/// Gives the next variation of the same parent; `KIFU_NONE` after the last.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_next_sibling(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.next_sibling())
}

/// Gives the variation of the same parent before this one; `KIFU_NONE` before the first.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_previous_sibling(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.previous_sibling())
}

/// Gives the root of the game.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_root(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| Some(node.root()))
}

/// Gives the next node in depth-first order, which is that of the file; `KIFU_NONE` after the last.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_next_in_file(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.next_in_file())
}

/// Gives the node before in depth-first order; `KIFU_NONE` before the first.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_previous_in_file(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.previous_in_file())
}

/// Gives the last node of the subtree of this node in depth-first order.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_last_in_file(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| Some(node.last_in_file()))
}

/// Gives the next node in siblings-first order: all children of a node, then those of the first of them; `KIFU_NONE`
/// after the last.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_next_siblings_first(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.next_siblings_first())
}

/// Gives the node before in siblings-first order; `KIFU_NONE` before the first.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_previous_siblings_first(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| {
        node.previous_siblings_first()
    })
}

/// Gives the child with `index` siblings before it; `KIFU_NONE` after the last. Takes time with the index.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_child(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    index: usize,
    found: Option<&mut MaybeUninit<kifu_node>>,
) -> kifu_status {
    step(collection, node, found, |node| node.children().nth(index))
}

/// Gives how many nodes lie above: 0 for the root.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_depth(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ask(collection, node, count, |node| node.depth())
}

/// Gives how many nodes come before it in file order: 0 for the root. In a game that was changed this takes time with
/// the number.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_number(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ask(collection, node, count, |node| node.number())
}

/// Gives how many children a node has.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_child_count(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ask(collection, node, count, |node| node.child_count())
}

/// Gives how many siblings come before a node.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_siblings_before(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ask(collection, node, count, |node| node.siblings_before())
}

/// Gives whether a node and all above it are first children.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_is_on_main_line(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    answer: Option<&mut MaybeUninit<bool>>,
) -> kifu_status {
    ask(collection, node, answer, |node| node.is_on_main_line())
}

/// Gives where a node is in the file, from its `;` to its last `]`; `KIFU_NONE` if it was made or changed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_node_span(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    span: Option<&mut MaybeUninit<kifu_span>>,
) -> kifu_status {
    ffi::call(|| {
        let span = ffi::out(span)?;
        let state = ffi::handle(collection)?.state();
        let text = state.node(node)?.span();
        let bytes = text.map(|text| state.collection.source().to_bytes_span(text));
        Ok(ffi::answer(span, bytes.map(kifu_span::of)))
    })
}

/// Gives the number of the game of a node within the collection, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_number(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    number: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ask(collection, node, number, |node| node.game().number())
}

/// Gives how many nodes the game of a node has.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_node_count(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    count: Option<&mut MaybeUninit<usize>>,
) -> kifu_status {
    ask(collection, node, count, |node| node.game().node_count())
}

/// Gives where the game of a node is in the file, from its `(` to its `)`; `KIFU_NONE` if it was made or changed.
#[unsafe(no_mangle)]
pub extern "C" fn kifu_game_span(
    collection: Option<&kifu_collection>,
    node: kifu_node,
    span: Option<&mut MaybeUninit<kifu_span>>,
) -> kifu_status {
    ffi::call(|| {
        let span = ffi::out(span)?;
        let state = ffi::handle(collection)?.state();
        let text = state.node(node)?.game().span();
        let bytes = text.map(|text| state.collection.source().to_bytes_span(text));
        Ok(ffi::answer(span, bytes.map(kifu_span::of)))
    })
}
