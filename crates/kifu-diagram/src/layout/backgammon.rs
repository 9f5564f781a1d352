//! A Backgammon board: point `a` (White's 1-point) at the lower right, `x` at the upper right, the bar in the middle,
//! the trays at the right.

use super::grain;
use super::layers::{Layer, Layers};
use super::spots::Pen;
use crate::picture::{Anchor, CELL, Rgb, Shape, Spacing, Stroke, Style};
use crate::scene::{Backgammon, Board, Color, Cube, Piece, Point, Scene};
use crate::theme::Theme;

/// Maximum number of stacked checkers; a number replaces the rest.
const STACK: u8 = 5;
const NAME: f32 = 8.0;
const FRAME: f32 = 6.0;
const TOP: f32 = 12.0;
const HEIGHT: f32 = 12.4 * CELL;

/// The left side of the `i`-th of six points, with the bar between the halves.
fn column(i: u16) -> f32 {
    let bar = if i >= 6 { 1.2 } else { 0.0 };
    FRAME + (f32::from(i) + bar) * CELL
}

const BAR: f32 = FRAME + 6.6 * CELL;
const TRAY: f32 = FRAME + 13.8 * CELL;
const WIDTH: f32 = FRAME + 14.4 * CELL + FRAME;
/// Width and height of the board.
pub(super) const SIZE: (f32, f32) = (WIDTH, TOP * 2.0 + HEIGHT);

/// The middle of the foot of a point, and whether it hangs from the top.
fn foot(point: u16) -> (f32, f32, bool) {
    let upper = point >= 12;
    let i = if upper { point - 12 } else { 11 - point };
    let y = if upper { TOP } else { TOP + HEIGHT };
    (column(i) + CELL / 2.0, y, upper)
}

pub(super) fn draw(
    scene: &Scene,
    position: &Backgammon,
    theme: &Theme,
    layers: &mut Layers,
) -> (f32, f32) {
    let line = theme.board.line;
    let outline = Style {
        fill: Some(theme.board.fill),
        ..Style::default()
    }
    .outlined(line, theme.board.edge_width * CELL);
    grain::board(theme, layers, (FRAME, TOP, 13.2 * CELL, HEIGHT));
    let mut rect = |layer, style, x, w| {
        let shape = Shape::Rect {
            x,
            y: TOP,
            w,
            h: HEIGHT,
            round: 0.0,
        };
        layers.push(layer, style, shape);
    };
    rect(Layer::Ground, outline, FRAME, 13.2 * CELL);
    rect(
        Layer::Cells,
        Style::fill(theme.board.dark),
        column(5) + CELL,
        1.2 * CELL,
    );
    let thin = Style::stroke(line, theme.board.line_width * CELL);
    rect(Layer::Edge, thin, column(5) + CELL, 1.2 * CELL);
    for point in 0..24 {
        spike(theme, layers, point);
        let (x, y, upper) = foot(point);
        let stack = position.points[usize::from(point)];
        if let Some(side) = stack.side {
            pile(theme, layers, side, stack.count, (x, y), upper);
        }
    }
    for (side, i) in [(Color::Black, 0), (Color::White, 1)] {
        // White moves towards `a` at the lower right and bears off there.
        let upper = side == Color::Black;
        let y = if upper { TOP } else { TOP + HEIGHT };
        let middle = TOP + HEIGHT / 2.0 + if upper { -1.2 } else { 1.2 } * CELL;
        pile(theme, layers, side, position.bar[i], (BAR, middle), !upper);
        pile(theme, layers, side, position.tray[i], (TRAY, y), upper);
    }
    dice(theme, layers, position);
    if let Some(cube) = position.cube {
        doubling(theme, layers, cube);
    }
    for (point, spot) in scene.shown() {
        if point.x >= 24 {
            continue;
        }
        let (x, y, upper) = foot(point.x);
        let stack = position.points[usize::from(point.x)];
        let down = if upper { 1.0 } else { -1.0 };
        let above = f32::from(stack.count.min(STACK)) + 0.5;
        let mut pen = Pen {
            theme,
            layers,
            at: (x, y + down * above.min(5.5) * CELL),
            ink: theme.page.ink,
            room: 0.95,
            ground: theme.board.fill.mean(),
            frame: None,
            scale: 1.0,
        };
        if let Some(piece @ Piece::Stone(_)) = spot.piece {
            pen.piece(piece, &Board::Lines);
        }
        pen.spot(spot);
    }
    strokes(scene, theme, layers);
    SIZE
}

/// One triangle and its number: White counts from `a`.
fn spike(theme: &Theme, layers: &mut Layers, point: u16) {
    let (x, y, upper) = foot(point);
    let down = if upper { 1.0 } else { -1.0 };
    let half = CELL * 0.48;
    let color = if point.is_multiple_of(2) {
        theme.board.dark
    } else {
        theme
            .board
            .fill
            .mean()
            .mix(theme.board.line)
            .mix(theme.board.dark)
    };
    let shape = Shape::polygon([(x - half, y), (x + half, y), (x, y + down * 5.0 * CELL)]);
    layers.push(Layer::Cells, Style::fill(color), shape);
    let name = Shape::Text {
        x,
        y: if upper {
            TOP - 4.0
        } else {
            TOP + HEIGHT + NAME + 1.0
        },
        size: NAME,
        anchor: Anchor::Middle,
        bold: false,
        spacing: Spacing::default(),
        text: (point + 1).to_string(),
    };
    layers.push(Layer::Names, Style::fill(theme.page.muted), name);
}

