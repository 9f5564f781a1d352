//! The squares of Octi, and pods with their prongs.

use std::collections::BTreeSet;

use super::frame::Frame;
use super::layers::{Layer, Layers};
use super::spots::Pen;
use crate::measure;
use crate::picture::{CELL, Shape, Style};
use crate::scene::{Color, Mark, Octi, Pod, Point, Scene, Spot, Window};
use crate::theme::Theme;

/// The most pods of a stack that are drawn.
const STACK: usize = 4;

/// The size of pods in a stack, and their places in cells from the middle.
const PLACES: [(f32, &[(f32, f32)]); STACK] = [
    (1.0, &[(0.0, 0.0)]),
    (0.6, &[(-0.2, -0.2), (0.2, 0.2)]),
    (0.5, &[(-0.24, -0.22), (0.24, -0.22), (0.0, 0.24)]),
    (
        0.5,
        &[(-0.24, -0.24), (0.24, -0.24), (-0.24, 0.24), (0.24, 0.24)],
    ),
];

/// Font size of words on a pod.
const WORDS: f32 = 7.0;

/// The unit vector of a direction, in sixteenths of a circle clockwise from north.
fn toward(direction: u8) -> (f32, f32) {
    // Sines of a quarter circle: functions of the platform may differ in the last bit.
    const SINES: [f32; 5] = [0.0, 0.382_683_43, 0.707_106_77, 0.923_879_5, 1.0];
    let sine = |direction: u8| {
        let within = usize::from(direction % 8);
        let value = SINES[within.min(8 - within)];
        if direction % 16 < 8 { value } else { -value }
    };
    (sine(direction), -sine(direction + 4))
}

/// An octagon with flat sides toward its eight neighbors.
fn octagon((x, y): (f32, f32), radius: f32) -> Shape {
    Shape::polygon((0_u8..8).map(|corner| {
        let (dx, dy) = toward(2 * corner + 1);
        (x + dx * radius * CELL, y + dy * radius * CELL)
    }))
}

/// Draws the octi squares.
pub(super) fn squares(
    octi: &Octi,
    theme: &Theme,
    window: &Window<'_>,
    frame: &Frame,
    layers: &mut Layers,
) {
    for side in [Color::Black, Color::White] {
        let look = theme.side(side);
        let ground = theme.board.fill.mean();
        let tint = ground.mix(look.fill.mean()).mix(ground);
        let rim = match side {
            Color::Black => look.rim,
            Color::White => look.text,
        };
        let style = Style::fill(tint).outlined(rim, 0.03 * CELL);
        for point in octi.squares[side as usize]
            .iter()
            .filter(|point| window.shows(**point))
        {
            let at = frame.at(*point);
            layers.push(Layer::Cells, style, octagon(at, 0.49));
            if side == Color::White {
                // A second line marks White's, whatever the color of the board is.
                let inner = Style::stroke(rim, 0.03 * CELL);
                layers.push(Layer::Cells, inner, octagon(at, 0.43));
            }
        }
    }
}

/// The shown points with pods or other contents; `empty` is the contents of those with pods alone.
pub(super) fn spots<'a>(
    scene: &'a Scene,
    octi: &Octi,
    window: &Window<'_>,
    empty: &'a Spot,
) -> Vec<(Point, &'a Spot)> {
    let points = octi.pods.keys().chain(scene.spots.keys());
    let points: BTreeSet<Point> = points
        .copied()
        .filter(|point| window.shows(*point))
        .collect();
    let spot = |point: &Point| scene.spots.get(point).unwrap_or(empty);
    points.iter().map(|point| (*point, spot(point))).collect()
}

