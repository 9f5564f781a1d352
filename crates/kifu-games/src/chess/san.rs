//! Moves in algebraic notation.

use kifu_board::{Point, Size};
use kifu_syntax::text::unescape_simple_text;

use super::Role;

/// A move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// No move on the board: a pass of analysis (`--`), a resignation.
    Pass,
    /// `O-O` or `O-O-O`.
    Castle {
        /// Whether it is on the side of the queen.
        is_long: bool,
    },
    /// A piece moves.
    Step(Step),
}

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The kind of the piece; `None` for the one on the named square.
    pub(super) role: Option<Role>,
    /// The column it comes from, if named.
    pub(super) column: Option<u16>,
    /// The row it comes from, if named.
    pub(super) row: Option<u16>,
    /// The square it moves to.
    pub(super) to: Point,
    /// The piece that a pawn becomes.
    pub(super) promotion: Option<Role>,
}

/// Values that say that nothing moves.
const PASSES: [&str; 9] = [
    "", "--", "z0", "@@@@", "0000", "pass", "resign", "null", "draw",
];

impl Move {
    /// Reads a move on a board of this size; `None` if the value is none.
    pub(super) fn parse(raw: &str, size: Size) -> Option<Self> {
        let text = unescape_simple_text(raw);
        let word = text.trim();
        if PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass)) {
            return Some(Self::Pass);
        }
        let word = word.trim_end_matches(['+', '#', '!', '?', '=', ' ', '\u{2020}', '\u{2021}']);
        let word = ["e.p.", "e.p", "ep"]
            .iter()
            .find_map(|suffix| word.strip_suffix(suffix))
            .unwrap_or(word)
            .trim_end();
        // Takes, dashes and brackets say nothing that the position does not.
        let signs: Vec<char> = word
            .chars()
            .filter(|sign| !sign.is_whitespace() && !"x:-–×=/()*".contains(*sign))
            .collect();
        let is_castling = |sign: &char| matches!(sign, 'O' | 'o' | '0');
        if matches!(signs.len(), 2 | 3) && signs.iter().all(is_castling) {
            return Some(Self::Castle {
                is_long: signs.len() == 3,
            });
        }
        step(&signs, size).map(Self::Step)
    }
}

/// The kind of a piece by its letter or its figurine.
fn role_of(sign: char) -> Option<Role> {
    let figurine = u32::from(sign).wrapping_sub(0x2654);
    match figurine % 6 {
        _ if figurine >= 12 => Role::of_letter(sign),
        0 => Some(Role::King),
        1 => Some(Role::Queen),
        2 => Some(Role::Rook),
        3 => Some(Role::Bishop),
        4 => Some(Role::Knight),
        _ => Some(Role::Pawn),
    }
}

fn step(signs: &[char], size: Size) -> Option<Step> {
    let (named, rest) = match signs.split_first() {
        Some((sign, rest)) if role_of(*sign).is_some() => (role_of(*sign), rest),
        _ => (None, signs),
    };
    let mut promotion = None;
    let mut rest = rest;
    if let [before @ .., digit, letter] = rest
        && digit.is_ascii_digit()
        && let Some(role) = role_of(letter.to_ascii_uppercase())
    {
        promotion = Some(role);
        rest = &rest[..=before.len()];
    }
    if matches!(promotion, Some(Role::Pawn | Role::King)) {
        return None;
    }
    let (to_row, rest) = last_number(rest, size)?;
    let (to_column, rest) = last_letter(rest, size)?;
    let (row, rest) = match rest.last() {
        Some(sign) if sign.is_ascii_digit() => {
            let (row, rest) = last_number(rest, size)?;
            (Some(row), rest)
        }
        _ => (None, rest),
    };
    let (column, rest) = if rest.is_empty() {
        (None, rest)
    } else {
        let (column, rest) = last_letter(rest, size)?;
        (Some(column), rest)
    };
    if !rest.is_empty() {
        return None;
    }
    let is_whole = column.is_some() && row.is_some();
    Some(Step {
        role: named.or((!is_whole).then_some(Role::Pawn)),
        column,
        row,
        to: Point::new(to_column, to_row),
        promotion,
    })
}

/// The row that a number at the end names, counted from the top, and the signs before it.
fn last_number(signs: &[char], size: Size) -> Option<(u16, &[char])> {
    let digits = signs
        .iter()
        .rev()
        .take(2)
        .take_while(|sign| sign.is_ascii_digit())
        .count();
    let (before, digits) = signs.split_at(signs.len() - digits);
    let number = digits.iter().collect::<String>().parse::<u16>().ok()?;
    let row = size.rows().checked_sub(number)?;
    (number > 0).then_some((row, before))
}

/// The column that a letter at the end names, and the signs before it.
fn last_letter(signs: &[char], size: Size) -> Option<(u16, &[char])> {
    let (sign, before) = signs.split_last()?;
    let column = u16::from(u8::try_from(*sign).ok()?.checked_sub(b'a')?);
    (column < size.columns().min(26)).then_some((column, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> Option<Move> {
        Move::parse(raw, Size::of::<8, 8>())
    }

    #[test]
    fn the_ways_to_write_one_move_agree() {
        for words in [
            &["e4", "e4!", "Pe4", "\u{2659}e4", " e4+ "][..],
            &["exd5", "ed5", "e:d5", "exd5 e.p.", "exd5ep"],
            &["Nf3", "N-f3", "\u{2658}f3", "\u{265e}f3", "Nxf3#"],
            &["e2e4", "e2-e4", "e2xe4"],
            &["e8=Q", "e8Q", "e8(Q)", "e8/Q+", "e8q"],
            &["O-O", "0-0", "o-o+", "OO"],
            &["O-O-O", "0-0-0#", "ooo"],
            &["", "--", "pass", "Resign"],
        ] {
            assert!(read(words[0]).is_some(), "{words:?}");
            assert!(
                words.iter().all(|raw| read(raw) == read(words[0])),
                "{words:?}"
            );
        }
        assert_ne!(read("Nge2"), read("Ne2"));
        assert_ne!(read("N1e2"), read("Ne2"));
        for raw in [
            "e9", "i4", "Kz", "Ne", "44", "e8=K", "Nbcd2", "段", "e0", "eee4",
        ] {
            assert_eq!(read(raw), None, "{raw}");
        }
        let wide = Move::parse("z26", Size::of::<26, 26>());
        assert!(matches!(wide, Some(Move::Step(step)) if step.to == Point::new(25, 0)));
    }
}
