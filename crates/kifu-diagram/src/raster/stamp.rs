//! Stones are alike: each kind is painted once, and then copied to its places.

use std::ops::Range;

use resvg::tiny_skia::{PathBuilder, Pixmap, Transform};

use super::pen::draw;
use crate::picture::Style;

/// The radius in pixels from which circles are painted one by one.
pub(super) const LARGEST_STAMP: f32 = 128.0;

/// Positions within a pixel are rounded to one part in this many.
const PARTS: f32 = 32.0;

/// Number of bytes of a pixel, and the place of its opacity.
const BYTES: usize = 4;
const ALPHA: usize = 3;

/// A circle as it was painted.
struct Stamp {
    style: Style,
    /// The radius, in pixels.
    radius: f32,
    /// The place of the middle in its pixel.
    phase: (f32, f32),
    /// The pixels left of the middle and above it.
    reach: i32,
    pixels: Pixmap,
}

/// The circles painted so far.
#[derive(Default)]
pub(super) struct Stamps(Vec<Stamp>);

impl Stamps {
    /// Paints a circle with a middle and radius in pixels. Strokes of the style are in units of `scale` pixels.
    pub(super) fn circle(
        &mut self,
        pixels: &mut Pixmap,
        style: Style,
        (x, y, radius): (f32, f32, f32),
        scale: f32,
    ) {
        let phase = |at: f32| ((at - at.floor()) * PARTS).round() / PARTS;
        let phase = (phase(x), phase(y));
        let is_known = |stamp: &Stamp| {
            stamp.style == style
                && stamp.phase == phase
                && stamp.radius.to_bits() == radius.to_bits()
        };
        let known = self.0.iter().position(is_known).or_else(|| {
            self.0.push(Stamp::new(style, radius, phase, scale)?);
            Some(self.0.len() - 1)
        });
        if let Some(stamp) = known.map(|index| &self.0[index]) {
            stamp.put(pixels, x.floor() as i32, y.floor() as i32);
        }
    }
}

impl Stamp {
    fn new(style: Style, radius: f32, phase: (f32, f32), scale: f32) -> Option<Self> {
        let line = style.stroke.map_or(0.0, |stroke| stroke.width * scale);
        let reach = (radius + line / 2.0).ceil() + 2.0;
        let side = reach * 2.0 + 1.0;
        #[expect(clippy::cast_sign_loss, reason = "a radius and more")]
        let mut pixels = Pixmap::new(side as u32, side as u32)?;
        let path = PathBuilder::from_circle(0.0, 0.0, radius / scale)?;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, reach + phase.0, reach + phase.1);
        draw(&mut pixels, &path, style, place);
        Some(Self {
            style,
            radius,
            phase,
            reach: reach as i32,
            pixels,
        })
    }

    /// Copies it with its middle in a pixel.
    fn put(&self, onto: &mut Pixmap, column: i32, row: i32) {
        let (left, top) = (column - self.reach, row - self.reach);
        let (columns, rows) = (
            inside(left, self.pixels.width(), onto.width()),
            inside(top, self.pixels.height(), onto.height()),
        );
        if columns.is_empty() {
            return;
        }
        let (own, width) = (self.pixels.width() as usize, onto.width() as usize);
        let (inks, ground) = (self.pixels.data(), onto.data_mut());
        for y in rows {
            let from = BYTES * y * own;
            let to = BYTES * shifted(y, top) * width;
            let inks = &inks[from + BYTES * columns.start..from + BYTES * columns.end];
            let ground = &mut ground[to + BYTES * shifted(columns.start, left)..];
            let pairs = inks
                .as_chunks::<BYTES>()
                .0
                .iter()
                .zip(ground.as_chunks_mut::<BYTES>().0);
            for (ink, under) in pairs.filter(|(ink, _)| ink[ALPHA] > 0) {
                *under = over(*ink, *under);
            }
        }
    }
}

/// The pixels of a stamp that lie inside of a picture, along one side.
fn inside(first: i32, length: u32, whole: u32) -> Range<usize> {
    let (first, whole) = (i64::from(first), i64::from(whole));
    let clip = |at: i64| usize::try_from(at.clamp(0, i64::from(length))).unwrap_or(0);
    clip(-first)..clip(whole - first).max(clip(-first))
}

/// The place of a stamp's pixel in the picture.
fn shifted(at: usize, first: i32) -> usize {
    at.saturating_add_signed(first as isize)
}

/// A pixel painted over another: red, green, blue and opacity, the first three multiplied by the last.
fn over(ink: [u8; BYTES], under: [u8; BYTES]) -> [u8; BYTES] {
    const EVEN: u32 = 0x00ff_00ff;
    let rest = u32::from(u8::MAX - ink[ALPHA]);
    if rest == 0 {
        return ink;
    }
    // Two channels in one number, each times `rest` / 255, rounded.
    let part = |two: u32| {
        let product = (two & EVEN) * rest + 0x0080_0080;
        ((product + ((product >> 8) & EVEN)) >> 8) & EVEN
    };
    let under = u32::from_le_bytes(under);
    // No channel is larger than the opacity, so no sum is larger than 255.
    let sum = u32::from_le_bytes(ink).wrapping_add(part(under) | (part(under >> 8) << 8));
    sum.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Pixmap;

    use super::Stamps;
    use crate::picture::{Fill, Rgb, Style};

    #[test]
    fn a_circle_may_lie_outside_of_the_picture_on_every_side() {
        let style = Style {
            fill: Some(Fill::Solid(Rgb { r: 9, g: 9, b: 9 })),
            stroke: None,
            opacity: 1.0,
        };
        let whole = Pixmap::new(40, 30).unwrap();
        for x in (-20_i16..60).map(f32::from) {
            for y in (-20_i16..50).map(f32::from) {
                let mut pixels = whole.clone();
                Stamps::default().circle(&mut pixels, style, (x, y, 4.0), 1.0);
                let is_inside = (0.0..40.0).contains(&x) && (0.0..30.0).contains(&y);
                let is_apart = !(-5.0..=45.0).contains(&x) || !(-5.0..=35.0).contains(&y);
                let is_blank = pixels == whole;
                assert!(!(is_inside && is_blank), "{x} {y}");
                assert!(!is_apart || is_blank, "{x} {y}");
            }
        }
    }
}
