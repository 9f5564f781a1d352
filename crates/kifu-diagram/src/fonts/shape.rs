//! Order and shapes of letters: scripts that run from right to left, letters that join, marks that combine.

use core::ops::Range;

use rustybuzz::{Direction, Face, UnicodeBuffer};
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// A glyph of a shaped text; lengths are at font size 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shaped {
    pub(crate) glyph: u32,
    pub(crate) width: f32,
    /// Distance from its place, to the right and up.
    pub(crate) shift: (f32, f32),
    /// The bytes of the text that it draws.
    pub(crate) range: Range<usize>,
}

/// A part of a line with one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) range: Range<usize>,
    pub(crate) is_rtl: bool,
}

/// The parts of a line from left to right (UAX #9). The line itself runs from left to right, as in the other pens.
pub(crate) fn parts(line: &str) -> Vec<Part> {
    if !line.chars().any(is_directed) {
        return vec![Part {
            range: 0..line.len(),
            is_rtl: false,
        }];
    }
    let info = BidiInfo::new(line, Some(Level::ltr()));
    let mut parts = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        parts.extend(runs.into_iter().map(|range| Part {
            is_rtl: levels[range.start].is_rtl(),
            range,
        }));
    }
    parts
}

/// Whether a character can make a part that runs from right to left.
fn is_directed(c: char) -> bool {
    use BidiClass::{AL, AN, R, RLE, RLI, RLO};
    !c.is_ascii() && matches!(bidi_class(c), R | AL | AN | RLE | RLO | RLI)
}

/// Whether a character only directs the text around it, and is not drawn.
pub(crate) const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The glyphs of a text in the face of a font; `None` if it cannot be read.
pub(super) fn shape(data: &[u8], index: u32, text: &str, is_rtl: bool) -> Option<Vec<Shaped>> {
    let face = Face::from_slice(data, index)?;
    #[expect(clippy::cast_precision_loss, reason = "units of a font are small")]
    let length = |units: i32| units as f32 / face.units_per_em() as f32;
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(if is_rtl {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    let shaped = rustybuzz::shape(&face, &[], buffer);
    let mut starts: Vec<usize> = shaped
        .glyph_infos()
        .iter()
        .map(|info| info.cluster as usize)
        .collect();
    starts.sort_unstable();
    let end = |start: usize| {
        let next = starts.partition_point(|&other| other <= start);
        starts.get(next).copied().unwrap_or(text.len())
    };
    let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    let glyphs = glyphs.map(|(info, place)| {
        let start = info.cluster as usize;
        Shaped {
            glyph: info.glyph_id,
            width: length(place.x_advance),
            shift: (length(place.x_offset), length(place.y_offset)),
            range: start..end(start),
        }
    });
    Some(glyphs.collect())
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_of_a_line_from_left_to_right() {
        let found = |line: &'static str| -> Vec<(&str, bool)> {
            let parts = parts(line).into_iter();
            parts.map(|part| (&line[part.range], part.is_rtl)).collect()
        };
        assert_eq!(found("Black 1"), [("Black 1", false)]);
        assert_eq!(found("囲碁"), [("囲碁", false)]);
        assert_eq!(
            found("a שחור משחק b"),
            [("a ", false), ("שחור משחק", true), (" b", false)]
        );
        // Numbers keep their order inside of the other direction.
        assert_eq!(
            found("לבן 12 שחור"),
            [(" שחור", true), ("12", false), ("לבן ", true)]
        );
        assert_eq!(found(""), [("", false)]);
    }
}
