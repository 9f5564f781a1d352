//! The board: ground, lines, squares, holes.

use super::frame::{self, Frame};
use super::layers::{Layer, Layers};
use super::{grain, hex, octi, spots};
use crate::picture::{CELL, Rgb, Shape, Step, Style};
use crate::scene::{Board, Point, Scene, Window};
use crate::theme::Theme;

/// Draws board and pieces; returns width and height.
pub(super) fn draw(scene: &Scene, theme: &Theme, layers: &mut Layers) -> (f32, f32) {
    let window = scene.window();
    let frame = Frame::new(scene, window.rect, theme);
    let ground = Shape::Rect {
        x: 0.0,
        y: 0.0,
        w: frame.width,
        h: frame.height,
        round: 0.0,
    };
    let fill = Style {
        fill: Some(theme.board.fill),
        ..Style::default()
    };
    layers.push(Layer::Ground, fill, ground);
    grain::board(theme, layers, (0.0, 0.0, frame.width, frame.height));
    match &scene.board {
        Board::Lines => {
            lines(scene, theme, &window, &frame, layers);
            stars(scene, theme, &window, &frame, layers);
        }
        Board::Cells { checkered } => {
            if *checkered {
                dark_squares(theme, &window, &frame, layers);
            }
            cells(scene, theme, &window, &frame, layers);
            stars(scene, theme, &window, &frame, layers);
        }
        Board::Hex => hex::draw(scene, theme, &window, &frame, layers),
        Board::Octi(board) => {
            octi::squares(board, theme, &window, &frame, layers);
            cells(scene, theme, &window, &frame, layers);
        }
        Board::Holes => holes(scene, theme, &window, &frame, layers),
        Board::Backgammon(_) => {}
    }
    spots::draw(scene, theme, &window, &frame, layers);
    frame::names(scene, theme, &frame, layers);
    (frame.width, frame.height)
}

/// Stretches along one line, joined if they touch.
#[derive(Default)]
struct Run(Option<(f32, f32)>);

impl Run {
    /// Adds a stretch; returns the previous one if they do not touch.
    fn add(&mut self, from: f32, to: f32) -> Option<(f32, f32)> {
        match &mut self.0 {
            Some(run) if (run.1 - from).abs() < 1e-3 => {
                run.1 = to;
                None
            }
            run => run.replace((from, to)),
        }
    }
}

/// Minimum length of a drawn piece of a line, in cells.
const SHORTEST: f32 = 0.2;

/// Draws lines through the points. They stop before points with words or marks on the bare board, and extend by half a
/// cell where the board continues.
fn lines(scene: &Scene, theme: &Theme, window: &Window<'_>, frame: &Frame, layers: &mut Layers) {
    let (mut thin, mut thick) = (Vec::new(), Vec::new());
    let rect = frame.rect;
    // The lines of a board with one point would have no length.
    let end = if (scene.columns, scene.rows) == (1, 1) {
        0.25
    } else {
        0.0
    };
    for upright in [false, true] {
        let (outer, inner, across, along) = if upright {
            (
                rect.left..=rect.right,
                rect.top..=rect.bottom,
                scene.columns,
                scene.rows,
            )
        } else {
            (
                rect.top..=rect.bottom,
                rect.left..=rect.right,
                scene.rows,
                scene.columns,
            )
        };
        for line in outer {
            let edge = line == 0 || line + 1 == across;
            let steps = if edge { &mut thick } else { &mut thin };
            let mut draw = |(from, to): (f32, f32)| {
                // A stub between two labels would read as a hyphen.
                if to - from < SHORTEST {
                    return;
                }
                let at = f32::from(line);
                let (a, b) = if upright {
                    (frame.place(at, from), frame.place(at, to))
                } else {
                    (frame.place(from, at), frame.place(to, at))
                };
                steps.extend([Step::Move(a.0, a.1), Step::Line(b.0, b.1)]);
            };
            let mut run = Run::default();
            for i in inner.clone() {
                let point = if upright {
                    Point::new(line, i)
                } else {
                    Point::new(i, line)
                };
                if !window.shows(point) {
                    continue;
                }
                let at = f32::from(i);
                let from = if i == 0 { at - end } else { at - 0.5 };
                let to = if i + 1 == along { at + end } else { at + 0.5 };
                let gap = scene.at(point).map_or(0.0, spots::gap);
                if gap == 0.0 {
                    run.add(from, to).map(&mut draw);
                    continue;
                }
                if at - gap > from {
                    run.add(from, at - gap).map(&mut draw);
                }
                if at + gap < to {
                    run.add(at + gap, to).map(&mut draw);
                }
            }
            run.0.map(&mut draw);
        }
    }
    push_lines(theme, layers, thin, thick);
}

fn push_lines(theme: &Theme, layers: &mut Layers, thin: Vec<Step>, thick: Vec<Step>) {
    let look = &theme.board;
    for (layer, steps, width) in [
        (Layer::Grid, thin, look.line_width),
        (Layer::Edge, thick, look.edge_width),
    ] {
        if !steps.is_empty() {
            let style = Style::stroke(look.line, width * CELL);
            layers.push(layer, style, Shape::Path(steps));
        }
    }
}

