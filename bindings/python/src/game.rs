//! `kifu.Game`.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kifu::NodeId;
use kifu::games::go::Replay;
use kifu::value::{GameResult, Size, ValueReader, handicap, komi};
use numpy::PyArray2;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::Board;
use crate::collection::Collection;
use crate::error;
use crate::learn;
use crate::node::Node;
use crate::nodes::{NodeIterator, Order};
use crate::render;
use crate::repr::count;
use crate::shared::GameHandle;
use crate::value;

/// A game of a collection: a handle that reads and changes it. ``len(game)`` is the number of nodes.
///
/// >>> game = loads("(;SZ[9]KM[6.5]RE[B+R];B[ee](;W[gg])(;W[cc]C[Solid.]))")[0]
/// >>> game.board_size, game.komi, game.result
/// ((9, 9), 6.5, Result(winner='B', margin=None, reason='resignation'))
/// >>> game.moves.tolist()
/// [[1, 4, 4], [2, 6, 6]]
/// >>> game.texts("C"), len(game), len(game.leaves())
/// (['Solid.'], 4, 2)
#[pyclass(frozen, weakref, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) handle: GameHandle,
}

impl Game {
    /// Calls `read` with the game. It must not call Python.
    pub(crate) fn read<R>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(kifu::GameTree<'_>) -> R,
    ) -> PyResult<R> {
        self.handle.shared.game(py, self.handle.key, read)
    }

    /// Calls `read` with the game, without holding the interpreter: for what takes long.
    pub(crate) fn read_detached<R: Send>(
        &self,
        py: Python<'_>,
        read: impl Send + FnOnce(kifu::GameTree<'_>) -> R,
    ) -> PyResult<R> {
        self.handle.shared.game_detached(py, self.handle.key, read)
    }

    fn info(&self, py: Python<'_>, identifier: &str) -> PyResult<Option<String>> {
        self.read(py, |game| {
            game.root()
                .simple_text(identifier)
                .map(std::borrow::Cow::into_owned)
        })
    }

    fn root_id(&self, py: Python<'_>) -> PyResult<NodeId> {
        self.read(py, |game| game.root().id())
    }
}

/// The Go board after a node.
pub(crate) fn board_after(node: kifu::Node<'_>) -> PyResult<Board> {
    ensure_go(node)?;
    let size = ValueReader::new(node.game()).size();
    if size.columns().max(size.rows()) > Size::LETTERS {
        let longest = Size::LETTERS;
        let message = format!("a board of {size}: a side must be {longest} or less");
        return Err(PyValueError::new_err(message));
    }
    Ok(Replay::at(node).game().clone().into())
}

/// Refuses a node of another game than Go.
pub(crate) fn ensure_go(node: kifu::Node<'_>) -> PyResult<()> {
    match node.game().kind() {
        Some(kifu::schema::Game::Go) => Ok(()),
        other => {
            let name = other.map_or("of an unknown kind", |kind| kind.name());
            Err(PyValueError::new_err(format!(
                "the game is {name}, not Go; see `Node.position`"
            )))
        }
    }
}

#[pymethods]
impl Game {
    /// The collection of the game.
    #[getter]
    pub(crate) fn collection(&self) -> Collection {
        Collection {
            shared: self.handle.shared.clone(),
        }
    }

    /// The position of the game in its collection, from 0. A collection that `scan` has read may be a part of a large
    /// file; see `number_in_file`.
    #[getter]
    fn number(&self, py: Python<'_>) -> PyResult<usize> {
        let number = self
            .handle
            .shared
            .with(py, |state| state.number(self.handle.key));
        number.ok_or_else(|| error::stale(py))
    }

    /// The position of the game in its file, from 0.
    #[getter]
    fn number_in_file(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.handle.shared.first + self.number(py)?)
    }

    /// The path of the file; ``None`` if the collection was not read from a file.
    #[getter]
    fn path(&self) -> Option<OsString> {
        self.collection().path()
    }

    /// The root.
    #[getter]
    fn root(&self, py: Python<'_>) -> PyResult<Node> {
        Ok(Node::new(&self.handle, self.root_id(py)?))
    }

    /// Iterates over the nodes of the main line, from the root to its leaf.
    fn main_line(&self, py: Python<'_>) -> PyResult<NodeIterator> {
        let root = self.root_id(py)?.get();
        Ok(NodeIterator::new(
            self.handle.clone(),
            root,
            Order::MainLine,
        ))
    }

    /// Iterates over all nodes in the order of the file, which is depth first.
    fn nodes(&self, py: Python<'_>) -> PyResult<NodeIterator> {
        let root = self.root_id(py)?.get();
        Ok(NodeIterator::new(self.handle.clone(), root, Order::Subtree))
    }

    /// The leaves in the order of the file: one for each variation.
    fn leaves(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let ids = self.read_detached(py, |game| {
            game.leaves().map(|node| node.id()).collect::<Vec<_>>()
        })?;
        Ok(ids
            .into_iter()
            .map(|id| Node::new(&self.handle, id))
            .collect())
    }

    /// The nodes that have a property, in the order of the file.
    #[pyo3(signature = (identifier, /))]
    fn find(&self, py: Python<'_>, identifier: &str) -> PyResult<Vec<Node>> {
        let ids = self.read_detached(py, |game| {
            let nodes = game.nodes().filter(|node| node.has(identifier));
            nodes.map(|node| node.id()).collect::<Vec<_>>()
        })?;
        Ok(ids
            .into_iter()
            .map(|id| Node::new(&self.handle, id))
            .collect())
    }

