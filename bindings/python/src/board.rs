//! `kifu.Board`.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use kifu::diagram::{Piece, Scene, text};
use kifu::go::{Color, Game, Point, Rules, Size, Symmetry};
use numpy::{PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::argument::{size_of, whole};
use crate::error;
use crate::learn;
use crate::render;
use crate::repr::count;
use crate::score::Score;
use crate::steps::{self, GameParts};
use crate::value;

/// A Go board with the state of a game: stones, ko, prisoners, and whose turn it is.
///
/// `size` is a number from 1 to 52, or columns and rows. `rules` is ``"japanese"``, ``"chinese"``, ``"aga"``,
/// ``"korean"``, ``"nz"``, ``"tromp-taylor"`` or ``"ing"``.
///
/// >>> board = Board(9)
/// >>> board.play("ee").play((2, 2))
/// <kifu.Board 9×9, B to play, 2 stones>
/// >>> board["ee"], board[0, 0]
/// ('B', None)
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Board {
    game: Mutex<Game>,
}

impl From<Game> for Board {
    fn from(game: Game) -> Self {
        Self {
            game: Mutex::new(game),
        }
    }
}

impl Board {
    /// Calls `work` with the game. It must not call Python.
    pub(crate) fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut Game) -> R) -> R {
        let guard = self.game.lock_py_attached(py);
        work(&mut guard.unwrap_or_else(PoisonError::into_inner))
    }

    fn color(&self, py: Python<'_>, color: Option<&Bound<'_, PyAny>>) -> PyResult<Color> {
        match color {
            Some(color) => value::color(color),
            None => Ok(self.with(py, |game| game.to_play())),
        }
    }

    fn game_size(&self, py: Python<'_>) -> Size {
        self.with(py, |game| game.board().size())
    }

    /// A point of the board.
    fn at(&self, point: &Bound<'_, PyAny>) -> PyResult<Point> {
        value::point_on(self.game_size(point.py()), point)
    }

    /// A point of the board; `None` if it is off the board.
    fn at_or_off(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<Point>> {
        let py = point.py();
        let off = error::off_board(py)?;
        match self.at(point) {
            Err(error) if error.is_instance(py, off) => Ok(None),
            other => other.map(Some),
        }
    }

    fn points_of(&self, list: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Point>> {
        let Some(list) = list else {
            return Ok(Vec::new());
        };
        list.try_iter()?.map(|item| self.at(&item?)).collect()
    }

    pub(crate) fn scene(&self, py: Python<'_>) -> Scene {
        self.with(py, |game| {
            let board = game.board();
            let size = board.size();
            let mut scene = Scene::go(size.columns(), size.rows());
            for (point, color) in board.stones() {
                scene.spot(point).piece = Some(Piece::Stone(color));
            }
            scene
        })
    }
}

fn points(py: Python<'_>, points: Vec<Point>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    points
        .into_iter()
        .map(|point| value::point(py, point))
        .collect()
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (size = None, *, rules = "japanese"),
        text_signature = "(size=19, *, rules='japanese')"
    )]
    fn new(size: Option<&Bound<'_, PyAny>>, rules: &str) -> PyResult<Self> {
        let size = size.map_or_else(|| Ok(Size::default()), size_of)?;
        let rules = Rules::from_name(rules).ok_or_else(|| {
            let known = "\"japanese\", \"chinese\", \"aga\", \"korean\", \"nz\", \"tromp-taylor\" or \"ing\"";
            PyValueError::new_err(format!("rules={rules:?}: expected {known}"))
        })?;
        Ok(Game::new(size, rules).into())
    }

    /// Columns and rows.
    #[getter]
    fn size(&self, py: Python<'_>) -> (u16, u16) {
        let size = self.with(py, |game| game.board().size());
        (size.columns(), size.rows())
    }

    /// The name of the rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> &'static str {
        self.with(py, |game| game.rules().name)
    }

    /// Whose turn it is: ``"B"`` or ``"W"``.
    #[getter]
    fn to_play(&self, py: Python<'_>) -> &'static str {
        self.with(py, |game| game.to_play().letter())
    }

    /// The number of moves that were played.
    #[getter]
    fn move_number(&self, py: Python<'_>) -> u32 {
        self.with(py, |game| game.move_number())
    }

    /// The stones that Black and White have captured.
    #[getter]
    fn prisoners(&self, py: Python<'_>) -> (u32, u32) {
        self.with(py, |game| {
            (game.prisoners(Color::Black), game.prisoners(Color::White))
        })
    }

    /// The point that the ko rule forbids now; ``None`` if there is none.
    #[getter]
    fn ko<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let ko = self.with(py, |game| game.ko());
        ko.map(|point| value::point(py, point)).transpose()
    }

    /// The 64-bit hash of size and stones. It is the same in every version of Kifu.
    #[getter]
    fn position_hash(&self, py: Python<'_>) -> u64 {
        self.with(py, |game| game.board().hash())
    }

    /// The least hash of the eight symmetries of the position: equal for positions that differ in orientation.
    #[getter]
    fn canonical_hash(&self, py: Python<'_>) -> u64 {
        self.with(py, |game| game.board().canonical_hash().0)
    }

    /// Plays a stone, or passes if `point` is ``None``. Returns the board, so that calls can be chained.
    ///
    /// `color` defaults to the player whose turn it is. Raises `OffBoardError` for a point off the board, and
    /// `IllegalMoveError` for another move that the rules forbid, unless ``force=True``: then it is executed as the
    /// standard says.
    #[pyo3(signature = (point, /, color = None, *, force = false))]
    fn play<'py>(
        slf: &Bound<'py, Self>,
        point: &Bound<'py, PyAny>,
        color: Option<&Bound<'py, PyAny>>,
        force: bool,
    ) -> PyResult<Bound<'py, Self>> {
        let py = slf.py();
        let this = slf.get();
        let color = this.color(py, color)?;
        let play = if force {
            value::go_move_of(point)?
        } else {
            value::go_move_on(this.game_size(py), point)?
        };
        let done = this.with(py, |game| {
            if force {
                game.play(color, play);
                Ok(())
            } else {
                game.try_play(color, play).map(|_| ())
            }
        });
        done.map_err(|illegal| error::new(error::illegal_move(py), illegal))?;
        Ok(slf.clone())
    }

    /// Takes back the last move or setup; false if there is none.
    fn undo(&self, py: Python<'_>) -> bool {
        self.with(py, Game::undo)
    }

    /// Sets and removes stones without captures, as one step for `undo`; nothing is done if no argument is given.
    ///
    /// Raises `OffBoardError` for a point off the board, and ``ValueError`` for one that is in two of the lists.
    #[pyo3(signature = (*, black = None, white = None, empty = None, to_play = None))]
    fn setup(
        &self,
        py: Python<'_>,
        black: Option<&Bound<'_, PyAny>>,
        white: Option<&Bound<'_, PyAny>>,
        empty: Option<&Bound<'_, PyAny>>,
        to_play: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut stones = BTreeMap::new();
        for (list, color) in [
            (black, Some(Color::Black)),
            (white, Some(Color::White)),
            (empty, None),
        ] {
            for point in self.points_of(list)? {
                if stones
                    .insert(point, color)
                    .is_some_and(|other| other != color)
                {
                    return Err(PyValueError::new_err(format!(
                        "({}, {}) is in two of `black`, `white` and `empty`",
                        point.x, point.y
                    )));
                }
            }
        }
        let to_play = to_play.map(value::color).transpose()?;
        if stones.is_empty() && to_play.is_none() {
            return Ok(());
        }
        self.with(py, |game| {
            let to_play = to_play.unwrap_or_else(|| game.to_play());
            game.setup_to_play(stones, to_play)
        })
        .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The points where a player may play, row by row. `color` defaults to the player whose turn it is.
    #[pyo3(signature = (color = None))]
    fn legal<'py>(
        &self,
        py: Python<'py>,
        color: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let color = self.color(py, color)?;
        points(py, self.with(py, |game| game.legal_points(color).collect()))
    }

    /// Whether a player may play on a point, or pass if it is ``None``; false for a point off the board.
    #[pyo3(signature = (point, /, color = None))]
    fn is_legal(
        &self,
        point: &Bound<'_, PyAny>,
        color: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let py = point.py();
        let color = self.color(py, color)?;
        if value::is_pass(point)? {
            return Ok(true);
        }
        let at = self.at_or_off(point)?;
        Ok(at.is_some_and(|at| self.with(py, |game| game.check(color, at).is_ok())))
    }

    /// The group on a point: its stones and its liberties; ``None`` if the point is empty, or off the board.
    #[pyo3(signature = (point, /))]
    #[expect(clippy::type_complexity, reason = "two lists of points")]
    fn group<'py>(
        &self,
        point: &Bound<'py, PyAny>,
    ) -> PyResult<Option<(Vec<Bound<'py, PyAny>>, Vec<Bound<'py, PyAny>>)>> {
        let py = point.py();
        let Some(at) = self.at_or_off(point)? else {
            return Ok(None);
        };
        let group = self.with(py, |game| {
            let group = game.board().group(at)?;
            let mut stones: Vec<Point> = group.stones().collect();
            let mut liberties: Vec<Point> = group.liberties().collect();
            stones.sort_unstable();
            liberties.sort_unstable();
            Some((stones, liberties))
        });
        group
            .map(|(stones, liberties)| Ok((points(py, stones)?, points(py, liberties)?)))
            .transpose()
    }

    /// Counts the game by its rules. `dead` names a stone of each dead group.
    ///
    /// Raises `OffBoardError` for a point in `dead` off the board, and ``ValueError`` for one without a stone.
    #[pyo3(signature = (*, komi = 0.0, dead = None, handicap = 0))]
    fn score(
        &self,
        py: Python<'_>,
        komi: f64,
        dead: Option<&Bound<'_, PyAny>>,
        handicap: i128,
    ) -> PyResult<Score> {
        if !komi.is_finite() {
            return Err(PyValueError::new_err(format!(
                "komi={komi}: not a finite number"
            )));
        }
        let handicap = whole("handicap", handicap, 0)?;
        let dead = self.points_of(dead)?;
        self.with(py, |game| {
            let has_stone = |point: &Point| game.board().get(*point).is_some();
            if let Some(point) = dead.iter().find(|point| !has_stone(point)) {
                let message = format!("dead: no stone on ({}, {})", point.x, point.y);
                return Err(PyValueError::new_err(message));
            }
            let score = game.score_handicap(komi, &dead, handicap);
            let size = game.board().size();
            Ok(Score {
                black: score.points(Color::Black),
                white: score.points(Color::White),
                lead: score.lead(),
                text: score.to_string(),
                rows: size.rows().into(),
                owners: size
                    .points()
                    .map(|point| stone(score.owner(point)))
                    .collect(),
            })
        })
    }

    /// The stones as an array of shape (rows, columns) and type ``uint8``: 0 empty, 1 black, 2 white.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (rows, stones) = self.with(py, |game| {
            let board = game.board();
            let size = board.size();
            let stones: Vec<u8> = size.points().map(|point| stone(board.get(point))).collect();
            (usize::from(size.rows()), stones)
        });
        grid(py, stones, rows)
    }

    /// A new board with the stones turned or mirrored: `symmetry` is 0 (as it is), 1, 2, 3 (quarter turns clockwise),
    /// 4 (left and right exchanged), 5 (top and bottom), 6 (columns and rows), or 7 (the other diagonal).
    #[pyo3(signature = (symmetry, /))]
    fn transformed(&self, py: Python<'_>, symmetry: i128) -> PyResult<Self> {
        let number: usize = whole("symmetry", symmetry, 0)?;
        let symmetry = Symmetry::ALL.get(number).ok_or_else(|| {
            PyValueError::new_err(format!("symmetry={number}: expected a number from 0 to 7"))
        })?;
        Ok(self.with(py, |game| {
            let board = game.board().transformed(*symmetry);
            Game::from_board(board, *game.rules(), game.to_play()).into()
        }))
    }

    /// A copy, with the history of the game.
    fn copy(&self, py: Python<'_>) -> Self {
        self.with(py, |game| game.clone()).into()
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        self.copy(memo.py())
    }

    /// Restores a pickled board.
    #[staticmethod]
    fn _restore(parts: GameParts) -> PyResult<Self> {
        steps::game_of(parts).map(Self::from)
    }

    /// Pickles the board with the history of the game.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (GameParts,))> {
        let game = slf.get().with(slf.py(), |game| game.clone());
        let parts = slf.py().detach(|| steps::parts_of(game))?;
        Ok((slf.get_type().getattr("_restore")?, (parts,)))
    }

    fn __getitem__(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let py = point.py();
        let point = self.at(point)?;
        let found = self.with(py, |game| game.board().get(point));
        Ok(found.map(Color::letter))
    }

    fn __str__(&self, py: Python<'_>) -> String {
        text::draw(&self.scene(py), &text::Options::default())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |game| {
            format!(
                "<kifu.Board {}, {} to play, {}>",
                game.board().size(),
                game.to_play().letter(),
                count(game.board().stones().count(), "stone")
            )
        })
    }

    /// The board as SVG, for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> String {
        render::svg(&self.scene(py))
    }
}

/// The number of a color: 0 empty, 1 black, 2 white.
pub(crate) const fn stone(color: Option<Color>) -> u8 {
    match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

pub(crate) fn grid(
    py: Python<'_>,
    points: Vec<u8>,
    rows: usize,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    learn::load_numpy(py)?;
    let columns = points.len() / rows.max(1);
    numpy::PyArray1::from_vec(py, points).reshape([rows, columns])
}
