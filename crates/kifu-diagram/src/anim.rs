//! Animated games: GIF and APNG, with a duration for each frame.
//!
//! Only the rectangle that changed is stored, so a game of 250 moves takes a few hundred kilobytes. Each processor paints
//! one frame at a time; no others are in memory, except the last one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use resvg::tiny_skia::PremultipliedColorU8;

use crate::fonts::Fonts;
use crate::picture::Picture;
use crate::raster::{self, MAX_PIXELS, RasterError};
use crate::{Cause, Problem};

/// A picture and its duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The picture. An animation is as large as the largest picture; smaller ones are extended to the right and below
    /// in the color of their lower left corner.
    pub picture: Picture,
    /// Duration of the frame, in milliseconds. GIF rounds to hundredths of a second.
    pub millis: u32,
}

/// Number of times an animation plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// Forever, in a loop.
    #[default]
    Forever,
    /// This number of times.
    Times(u16),
}

/// Frames whose colors are counted for the palette of a GIF.
const SAMPLES: usize = 8;

/// Paints frames one by one and returns the changes.
struct Painter<'a> {
    fonts: &'a Fonts,
    scale: f32,
    width: usize,
    height: usize,
    last: Vec<[u8; 3]>,
}

/// A rectangle of pixels that replaces the previous ones.
struct Patch {
    x: usize,
    y: usize,
    w: usize,
    h: usize,
    pixels: Vec<[u8; 3]>,
}

impl Painter<'_> {
    fn paint(&self, picture: &Picture) -> Result<Vec<[u8; 3]>, RasterError> {
        let image = raster::paint(picture, self.scale, self.fonts)?;
        let (w, h) = (image.width() as usize, image.height() as usize);
        // An animation has no half-transparent pixels.
        let opaque = |pixel: &PremultipliedColorU8| {
            let under = 255 - pixel.alpha();
            [
                pixel.red() + under,
                pixel.green() + under,
                pixel.blue() + under,
            ]
        };
        let source = image.pixels();
        // The last row and column may lie half outside of the picture.
        let ground = opaque(&source[h.saturating_sub(2) * w]);
        let whole = |length: usize, most: usize| if length == most { length } else { length - 1 };
        let (columns, rows) = (whole(w, self.width), whole(h, self.height));
        let mut pixels = vec![ground; self.width * self.height];
        let lines = source.chunks(w).zip(pixels.chunks_mut(self.width));
        for (from, to) in lines.take(rows) {
            for (pixel, color) in from[..columns].iter().zip(to) {
                *color = opaque(pixel);
            }
        }
        Ok(pixels)
    }

    /// Paints frames, and gives the part of each that changed: all of the first one, and at least one pixel of the
    /// others.
    fn each(
        &mut self,
        frames: &[Frame],
        mut take: impl FnMut(&Frame, Patch) -> Result<(), RasterError>,
    ) -> Result<(), RasterError> {
        for batch in frames.chunks(self.batch()) {
            for (frame, pixels) in batch.iter().zip(self.paint_all(batch)) {
                let patch = self.change(pixels?);
                take(frame, patch)?;
            }
        }
        Ok(())
    }

    /// The frames painted side by side: one for each processor, fewer if they are large.
    fn batch(&self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, core::num::NonZero::get);
        let fit = MAX_PIXELS / (self.width * self.height).max(1) as u64;
        processors
            .min(usize::try_from(fit).unwrap_or(usize::MAX))
            .max(1)
    }

    fn paint_all(&self, frames: &[Frame]) -> Vec<Result<Vec<[u8; 3]>, RasterError>> {
        if let [frame] = frames {
            return vec![self.paint(&frame.picture)];
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = frames
                .iter()
                .map(|frame| scope.spawn(|| self.paint(&frame.picture)))
                .collect();
            let done = threads.into_iter().map(|thread| {
                let stopped = |_| Err(failed("a painter stopped"));
                thread.join().unwrap_or_else(stopped)
            });
            done.collect()
        })
    }

    /// Compares a frame with the one before.
    fn change(&mut self, pixels: Vec<[u8; 3]>) -> Patch {
        let (w, h) = (self.width, self.height);
        let (mut left, mut top, mut right, mut bottom) = (w, h, 0, 0);
        if self.last.is_empty() {
            (left, top, right, bottom) = (0, 0, w - 1, h - 1);
        }
        let rows = pixels.chunks(w).zip(self.last.chunks(w));
        for (y, (now, before)) in rows.enumerate().filter(|(_, (now, before))| now != before) {
            let differ = |x: &usize| now[*x] != before[*x];
            left = left.min((0..w).find(differ).unwrap_or(left));
            right = right.max((0..w).rfind(differ).unwrap_or(right));
            top = top.min(y);
            bottom = y;
        }
        if left > right {
            (left, top, right, bottom) = (0, 0, 0, 0);
        }
        let cut = (top..=bottom)
            .flat_map(|y| pixels[y * w + left..=y * w + right].iter().copied())
            .collect();
        self.last = pixels;
        Patch {
            x: left,
            y: top,
            w: right - left + 1,
            h: bottom - top + 1,
            pixels: cut,
        }
    }
}

