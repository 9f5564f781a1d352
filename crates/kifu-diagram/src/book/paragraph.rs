//! Lines of text, filled and justified.

use crate::measure;
use crate::picture::{Anchor, Link, Picture, Rgb, Shape, Spacing, Style};

/// Typographic settings of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) size: f32,
    pub(super) width: f32,
    pub(super) ink: Rgb,
    pub(super) justified: bool,
}

/// From one line to the next, for font size 1.
pub(super) const LEADING: f32 = 1.38;

/// Blanks grow at most by this part of the font size, letters by the other.
const MOST_BLANK: f32 = 0.45;
const MOST_LETTER: f32 = 0.12;

/// A paragraph in lines, ready to be placed.
#[derive(Debug)]
pub(super) struct Lines {
    text: String,
    /// The bytes of the bold lead.
    lead: usize,
    ranges: Vec<core::ops::Range<usize>>,
    /// Whether the text runs from right to left.
    is_rtl: bool,
    link: String,
    setting: Setting,
}

impl Lines {
    /// Breaks a text with a bold lead into lines.
    pub(super) fn new(lead: &str, text: &str, link: &str, setting: Setting) -> Self {
        let lead = measure::clean(lead);
        let text = measure::clean(text);
        let joint = if lead.is_empty() || text.is_empty() {
            ""
        } else {
            " "
        };
        let text = format!("{lead}{joint}{text}");
        let bold = lead.len();
        let is_rtl = measure::is_rtl(&text[lead.len()..]);
        let room = setting.width / setting.size;
        let measure = |at, c| measure::character(c, at < bold);
        let ranges = measure::fill(&text, room, room * measure::SLACK, measure).collect();
        Self {
            text,
            lead: bold,
            ranges,
            is_rtl,
            link: link.to_owned(),
            setting,
        }
    }

    pub(super) const fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The height of all lines.
    pub(super) fn height(&self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "lines of a page")]
        let count = self.count() as f32;
        count * self.leading()
    }

    pub(super) fn leading(&self) -> f32 {
        self.setting.size * LEADING
    }

    /// The width of the longest line.
    pub(super) fn width(&self) -> f32 {
        let lines = self.ranges.iter();
        lines
            .map(|range| self.measure(range.clone()))
            .fold(0.0, f32::max)
    }

    fn measure(&self, range: core::ops::Range<usize>) -> f32 {
        let chars = self.text[range.clone()].char_indices();
        let width: f32 = chars
            .map(|(at, c)| measure::character(c, range.start + at < self.lead))
            .sum();
        width * self.setting.size
    }

    /// Draws some of the lines, the first at the top.
    pub(super) fn draw(&self, lines: core::ops::Range<usize>, middle: bool) -> Picture {
        let mut picture = Picture::default();
        let size = self.setting.size;
        let mut y = 0.0;
        for index in lines {
            let Some(range) = self.ranges.get(index).cloned() else {
                break;
            };
            let is_last = index + 1 == self.ranges.len();
            let free = self.setting.width - self.measure(range.clone());
            // Measured widths are not those of letters that join.
            let spacing = if self.setting.justified && !is_last && !middle && !self.is_rtl {
                self.spacing(&self.text[range.clone()], free)
            } else {
                Spacing::default()
            };
            let x = self.start(free, middle);
            self.line(&mut picture, range, (x, y), spacing);
            y += self.leading();
        }
        picture.width = self.setting.width;
        picture.height = y;
        let linked = !self.link.is_empty() && picture.height >= size;
        if linked && let Some(first) = self.ranges.first() {
            let end = first.end.min(self.lead);
            let width = self.measure(first.start..end.max(first.start));
            let free = self.setting.width - self.measure(first.clone());
            let x = self.start(free, middle);
            let x = if self.is_rtl { x - width } else { x };
            picture.links.push(Link {
                x,
                y: 0.0,
                w: width.max(1.0),
                h: self.leading(),
                to: self.link.clone(),
            });
        }
        picture
    }

    /// The place where a line begins: its right end if the text runs from right to left. `free`: the space beside it.
    fn start(&self, free: f32, middle: bool) -> f32 {
        let beside = if middle { free / 2.0 } else { 0.0 };
        if self.is_rtl {
            self.setting.width - beside
        } else {
            beside
        }
    }

    /// Returns the spacing that fills the free space of a line; none if that would tear the line apart.
    fn spacing(&self, line: &str, free: f32) -> Spacing {
        #[expect(clippy::cast_precision_loss, reason = "characters of a line")]
        let each = |count: usize| free / count as f32;
        let size = self.setting.size;
        let blanks = line.matches(Spacing::is_blank).count();
        let letters = line.chars().count().saturating_sub(1);
        if free <= 0.0 || letters == 0 {
            return Spacing::default();
        }
        if blanks > 0 && each(blanks) <= MOST_BLANK * size {
            return Spacing {
                word: each(blanks),
                letter: 0.0,
            };
        }
        // East Asian lines have letters to spread, and few blanks.
        let is_solid = line
            .chars()
            .filter(|&c| measure::character(c, false) >= 1.0)
            .count()
            * 2
            > letters;
        if is_solid && each(letters) <= MOST_LETTER * size {
            return Spacing {
                word: 0.0,
                letter: each(letters),
            };
        }
        Spacing::default()
    }

    fn line(
        &self,
        picture: &mut Picture,
        range: core::ops::Range<usize>,
        (x, y): (f32, f32),
        spacing: Spacing,
    ) {
        let size = self.setting.size;
        let bold_end = self.lead.clamp(range.start, range.end);
        let mut at = x;
        for (part, bold) in [(range.start..bold_end, true), (bold_end..range.end, false)] {
            if part.is_empty() {
                continue;
            }
            let text = &self.text[part.clone()];
            #[expect(clippy::cast_precision_loss, reason = "characters of a line")]
            let spread = text.matches(Spacing::is_blank).count() as f32 * spacing.word
                + text.chars().count() as f32 * spacing.letter;
            let shape = Shape::Text {
                x: at,
                y: y + size * 1.05,
                size,
                anchor: if self.is_rtl {
                    Anchor::End
                } else {
                    Anchor::Start
                },
                bold,
                spacing,
                text: if self.is_rtl {
                    from_right(text)
                } else {
                    text.to_owned()
                },
            };
            picture.push(Style::fill(self.setting.ink), shape);
            let width = self.measure(part) + spread;
            at += if self.is_rtl { -width } else { width };
        }
    }
}

/// A text that every pen orders from right to left as a whole: embedded, because lines run from left to right.
fn from_right(text: &str) -> String {
    const EMBEDDING: char = '\u{202b}';
    const END: char = '\u{202c}';
    format!("{EMBEDDING}{text}{END}")
}