/// Lines around squares.
fn cells(scene: &Scene, theme: &Theme, window: &Window<'_>, frame: &Frame, layers: &mut Layers) {
    let (mut thin, mut thick) = (Vec::new(), Vec::new());
    let rect = frame.rect;
    for upright in [false, true] {
        let (first, last, low, high, size) = if upright {
            (rect.left, rect.right, rect.top, rect.bottom, scene.columns)
        } else {
            (rect.top, rect.bottom, rect.left, rect.right, scene.rows)
        };
        // The line numbered n is before the n-th row.
        for line in first..=last.saturating_add(1) {
            let edge = line == 0 || line == size;
            let steps = if edge { &mut thick } else { &mut thin };
            let at = f32::from(line) - 0.5;
            let mut draw = |(from, to): (f32, f32)| {
                let (a, b) = if upright {
                    (frame.place(at, from), frame.place(at, to))
                } else {
                    (frame.place(from, at), frame.place(to, at))
                };
                steps.extend([Step::Move(a.0, a.1), Step::Line(b.0, b.1)]);
            };
            let mut run = Run::default();
            for i in low..=high {
                let beside = |row: u16| {
                    window.shows(if upright {
                        Point::new(row, i)
                    } else {
                        Point::new(i, row)
                    })
                };
                if beside(line) || line.checked_sub(1).is_some_and(beside) {
                    let at = f32::from(i);
                    run.add(at - 0.5, at + 0.5).map(&mut draw);
                }
            }
            run.0.map(&mut draw);
        }
    }
    push_lines(theme, layers, thin, thick);
}

fn dark_squares(theme: &Theme, window: &Window<'_>, frame: &Frame, layers: &mut Layers) {
    let style = Style::fill(theme.board.dark);
    for y in frame.rect.top..=frame.rect.bottom {
        for x in frame.rect.left..=frame.rect.right {
            if (x + y) % 2 == 1 && window.shows(Point::new(x, y)) {
                let (x, y) = frame.at(Point::new(x, y));
                let shape = Shape::Rect {
                    x: x - CELL / 2.0,
                    y: y - CELL / 2.0,
                    w: CELL,
                    h: CELL,
                    round: 0.0,
                };
                layers.push(Layer::Cells, style, shape);
            }
        }
    }
}

/// On a board of lines a star is on its point; on one of squares it is on the
/// upper left corner of its square.
fn stars(scene: &Scene, theme: &Theme, window: &Window<'_>, frame: &Frame, layers: &mut Layers) {
    let style = Style::fill(theme.board.line);
    let shift = if scene.board == Board::Lines {
        0.0
    } else {
        0.5
    };
    for &point in &scene.stars {
        let free = shift > 0.0 || scene.at(point).map_or(0.0, spots::gap) == 0.0;
        if window.shows(point) && free {
            let (x, y) = frame.place(f32::from(point.x) - shift, f32::from(point.y) - shift);
            let r = theme.board.star * CELL;
            layers.push(Layer::Edge, style, Shape::Circle { x, y, r });
        }
    }
}

/// Holes, and the border lines after which only one side may play: White's
/// run along the top and bottom, Black's along the left and right.
fn holes(scene: &Scene, theme: &Theme, window: &Window<'_>, frame: &Frame, layers: &mut Layers) {
    let style = Style::fill(theme.board.line);
    let rect = frame.rect;
    for y in rect.top..=rect.bottom {
        for x in rect.left..=rect.right {
            let point = Point::new(x, y);
            let corner = (x == 0 || x + 1 == scene.columns) && (y == 0 || y + 1 == scene.rows);
            let free = scene.at(point).map_or(0.0, spots::gap) == 0.0;
            if window.shows(point) && !corner && free {
                let (x, y) = frame.at(point);
                layers.push(
                    Layer::Cells,
                    style,
                    Shape::Circle {
                        x,
                        y,
                        r: 0.1 * CELL,
                    },
                );
            }
        }
    }
    let (low_x, high_x) = (f32::from(rect.left), f32::from(rect.right));
    let (low_y, high_y) = (f32::from(rect.top), f32::from(rect.bottom));
    let mut border = |color: Rgb, from: (f32, f32), to: (f32, f32)| {
        let shape = Shape::line(frame.place(from.0, from.1), frame.place(to.0, to.1));
        let casing = Style::stroke(theme.board.line, 0.1 * CELL);
        layers.push(Layer::Grid, casing, shape.clone());
        layers.push(Layer::Edge, Style::stroke(color, 0.06 * CELL), shape);
    };
    let white = theme.white.fill.mean();
    let black = theme.black.fill.mean();
    for (size, low, high, upright) in [
        (scene.rows, rect.top, rect.bottom, false),
        (scene.columns, rect.left, rect.right, true),
    ] {
        for (before, after) in [(0, 1), (size.saturating_sub(2), size.saturating_sub(1))] {
            if size < 3 || low > before || high < after {
                continue;
            }
            let at = f32::from(before) + 0.5;
            if upright {
                border(
                    black,
                    (at, (low_y - 0.5).max(0.5)),
                    (at, high_y.max(0.5) - 0.5 + cut(high_y, scene.rows)),
                );
            } else {
                border(
                    white,
                    ((low_x - 0.5).max(0.5), at),
                    (high_x - 0.5 + cut(high_x, scene.columns), at),
                );
            }
        }
    }
}

/// A border that is not at the end of the board runs on to the cut.
fn cut(high: f32, size: u16) -> f32 {
    if high + 1.5 > f32::from(size) {
        0.0
    } else {
        1.0
    }
}