    /// The texts of a property in all nodes, in the order of the file and without escapes: all comments with
    /// ``game.texts("C")``.
    #[pyo3(signature = (identifier, /))]
    fn texts(&self, py: Python<'_>, identifier: &str) -> PyResult<Vec<String>> {
        self.read_detached(py, |game| {
            let properties = game.nodes().flat_map(|node| node.properties());
            properties
                .filter(|property| property.is(identifier))
                .flat_map(|property| property.texts())
                .map(std::borrow::Cow::into_owned)
                .collect()
        })
    }

    /// The node of this number; see `Node.id`.
    ///
    /// Raises ``IndexError`` if the game has no such node.
    #[pyo3(signature = (id, /))]
    fn node(&self, id: &Bound<'_, PyAny>) -> PyResult<Node> {
        let number = match id.extract::<u32>() {
            Ok(number) => Some(NodeId::new(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(id.py()) => None,
            Err(error) => return Err(error),
        };
        let found = self.read(id.py(), |game| {
            number.filter(|&number| game.node(number).is_some())
        })?;
        let missing = || PyIndexError::new_err(format!("the game has no node {id}"));
        Ok(Node::new(&self.handle, found.ok_or_else(missing)?))
    }

    /// The name of the kind of game, such as ``"go"`` or ``"othello"``; ``None`` if ``GM`` is unknown.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.read(py, |game| game.kind().map(kifu::schema::Game::key))
    }

    /// Columns and rows of the board. The default of the game if ``SZ`` is missing.
    #[getter]
    fn board_size(&self, py: Python<'_>) -> PyResult<(u16, u16)> {
        let size = self.read(py, |game| ValueReader::new(game).size())?;
        Ok((size.columns(), size.rows()))
    }

    /// The names of Black and White (``PB``, ``PW``); ``None`` for one that is missing.
    #[getter]
    fn players(&self, py: Python<'_>) -> PyResult<(Option<String>, Option<String>)> {
        Ok((self.info(py, "PB")?, self.info(py, "PW")?))
    }

    /// The name of Black (``PB``).
    #[getter]
    fn black(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.info(py, "PB")
    }

    /// The name of White (``PW``).
    #[getter]
    fn white(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.info(py, "PW")
    }

    /// The event (``EV``).
    #[getter]
    fn event(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.info(py, "EV")
    }

    /// The date as written (``DT``).
    #[getter]
    fn date(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.info(py, "DT")
    }

    /// The rules as written (``RU``).
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.info(py, "RU")
    }

    /// The komi (``KM``); ``None`` if it is missing or not a number.
    #[getter]
    fn komi(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.read(py, |game| {
            let read = game.root().value("KM").map(komi::parse_lenient);
            Some(read?.ok()?.value.get())
        })
    }

    /// The number of handicap stones (``HA``); 0 if it is missing or not a number.
    #[getter]
    fn handicap(&self, py: Python<'_>) -> PyResult<u16> {
        self.read(py, |game| {
            let read = game.root().value("HA").map(handicap::parse_lenient);
            read.and_then(Result::ok).map_or(0, |read| read.value)
        })
    }

    /// The result (``RE``): a `Result`; ``None`` if it is missing or cannot be read.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let result = self.read(py, |game| {
            let read = game.root().value("RE").map(GameResult::parse_lenient);
            Some(read?.ok()?.value)
        })?;
        result.map(|result| value::result(py, result)).transpose()
    }

    /// The moves of the main line as an array of type ``int16`` and shape (moves, 3): color (1 Black, 2 White), column,
    /// row; -1, -1 for a pass. Values that are no move of the board are left out.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        learn::moves(py, self)
    }

    /// The Go board after the last move of the main line.
    ///
    /// Raises ``ValueError`` for another game than Go; see `Node.position`.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        self.read_detached(py, |game| {
            let node = game.node(render::last(game)).unwrap_or_else(|| game.root());
            board_after(node)
        })?
    }

    /// The last position of the main line as HTML with a caption, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let options = kifu::diagram::binding::Options {
            title: true,
            ..kifu::diagram::binding::Options::default()
        };
        self.read_detached(py, |game| {
            let scene = render::scene_of(game.node(render::last(game))?, &options).ok()?;
            Some(format!("<figure>{}</figure>", render::svg(&scene)))
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |game| game.node_count())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.handle == other.handle
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Arc::as_ptr(&self.handle.shared).hash(&mut hasher);
        self.handle.key.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let text = self.read(py, |game| {
            let root = game.root();
            let name = |identifier| {
                let name = root.simple_text(identifier).unwrap_or("?".into());
                // Characters that a terminal obeys are escaped.
                let shown = name.chars().take(30).map(|char| match char {
                    '\'' | '"' | '\\' => char.to_string(),
                    _ => char.escape_debug().to_string(),
                });
                shown.collect::<String>()
            };
            let nodes = count(game.node_count(), "node");
            format!("<kifu.Game {} - {}, {nodes}>", name("PB"), name("PW"))
        });
        text.unwrap_or_else(|_| "<kifu.Game removed>".to_owned())
    }

    /// Returns this game, as an assignment does. ``copy.deepcopy`` makes an independent one.
    fn __copy__(&self) -> Self {
        Self {
            handle: self.handle.clone(),
        }
    }

    /// Pickles the game in a collection of its own, so that a game of a large file does not take the others along.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let this = slf.get();
        let number = this.number(py)?;
        let pickled = this.handle.shared.pickled_game(py, this.__copy__())?;
        if !pickled.is(slf) {
            let class = py.get_type::<Self>();
            return Ok((class.getattr("__copy__")?, (pickled,).into_pyobject(py)?));
        }
        let getter = py.import("operator")?.getattr("getitem")?;
        let single = this.collection().with_only(py, number);
        Ok((getter, (single, 0).into_pyobject(py)?))
    }
}