/// Checkers from a foot up or down; the last one carries the count if they are
/// more than are drawn.
fn pile(theme: &Theme, layers: &mut Layers, side: Color, count: u8, foot: (f32, f32), down: bool) {
    let step = if down { CELL } else { -CELL };
    for i in 0..count.min(STACK) {
        let mut pen = Pen {
            theme,
            layers,
            at: (foot.0, foot.1 + step * (f32::from(i) + 0.5)),
            ink: theme.page.ink,
            room: 0.95,
            ground: theme.board.fill.mean(),
            frame: None,
            scale: 1.0,
        };
        pen.piece(Piece::Stone(side), &Board::Lines);
        if i + 1 == STACK && count > STACK {
            pen.spot(&crate::Spot {
                number: Some(u32::from(count)),
                ..crate::Spot::default()
            });
        }
    }
}

fn dice(theme: &Theme, layers: &mut Layers, position: &Backgammon) {
    let side = position.turn.unwrap_or(Color::White);
    let look = theme.side(side);
    for (i, &value) in (0_u8..).zip(position.dice.iter().take(4)) {
        let left = column(if side == Color::White { 7 } else { 1 }) + f32::from(i) * 1.2 * CELL;
        let top = TOP + HEIGHT / 2.0 - CELL / 2.0;
        let shape = Shape::Rect {
            x: left,
            y: top,
            w: CELL,
            h: CELL,
            round: 3.0,
        };
        let style = Style::fill(look.fill.mean()).outlined(look.rim, 0.05 * CELL);
        layers.push(Layer::Pieces, style, shape);
        // The pips as a 3x3 grid, one bit each, from the upper left.
        let pips: u16 = match value {
            1 => 0b000_010_000,
            2 => 0b100_000_001,
            3 => 0b100_010_001,
            4 => 0b101_000_101,
            5 => 0b101_010_101,
            6 => 0b101_101_101,
            _ => 0,
        };
        for pip in 0..9_u8 {
            if pips >> pip & 1 == 1 {
                let shape = Shape::Circle {
                    x: left + (f32::from(pip % 3) + 1.0) * CELL / 4.0,
                    y: top + (f32::from(pip / 3) + 1.0) * CELL / 4.0,
                    r: 0.09 * CELL,
                };
                layers.push(Layer::Words, Style::fill(look.text), shape);
            }
        }
    }
}

/// Draws the cube on the bar: in the middle, or on its owner's side.
fn doubling(theme: &Theme, layers: &mut Layers, cube: Cube) {
    let shift = match cube.owner {
        None => 0.0,
        Some(Color::Black) => -5.5 * CELL,
        Some(Color::White) => 5.5 * CELL,
    };
    let middle = TOP + HEIGHT / 2.0 + shift;
    let shape = Shape::Rect {
        x: BAR - 0.45 * CELL,
        y: middle - 0.45 * CELL,
        w: 0.9 * CELL,
        h: 0.9 * CELL,
        round: 2.0,
    };
    let look = &theme.white;
    let style = Style::fill(look.fill.mean()).outlined(theme.board.line, 0.05 * CELL);
    layers.push(Layer::Pieces, style, shape);
    let text = cube.value.to_string();
    let size = (0.75 * CELL / crate::measure::width(&text)).min(10.0);
    let shape = Shape::Text {
        x: BAR,
        y: middle + size * 0.357,
        size,
        anchor: Anchor::Middle,
        bold: true,
        spacing: Spacing::default(),
        text,
    };
    layers.push(Layer::Words, Style::fill(look.text), shape);
}

fn strokes(scene: &Scene, theme: &Theme, layers: &mut Layers) {
    let place = |point: Point| match point.x {
        24 => (BAR, TOP + HEIGHT / 2.0),
        25 => (TRAY, TOP + HEIGHT / 2.0),
        x => {
            let (x, y, upper) = foot(x.min(23));
            (
                x,
                if upper {
                    y + 2.5 * CELL
                } else {
                    y - 2.5 * CELL
                },
            )
        }
    };
    let all = scene.arrows.iter().map(|&ends| (ends, true));
    let lines = scene.lines.iter().map(|&ends| (ends, false));
    for ((from, to), headed) in all.chain(lines) {
        if from == to || !scene.has(from) || !scene.has(to) {
            continue;
        }
        let (a, b) = (place(from), place(to));
        let line = Style::stroke(theme.page.ink, 0.1 * CELL);
        let casing = Style {
            stroke: Some(Stroke {
                color: theme.board.fill.mean(),
                width: 0.05 * CELL,
                dashed: false,
            }),
            ..Style::default()
        };
        layers.cased(line, casing, &Shape::line(a, b));
        if headed {
            head(layers, theme.page.ink, a, b);
        }
    }
}

fn head(layers: &mut Layers, color: Rgb, a: (f32, f32), b: (f32, f32)) {
    let length = (b.0 - a.0).hypot(b.1 - a.1).max(1e-3);
    let (ux, uy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    let (long, half) = (0.42 * CELL, 0.2 * CELL);
    let shape = Shape::polygon([
        (b.0 + ux * long / 2.0, b.1 + uy * long / 2.0),
        (
            b.0 - ux * long / 2.0 - uy * half,
            b.1 - uy * long / 2.0 + ux * half,
        ),
        (
            b.0 - ux * long / 2.0 + uy * half,
            b.1 - uy * long / 2.0 - ux * half,
        ),
    ]);
    layers.push(Layer::Strokes, Style::fill(color), shape);
}
