//! Color: `Color = ("B" | "W")`.

pub use kifu_board::Color;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// Reads a Color. [`Color::letter`] writes it.
///
/// # Errors
/// [`NotAColor`](ValueErrorKind::NotAColor) for anything except `B` and `W`.
pub fn parse(raw: &str) -> Result<Color, ValueError> {
    match raw {
        "B" => Ok(Color::Black),
        "W" => Ok(Color::White),
        _ => Err(ValueError::whole(ValueErrorKind::NotAColor, raw)),
    }
}

/// Reads a Color in lower case, as a word (`black`), or as a number (`1` is Black, `2` is White).
///
/// # Errors
/// The errors of [`parse`], for anything else.
pub fn parse_lenient(raw: &str) -> Result<Lenient<Color>, ValueError> {
    if let Ok(value) = parse(raw) {
        return Ok(Lenient::strict(value));
    }
    let trimmed = scan::trim(raw);
    let (value, repair) = match &*trimmed.to_ascii_lowercase() {
        "b" => (Color::Black, Repair::LetterCase),
        "w" => (Color::White, Repair::LetterCase),
        "black" => (Color::Black, Repair::Word),
        "white" => (Color::White, Repair::Word),
        "1" => (Color::Black, Repair::ColorNumber),
        "2" => (Color::White, Repair::ColorNumber),
        _ => return parse(raw).map(Lenient::strict),
    };
    let repair = match parse(trimmed) {
        Ok(_) => Repair::WhiteSpace,
        Err(_) => repair,
    };
    Ok(Lenient::repaired(value, repair))
}
