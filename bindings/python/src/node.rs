//! `kifu.Node`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kifu::NodeId;
use kifu::syntax::text::escape_brackets;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

use crate::argument::{Text, Texts};
use crate::board::Board;
use crate::error;
use crate::game::{Game, board_after};
use crate::nodes::{NodeIterator, Order};
use crate::position::Position;
use crate::render;
use crate::shared::GameHandle;
use crate::value::{self, Target, Typed};

/// A node of a game: a handle that reads and changes the game.
///
/// ``node["C"]`` is the list of raw values of a property, ``node.get("KM")`` its typed value.
///
/// >>> root = Collection().append().root
/// >>> root.set("KM", 6.5)
/// >>> reply = root.append(B="pd", C="A corner.")
/// >>> reply.move, reply["C"], root.get("KM")
/// (Move(color='B', point=Point(x=15, y=3)), ['A corner.'], 6.5)
/// >>> reply.remove()
/// >>> reply.comment
/// Traceback (most recent call last):
///     ...
/// kifu.StaleNodeError: the node or game was removed
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) game: GameHandle,
    pub(crate) id: u32,
}

impl Node {
    pub(crate) fn new(game: &GameHandle, id: NodeId) -> Self {
        Self {
            game: game.clone(),
            id: id.get(),
        }
    }

    /// Calls `read` with the node. It must not call Python.
    pub(crate) fn read<R>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(kifu::Node<'_>) -> R,
    ) -> PyResult<R> {
        self.game.shared.node(py, self.game.key, self.id, read)
    }

    /// Calls `read` with the node, without holding the interpreter: for what takes long.
    pub(crate) fn read_detached<R: Send>(
        &self,
        py: Python<'_>,
        read: impl Send + FnOnce(kifu::Node<'_>) -> R,
    ) -> PyResult<R> {
        let id = NodeId::new(self.id);
        let found = self
            .game
            .shared
            .game_detached(py, self.game.key, |game| game.node(id).map(read))?;
        found.ok_or_else(|| error::stale(py))
    }

    /// Calls `change` with the game. It must not call Python.
    fn edit<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut kifu::GameTreeMut<'_>, NodeId) -> Result<R, kifu::EditError>,
    ) -> PyResult<R> {
        let id = NodeId::new(self.id);
        self.game
            .shared
            .edit(py, self.game.key, |game| change(game, id))
    }

    fn related(
        &self,
        py: Python<'_>,
        find: impl FnOnce(kifu::Node<'_>) -> Option<kifu::Node<'_>>,
    ) -> PyResult<Option<Self>> {
        let id = self.read(py, |node| find(node).map(|found| found.id()))?;
        Ok(id.map(|id| Self::new(&self.game, id)))
    }

    fn all(
        &self,
        py: Python<'_>,
        list: impl FnOnce(kifu::Node<'_>) -> Vec<NodeId>,
    ) -> PyResult<Vec<Self>> {
        let ids = self.read(py, list)?;
        Ok(ids
            .into_iter()
            .map(|id| Self::new(&self.game, id))
            .collect())
    }

    fn raw_values(&self, py: Python<'_>, identifier: &str) -> PyResult<Option<Vec<String>>> {
        self.read(py, |node| {
            let mut found = node
                .properties()
                .filter(|property| property.is(identifier))
                .peekable();
            found.peek()?;
            Some(
                found
                    .flat_map(|property| property.values())
                    .map(str::to_owned)
                    .collect(),
            )
        })
    }
}

/// What is pickled of a node: how to get it, from its game and its number.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, Game>, usize));

#[pymethods]
impl Node {
    /// The game of the node.
    #[getter]
    fn game(&self) -> Game {
        Game {
            handle: self.game.clone(),
        }
    }

    /// The number of the node in its game. It stays the same while the game is edited.
    #[getter]
    fn id(&self) -> u32 {
        self.id
    }

    /// The parent; ``None`` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.related(py, |node| node.parent())
    }

    /// The children, in the order of the file. The main line continues in the first.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.all(py, |node| node.children().map(|node| node.id()).collect())
    }

