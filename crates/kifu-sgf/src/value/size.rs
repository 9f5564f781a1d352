//! Size: the value of `SZ`, `number | number:number`.

pub use kifu_board::Size;

use super::{Lenient, Repair, ValueError, ValueErrorKind, han, number, scan};
use crate::schema::Game;

/// The board of `game` without `SZ`; `None` if the standard has no default.
#[must_use]
pub fn default_of(game: Game) -> Option<Size> {
    game.default_size().and_then(|side| Size::square(side).ok())
}

/// Whether the points of the whole board have names in `game`: for Go up to 52.
#[must_use]
pub fn fits(size: Size, game: Game) -> bool {
    game.max_size()
        .is_none_or(|max| size.columns() <= max && size.rows() <= max)
}

/// Reads a size: one number, or two different ones. [`Size::sgf`] writes it.
///
/// # Errors
/// [`NotASize`](ValueErrorKind::NotASize) for anything else,
/// [`OutOfRange`](ValueErrorKind::OutOfRange) for a side of 0 or above 65535,
/// [`SquareSize`](ValueErrorKind::SquareSize) for two equal numbers.
pub fn parse(raw: &str) -> Result<Size, ValueError> {
    let size = parse_two(raw)?;
    if raw.contains(':') && size.is_square() {
        return Err(ValueError::whole(ValueErrorKind::SquareSize, raw));
    }
    Ok(size)
}

/// Reads a size with two equal numbers, another separator (`19x19`, `13*9`), a unit (`19路`), or with white space.
///
/// # Errors
/// The errors of [`parse`], for anything else.
pub fn parse_lenient(raw: &str) -> Result<Lenient<Size>, ValueError> {
    let strict = match parse(raw) {
        Ok(value) => return Ok(Lenient::strict(value)),
        Err(error) => error,
    };
    if let Ok(value) = parse_two(raw) {
        return Ok(Lenient::repaired(value, Repair::SquareSize));
    }
    let trimmed = scan::trim(raw);
    if let Ok(value) = parse_two(trimmed) {
        return Ok(Lenient::repaired(value, Repair::WhiteSpace));
    }
    if let Some(value) = square_in_words(trimmed) {
        return Ok(value);
    }
    let (columns, rest) = scan::split_digits(trimmed);
    let rows = rest.trim_start_matches(|char: char| {
        char.is_whitespace() || matches!(char, 'x' | 'X' | '*' | '×' | ',' | '/' | '-' | ':')
    });
    match (side(columns), side(rows)) {
        (Ok(columns), Ok(rows)) => {
            let size = Size::new(columns, rows).map_err(|_| strict)?;
            Ok(Lenient::repaired(size, Repair::SizeSeparator))
        }
        _ => Err(strict),
    }
}

/// The side of a square board, as a real number or with the name of lines: `9.0`, `19路`, `１９路盤`, `13 lines`.
fn square_in_words(raw: &str) -> Option<Lenient<Size>> {
    const LINES: [&str; 6] = ["路", "路盘", "路盤", "줄", "lines", "line"];
    let ascii = han::to_ascii(raw);
    let (digits, rest) = scan::split_digits(&ascii);
    let repair = match rest.strip_prefix('.') {
        Some(zeros) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => {
            Repair::WholeReal
        }
        _ if rest.is_empty() && *ascii != *raw => Repair::Word,
        _ if scan::is_one_of(rest.trim_start(), &LINES) => Repair::TrailingUnit,
        _ => return None,
    };
    let side = side(digits).ok()?;
    let size = Size::new(side, side).ok()?;
    Some(Lenient::repaired(size, repair))
}

/// One or two numbers, equal or not.
fn parse_two(raw: &str) -> Result<Size, ValueError> {
    let (columns, rows) = match raw.split_once(':') {
        None => {
            let side = side(raw)?;
            (side, side)
        }
        Some((columns, rows)) => (
            side(columns)?,
            side(rows).map_err(|error| error.offset_by(columns.len() + 1))?,
        ),
    };
    Size::new(columns, rows).map_err(|_| ValueError::whole(ValueErrorKind::OutOfRange, raw))
}

/// Reads the number of columns or rows.
fn side(raw: &str) -> Result<u16, ValueError> {
    let number = number::parse(raw).map_err(|error| match error.kind {
        ValueErrorKind::NotANumber => ValueError::whole(ValueErrorKind::NotASize, raw),
        _ => error,
    })?;
    u16::try_from(number)
        .ok()
        .filter(|&side| side > 0)
        .ok_or(ValueError::whole(ValueErrorKind::OutOfRange, raw))
}
