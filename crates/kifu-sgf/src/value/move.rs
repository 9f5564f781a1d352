//! Move in Go: a point, or a pass.

pub use kifu_board::Move;

use super::{Lenient, Repair, Size, ValueError, point, scan};

/// Reads a Move on a board of `size`. [`Move::sgf`] writes it.
///
/// # Errors
/// The errors of [`point::parse_on`].
#[inline]
pub fn parse(raw: &str, size: Size) -> Result<Move, ValueError> {
    if raw.is_empty() || (raw == "tt" && size.has_tt_pass()) {
        return Ok(Move::Pass);
    }
    point::parse_on(raw, size).map(Move::Play)
}

/// Reads a Move like [`point::parse_lenient`] reads a point, and a pass written as a word: `pass`, `PASS`.
///
/// # Errors
/// The errors of [`point::parse_on`], if no reading is a move.
pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Move>, ValueError> {
    if let Ok(value) = parse(raw, size) {
        return Ok(Lenient::strict(value));
    }
    match scan::trim(raw) {
        "" => Ok(Lenient::repaired(Move::Pass, Repair::WhiteSpace)),
        "``" => Ok(Lenient::repaired(Move::Pass, Repair::Word)),
        "tt" | "TT" if size.has_tt_pass() => Ok(Lenient::repaired(Move::Pass, Repair::LetterCase)),
        word if word.eq_ignore_ascii_case("pass") => {
            Ok(Lenient::repaired(Move::Pass, Repair::Word))
        }
        _ => point::parse_lenient(raw, size).map(|read| read.map(Move::Play)),
    }
}