    /// The first child; ``None`` for a leaf.
    #[getter]
    fn next(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        self.related(py, |node| node.first_child())
    }

    /// The number of nodes above this one: 0 for the root.
    #[getter]
    fn depth(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |node| node.depth())
    }

    /// Whether the node has no children.
    #[getter]
    fn is_leaf(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.is_leaf())
    }

    /// Whether the node is the root.
    #[getter]
    fn is_root(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.is_root())
    }

    /// Whether the node and all nodes above it are first children.
    #[getter]
    fn is_main_line(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |node| node.is_on_main_line())
    }

    /// The nodes from the root to this one, both included.
    fn path(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.all(py, |node| node.path().iter().map(kifu::Node::id).collect())
    }

    /// Iterates over this node and its first descendants, to the leaf.
    fn main_line(&self) -> NodeIterator {
        NodeIterator::new(self.game.clone(), self.id, Order::MainLine)
    }

    /// Iterates over this node and all below it, depth first.
    fn subtree(&self) -> NodeIterator {
        NodeIterator::new(self.game.clone(), self.id, Order::Subtree)
    }

    /// The move: a `Move`, or ``None`` if the node has none or its value is not a move.
    #[getter]
    fn get_move(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let play = self.read(py, value::read_move)?;
        value::move_to_python(py, play)
    }

    /// The Go board after this node, with the history that leads to it. Moves are executed whether they are legal
    /// or not.
    ///
    /// Raises ``ValueError`` for another game than Go; see `position`.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        self.read_detached(py, board_after)?
    }

    /// The pieces on the board after this node, in any game whose rules Kifu knows.
    ///
    /// Raises ``ValueError`` if they are unknown.
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        let position = self.read_detached(py, Position::after)?;
        position.map_err(PyValueError::new_err)
    }

    /// The position as SVG, for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let options = kifu::diagram::binding::Options::default();
        self.read_detached(py, |node| {
            Some(render::svg(&render::scene_of(node, &options).ok()?))
        })
    }

    /// The text of ``C``; ``None`` without a comment. If a broken file has several, it is the first; setting it keeps
    /// the others, and ``None`` removes all.
    #[getter]
    fn get_comment(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.text(py, "C")
    }

    /// Sets the text of ``C``, or deletes the property.
    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: Option<Text>) -> PyResult<()> {
        self.edit(py, |game, id| match &comment {
            Some(Text(text)) => game.set_text(id, "C", text),
            None => game.remove_property(id, "C").map(|_| ()),
        })
    }

    /// The identifiers of the properties, in the order of the file.
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.read(py, |node| {
            let mut keys: Vec<String> = Vec::new();
            for property in node.properties() {
                let identifier = property.identifier();
                if !keys.iter().any(|key| *key == identifier) {
                    keys.push(identifier.into_owned());
                }
            }
            keys
        })
    }

    /// The properties as a dictionary from identifiers to lists of raw values.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let properties = self.items(py)?;
        let dict = PyDict::new(py);
        for (identifier, values) in properties {
            match dict.get_item(&identifier)? {
                Some(list) => values
                    .into_iter()
                    .try_for_each(|value| list.cast::<PyList>()?.append(value))?,
                None => dict.set_item(identifier, values)?,
            }
        }
        Ok(dict)
    }

    /// The typed value of a property.
    ///
    /// Numbers are ``int`` or ``float``, texts ``str`` without escapes, points `Point`, moves `Move`, composed
    /// values tuples. Properties that take a list of values give a list. Lists of points have each point once, row by row,
    /// with rectangles expanded: `raw` and ``node[...]`` return what is written.
    /// Common slips such as ``KM[6,5]`` are understood. `default` is returned if the property is missing or its
    /// value cannot be read.
    #[pyo3(signature = (identifier, default = None, /))]
    fn get(
        &self,
        py: Python<'_>,
        identifier: &str,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let typed = self.read(py, |node| value::read(node, identifier))?;
        let found = typed.as_ref().map(|typed| Typed::to_python(typed, py));
        Ok(found.transpose()?.flatten().or(default))
    }

    /// The first raw value of a property, with its escapes; ``None`` if the property is missing.
    #[pyo3(signature = (identifier, /))]
    fn raw(&self, py: Python<'_>, identifier: &str) -> PyResult<Option<String>> {
        self.read(py, |node| node.value(identifier).map(str::to_owned))
    }

    /// The first value of a property as text without escapes; ``None`` if the property is missing.
    #[pyo3(signature = (identifier, /))]
    fn text(&self, py: Python<'_>, identifier: &str) -> PyResult<Option<String>> {
        self.read(py, |node| {
            node.text(identifier).map(std::borrow::Cow::into_owned)
        })
    }

    /// The values of a property as texts without escapes; empty if the property is missing.
    #[pyo3(signature = (identifier, /))]
    fn texts(&self, py: Python<'_>, identifier: &str) -> PyResult<Vec<String>> {
        self.read(py, |node| {
            let properties = node.properties();
            properties
                .filter(|property| property.is(identifier))
                .flat_map(|property| property.texts())
                .map(std::borrow::Cow::into_owned)
                .collect()
        })
    }

    /// The properties in the order of the file: pairs of an identifier and the list of its raw values. An
    /// identifier that a broken file repeats comes as often.
    fn items(&self, py: Python<'_>) -> PyResult<Vec<(String, Vec<String>)>> {
        self.read(py, |node| {
            let item = |property: kifu::Property<'_>| {
                let values = property.values().map(str::to_owned).collect();
                (property.identifier().into_owned(), values)
            };
            node.properties().map(item).collect()
        })
    }

    fn __getitem__(&self, py: Python<'_>, identifier: &str) -> PyResult<Vec<String>> {
        self.raw_values(py, identifier)?
            .ok_or_else(|| PyKeyError::new_err(identifier.to_owned()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys(py)?)?.try_iter()
    }

    fn __contains__(&self, py: Python<'_>, identifier: &str) -> PyResult<bool> {
        self.read(py, |node| node.has(identifier))
    }

    fn __setitem__(&self, py: Python<'_>, identifier: &str, values: Texts) -> PyResult<()> {
        let values: Vec<_> = values.0.iter().map(|raw| escape_brackets(raw)).collect();
        self.edit(py, |game, id| game.set(id, identifier, &values))
    }

    fn __delitem__(&self, py: Python<'_>, identifier: &str) -> PyResult<()> {
        if self.edit(py, |game, id| game.remove_property(id, identifier))? {
            Ok(())
        } else {
            Err(PyKeyError::new_err(identifier.to_owned()))
        }
    }

    /// Sets a property to a typed value, as `get` returns it. Texts are escaped. An empty list deletes the property,
    /// unless it may be empty, as `DD` may; ``False`` deletes one without a value, such as `KO`. A property that
    /// stands twice is replaced as a whole.
    ///
    /// Raises ``TypeError`` or ``ValueError`` if the value is not one of the property, such as a point off the board.
    #[pyo3(signature = (identifier, value, /))]
    fn set(&self, py: Python<'_>, identifier: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let target = self.read(py, |node| Target::of(node.game()))?;
        let raw = value::raw_values(target, identifier, value)?;
        self.edit(py, |game, id| match raw.as_slice() {
            [] => game.remove_property(id, identifier).map(|_| ()),
            raw => game.set(id, identifier, raw),
        })
    }

    /// Appends a child with these properties and returns it.
    ///
    /// Properties are given as keyword arguments and typed as in `set`: ``node.append(B="pd", C="A corner.")``.
    #[pyo3(signature = (**properties))]
    fn append(&self, py: Python<'_>, properties: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let target = self.read(py, |node| Target::of(node.game()))?;
        let mut raw = Vec::new();
        for (identifier, value) in properties.into_iter().flatten() {
            let identifier = identifier.extract::<String>()?;
            let values = value::raw_values(target, &identifier, &value)?;
            if !values.is_empty() {
                raw.push((identifier, values));
            }
        }
        let id = self.edit(py, |game, parent| {
            let id = game.append_child(parent)?;
            for (identifier, values) in &raw {
                if let Err(error) = game.set(id, identifier, values) {
                    game.remove(id)?;
                    return Err(error);
                }
            }
            Ok(id)
        })?;
        Ok(Self::new(&self.game, id))
    }

    /// Appends a copy of `node` and all below it as the last child, and returns it.
    #[pyo3(signature = (node, /))]
    fn graft(&self, py: Python<'_>, node: &Bound<'_, Self>) -> PyResult<Self> {
        let from = node.get();
        // A copy, because a collection cannot be read while it is changed.
        let copy = from.game.shared.with_detached(py, |state| {
            let mut copy = kifu::Collection::new();
            let game = state.game(from.game.key)?;
            let node = game.node(NodeId::new(from.id))?;
            let mut added = copy.add_game();
            let root = added.root();
            let top = added.graft(root, node).ok()?;
            Some((copy, top))
        });
        let (copy, top) = copy.ok_or_else(|| error::stale(py))?;
        let id = self.edit(py, |game, parent| {
            let node = copy.game(0).and_then(|game| game.node(top));
            game.graft(parent, node.ok_or(kifu::EditError::NoSuchNode)?)
        })?;
        Ok(Self::new(&self.game, id))
    }

    /// Removes the node and all below it. Handles of removed nodes raise `StaleNodeError`.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is not general enough over lifetimes"
        )]
        self.edit(py, |game, id| game.remove(id))
    }

    /// Moves the variation before its previous sibling, or with ``to_main_line=True`` to the main line.
    #[pyo3(signature = (*, to_main_line = false))]
    fn promote(&self, py: Python<'_>, to_main_line: bool) -> PyResult<()> {
        self.edit(py, |game, id| {
            if to_main_line {
                game.make_main_line(id)
            } else {
                game.promote(id)
            }
        })
    }

    /// Moves the node and all below it: it becomes the last child of `parent`, a node of the same game.
    #[pyo3(signature = (parent, /))]
    fn move_below(&self, py: Python<'_>, parent: &Bound<'_, Self>) -> PyResult<()> {
        let parent = parent.get();
        if parent.game != self.game {
            let message = "the parent is in another game; copy the node with `graft`";
            return Err(error::new(error::edit(py), message));
        }
        self.edit(py, |game, id| game.move_below(id, NodeId::new(parent.id)))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game == other.game && self.id == other.id
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Arc::as_ptr(&self.game.shared).hash(&mut hasher);
        (self.game.key, self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let text = self.read(py, |node| {
            let mut text = String::new();
            for property in node.properties() {
                text.push_str(property.written_identifier());
                text.push('[');
                text.extend(property.value().chars().take(20));
                text.push_str(if property.len() > 1 { "]…" } else { "]" });
                if text.len() > 60 {
                    text.push('…');
                    break;
                }
            }
            text
        });
        match text {
            Ok(text) => format!("<kifu.Node {} {text:?}>", self.id),
            Err(_) => format!("<kifu.Node {} removed>", self.id),
        }
    }

    /// Pickles the node with its collection.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let py = slf.py();
        let this = slf.get();
        let number = this.read(py, |node| node.number())?;
        let class = py.get_type::<Game>();
        let game = this.game.shared.pickled_game(py, this.game())?;
        Ok((class.getattr("node")?, (game, number)))
    }
}
