//! The grain of a board and of shell stones: curved lines that are the same in every drawing.

use super::layers::{Layer, Layers};
use crate::picture::{CELL, Shape, Step, Style};
use crate::theme::Theme;

/// The most lines on a board.
const MOST: f32 = 120.0;

/// Width in cells and opacity of the lines: bands are wide and faint, lines fine and clear.
const LINES: [(f32, f32); 3] = [(0.8, 0.2), (0.2, 0.4), (0.06, 0.8)];

/// Numbers that look random, from 0 to 1.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        // A linear congruential generator, whose upper bits are the better ones.
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from((self.0 >> 16) as u16) / 65_536.0
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

/// Draws the grain of a board on a rectangle (left, top, width, height). It is made of surfaces, since the ends of
/// strokes are round and would stick out.
pub(super) fn board(theme: &Theme, layers: &mut Layers, (left, top, w, h): (f32, f32, f32, f32)) {
    let Some(color) = theme.board.grain else {
        return;
    };
    let mut noise = Noise(7);
    let mut paths = [const { Vec::new() }; LINES.len()];
    let step = w / (w / CELL * 2.4).clamp(3.0, MOST);
    // All lines bend alike, so that they do not cross.
    let bends: [f32; 4] = core::array::from_fn(|_| noise.between(-1.0, 1.0));
    let mut x = step * noise.next();
    while x < w {
        let kind = match noise.next() {
            part if part < 0.12 => 0,
            part if part < 0.45 => 1,
            _ => 2,
        };
        let part = x / w;
        let swing = CELL * (0.1 + 1.4 * part * (1.0 - part));
        let wide = LINES[kind].0 * CELL * noise.between(0.6, 1.3);
        let side = |shift: f32| bends.map(|bend| left + (x + shift + bend * swing).clamp(0.0, w));
        let ([a, b, c, d], [e, f, g, i]) = (side(0.0), side(wide));
        let (upper, lower, bottom) = (top + h / 3.0, top + h / 1.5, top + h);
        paths[kind].extend([
            Step::Move(a, top),
            Step::Curve([(b, upper), (c, lower), (d, bottom)]),
            Step::Line(i, bottom),
            Step::Curve([(g, lower), (f, upper), (e, top)]),
            Step::Close,
        ]);
        x += step * noise.between(0.4, 1.6);
    }
    for ((_, part), steps) in LINES.into_iter().zip(paths) {
        if !steps.is_empty() {
            let style = Style {
                opacity: theme.board.grain_strength * part,
                ..Style::fill(color)
            };
            layers.push(Layer::Grain, style, Shape::Path(steps));
        }
    }
}

/// The lines of a shell stone at a place, `radius` large; each stone of a board is turned otherwise.
pub(super) fn shell((x, y): (f32, f32), radius: f32) -> Shape {
    let mut noise = Noise((x * 8.0).to_bits() ^ (y * 8.0).to_bits().rotate_left(16));
    noise.next();
    // Sine and cosine of an angle without a function of the platform, which may differ in the last bit.
    let half = noise.between(-1.0, 1.0);
    let whole = 1.0 + half * half;
    let (sine, cosine) = (2.0 * half / whole, (1.0 - half * half) / whole);
    let place = |along: f32, across: f32| {
        let (along, across) = (along * radius, across * radius);
        (
            x + along * cosine - across * sine,
            y + along * sine + across * cosine,
        )
    };
    let mut steps = Vec::new();
    for across in [-0.5_f32, -0.15, 0.2, 0.55] {
        // The lines end inside of the rim.
        let half = (0.84 - across * across).max(0.0).sqrt();
        let (ax, ay) = place(-half, across);
        steps.push(Step::Move(ax, ay));
        let bend = across - 0.12;
        steps.push(Step::Curve([
            place(-half / 3.0, bend),
            place(half / 3.0, bend),
            place(half, across),
        ]));
    }
    Shape::Path(steps)
}
