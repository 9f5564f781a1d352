//! Links, lines and arrows.

use super::frame::Frame;
use super::layers::{Layer, Layers};
use crate::picture::{CELL, Rgb, Shape, Stroke, Style};
use crate::scene::{Scene, Stretch, Window};
use crate::theme::Theme;

pub(super) fn draw(
    scene: &Scene,
    theme: &Theme,
    window: &Window<'_>,
    frame: &Frame,
    layers: &mut Layers,
) {
    for &(from, to, side) in &scene.links {
        if let Some(stroke) = window.stroke(from, to) {
            let look = theme.side(side);
            let (start, end) = between(stroke, frame, [0.0; 2]);
            let shape = Shape::line(start, end);
            layers.push(
                Layer::Links,
                Style::stroke(look.rim, 0.17 * CELL),
                shape.clone(),
            );
            layers.push(
                Layer::Links,
                Style::stroke(look.fill.mean(), 0.11 * CELL),
                shape,
            );
        }
    }
    let ink = theme.page.ink;
    let casing = Style::stroke(theme.board.fill.mean(), 0.05 * CELL);
    let line = Style::stroke(ink, 0.1 * CELL);
    let lines = scene.lines.iter().map(|ends| (ends, false));
    let arrows = scene.arrows.iter().map(|ends| (ends, true));
    for (&(from, to), is_arrow) in lines.chain(arrows) {
        let Some(stroke) = window.stroke(from, to) else {
            continue;
        };
        let away = [from, to].map(|end| match scene.at(end) {
            Some(spot) if spot.words().is_some() => RIM,
            Some(spot) if is_arrow && !spot.is_empty() => 0.34 * CELL,
            _ => 0.0,
        });
        let (start, end) = between(stroke, frame, away);
        if is_arrow {
            arrow(layers, (line, casing), (start, end));
        } else {
            layers.cased(line, casing, &Shape::line(start, end));
        }
    }
}

/// The distance of a stroke from the middle of a point with a number or a label, which it would cover.
const RIM: f32 = 0.46 * CELL;

/// A place in the picture.
type Place = (f32, f32);

/// The places between which a stroke is drawn, at these distances from points that are drawn.
fn between(stroke: Stretch, frame: &Frame, away: [f32; 2]) -> (Place, Place) {
    let [a, b] = [stroke.from, stroke.to].map(|(x, y)| frame.place(x, y));
    let (ux, uy) = direction(a, b);
    let [first, last] = [0, 1].map(|end| if stroke.is_whole[end] { away[end] } else { 0.0 });
    let start = (a.0 + ux * first, a.1 + uy * first);
    (start, (b.0 - ux * last, b.1 - uy * last))
}

/// The direction from a place to another one, of length 1.
fn direction(a: Place, b: Place) -> (f32, f32) {
    let length = (b.0 - a.0).hypot(b.1 - a.1).max(1e-3);
    ((b.0 - a.0) / length, (b.1 - a.1) / length)
}

/// Draws an arrow. The head of one that leaves the part shown is at the border: without it the arrow is a line.
fn arrow(layers: &mut Layers, (line, casing): (Style, Style), (start, tip): (Place, Place)) {
    let (ux, uy) = direction(start, tip);
    let (long, half) = (0.42 * CELL, 0.2 * CELL);
    let neck = (tip.0 - ux * long, tip.1 - uy * long);
    layers.cased(line, casing, &Shape::line(start, neck));
    let head = Shape::polygon([
        tip,
        (neck.0 - uy * half, neck.1 + ux * half),
        (neck.0 + uy * half, neck.1 - ux * half),
    ]);
    layers.push(Layer::Casings, casing_of(casing), head.clone());
    let color = line.stroke.map_or(Rgb::BLACK, |stroke| stroke.color);
    layers.push(Layer::Strokes, Style::fill(color), head);
}

/// Returns the style for the casing of a surface: half of it is covered, so it is twice as wide.
fn casing_of(casing: Style) -> Style {
    Style {
        stroke: casing.stroke.map(|stroke| Stroke {
            width: stroke.width * 2.0,
            ..stroke
        }),
        ..casing
    }
}
