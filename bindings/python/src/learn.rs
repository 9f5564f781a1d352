//! Planes and moves as arrays.

mod out;
mod stream;

use std::sync::Arc;

use kifu::GameTree;
use kifu::batch::Pool;
use kifu::go::Symmetry;
use kifu::learn::{
    Expansion, Layout, Options, PlaneSet, Preset, SymmetryChoice, plane_bytes, planes_in_parts,
};
use kifu::select::Selection;
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use self::out::Out;
pub(crate) use self::stream::BatchStream;
use crate::argument::{self, whole};
use crate::collection::Collection;
use crate::error;
use crate::game::Game;
use crate::shared::GameHandle;

/// How many games are turned into planes before Python looks for signals.
const GAMES_BETWEEN_SIGNALS: usize = 200;

/// The numbers of an array of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Bytes,
    Floats,
    Packed,
}

/// The arguments shared by all functions of this module.
#[derive(Clone, Debug)]
struct Wanted {
    options: Options,
    layout: Layout,
    numbers: Numbers,
    threads: usize,
}

impl Wanted {
    fn new(
        preset: &str,
        layout: &str,
        dtype: &str,
        side: i128,
        moves: Option<&Bound<'_, PyAny>>,
        symmetry: Option<&Bound<'_, PyAny>>,
        seed: i128,
        threads: Option<i128>,
    ) -> PyResult<Self> {
        let unknown = |what: &str, found: String, known: &str| {
            PyValueError::new_err(format!("{what}={found}: expected {known}"))
        };
        let quoted = |name: &str| format!("{name:?}");
        let preset = Preset::from_name(preset).ok_or_else(|| {
            unknown(
                "preset",
                quoted(preset),
                "\"stones\", \"agz\", \"alphago\" or \"katago\"",
            )
        })?;
        let layout = match layout {
            "nchw" => Layout::Nchw,
            "nhwc" => Layout::Nhwc,
            _ => return Err(unknown("layout", quoted(layout), "\"nchw\" or \"nhwc\"")),
        };
        let numbers = match dtype {
            "u8" => Numbers::Bytes,
            "f32" => Numbers::Floats,
            "packed" => Numbers::Packed,
            _ => {
                return Err(unknown(
                    "dtype",
                    quoted(dtype),
                    "\"u8\", \"f32\" or \"packed\"",
                ));
            }
        };
        if numbers == Numbers::Packed && layout != Layout::Nchw {
            return Err(PyValueError::new_err(
                "packed planes have the layout \"nchw\"",
            ));
        }
        let side = u8::try_from(side)
            .ok()
            .filter(|side| (1..=52).contains(side))
            .ok_or_else(|| PyValueError::new_err(format!("side={side}: expected 1 to 52")))?;
        let seed = whole("seed", seed, 0)?;
        let threads = threads
            .map(|threads| whole("threads", threads, 0))
            .transpose()?;
        let moves = match moves {
            None => 0..u32::MAX,
            Some(range) => argument::range(range)?,
        };
        let symmetry = match symmetry {
            None => SymmetryChoice::None,
            Some(value) => {
                let number = value.extract::<usize>().ok();
                match number.and_then(|number| Symmetry::ALL.get(number)) {
                    Some(symmetry) => SymmetryChoice::Fixed(*symmetry),
                    None if value.eq("random")? => SymmetryChoice::Random(seed),
                    None => {
                        let found = value.repr()?.to_string();
                        return Err(unknown(
                            "symmetry",
                            found,
                            "a number from 0 to 7, or \"random\"",
                        ));
                    }
                }
            }
        };
        Ok(Self {
            options: Options {
                preset,
                side,
                moves,
                symmetry,
            },
            layout,
            numbers,
            threads: self::threads(threads),
        })
    }

    /// The shape of the planes of so many positions.
    fn shape(&self, positions: usize) -> Vec<usize> {
        let planes = self.options.preset.planes();
        let side = usize::from(self.options.side);
        match (self.numbers, self.layout) {
            (Numbers::Packed, _) => vec![positions, planes, plane_bytes(self.options.side)],
            (_, Layout::Nchw) => vec![positions, planes, side, side],
            (_, Layout::Nhwc) => vec![positions, side, side, planes],
        }
    }

