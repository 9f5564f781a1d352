//! Paper sizes, and lengths in the units people write.

use core::str::FromStr;

/// Points in a millimeter.
pub(super) const MILLIMETER: f32 = 72.0 / 25.4;

/// A size of paper with its margins, in points. Left and right pages mirror each other: the inner
/// margin is at the binding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
    /// The margin at the binding.
    pub inner: f32,
    /// The margin at the other side.
    pub outer: f32,
    /// Margin above the text; it contains the running head.
    pub top: f32,
    /// The margin below the text.
    pub bottom: f32,
}

impl Paper {
    /// 210 × 297 mm.
    pub const A4: Self = Self::new(210.0, 297.0, [18.0, 15.0, 20.0, 18.0]);
    /// 148 × 210 mm.
    pub const A5: Self = Self::new(148.0, 210.0, [19.0, 15.0, 18.0, 15.0]);
    /// 176 × 250 mm.
    pub const B5: Self = Self::new(176.0, 250.0, [20.0, 16.0, 20.0, 17.0]);
    /// 125 × 176 mm.
    pub const B6: Self = Self::new(125.0, 176.0, [15.0, 11.0, 16.0, 12.0]);
    /// 8.5 × 11 inches.
    pub const LETTER: Self = Self::new(215.9, 279.4, [19.0, 16.0, 20.0, 18.0]);
    /// 6 × 9 inches.
    pub const TRADE: Self = Self::new(152.4, 228.6, [20.0, 15.0, 19.0, 16.0]);

    /// The names of the sizes.
    pub const NAMES: [&'static str; 6] = ["A4", "A5", "B5", "B6", "Letter", "Trade"];

    /// From millimeters; margins are inner, outer, top and bottom.
    const fn new(width: f32, height: f32, margins: [f32; 4]) -> Self {
        let [inner, outer, top, bottom] = margins;
        Self {
            width: width * MILLIMETER,
            height: height * MILLIMETER,
            inner: inner * MILLIMETER,
            outer: outer * MILLIMETER,
            top: top * MILLIMETER,
            bottom: bottom * MILLIMETER,
        }
    }

    /// The width between the margins.
    pub fn text_width(&self) -> f32 {
        (self.width - self.inner - self.outer).max(10.0)
    }

    /// Left end of the text of a page; pages are counted from 1.
    pub(super) fn left(&self, page: usize) -> f32 {
        if page % 2 == 1 {
            self.inner
        } else {
            self.outer
        }
    }

    /// Lower end of the text of a page.
    pub(super) fn lower_end(&self) -> f32 {
        (self.height - self.bottom).max(self.top + 10.0)
    }
}

/// Error: the name is not a paper size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPaper(pub String);

impl core::fmt::Display for UnknownPaper {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let names = Paper::NAMES.join(", ");
        write!(
            f,
            "`{}`: expected {names} or a size such as 130x200mm",
            self.0
        )
    }
}

impl core::error::Error for UnknownPaper {}

impl FromStr for Paper {
    type Err = UnknownPaper;

    /// Reads a name of [`Paper::NAMES`] in any case, or a width and height: `130x200mm`, `5.5x8.5in`.
    fn from_str(text: &str) -> Result<Self, UnknownPaper> {
        let unknown = || UnknownPaper(text.to_owned());
        Ok(match text.to_ascii_lowercase().as_str() {
            "a4" => Self::A4,
            "a5" => Self::A5,
            "b5" => Self::B5,
            "b6" => Self::B6,
            "letter" => Self::LETTER,
            "trade" | "us-trade" => Self::TRADE,
            size => {
                let (width, height) = size.split_once('x').ok_or_else(unknown)?;
                let unit = height.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                let width = format!("{width}{unit}");
                let width: Length = width.parse().map_err(|_| unknown())?;
                let height: Length = height.parse().map_err(|_| unknown())?;
                if !(150.0..=5000.0).contains(&width.0) || !(150.0..=5000.0).contains(&height.0) {
                    return Err(unknown());
                }
                Self {
                    width: width.0,
                    height: height.0,
                    inner: width.0 * 0.125,
                    outer: width.0 * 0.1,
                    top: height.0 * 0.085,
                    bottom: height.0 * 0.07,
                }
            }
        })
    }
}

/// A length in points, read from `4.5mm`, `0.5cm`, `0.25in` or `12pt`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(pub f32);

/// Error: the text is not a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLength(pub String);

impl core::fmt::Display for UnknownLength {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "`{}`: expected a length such as `4.5mm`, `0.2in` or `12pt`",
            self.0
        )
    }
}

impl core::error::Error for UnknownLength {}

impl FromStr for Length {
    type Err = UnknownLength;

    fn from_str(text: &str) -> Result<Self, UnknownLength> {
        let text = text.trim();
        let unknown = || UnknownLength(text.to_owned());
        let at = text
            .find(|c: char| c.is_ascii_alphabetic())
            .ok_or_else(unknown)?;
        let (number, unit) = text.split_at(at);
        let points = match unit {
            "mm" => MILLIMETER,
            "cm" => 10.0 * MILLIMETER,
            "in" => 72.0,
            "pt" => 1.0,
            _ => return Err(unknown()),
        };
        let number: f32 = number.trim().parse().map_err(|_| unknown())?;
        let length = number * points;
        (length.is_finite() && length > 0.0)
            .then_some(Self(length))
            .ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, Paper};

    #[test]
    fn sizes_are_read() {
        assert_eq!("a5".parse(), Ok(Paper::A5));
        assert_eq!("US-Trade".parse(), Ok(Paper::TRADE));
        let own: Paper = "130x200mm".parse().unwrap();
        assert!((own.width - 368.5).abs() < 0.1 && (own.height - 566.9).abs() < 0.1);
        for wrong in ["", "A9", "10x10mm", "130x200", "-5x3in", "infxinfmm"] {
            assert!(wrong.parse::<Paper>().is_err(), "{wrong}");
        }
        assert_eq!("10mm".parse(), Ok(Length(10.0 * super::MILLIMETER)));
        for wrong in ["", "mm", "4", "-1mm", "nanmm", "1e39pt", "4 ells"] {
            assert!(wrong.parse::<Length>().is_err(), "{wrong}");
        }
    }
}
