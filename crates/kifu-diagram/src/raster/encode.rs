//! Encodes pixels, in the fewest channels that keep them.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use resvg::tiny_skia::Pixmap;

use crate::Cause;

/// Encodes a PNG file: gray, or with colors, or also with transparency.
pub(super) fn png(pixels: &Pixmap, compression: DeflateCompression) -> Result<Vec<u8>, Cause> {
    let all = pixels.pixels();
    let is_opaque = all.iter().all(|pixel| pixel.alpha() == u8::MAX);
    let is_gray = is_opaque
        && all
            .iter()
            .all(|pixel| pixel.red() == pixel.green() && pixel.green() == pixel.blue());
    let (kind, bytes): (ColorType, Vec<u8>) = if is_gray {
        let bytes = all.iter().map(|pixel| pixel.red());
        (ColorType::Grayscale, bytes.collect())
    } else if is_opaque {
        let mut bytes = vec![[0; 3]; all.len()];
        for (bytes, pixel) in bytes.iter_mut().zip(all) {
            *bytes = [pixel.red(), pixel.green(), pixel.blue()];
        }
        (ColorType::Rgb, bytes.into_flattened())
    } else {
        (ColorType::Rgba, plain(pixels))
    };
    let mut data = Vec::new();
    let mut encoder = Encoder::new(&mut data, pixels.width(), pixels.height());
    encoder.set_color(kind);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_deflate_compression(compression);
    // Diagrams repeat from row to row.
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header().map_err(Cause::new)?;
    writer.write_image_data(&bytes).map_err(Cause::new)?;
    writer.finish().map_err(Cause::new)?;
    Ok(data)
}

/// Encodes a lossless WebP file.
pub(super) fn webp(pixels: &Pixmap) -> Result<Vec<u8>, Cause> {
    let mut data = Vec::new();
    image_webp::WebPEncoder::new(&mut data)
        .encode(
            &plain(pixels),
            pixels.width(),
            pixels.height(),
            image_webp::ColorType::Rgba8,
        )
        .map_err(Cause::new)?;
    Ok(data)
}

/// The channels of all pixels, not multiplied by their opacity.
pub(super) fn plain(pixels: &Pixmap) -> Vec<u8> {
    let mut plain = vec![[0; 4]; pixels.pixels().len()];
    for (plain, pixel) in plain.iter_mut().zip(pixels.pixels()) {
        let color = pixel.demultiply();
        *plain = [color.red(), color.green(), color.blue(), color.alpha()];
    }
    plain.into_flattened()
}