    const fn expansion(&self) -> Expansion {
        Expansion {
            planes: self.options.preset.planes(),
            side: self.options.side,
            layout: self.layout,
            threads: self.threads,
        }
    }

    /// The planes as an array.
    fn array<'py>(&self, py: Python<'py>, set: &mut PlaneSet) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.shape(set.len());
        let length = shape.iter().product();
        let packed = std::mem::take(&mut set.planes);
        Ok(match self.numbers {
            Numbers::Packed => shaped(py, packed, shape)?,
            Numbers::Bytes => {
                let mut bytes = vec![0_u8; length];
                py.detach(|| self.expansion().expand(&packed, 1, &mut bytes));
                shaped(py, bytes, shape)?
            }
            Numbers::Floats => {
                let mut floats = vec![0_f32; length];
                py.detach(|| self.expansion().expand(&packed, 1.0, &mut floats));
                shaped(py, floats, shape)?
            }
        })
    }
}

/// Loads numpy. Otherwise its first array would load it, which panics if numpy is missing or the import is interrupted.
pub(crate) fn load_numpy(py: Python<'_>) -> PyResult<()> {
    static LOADED: PyOnceLock<()> = PyOnceLock::new();
    LOADED
        .get_or_try_init(py, || {
            py.check_signals()?;
            py.import("numpy")?;
            drop(PyArray1::<u8>::from_vec(py, Vec::new()));
            Ok(())
        })
        .copied()
}

fn list<T: Element>(py: Python<'_>, values: Vec<T>) -> Py<PyAny> {
    PyArray1::from_vec(py, values).into_any().unbind()
}

fn shaped<T: Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    shape: Vec<usize>,
) -> PyResult<Bound<'_, PyAny>> {
    let array = PyArray1::from_vec(py, numbers);
    let array: Bound<'_, PyArray<T, numpy::IxDyn>> = array.reshape(shape)?;
    Ok(array.into_any())
}

/// Positions as arrays of numpy. Entry ``n`` of each array belongs to position ``n``.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Planes {
    /// The feature planes: ``uint8`` or ``float32`` of shape (N, planes, side, side) or (N, side, side, planes), or
    /// packed bits: ``uint8`` of shape (N, planes, bytes), see ``numpy.unpackbits``.
    #[pyo3(get)]
    x: Py<PyAny>,
    /// The numbers beside the planes: ``float32`` of shape (N, numbers).
    #[pyo3(get)]
    globals: Py<PyAny>,
    /// The move that was played: ``int64`` of shape (N,), row · side + column, or side · side for a pass.
    #[pyo3(get)]
    policy: Py<PyAny>,
    /// The result for the player to move: ``float32`` of shape (N,), 1 won, -1 lost, 0 drawn or unknown.
    #[pyo3(get)]
    value: Py<PyAny>,
    /// Whether the result is known: ``bool`` of shape (N,).
    #[pyo3(get)]
    value_known: Py<PyAny>,
    /// By how many points the player to move won: ``float32`` of shape (N,), NaN if the game was not counted.
    #[pyo3(get)]
    lead: Py<PyAny>,
    /// Who moves: ``uint8`` of shape (N,), 1 Black, 2 White.
    #[pyo3(get)]
    color: Py<PyAny>,
    /// Columns and rows of the board: ``uint8`` of shape (N, 2).
    #[pyo3(get)]
    board_size: Py<PyAny>,
    /// The number of the file in `Dataset.files`: ``uint32`` of shape (N,); 0 for `planes`.
    #[pyo3(get)]
    file: Py<PyAny>,
    /// The number of the game in `source`, or in the file or archive of a `Dataset`: ``uint32`` of shape (N,).
    #[pyo3(get)]
    game: Py<PyAny>,
    /// The number of the node of the move: ``uint32`` of shape (N,).
    #[pyo3(get)]
    node: Py<PyAny>,
    /// The number of the move, from 0: ``uint32`` of shape (N,).
    #[pyo3(get)]
    number: Py<PyAny>,
    sizes: Vec<[u8; 2]>,
    side: u8,
}

