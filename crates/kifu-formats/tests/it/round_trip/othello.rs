//! Games of Othello by the rules.

use std::fmt::Write as _;

type Board = [[u8; 10]; 10];

/// Number of discs that a move flips; they are flipped if `do_it`.
fn turn(board: &mut Board, x: usize, y: usize, own: u8, do_it: bool) -> usize {
    if board[y][x] != b'.' {
        return 0;
    }
    let other = if own == b'B' { b'W' } else { b'B' };
    let mut all = 0;
    for direction in (0..9_usize).filter(|direction| *direction != 4) {
        let at = |step: usize| {
            (
                x + step * (direction % 3) - step,
                y + step * (direction / 3) - step,
            )
        };
        let mut length = 1;
        // The rim of the board is of no color, so that this ends.
        while board[at(length).1][at(length).0] == other {
            length += 1;
        }
        if length > 1 && board[at(length).1][at(length).0] == own {
            all += length - 1;
            if do_it {
                (1..length).for_each(|step| board[at(step).1][at(step).0] = own);
            }
        }
    }
    if do_it && all > 0 {
        board[y][x] = own;
    }
    all
}

/// A game in which each choice selects one of the legal moves; `node` follows each move except a pass.
pub(crate) fn game(root: &str, choices: &[u8], node: &str) -> String {
    let mut board: Board = [[b' '; 10]; 10];
    for row in &mut board[1..9] {
        row[1..9].fill(b'.');
    }
    (board[4][4], board[5][5], board[4][5], board[5][4]) = (b'W', b'W', b'B', b'B');
    let mut text = format!("(;FF[4]GM[2]SZ[8]{root}");
    let (mut own, mut other) = (b'B', b'W');
    for choice in choices {
        let mut moves = |own| -> Vec<(usize, usize)> {
            let all = (1..9).flat_map(|y| (1..9).map(move |x| (x, y)));
            all.filter(|(x, y)| turn(&mut board, *x, *y, own, false) > 0)
                .collect()
        };
        let (mine, theirs) = (moves(own), moves(other));
        if mine.is_empty() && theirs.is_empty() {
            break;
        }
        if mine.is_empty() {
            let _ = write!(text, ";{}[]", char::from(own));
            (own, other) = (other, own);
            continue;
        }
        let (x, y) = mine[usize::from(*choice) % mine.len()];
        turn(&mut board, x, y, own, true);
        let letter = |number: usize| char::from(b'`' + number as u8);
        let _ = write!(
            text,
            ";{}[{}{}]{node}",
            char::from(own),
            letter(x),
            letter(y)
        );
        (own, other) = (other, own);
    }
    // A pass at the end is not stored.
    if text.ends_with("[]") {
        text.truncate(text.rfind(';').unwrap_or(text.len()));
    }
    text.push(')');
    text
}
