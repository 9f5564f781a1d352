//! A board of hexagons.

use super::frame::Frame;
use super::layers::{Layer, Layers};
use crate::picture::{CELL, Shape, Step, Style};
use crate::scene::{Color, Piece, Point, Scene, Window};
use crate::theme::Theme;

/// The corners of a hexagon, clockwise from the top, around its middle.
pub(super) fn corners((x, y): (f32, f32)) -> [(f32, f32); 6] {
    let (half, tall) = (CELL / 2.0, CELL * 0.577_350_3);
    [
        (x, y - tall),
        (x + half, y - tall / 2.0),
        (x + half, y + tall / 2.0),
        (x, y + tall),
        (x - half, y + tall / 2.0),
        (x - half, y - tall / 2.0),
    ]
}

pub(super) fn draw(
    scene: &Scene,
    theme: &Theme,
    window: &Window<'_>,
    frame: &Frame,
    layers: &mut Layers,
) {
    let look = &theme.board;
    let line = Style::stroke(look.line, look.line_width * CELL);
    let rect = frame.rect;
    for y in rect.top..=rect.bottom {
        for x in rect.left..=rect.right {
            let point = Point::new(x, y);
            if !window.shows(point) {
                continue;
            }
            let shape = Shape::polygon(corners(frame.at(point)));
            let piece = scene.at(point).and_then(|spot| spot.piece);
            if let Some(Piece::Cell(side)) = piece {
                let style = Style {
                    fill: Some(theme.side(side).fill),
                    ..line
                };
                layers.push(Layer::Cells, style, shape);
                // This marks a cell of White that has the color of the board.
                let (x, y) = frame.at(point);
                let inner =
                    corners((x, y)).map(|(cx, cy)| (x + (cx - x) * 0.78, y + (cy - y) * 0.78));
                let rim = Style::stroke(theme.side(side).rim, 0.07 * CELL);
                layers.push(Layer::Pieces, rim, Shape::polygon(inner));
            } else {
                layers.push(Layer::Cells, line, shape);
            }
        }
    }
    edges(scene, theme, window, frame, layers);
}

/// The colored edges: Black's at top and bottom, White's at left and right.
fn edges(scene: &Scene, theme: &Theme, window: &Window<'_>, frame: &Frame, layers: &mut Layers) {
    let rect = frame.rect;
    let (right, bottom) = (scene.columns.wrapping_sub(1), scene.rows.wrapping_sub(1));
    // Which corners of which cells, in order along the edge.
    let row = |y: u16| (rect.left..=rect.right).map(move |x| Point::new(x, y));
    let column = |x: u16| (rect.top..=rect.bottom).map(move |y| Point::new(x, y));
    let sides: [(Color, bool, Vec<Point>, [usize; 3]); 4] = [
        (Color::Black, rect.top == 0, row(0).collect(), [5, 0, 1]),
        (
            Color::Black,
            rect.bottom == bottom,
            row(bottom).collect(),
            [4, 3, 2],
        ),
        (Color::White, rect.left == 0, column(0).collect(), [5, 4, 3]),
        (
            Color::White,
            rect.right == right,
            column(right).collect(),
            [0, 1, 2],
        ),
    ];
    for (side, there, points, which) in sides {
        if !there {
            continue;
        }
        let mut steps = Vec::new();
        let mut joined = false;
        for point in points {
            if !window.shows(point) {
                joined = false;
                continue;
            }
            let corners = corners(frame.at(point));
            for (i, corner) in which.into_iter().enumerate() {
                let (x, y) = corners[corner];
                if i == 0 && !joined {
                    steps.push(Step::Move(x, y));
                } else {
                    steps.push(Step::Line(x, y));
                }
            }
            joined = true;
        }
        let look = theme.side(side);
        let shape = Shape::Path(steps);
        layers.push(
            Layer::Grid,
            Style::stroke(look.rim, 0.24 * CELL),
            shape.clone(),
        );
        layers.push(
            Layer::Edge,
            Style::stroke(look.fill.mean(), 0.17 * CELL),
            shape,
        );
    }
}