impl Planes {
    fn new(
        py: Python<'_>,
        wanted: &Wanted,
        mut set: PlaneSet,
        out: Option<Out<'_>>,
    ) -> PyResult<Self> {
        let rows = set.len();
        let x = match out {
            None => wanted.array(py, &mut set)?,
            Some(out) => out.used(rows)?,
        };
        let numbers = wanted.options.preset.globals();
        let sizes = set.size;
        Ok(Self {
            x: x.unbind(),
            globals: shaped(py, set.globals, vec![rows, numbers])?.unbind(),
            policy: list(py, set.policy),
            value: list(py, set.value),
            value_known: list(py, set.value_known),
            lead: list(py, set.lead),
            color: list(py, set.color),
            board_size: shaped(py, sizes.as_flattened().to_vec(), vec![rows, 2])?.unbind(),
            file: list(py, set.file),
            game: list(py, set.game),
            node: list(py, set.node),
            number: list(py, set.number),
            sizes,
            side: wanted.options.side,
        })
    }
}

/// What is pickled of planes: the arrays, the sizes of the boards, and the side.
type PlanesParts = ([Py<PyAny>; 12], Vec<[u8; 2]>, u8);

impl Planes {
    const fn arrays(&self) -> [&Py<PyAny>; 12] {
        [
            &self.x,
            &self.globals,
            &self.policy,
            &self.value,
            &self.value_known,
            &self.lead,
            &self.color,
            &self.board_size,
            &self.file,
            &self.game,
            &self.node,
            &self.number,
        ]
    }
}

/// Restores pickled planes.
#[pyfunction]
pub(crate) fn _restore_planes(arrays: [Py<PyAny>; 12], sizes: Vec<[u8; 2]>, side: u8) -> Planes {
    let [
        x,
        globals,
        policy,
        value,
        value_known,
        lead,
        color,
        board_size,
        file,
        game,
        node,
        number,
    ] = arrays;
    Planes {
        x,
        globals,
        policy,
        value,
        value_known,
        lead,
        color,
        board_size,
        file,
        game,
        node,
        number,
        sizes,
        side,
    }
}

#[pymethods]
impl Planes {
    /// The points of the boards: ``bool`` of shape (N, side, side), false beyond a smaller board.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let side = usize::from(self.side);
        let mask = py.detach(|| kifu::learn::masks(&self.sizes, self.side));
        shaped(py, mask, vec![self.sizes.len(), side, side])
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.policy.bind(py).len()
    }

    /// Pickles the arrays, so that worker processes can return them.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PlanesParts)> {
        let py = slf.py();
        let restore = py.import("kifu._kifu")?.getattr("_restore_planes")?;
        let this = slf.get();
        let arrays = this.arrays().map(|array| array.clone_ref(py));
        Ok((restore, (arrays, this.sizes.clone(), this.side)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shape = self.x.bind(py).getattr("shape")?;
        Ok(format!("<kifu.Planes, x {shape}>"))
    }
}

/// The threads to use: all cores without a choice, or with 0.
fn threads(wanted: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    let wanted = wanted.filter(|&threads| threads > 0);
    wanted.map_or_else(cores, |threads| threads.min(Pool::MOST_THREADS))
}

