//! Iterators over nodes.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::sync::MutexExt;

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

/// An iterator over nodes. It follows edits; if the node that it returned last was removed, it raises
/// `StaleNodeError`.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct NodeIterator {
    game: GameHandle,
    top: u32,
    order: Order,
    place: Mutex<Place>,
}

impl NodeIterator {
    pub(crate) const fn new(game: GameHandle, top: u32, order: Order) -> Self {
        Self {
            game,
            top,
            order,
            place: Mutex::new(Place::Before),
        }
    }
}

/// The node after `node` in the subtree whose top is `level` levels above it, and its level.
fn next_in_subtree(node: kifu::Node<'_>, level: u32) -> Option<(kifu::Node<'_>, u32)> {
    if let Some(child) = node.first_child() {
        return Some((child, level + 1));
    }
    let mut above = node.path_up();
    (1..=level)
        .rev()
        .find_map(|level| Some((above.next()?.next_sibling()?, level)))
}

#[pymethods]
impl NodeIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let mut place = match self.place.lock_py_attached(py) {
            Ok(place) => place,
            Err(poisoned) => poisoned.into_inner(),
        };
        let next = match *place {
            Place::End => None,
            Place::Before => Some((self.top, 0)),
            Place::After(id, level) => self.game.shared.node(py, self.game.key, id, |node| {
                let next = match self.order {
                    Order::MainLine => node.first_child().map(|node| (node, 0)),
                    Order::Subtree => next_in_subtree(node, level),
                };
                next.map(|(node, level)| (node.id().get(), level))
            })?,
        };
        *place = next.map_or(Place::End, |(id, level)| Place::After(id, level));
        Ok(next.map(|(id, _)| Node {
            game: self.game.clone(),
            id,
        }))
    }
}