/// Draws the pods of a point.
pub(super) fn pods(pen: &mut Pen<'_>, pods: &[Pod]) {
    let shown = &pods[..pods.len().min(STACK)];
    let Some((scale, places)) = shown.len().checked_sub(1).map(|index| PLACES[index]) else {
        return;
    };
    let (x, y) = pen.at;
    for (pod, (dx, dy)) in shown.iter().zip(places) {
        pen.at = (x + dx * CELL, y + dy * CELL);
        self::pod(pen, *pod, scale);
    }
    pen.at = (x, y);
    if pods.len() > STACK {
        plate(pen, &pods.len().to_string());
    }
}

fn pod(pen: &mut Pen<'_>, pod: Pod, scale: f32) {
    let look = pen.theme.side(pod.side);
    let (x, y) = pen.at;
    let rim = match pod.side {
        Color::Black => look.rim,
        Color::White => look.text,
    };
    let body = Style::fill(look.fill.mean()).outlined(rim, 0.035 * CELL);
    pen.layers
        .push(Layer::Pieces, body, octagon((x, y), 0.37 * scale));
    // A bar in the color of words shows on the pod; its border in the color of the pod shows on the board.
    let border = Style::stroke(rim, 0.19 * CELL * scale);
    let ground = Style::stroke(look.fill.mean(), 0.15 * CELL * scale);
    let bar = Style::stroke(look.text, 0.07 * CELL * scale);
    let tip = Style::fill(look.text).outlined(rim, 0.03 * CELL);
    for direction in 0_u8..8 {
        if (pod.prongs | pod.super_prongs) >> direction & 1 == 0 {
            continue;
        }
        let (dx, dy) = toward(2 * direction);
        let at = |radius: f32| {
            (
                x + dx * radius * scale * CELL,
                y + dy * radius * scale * CELL,
            )
        };
        let line = |from: f32, to: f32| Shape::line(at(from), at(to));
        pen.layers.push(Layer::Shadows, border, line(0.2, 0.41));
        pen.layers.push(Layer::Pieces, ground, line(0.2, 0.41));
        pen.layers.push(Layer::Pieces, bar, line(0.2, 0.43));
        if pod.super_prongs >> direction & 1 == 1 {
            let (x, y) = at(0.4);
            let r = 0.1 * scale * CELL;
            pen.layers
                .push(Layer::Pieces, tip, Shape::Circle { x, y, r });
        }
    }
    pen.ink = look.text;
}

/// Writes on the middle of a pod.
fn plate(pen: &mut Pen<'_>, words: &str) {
    let text = measure::cut(words, 0.9 * CELL / WORDS, measure::width);
    let half = measure::width(&text) * WORDS / 2.0 + 1.0;
    let shape = Shape::Rect {
        x: pen.at.0 - half,
        y: pen.at.1 - 0.2 * CELL,
        w: 2.0 * half,
        h: 0.4 * CELL,
        round: 2.0,
    };
    let ground = Style::fill(pen.ground).outlined(pen.theme.board.line, 0.02 * CELL);
    pen.layers.push(Layer::Plates, ground, shape);
    pen.write(text, WORDS, pen.theme.page.ink);
}

/// Draws the contents of a point with pods: the last move as a frame, marks and words within the ring of prongs.
pub(super) fn around(pen: &mut Pen<'_>, spot: &Spot) {
    let accent = pen.theme.page.accent;
    if spot.last {
        pen.square(Layer::Edge, Style::stroke(accent, 0.07 * CELL), 0.45);
    }
    let hint = spot.free_hint().map(|hint| hint.text.clone());
    if let Some(words) = spot.words().or(hint).filter(|words| !words.is_empty()) {
        plate(pen, &words);
    } else if spot.mark == Some(Mark::Circle) {
        pen.circle(Layer::Marks, Style::stroke(pen.ink, 0.06 * CELL), 0.13);
    } else if let Some(mark) = spot.mark {
        let (x, y) = pen.at;
        // With words, a mark is small and above its middle.
        pen.at.1 = y + 0.28 * CELL;
        pen.mark(mark, true);
        pen.at = (x, y);
    }
    if spot.dim {
        pen.veil();
    }
}