/// Runs of games of the same collection.
fn runs(source: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<GameHandle>>> {
    if let Ok(collection) = source.cast::<Collection>() {
        return Ok(vec![collection.get().handles(source.py())]);
    }
    if let Ok(game) = source.cast::<Game>() {
        return Ok(vec![vec![game.get().handle.clone()]]);
    }
    let mut runs: Vec<Vec<GameHandle>> = Vec::new();
    for game in source.try_iter()? {
        let game = game?;
        let game = game.cast::<Game>().map_err(|_| {
            PyTypeError::new_err("expected a Collection, a Game, or an iterable of Game")
        })?;
        let handle = game.get().handle.clone();
        match runs.last_mut() {
            Some(run) if Arc::ptr_eq(&run[0].shared, &handle.shared) => run.push(handle),
            _ => runs.push(vec![handle]),
        }
    }
    Ok(runs)
}

/// Turns the positions of main lines into feature planes and targets.
///
/// `source` is a `Collection`, a `Game`, or an iterable of `Game`. There is a position for each move: what the player
/// saw, and the move. Everything is from the view of the player to move. Handicap stones, setup, and who plays first
/// are as the record says. Moves that cannot be targets are left out: in the root,
/// on a stone, off the board, beside setup.
///
/// `preset` is
///
/// - ``"stones"``: 3 planes, own stones, stones of the opponent, empty points;
/// - ``"agz"``: 17 planes of AlphaGo Zero, eight positions and the color;
/// - ``"alphago"``: 48 planes of AlphaGo; 44 and 45, the ladders, are zero;
/// - ``"katago"``: 22 planes and 19 numbers of KataGo, inputs of version 7; planes 7, 8 and 14 to 21 are zero. Rules
///   are those that KataGo knows by the name: its Chinese rules have the simple ko, Ing's positional superko. Komi is
///   adjusted as in KataGo: under territory rules a point to the opponent for each stone played or placed, under area
///   rules the points of White for handicap stones.
///
/// Boards smaller than `side` lie in the upper left corner; games on larger ones are skipped. `moves` is a ``range`` of
/// move numbers, from 0, of step 1. `symmetry` is a number from 0 to 7 as in `Board.transformed`, or ``"random"``, which depends on
/// `seed`. `dtype` is ``"u8"``, ``"f32"`` or ``"packed"``, `layout` ``"nchw"`` or ``"nhwc"``. `out` is a C-contiguous
/// array to write `x` to.
///
/// >>> games = loads("(;SZ[9]RE[B+R];B[ee];W[gg])")
/// >>> batch = planes(games, preset="agz", side=9)
/// >>> batch.x.shape, batch.policy.tolist(), batch.value.tolist()
/// ((2, 17, 9, 9), [40, 60], [1.0, -1.0])
#[pyfunction]
#[pyo3(signature = (source, /, *, preset = "stones", layout = "nchw", dtype = "u8", side = 19, moves = None,
    symmetry = None, seed = 0, out = None, threads = None))]
pub(crate) fn planes(
    source: &Bound<'_, PyAny>,
    preset: &str,
    layout: &str,
    dtype: &str,
    side: i128,
    moves: Option<&Bound<'_, PyAny>>,
    symmetry: Option<&Bound<'_, PyAny>>,
    seed: i128,
    out: Option<&Bound<'_, PyAny>>,
    threads: Option<i128>,
) -> PyResult<Planes> {
    let py = source.py();
    load_numpy(py)?;
    let wanted = Wanted::new(preset, layout, dtype, side, moves, symmetry, seed, threads)?;
    let mut out = out.map(|out| Out::new(out, wanted.numbers)).transpose()?;
    let mut slice = match &mut out {
        Some(out) => Some(out.slice(&wanted)?),
        None => None,
    };
    let mut all = PlaneSet::default();
    let mut encode = |games: &[GameTree<'_>], before: u32| {
        planes_in_parts(games, &wanted.options, wanted.threads, |part| {
            for game in &mut part.game {
                *game += before;
            }
            if let Some(slice) = &mut slice {
                slice.write(&wanted, &part.planes, part.len());
                part.planes.clear();
            }
            all.append(part);
        });
    };
    let runs = runs(source)?;
    let mut before = 0;
    for games in runs
        .iter()
        .flat_map(|run| run.chunks(GAMES_BETWEEN_SIGNALS))
    {
        py.check_signals()?;
        let found = games[0].shared.with_detached(py, |state| {
            let trees = games.iter().map(|handle| state.game(handle.key));
            let trees = trees.collect::<Option<Vec<_>>>()?;
            encode(&trees, before);
            Some(())
        });
        found.ok_or_else(|| error::stale(py))?;
        before += games.len() as u32;
    }
    Planes::new(py, &wanted, all, out)
}

/// The moves of the main line as an array: color, column, row.
pub(crate) fn moves<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyArray2<i16>>> {
    load_numpy(py)?;
    let rows = game.read_detached(py, kifu::learn::moves)?;
    let numbers = rows.as_flattened().to_vec();
    PyArray1::from_vec(py, numbers).reshape([rows.len(), 3])
}

/// The selection of an expression.
pub(crate) fn selection(expression: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Selection>> {
    let Some(expression) = expression else {
        return Ok(None);
    };
    let text = expression.extract::<String>()?;
    let parsed = text.parse::<Selection>();
    let py = expression.py();
    parsed
        .map(Some)
        .map_err(|mistake| error::new(error::selection(py), mistake.shown_in(&text)))
}
