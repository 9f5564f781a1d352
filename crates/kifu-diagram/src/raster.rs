//! The PNG pen.
//!
//! Pictures with scripts whose letters join are painted by way of SVG, all others directly, which is ten times as fast.

mod encode;
mod ground;
mod pen;
mod stamp;

pub(crate) use self::ground::Grounds;
use png::DeflateCompression;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::fonts::Fonts;
use crate::picture::Picture;
use crate::{Cause, Problem, svg};

/// Maximum number of pixels of one image: 100 million, 400 megabytes in memory.
pub const MAX_PIXELS: u64 = 100_000_000;

/// The error of an image that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RasterError {
    /// The image would have more than [`MAX_PIXELS`], or no pixels.
    Size {
        /// Its width in pixels.
        width: u64,
        /// Its height in pixels.
        height: u64,
    },
    /// The scale is not above 0.
    Scale,
    /// The painter or the encoder failed.
    Failed(Cause),
}

impl core::fmt::Display for RasterError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Size { width, height } => write!(
                f,
                "an image of {width}x{height} pixels cannot be made; the limit is {MAX_PIXELS} \
                 pixels: choose a smaller scale"
            ),
            Self::Scale => f.write_str("the scale of an image must be above 0"),
            Self::Failed(_) => f.write_str("the image could not be made"),
        }
    }
}

impl core::error::Error for RasterError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Failed(cause) => Some(cause.error()),
            Self::Size { .. } | Self::Scale => None,
        }
    }
}

/// Format of an image file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// PNG.
    #[default]
    Png,
    /// PNG in about a quarter of the size, at a slower speed: for pictures that are sent and not kept.
    SmallPng,
    /// Lossless WebP.
    Webp,
}

/// Draws a picture as a PNG file, `scale` pixels to a unit (a cell has [`CELL`](crate::picture::CELL) units; 2 is a
/// good scale for screens). Also returns the problems of the fonts.
///
/// # Errors
///
/// The scale is not above 0, or the image would be too large.
pub fn draw(
    picture: &Picture,
    scale: f32,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), RasterError> {
    let problems = fonts.prepare(picture);
    let data = draw_prepared(picture, scale, fonts, Encoding::Png)?;
    Ok((data, problems))
}

/// Draws a picture with fonts that were [prepared](Fonts::prepare) for it; several threads can share them. The scale is
/// that of [`draw`].
///
/// # Errors
///
/// The scale is not above 0, or the image would be too large.
pub fn draw_prepared(
    picture: &Picture,
    scale: f32,
    fonts: &Fonts,
    encoding: Encoding,
) -> Result<Vec<u8>, RasterError> {
    let pixels = paint(picture, scale, fonts)?;
    let encoded = match encoding {
        Encoding::Png => encode::png(&pixels, DeflateCompression::FdeflateUltraFast),
        Encoding::SmallPng => encode::png(&pixels, DeflateCompression::Level(1)),
        Encoding::Webp => encode::webp(&pixels),
    };
    encoded.map_err(RasterError::Failed)
}

/// The pixels of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels of a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, row by row from the top. Colors are not multiplied by the opacity.
    pub rgba: Vec<u8>,
}

/// Draws a picture as pixels, with fonts that were [prepared](Fonts::prepare) for it. The scale is that of [`draw`].
///
/// # Errors
///
/// The scale is not above 0, or the image would be too large.
pub fn pixels(picture: &Picture, scale: f32, fonts: &Fonts) -> Result<Pixels, RasterError> {
    let painted = paint(picture, scale, fonts)?;
    Ok(Pixels {
        width: painted.width(),
        height: painted.height(),
        rgba: encode::plain(&painted),
    })
}

/// The width and height of a picture in pixels.
pub(crate) fn size(picture: &Picture, scale: f32) -> Result<(u32, u32), RasterError> {
    if scale.is_nan() || scale <= 0.0 {
        return Err(RasterError::Scale);
    }
    #[expect(clippy::cast_sign_loss, reason = "scales are above 0")]
    let size = |length: f32| (length * scale).ceil() as u64;
    check(size(picture.width), size(picture.height))
}

/// A width and height that an image may have.
pub(crate) fn check(width: u64, height: u64) -> Result<(u32, u32), RasterError> {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(w), Ok(h)) if (1..=MAX_PIXELS).contains(&(width * height)) => Ok((w, h)),
        _ => Err(RasterError::Size { width, height }),
    }
}

/// The picture as pixels.
pub(crate) fn paint(picture: &Picture, scale: f32, fonts: &Fonts) -> Result<Pixmap, RasterError> {
    let (width, height) = size(picture, scale)?;
    let error = RasterError::Size {
        width: width.into(),
        height: height.into(),
    };
    let mut pixels = Pixmap::new(width, height).ok_or(error)?;
    if pen::can_paint(picture) {
        let paint = |items: &[_], pixels: &mut _| pen::paint(picture, items, scale, fonts, pixels);
        let (mut pixels, done) = fonts.grounds().start(picture, scale, pixels, paint);
        paint(&picture.items[done..], &mut pixels);
        return Ok(pixels);
    }
    let tree = Tree::from_str(&svg::draw(picture), &fonts.options())
        .map_err(|error| RasterError::Failed(Cause::new(error)))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::{RasterError, size};
    use crate::{Scene, Theme, layout};

    #[test]
    fn a_scale_that_is_not_above_0_is_refused() {
        let picture = layout::draw(&Scene::go(9, 9), &Theme::default());
        for scale in [0.0, -1.0, f32::NAN] {
            assert_eq!(size(&picture, scale), Err(RasterError::Scale), "{scale}");
        }
        assert!(matches!(
            size(&picture, f32::INFINITY),
            Err(RasterError::Size { .. })
        ));
    }
}
