//! `kifu.Position`: the contents of the board, in Go and other games.

use kifu::diagram::Scene;
use kifu::diagram::scene::{self, Role};
use kifu::value::Point;
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
#[derive(Clone, Debug)]
pub(crate) struct Position {
    kind: String,
    to_play: String,
    /// Columns and rows; `None` for Backgammon.
    size: Option<(u16, u16)>,
    pieces: Vec<PieceParts>,
    pods: Vec<PodParts>,
    checkers: Option<Checkers>,
    picture: Picture,
}

/// How a position is drawn.
#[derive(Clone, Debug)]
enum Picture {
    Scene(Box<Scene>),
    /// SVG, of a position that was pickled; `None` if it cannot be drawn.
    Drawn(Option<String>),
}

impl Picture {
    fn svg(&self) -> Option<String> {
        match self {
            Self::Scene(scene) => Some(render::svg(scene)),
            Self::Drawn(svg) => svg.clone(),
        }
    }
}

/// Column, row, owner, and kind.
type PieceParts = (u16, u16, Option<String>, String);

/// Column, row, owner, and prongs.
type PodParts = (u16, u16, String, String);

/// The points, the checkers on the bar, and those that are off the board.
type Checkers = (Vec<i8>, (u8, u8), (u8, u8));

/// Kind, player to move and size; pieces, pods, checkers, and SVG.
type PositionParts = (
    (String, String, Option<(u16, u16)>),
    Vec<PieceParts>,
    Vec<PodParts>,
    Option<Checkers>,
    Option<String>,
);

impl Position {
    /// The position after a node; an error if the rules of its game are unknown.
    pub(crate) fn after(node: kifu::Node<'_>) -> Result<Self, String> {
        let mut replay = Replay::of(node.game()).map_err(|error| error.to_string())?;
        replay.go_to(node);
        let position = replay.position();
        let mut pieces = Vec::new();
        position.pieces(&mut |point, piece| {
            let owner = piece.color().map(|color| color.letter().to_owned());
            pieces.push((point.x, point.y, owner, kind(piece).to_owned()));
        });
        let checkers = position.backgammon().map(|board| {
            let points = board.points.iter().map(|stack| {
                // A stack has at most 15 checkers.
                let count = stack.count.min(15).cast_signed();
                match stack.side {
                    Some(kifu::value::Color::White) => -count,
                    _ => count,
                }
            });
            (points.collect(), board.bar.into(), board.tray.into())
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
                let owner = pod.color.letter().to_owned();
                (point.x, point.y, owner, drawn.letters())
            })
            .collect();
        pods.sort_by_key(|(x, y, ..)| (*y, *x));
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
            kind: position.game().key().to_owned(),
            to_play: position.to_play().letter().to_owned(),
            size,
            pieces,
            pods,
            checkers,
            picture: match render::scene_of(node, &options) {
                Ok(scene) => Picture::Scene(Box::new(scene)),
                Err(_) => Picture::Drawn(None),
            },
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
    fn kind(&self) -> &str {
        &self.kind
    }

    /// Whose turn it is: ``"B"`` or ``"W"``.
    #[getter]
    fn to_play(&self) -> &str {
        &self.to_play
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
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Vec<Named<'py, Option<String>, String>>> {
        let pieces = self.pieces.iter();
        pieces
            .map(|(x, y, owner, kind)| {
                let point = value::point(py, Point::new(*x, *y))?;
                Ok((point, owner.clone(), kind.clone()))
            })
            .collect()
    }

    /// The pods of Octi, row by row: the `Point`, the owner (``"B"`` or ``"W"``), and the letters of the prongs, ``"A"``
    /// for north and so on clockwise; ``"!"`` follows a super prong. Several pods may be on one point, the lowest first.
    /// Empty for other games.
    #[getter]
    fn pods<'py>(&self, py: Python<'py>) -> PyResult<Vec<Named<'py, String, String>>> {
        let pods = self.pods.iter();
        pods.map(|(x, y, owner, prongs)| {
            let point = value::point(py, Point::new(*x, *y))?;
            Ok((point, owner.clone(), prongs.clone()))
        })
        .collect()
    }

    /// The checkers of Backgammon: the 24 points (positive numbers for Black, negative ones for White), then Black's and
    /// White's checkers on the bar, then those that are off the board. ``None`` for other games.
    #[getter]
    fn checkers(&self) -> Option<Checkers> {
        self.checkers.clone()
    }

    /// The pieces as an array of shape (rows, columns) and type ``uint8``: 0 empty, 1 black, 2 white, 3 blocked.
    ///
    /// Raises ``ValueError`` for Backgammon, which has no grid.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (columns, rows) = self.grid()?;
        let mut points = vec![0; usize::from(columns) * usize::from(rows)];
        for (x, y, owner, _) in &self.pieces {
            let index = usize::from(*y) * usize::from(columns) + usize::from(*x);
            if let Some(place) = points.get_mut(index).filter(|_| *x < columns) {
                *place = match owner.as_deref() {
                    Some("B") => 1,
                    Some(_) => 2,
                    None => 3,
                };
            }
        }
        board::grid(py, points, rows.into())
    }

    /// The position as SVG, for notebooks.
    fn _repr_svg_(&self) -> Option<String> {
        self.picture.svg()
    }

    /// Restores a pickled position.
    #[staticmethod]
    fn _restore(parts: PositionParts) -> Self {
        let ((kind, to_play, size), pieces, pods, checkers, svg) = parts;
        Self {
            kind,
            to_play,
            size,
            pieces,
            pods,
            checkers,
            picture: Picture::Drawn(svg),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (PositionParts,))> {
        let own = slf.get().clone();
        let parts = (
            (own.kind, own.to_play, own.size),
            own.pieces,
            own.pods,
            own.checkers,
            own.picture.svg(),
        );
        Ok((slf.get_type().getattr("_restore")?, (parts,)))
    }

    fn __repr__(&self) -> String {
        let pieces = self.pieces.len();
        format!(
            "<kifu.Position {}, {} to play, {pieces} pieces>",
            self.kind, self.to_play
        )
    }
}
