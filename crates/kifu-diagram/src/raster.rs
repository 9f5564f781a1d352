//! The PNG pen: renders the SVG of a picture.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::fonts::Fonts;
use crate::picture::Picture;
use crate::{Problem, svg};

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
    /// The painter or the encoder failed.
    Failed(String),
}

impl core::fmt::Display for RasterError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Size { width, height } => write!(
                f,
                "an image of {width}x{height} pixels cannot be made; the limit is {MAX_PIXELS} \
                 pixels: choose a smaller scale"
            ),
            Self::Failed(why) => write!(f, "the image could not be made: {why}"),
        }
    }
}

impl core::error::Error for RasterError {}

/// Draws a picture as a PNG file, `scale` pixels to a unit (a cell has [`CELL`](crate::picture::CELL) units; 2 is a
/// good scale for screens). Also returns the problems of the fonts.
///
/// # Errors
///
/// The image would be too large.
pub fn draw(
    picture: &Picture,
    scale: f32,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), RasterError> {
    let problems = fonts.prepare(picture);
    let pixels = paint(picture, scale, fonts)?;
    let data = pixels
        .encode_png()
        .map_err(|error| RasterError::Failed(error.to_string()))?;
    Ok((data, problems))
}

/// Draws a picture as a lossless WebP file, with the scale and the results of [`draw`].
///
/// # Errors
///
/// The image would be too large.
pub fn draw_webp(
    picture: &Picture,
    scale: f32,
    fonts: &mut Fonts,
) -> Result<(Vec<u8>, Vec<Problem>), RasterError> {
    let failed = |error: image_webp::EncodingError| RasterError::Failed(error.to_string());
    let problems = fonts.prepare(picture);
    let pixels = paint(picture, scale, fonts)?;
    let (width, height) = (pixels.width(), pixels.height());
    // WebP has plain alpha, the painter premultiplied.
    let plain = pixels.pixels().iter().flat_map(|pixel| {
        let color = pixel.demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    });
    let plain: Vec<u8> = plain.collect();
    let mut data = Vec::new();
    image_webp::WebPEncoder::new(&mut data)
        .encode(&plain, width, height, image_webp::ColorType::Rgba8)
        .map_err(failed)?;
    Ok((data, problems))
}

/// The width and height of a picture in pixels.
pub(crate) fn size(picture: &Picture, scale: f32) -> Result<(u32, u32), RasterError> {
    #[expect(clippy::cast_sign_loss, reason = "`as` makes 0 of what is below")]
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
    let tree = Tree::from_str(&svg::draw(picture), &fonts.options())
        .map_err(|error| RasterError::Failed(error.to_string()))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels)
}
