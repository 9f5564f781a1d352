//! `kifu.Position`: the contents of the board, in Go and other games.

use kifu::diagram::Scene;
use kifu::diagram::scene::{self, Role};
use kifu_games::{Notation, Piece, Replay};
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board;
use crate::render;
use crate::value;

/// The pieces on the board after a node, in any game whose rules Kifu knows: Go, Othello, chess, Gomoku and Renju,
/// Backgammon, Lines of Action, Hex, Amazons, Octi, Gess and TwixT.
///
/// >>> game = loads("(;GM[2];B[dc];W[ce])")[0]
/// >>> position = game.leaves()[0].position()
/// >>> position.kind, position.to_play, int(position.array().sum())
/// ('othello', 'B', 9)
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Position {
    kind: &'static str,
    to_play: &'static str,
    /// Columns and rows; `None` for Backgammon.
    size: Option<(u16, u16)>,
    pieces: Vec<(kifu::value::Point, Piece)>,
    pods: Vec<(kifu::value::Point, &'static str, String)>,
    checkers: Option<Checkers>,
    scene: Option<Scene>,
}

/// The board of Backgammon.
#[derive(Clone, Debug)]
struct Checkers {
    points: Vec<i8>,
    bar: (u8, u8),
    off: (u8, u8),
}

impl Position {
    /// The position after a node; an error if the rules of its game are unknown.
    pub(crate) fn after(node: kifu::Node<'_>) -> Result<Self, String> {
        let mut replay = Replay::of(node.game()).map_err(|error| error.to_string())?;
        replay.go_to(node);
        let position = replay.position();
        let mut pieces = Vec::new();
        position.pieces(&mut |point, piece| pieces.push((point, piece)));
        let checkers = position.backgammon().map(|board| Checkers {
            points: board
                .points
                .iter()
                .map(|stack| {
                    // A stack has at most 15 checkers.
                    let count = stack.count.min(15).cast_signed();
                    match stack.side {
                        Some(kifu::value::Color::White) => -count,
                        _ => count,
                    }
                })
                .collect(),
            bar: board.bar.into(),
            off: board.tray.into(),
        });
        let board = position.octi();
        let pods = board.into_iter().flat_map(|board| &board.pods);
        let mut pods: Vec<_> = pods
            .map(|(point, pod)| {
                let drawn = scene::Pod {
                    side: pod.color,
                    prongs: pod.prongs.bits(),
                    super_prongs: pod.super_prongs.bits(),
                };
                (*point, pod.color.letter(), drawn.letters())
            })
            .collect();
        pods.sort_by_key(|(point, ..)| (point.y, point.x));
        let size = match position.notation() {
            Notation::GoLike(size)
            | Notation::Labeled(size)
            | Notation::Chess(size)
            | Notation::Octi(size)
            | Notation::LinesOfAction { size, .. } => Some((size.columns(), size.rows())),
            Notation::Backgammon => None,
        };
        let options = kifu::diagram::binding::Options::default();
        Ok(Self {
            kind: position.game().key(),
            to_play: position.to_play().letter(),
            size,
            pieces,
            pods,
            checkers,
            scene: render::scene_of(node, &options).ok(),
        })
    }

    fn grid(&self) -> PyResult<(u16, u16)> {
        self.size
            .ok_or_else(|| PyValueError::new_err("Backgammon has no grid; see `Position.checkers`"))
    }
}

const fn kind(piece: Piece) -> &'static str {
    match piece {
        Piece::Queen(_) => "queen",
        Piece::Peg(_) => "peg",
        Piece::Pod(_) => "pod",
        Piece::Chess(_, role) => match role {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        },
        Piece::Blocked => "blocked",
        _ => "stone",
    }
}

/// A point, a color, and a text.
type Named<'py, C, T> = (Bound<'py, PyAny>, C, T);

#[pymethods]
impl Position {
    /// The name of the kind of game, such as ``"othello"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whose turn it is: ``"B"`` or ``"W"``.
    #[getter]
    fn to_play(&self) -> &'static str {
        self.to_play
    }

    /// Columns and rows; ``None`` for Backgammon.
    #[getter]
    fn size(&self) -> Option<(u16, u16)> {
        self.size
    }

    /// The pieces, row by row: the `Point`, the owner (``"B"``, ``"W"``, or ``None`` for an arrow of Amazons), and the
    /// kind: ``"stone"``, ``"queen"``, ``"peg"``, ``"pod"`` or ``"blocked"``, and in chess ``"pawn"``, ``"knight"``,
    /// ``"bishop"``, ``"rook"``, ``"queen"`` or ``"king"``.
    ///
    /// >>> game = loads("(;GM[3];W[e4];B[e5];W[Nf3])")[0]
    /// >>> pieces = game.leaves()[0].position().pieces
    /// >>> [tuple(point) for point, color, kind in pieces if (color, kind) == ("W", "knight")]
    /// [(5, 5), (1, 7)]
    #[getter]
    fn pieces<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<Named<'py, Option<&'static str>, &'static str>>> {
        let pieces = self.pieces.iter();
        pieces
            .map(|(point, piece)| {
                let color = piece.color().map(kifu::value::Color::letter);
                Ok((value::point(py, *point)?, color, kind(*piece)))
            })
            .collect()
    }

    /// The pods of Octi, row by row: the `Point`, the owner (``"B"`` or ``"W"``), and the letters of the prongs, ``"A"``
    /// for north and so on clockwise; ``"!"`` follows a super prong. Several pods may be on one point, the lowest first.
    /// Empty for other games.
    #[getter]
    fn pods<'py>(&self, py: Python<'py>) -> PyResult<Vec<Named<'py, &'static str, String>>> {
        let pods = self.pods.iter();
        pods.map(|(point, color, prongs)| Ok((value::point(py, *point)?, *color, prongs.clone())))
            .collect()
    }

    /// The checkers of Backgammon: the 24 points (positive numbers for Black, negative ones for White), then Black's and
    /// White's checkers on the bar, then those that are off the board. ``None`` for other games.
    #[getter]
    #[expect(clippy::type_complexity, reason = "a tuple of Python")]
    fn checkers(&self) -> Option<(Vec<i8>, (u8, u8), (u8, u8))> {
        let own = self.checkers.as_ref()?;
        Some((own.points.clone(), own.bar, own.off))
    }

    /// The pieces as an array of shape (rows, columns) and type ``uint8``: 0 empty, 1 black, 2 white, 3 blocked.
    ///
    /// Raises ``ValueError`` for Backgammon, which has no grid.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (columns, rows) = self.grid()?;
        let mut points = vec![0; usize::from(columns) * usize::from(rows)];
        for (point, piece) in &self.pieces {
            let index = usize::from(point.y) * usize::from(columns) + usize::from(point.x);
            if let Some(place) = points.get_mut(index).filter(|_| point.x < columns) {
                *place = match piece.color() {
                    Some(kifu::value::Color::Black) => 1,
                    Some(kifu::value::Color::White) => 2,
                    None => 3,
                };
            }
        }
        board::grid(py, points, rows.into())
    }

    /// The position as SVG, for notebooks.
    fn _repr_svg_(&self) -> Option<String> {
        self.scene.as_ref().map(render::svg)
    }

    fn __repr__(&self) -> String {
        let pieces = self.pieces.len();
        format!(
            "<kifu.Position {}, {} to play, {pieces} pieces>",
            self.kind, self.to_play
        )
    }
}
