//! Positions in Forsyth-Edwards notation.
//!
//! Source: *Portable Game Notation Specification and Implementation Guide* (Edwards 1994), section 16.1.

use kifu_board::{Color, Point};

use super::{Role, State, rules};
use crate::Piece;
use crate::grid::Grid;

/// The usual start.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Puts a position on an empty board; returns the player to move. `None`, without a change, if the text is not a
/// position of a board of this size.
pub(super) fn set_up(text: &str, grid: &mut Grid, state: &mut State) -> Option<Color> {
    let mut fields = text.split_whitespace();
    let pieces = read_pieces(fields.next()?, grid)?;
    let first = match fields.next() {
        None | Some("w" | "W") => Color::White,
        Some("b" | "B") => Color::Black,
        _ => return None,
    };
    for (point, piece) in pieces {
        grid.set(point, Some(piece));
    }
    let rights = fields.next();
    for color in [Color::Black, Color::White] {
        let letters = match color {
            Color::Black => ['k', 'q'],
            Color::White => ['K', 'Q'],
        };
        state.castling[color as usize] = match rights {
            None => rules::at_home(grid, color),
            // Shredder-FEN names the columns of the rooks.
            Some(rights) => [false, true].map(|is_long| {
                let rook = rules::castling(grid, color, is_long).map(|found| found.rook);
                rights.contains(letters[usize::from(is_long)])
                    || rook.is_some_and(|rook| rights.contains(column(rook, color)))
            }),
        };
    }
    state.passed = fields.next().and_then(|square| {
        let mut signs = square.chars();
        let x = u32::from(signs.next()?).checked_sub(u32::from('a'))?;
        let row: u16 = signs.as_str().parse().ok()?;
        let y = grid.size.rows().checked_sub(row)?;
        let point = Point::new(u16::try_from(x).ok()?, y);
        grid.size.contains(point).then_some(point)
    });
    Some(first)
}

/// The letter of a column, in the case of a player.
fn column(point: Point, color: Color) -> char {
    let first = match color {
        Color::Black => b'a',
        Color::White => b'A',
    };
    char::from(first + (point.x % 26) as u8)
}

fn read_pieces(text: &str, grid: &Grid) -> Option<Vec<(Point, Piece)>> {
    let size = grid.size;
    let mut pieces = Vec::new();
    let mut rows = 0;
    for (y, row) in (0..).zip(text.split('/')) {
        let mut x = 0_u16;
        let mut signs = row.chars().peekable();
        while let Some(sign) = signs.next() {
            if let Some(digit) = sign.to_digit(10) {
                // Boards wider than nine columns have numbers of two digits.
                let mut empty = digit;
                if let Some(next) = signs.peek().and_then(|sign| sign.to_digit(10)) {
                    empty = empty * 10 + next;
                    signs.next();
                }
                x = x.checked_add(u16::try_from(empty).ok()?)?;
                continue;
            }
            // `~` marks a promoted piece.
            if sign == '~' {
                continue;
            }
            let role = Role::of_letter(sign.to_ascii_uppercase())?;
            let color = if sign.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let point = Point::new(x, y);
            if !size.contains(point) {
                return None;
            }
            pieces.push((point, Piece::Chess(color, role)));
            x += 1;
        }
        if x != size.columns() {
            return None;
        }
        rows = y + 1;
    }
    (rows == size.rows()).then_some(pieces)
}
