//! Sixel graphics: bands of six rows, each color of a band after the other.

use std::collections::HashMap;
use std::fmt::Write as _;

use kifu_diagram::raster::Pixels;

/// The most colors of a palette; terminals have at least as many.
const MOST_COLORS: usize = 255;

/// Pixels of less opacity are left out: the background shows.
const LEAST_OPACITY: u8 = 128;

/// Encodes an image for a terminal.
pub(super) fn encode(pixels: &Pixels) -> String {
    let palette = Palette::of(pixels);
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    // The second parameter keeps what is under transparent pixels.
    let mut out = format!("\x1bP0;1;0q\"1;1;{width};{height}");
    for (number, color) in palette.colors.iter().enumerate() {
        let [r, g, b] = color.map(|part| (u32::from(part) * 100 + 127) / 255);
        // Writing to a string does not fail.
        let _ = write!(out, "#{number};2;{r};{g};{b}");
    }
    // The sixels of each color that a band has, and the colors in the order of the palette.
    let mut sixels = vec![0_u8; palette.colors.len() * width];
    let mut is_used = vec![false; palette.colors.len()];
    for first in (0..height).step_by(6) {
        for row in first..(first + 6).min(height) {
            for column in 0..width {
                if let Some(color) = palette.number(pixel(pixels, row * width + column)) {
                    sixels[color * width + column] |= 1 << (row - first);
                    is_used[color] = true;
                }
            }
        }
        let mut is_first = true;
        for (color, is_used) in is_used.iter_mut().enumerate().filter(|(_, used)| **used) {
            if !is_first {
                out.push('$');
            }
            is_first = false;
            let _ = write!(out, "#{color}");
            let band = &mut sixels[color * width..][..width];
            push_row(&mut out, band);
            band.fill(0);
            *is_used = false;
        }
        out.push('-');
    }
    out.push_str("\x1b\\");
    out
}

/// Writes a row of sixels; repetitions are counted, blanks at the end left out.
fn push_row(out: &mut String, mut row: &[u8]) {
    while let Some(&first) = row.first() {
        let count = row.iter().take_while(|&&sixel| sixel == first).count();
        row = &row[count..];
        if first == 0 && row.is_empty() {
            return;
        }
        let sign = char::from(b'?' + first);
        if count > 3 {
            let _ = write!(out, "!{count}{sign}");
        } else {
            out.extend(std::iter::repeat_n(sign, count));
        }
    }
}

fn pixel(pixels: &Pixels, at: usize) -> [u8; 4] {
    let bytes = pixels.rgba.get(at * 4..at * 4 + 4);
    bytes
        .and_then(|bytes| bytes.try_into().ok())
        .unwrap_or_default()
}

/// A color with five bits for each part.
type Short = u16;

fn short([r, g, b, _]: [u8; 4]) -> Short {
    u16::from(r >> 3) << 10 | u16::from(g >> 3) << 5 | u16::from(b >> 3)
}

/// The most frequent colors of an image, and the nearest of them for all others.
struct Palette {
    colors: Vec<[u8; 3]>,
    numbers: HashMap<Short, usize>,
}

impl Palette {
    fn of(pixels: &Pixels) -> Self {
        // Sum of the parts and number of pixels.
        let mut counts: HashMap<Short, ([u64; 3], u64)> = HashMap::new();
        for at in 0..pixels.rgba.len() / 4 {
            let pixel = pixel(pixels, at);
            if pixel[3] >= LEAST_OPACITY {
                let (sum, count) = counts.entry(short(pixel)).or_default();
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += u64::from(part);
                }
                *count += 1;
            }
        }
        let mut found: Vec<_> = counts.into_iter().collect();
        // The order of the map is random.
        found.sort_unstable_by_key(|&(short, (_, count))| (std::cmp::Reverse(count), short));
        let mean = |&(_, (sum, count)): &(Short, ([u64; 3], u64))| {
            sum.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX))
        };
        let colors: Vec<_> = found.iter().take(MOST_COLORS).map(mean).collect();
        let numbers = found.iter().enumerate().map(|(number, entry)| {
            let number = if number < MOST_COLORS {
                number
            } else {
                nearest(&colors, mean(entry))
            };
            (entry.0, number)
        });
        let numbers = numbers.collect();
        Self { colors, numbers }
    }

    /// The color of a pixel; `None` if it is transparent.
    fn number(&self, pixel: [u8; 4]) -> Option<usize> {
        let is_opaque = pixel[3] >= LEAST_OPACITY;
        self.numbers
            .get(&short(pixel))
            .copied()
            .filter(|_| is_opaque)
    }
}

fn nearest(colors: &[[u8; 3]], wanted: [u8; 3]) -> usize {
    let distance = |color: &[u8; 3]| {
        let parts = color.iter().zip(wanted);
        parts
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum::<u32>()
    };
    let nearest = colors
        .iter()
        .enumerate()
        .min_by_key(|(_, color)| distance(color));
    nearest.map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::{MOST_COLORS, Pixels, encode};

    fn image(width: u32, height: u32, color: impl Fn(u32, u32) -> [u8; 4]) -> Pixels {
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Pixels {
            width,
            height,
            rgba: all.flat_map(|(x, y)| color(x, y)).collect(),
        }
    }

    #[test]
    fn bands_and_repetitions() {
        let red = image(5, 7, |_, _| [255, 0, 0, 255]);
        assert_eq!(
            encode(&red),
            "\x1bP0;1;0q\"1;1;5;7#0;2;100;0;0#0!5~-#0!5@-\x1b\\"
        );
        let halves = image(2, 6, |x, _| {
            if x == 0 {
                [0, 0, 0, 255]
            } else {
                [255, 255, 255, 255]
            }
        });
        assert_eq!(
            encode(&halves),
            "\x1bP0;1;0q\"1;1;2;6#0;2;0;0;0#1;2;100;100;100#0~$#1?~-\x1b\\"
        );
        let transparent = image(3, 6, |x, _| [0, 0, 0, if x == 1 { 255 } else { 0 }]);
        assert_eq!(
            encode(&transparent),
            "\x1bP0;1;0q\"1;1;3;6#0;2;0;0;0#0?~-\x1b\\"
        );
        assert_eq!(
            encode(&image(0, 0, |_, _| [0; 4])),
            "\x1bP0;1;0q\"1;1;0;0\x1b\\"
        );
    }

    #[test]
    fn the_palette_is_limited() {
        let many = image(64, 64, |x, y| {
            let part = |value: u32| u8::try_from(value * 4).expect("a byte");
            [part(x), part(y), part(x.midpoint(y)), 255]
        });
        let sent = encode(&many);
        let colors = sent.matches(";2;").count();
        assert_eq!(colors, MOST_COLORS);
        assert_eq!(sent, encode(&many));
    }
}
