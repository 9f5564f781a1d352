//! Scenes as JSON.

use kifu_diagram::binding::{Drawn, Walk};
use kifu_diagram::{Board, Color, Mark, Piece, Point};
use kifu_sgf::schema::Game;
use serde::Serialize;

/// The visible state of a node. Points are pairs of column and row, counted from 0 at the upper left.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scene {
    board: &'static str,
    columns: u16,
    rows: u16,
    /// As its game names them, from the left and from the top.
    column_names: Vec<String>,
    row_names: Vec<String>,
    /// The rectangle shown: left, top, right, bottom.
    window: [u16; 4],
    /// One character a point, row by row; see [`letter`].
    pieces: String,
    /// The points that `VW` hides.
    hidden: Vec<(u16, u16)>,
    stars: Vec<(u16, u16)>,
    marks: Vec<(u16, u16, &'static str)>,
    labels: Vec<(u16, u16, String)>,
    numbers: Vec<(u16, u16, u32)>,
    territory: Vec<(u16, u16, u8)>,
    hints: Vec<(u16, u16, String, u8)>,
    dim: Vec<(u16, u16)>,
    last: Option<(u16, u16)>,
    arrows: Vec<[u16; 4]>,
    lines: Vec<[u16; 4]>,
    links: Vec<([u16; 4], u8)>,
    to_play: u8,
    /// By Black, by White; absent in games without prisoners.
    prisoners: Option<[u32; 2]>,
    move_number: u32,
    /// Who moved, and where; 0 and an empty name if the node has no move.
    mover: u8,
    move_name: String,
    names: [String; 2],
    name: String,
    comment: String,
    /// Values that could not be read or executed on the path to the node.
    notes: Vec<String>,
}

const fn number(side: Color) -> u8 {
    match side {
        Color::Black => 1,
        Color::White => 2,
    }
}

const fn letter(piece: Piece) -> char {
    match piece {
        Piece::Stone(Color::Black) => 'X',
        Piece::Stone(Color::White) => 'O',
        Piece::Queen(Color::Black) => 'Q',
        Piece::Queen(Color::White) => 'q',
        Piece::Peg(Color::Black) => 'P',
        Piece::Peg(Color::White) => 'p',
        Piece::Cell(Color::Black) => 'C',
        Piece::Cell(Color::White) => 'c',
        _ => '#',
    }
}

const fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Circle => "circle",
        Mark::Cross => "cross",
        Mark::Square => "square",
        Mark::Selected => "selected",
        Mark::Triangle => "triangle",
    }
}

fn stroke((from, to): (Point, Point)) -> [u16; 4] {
    [from.x, from.y, to.x, to.y]
}

impl Scene {
    pub(crate) fn new(drawn: &Drawn, walk: &Walk<'_>) -> Self {
        let scene = &drawn.scene;
        let window = scene.window();
        let (side, name) = walk.move_name().unzip();
        let mut made = Self {
            board: match scene.board {
                // The kinds of its pieces are drawn as a picture only.
                _ if walk.position().game() == Game::Chess => "other",
                Board::Lines => "lines",
                Board::Cells { checkered: true } => "checkered",
                Board::Cells { .. } => "cells",
                Board::Hex => "hex",
                Board::Holes => "holes",
                _ => "other",
            },
            columns: scene.columns,
            rows: scene.rows,
            column_names: (0..scene.columns).map(|x| scene.column_name(x)).collect(),
            row_names: (0..scene.rows).map(|y| scene.row_name(y)).collect(),
            window: {
                let rect = window.rect;
                [rect.left, rect.top, rect.right, rect.bottom]
            },
            stars: scene.stars.iter().map(|point| (point.x, point.y)).collect(),
            arrows: scene.arrows.iter().copied().map(stroke).collect(),
            lines: scene.lines.iter().copied().map(stroke).collect(),
            links: scene
                .links
                .iter()
                .map(|&(from, to, side)| (stroke((from, to)), number(side)))
                .collect(),
            to_play: number(walk.to_play()),
            prisoners: scene.prisoners,
            move_number: walk.move_number().unwrap_or(0),
            mover: side.map_or(0, number),
            move_name: name.unwrap_or_default(),
            names: [scene.names.black.clone(), scene.names.white.clone()],
            name: scene.caption.clone(),
            comment: scene.comment.clone(),
            notes: drawn.notes.iter().map(ToString::to_string).collect(),
            ..Self::default()
        };
        made.add_spots(scene);
        made
    }

    fn add_spots(&mut self, scene: &kifu_diagram::Scene) {
        let columns = usize::from(scene.columns);
        let mut pieces = vec!['.'; columns * usize::from(scene.rows)];
        for (&point, spot) in scene.spots.iter().filter(|&(&point, _)| scene.has(point)) {
            let Point { x, y } = point;
            if let Some(piece) = spot.piece {
                pieces[usize::from(y) * columns + usize::from(x)] = letter(piece);
            }
            if let Some(kind) = spot.mark {
                self.marks.push((x, y, mark(kind)));
            }
            if let Some(label) = &spot.label {
                self.labels.push((x, y, label.clone()));
            }
            if let Some(number) = spot.number {
                self.numbers.push((x, y, number));
            }
            if let Some(side) = spot.territory {
                self.territory.push((x, y, number(side)));
            }
            if let Some(hint) = &spot.hint {
                let side = hint.side.map_or(0, number);
                self.hints.push((x, y, hint.text.clone(), side));
            }
            if spot.dim {
                self.dim.push((x, y));
            }
            if spot.last {
                self.last = Some((x, y));
            }
        }
        self.pieces = pieces.into_iter().collect();
        if let Some(visible) = &scene.visible {
            let window = scene.window().rect;
            let rows = window.top..=window.bottom;
            let points = rows.flat_map(|y| (window.left..=window.right).map(move |x| (x, y)));
            self.hidden = points
                .filter(|&(x, y)| !visible.contains(&Point::new(x, y)))
                .collect();
        }
    }
}