fn start<'a>(
    frames: &[Frame],
    scale: f32,
    fonts: &'a mut Fonts,
) -> Result<(Painter<'a>, Vec<Problem>), RasterError> {
    let mut problems = Vec::new();
    for frame in frames {
        for problem in fonts.prepare(&frame.picture) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    if frames.is_empty() {
        return Err(failed("an animation needs at least one frame"));
    }
    let sizes = frames
        .iter()
        .map(|frame| raster::size(&frame.picture, scale));
    let (mut width, mut height) = (0, 0);
    for (w, h) in sizes.collect::<Result<Vec<_>, _>>()? {
        width = width.max(w);
        height = height.max(h);
    }
    raster::check(width.into(), height.into())?;
    let painter = Painter {
        scale,
        width: width as usize,
        height: height as usize,
        last: Vec::new(),
        fonts,
    };
    Ok((painter, problems))
}

fn failed(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> RasterError {
    RasterError::Failed(Cause::new(error))
}

/// Draws an animated PNG, `scale` pixels to a unit. With it come the problems of
/// the fonts.
///
/// # Errors
///
/// There are no frames, or they would be too large.
pub fn apng(
    frames: &[Frame],
    scale: f32,
    plays: Loops,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), RasterError> {
    let (mut painter, problems) = start(frames, scale, fonts)?;
    let mut data = Vec::new();
    let mut encoder = png::Encoder::new(&mut data, painter.width as u32, painter.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let plays = match plays {
        Loops::Forever => 0,
        Loops::Times(times) => u32::from(times),
    };
    encoder
        .set_animated(frames.len() as u32, plays)
        .map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut is_first = true;
    painter.each(frames, |frame, patch| {
        let millis = u16::try_from(frame.millis).unwrap_or(u16::MAX);
        writer.set_frame_delay(millis, 1000).map_err(failed)?;
        // The first frame is complete, and already at the origin.
        if !core::mem::take(&mut is_first) {
            writer.reset_frame_position().map_err(failed)?;
            writer
                .set_frame_dimension(patch.w as u32, patch.h as u32)
                .map_err(failed)?;
            writer
                .set_frame_position(patch.x as u32, patch.y as u32)
                .map_err(failed)?;
        }
        writer
            .write_image_data(patch.pixels.as_flattened())
            .map_err(failed)
    })?;
    writer.finish().map_err(failed)?;
    Ok((data, problems))
}

/// Draws an animated GIF, `scale` pixels to a unit. With it come the problems of
/// the fonts.
///
/// # Errors
///
/// There are no frames, or they would be larger than 65,535 pixels either way.
pub fn gif(
    frames: &[Frame],
    scale: f32,
    plays: Loops,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), RasterError> {
    let (mut painter, problems) = start(frames, scale, fonts)?;
    let side = |length: usize| {
        u16::try_from(length).map_err(|_| RasterError::Size {
            width: painter.width as u64,
            height: painter.height as u64,
        })
    };
    let (width, height) = (side(painter.width)?, side(painter.height)?);
    let palette = palette(&painter, frames)?;
    let mut near = BTreeMap::new();
    let mut last = ([0; 3], nearest(&palette, [0; 3]));
    let mut data = Vec::new();
    let mut encoder =
        gif::Encoder::new(&mut data, width, height, &palette.concat()).map_err(failed)?;
    encoder
        .set_repeat(match plays {
            Loops::Forever => gif::Repeat::Infinite,
            // The format counts the repetitions after the first run.
            Loops::Times(times) => gif::Repeat::Finite(times.saturating_sub(1)),
        })
        .map_err(failed)?;
    painter.each(frames, |frame, patch| {
        let indices: Vec<u8> = patch
            .pixels
            .iter()
            .map(|&color| {
                if color != last.0 {
                    let found = near.entry(color);
                    last = (color, *found.or_insert_with(|| nearest(&palette, color)));
                }
                last.1
            })
            .collect();
        let out = gif::Frame {
            delay: u16::try_from(frame.millis.div_ceil(10)).unwrap_or(u16::MAX),
            dispose: gif::DisposalMethod::Keep,
            left: patch.x as u16,
            top: patch.y as u16,
            width: patch.w as u16,
            height: patch.h as u16,
            buffer: Cow::Owned(indices),
            ..gif::Frame::default()
        };
        encoder.write_frame(&out).map_err(failed)
    })?;
    drop(encoder);
    Ok((data, problems))
}

/// Returns up to 256 colors for all frames: the colors of some of them, collected in boxes that are halved along their
/// longest side until there are enough.
fn palette(painter: &Painter<'_>, frames: &[Frame]) -> Result<Vec<[u8; 3]>, RasterError> {
    let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    let step = frames.len().div_ceil(SAMPLES).max(1);
    let samples = frames.iter().rev().step_by(step);
    for frame in samples {
        for run in painter.paint(&frame.picture)?.chunk_by(PartialEq::eq) {
            *counts.entry(run[0]).or_default() += run.len() as u32;
        }
    }
    let all: Vec<([u8; 3], u32)> = counts.into_iter().collect();
    let mut boxes = vec![all];
    while boxes.len() < 256 {
        let spread = |colors: &[([u8; 3], u32)]| {
            (0..3)
                .map(|i| {
                    let values = colors.iter().map(|(c, _)| c[i]);
                    let range = values.clone().max().unwrap_or(0) - values.min().unwrap_or(0);
                    (range, i)
                })
                .max()
                .unwrap_or((0, 0))
        };
        let widest = boxes
            .iter()
            .enumerate()
            .max_by_key(|(_, colors)| spread(colors).0)
            .map(|(at, colors)| (at, spread(colors)));
        let Some((at, (range, channel))) = widest else {
            break;
        };
        if range == 0 {
            break;
        }
        let mut colors = boxes.swap_remove(at);
        colors.sort_unstable_by_key(|(c, _)| c[channel]);
        let low = colors[0].0[channel];
        let middle = colors.partition_point(|(c, _)| c[channel] <= low + range / 2);
        let upper = colors.split_off(middle);
        boxes.extend([colors, upper]);
    }
    Ok(boxes
        .iter()
        .map(|colors| {
            let total: u64 = colors.iter().map(|(_, n)| u64::from(*n)).sum();
            // The commonest color of a box stays exact: grounds must not drift.
            let top = colors.iter().max_by_key(|(_, n)| *n).copied();
            match top {
                Some((color, n)) if u64::from(n) * 2 >= total => color,
                _ => core::array::from_fn(|i| {
                    let sum: u64 = colors
                        .iter()
                        .map(|(c, n)| u64::from(c[i]) * u64::from(*n))
                        .sum();
                    (sum / total.max(1)) as u8
                }),
            }
        })
        .collect())
}

fn nearest(palette: &[[u8; 3]], color: [u8; 3]) -> u8 {
    let distance = |other: &[u8; 3]| -> u32 {
        (0..3)
            .map(|i| u32::from(other[i].abs_diff(color[i])).pow(2))
            .sum()
    };
    (0_u8..=255)
        .zip(palette)
        .min_by_key(|(_, other)| distance(other))
        .map_or(0, |(index, _)| index)
}
