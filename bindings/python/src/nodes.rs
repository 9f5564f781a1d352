//! Iterators over nodes.

use std::sync::Mutex;

use kifu::NodeId;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::error;
use crate::node::Node;
use crate::shared::GameHandle;

/// The order of an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    MainLine,
    Subtree,
}

/// Where an iterator stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The first node is not returned yet.
    Before,
    /// After this node, with the number of levels between the top and it.
    After(u32, u32),
    End,
}

/// An iterator over nodes. It follows edits. If the node that it returned last was removed, a subtree goes on after that
/// node; it raises `StaleNodeError` if it cannot, and on a main line.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct NodeIterator {
    game: GameHandle,
    top: u32,
    order: Order,
    state: Mutex<State>,
}

/// How far an iterator has come.
#[derive(Debug)]
struct State {
    place: Place,
    /// For each level down to the node that was returned last: the node there, and its next sibling when it was returned.
    above: Vec<(u32, Option<u32>)>,
}

impl NodeIterator {
    pub(crate) const fn new(game: GameHandle, top: u32, order: Order) -> Self {
        Self {
            game,
            top,
            order,
            state: Mutex::new(State {
                place: Place::Before,
                above: Vec::new(),
            }),
        }
    }
}

/// The node after `node` in the subtree whose top is `level` levels above it, and its level.
fn next_in_subtree(node: kifu::Node<'_>, level: u32) -> Option<(kifu::Node<'_>, u32)> {
    match node.first_child() {
        Some(child) => Some((child, level + 1)),
        None => after_subtree(node, level),
    }
}

/// The node after `node` and all below it in the subtree whose top is `level` levels above it, and its level.
fn after_subtree(node: kifu::Node<'_>, level: u32) -> Option<(kifu::Node<'_>, u32)> {
    let mut above = node.path_up();
    (1..=level)
        .rev()
        .find_map(|level| Some((above.next()?.next_sibling()?, level)))
}

/// The node after one that was removed with all below it, and its level. Fails if its next sibling was removed too.
fn after_removed<'a>(
    game: kifu::GameTree<'a>,
    above: &[(u32, Option<u32>)],
) -> Result<Option<(kifu::Node<'a>, u32)>, Removed> {
    let node = |id| game.node(NodeId::new(id));
    let parents = above.iter().zip(above.iter().skip(1)).enumerate().rev();
    let mut standing = parents
        .filter_map(|(level, (parent, child))| Some((node(parent.0)?, level as u32, child.1)));
    let (parent, level, next) = standing.next().ok_or(Removed)?;
    match next {
        None => Ok(after_subtree(parent, level)),
        Some(next) => Ok(Some((node(next).ok_or(Removed)?, level + 1))),
    }
}

/// Where to go on was removed.
struct Removed;

#[pymethods]
impl NodeIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let mut guard = match self.state.lock_py_attached(py) {
            Ok(state) => state,
            Err(poisoned) => poisoned.into_inner(),
        };
        let State { place, above } = &mut *guard;
        let is_subtree = self.order == Order::Subtree;
        let found = self.game.shared.game(py, self.game.key, |game| {
            let node = |id| game.node(NodeId::new(id));
            let next = match *place {
                Place::End => None,
                Place::Before => Some((node(self.top).ok_or(Removed)?, 0)),
                Place::After(id, level) => match node(id) {
                    Some(last) if is_subtree => next_in_subtree(last, level),
                    Some(last) => last.first_child().map(|node| (node, 0)),
                    None if is_subtree => after_removed(game, above)?,
                    None => return Err(Removed),
                },
            };
            let next = next.map(|(node, level)| {
                let sibling = is_subtree.then(|| node.next_sibling()).flatten();
                (node.id().get(), level, sibling.map(|node| node.id().get()))
            });
            Ok(next)
        })?;
        let next = found.map_err(|Removed| error::stale(py))?;
        let Some((id, level, sibling)) = next else {
            *place = Place::End;
            return Ok(None);
        };
        *place = Place::After(id, level);
        above.truncate(level as usize);
        above.push((id, sibling));
        Ok(Some(Node {
            game: self.game.clone(),
            id,
        }))
    }
}
