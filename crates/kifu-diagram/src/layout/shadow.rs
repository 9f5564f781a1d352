//! The shadows of stones.

use super::layers::Layer;
use super::spots::Pen;
use crate::picture::{CELL, Rgb, Style};

/// Draws the shadow of a stone of this radius in cells: a disc, or several of growing size, which together fade out.
pub(super) fn draw(pen: &mut Pen<'_>, radius: f32) {
    let look = &pen.theme.stone;
    if look.shadow <= 0.0 {
        return;
    }
    let (x, y) = pen.at;
    let (right, down) = look.shadow_offset;
    pen.at = (x + right * CELL, y + down * CELL);
    let (discs, opacity): (&[f32], f32) = if look.shadow_blur > 0.0 {
        (&[0.5, 0.0, -0.5], 1.0 - cube_root(1.0 - look.shadow))
    } else {
        (&[0.0], look.shadow)
    };
    let style = Style {
        opacity,
        ..Style::fill(Rgb::BLACK)
    };
    for part in discs {
        pen.circle(Layer::Shadows, style, radius + part * look.shadow_blur);
    }
    pen.at = (x, y);
}

/// The cube root of a number from 0 to 1, by Newton's method: the function of the platform may differ in the last bit.
fn cube_root(number: f32) -> f32 {
    (0..40).fold(1.0, |root: f32, _| {
        (2.0 * root + number / (root * root).max(1e-9)) / 3.0
    })
}
