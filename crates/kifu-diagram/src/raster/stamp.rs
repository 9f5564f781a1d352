//! Stones are alike: each kind is painted once, and then copied to its places.

use resvg::tiny_skia::{PathBuilder, Pixmap, PremultipliedColorU8, Transform};

use super::pen::draw;
use crate::picture::Style;

/// The radius in pixels from which circles are painted one by one.
pub(super) const LARGEST_STAMP: f32 = 128.0;

/// Positions within a pixel are rounded to one part in this many.
const PARTS: f32 = 32.0;

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
        let width = onto.width() as usize;
        let (columns, rows) = (i64::from(onto.width()), i64::from(onto.height()));
        let side = self.pixels.width() as usize;
        let ground = onto.pixels_mut();
        for (y, line) in (i64::from(top)..).zip(self.pixels.pixels().chunks_exact(side)) {
            for (x, ink) in (i64::from(left)..).zip(line) {
                let is_inside = (0..columns).contains(&x) && (0..rows).contains(&y);
                if ink.alpha() > 0 && is_inside {
                    #[expect(clippy::cast_sign_loss, reason = "inside")]
                    let under = &mut ground[y as usize * width + x as usize];
                    *under = over(*ink, *under);
                }
            }
        }
    }
}

/// A pixel painted over another.
fn over(ink: PremultipliedColorU8, under: PremultipliedColorU8) -> PremultipliedColorU8 {
    let rest = 255 - u32::from(ink.alpha());
    if rest == 0 {
        return ink;
    }
    let part = |ink: u8, under: u8| {
        let sum = u32::from(ink) + (u32::from(under) * rest + 127) / 255;
        sum.min(255) as u8
    };
    PremultipliedColorU8::from_rgba(
        part(ink.red(), under.red()),
        part(ink.green(), under.green()),
        part(ink.blue(), under.blue()),
        part(ink.alpha(), under.alpha()),
    )
    .unwrap_or(ink)
}
