//! Text beside the board.

use super::{Ink, Line};

/// The least columns words are given.
const LEAST: usize = 20;
/// Between the board and the words.
const GAP: usize = 3;
/// Minimum width of the text below a small board, in columns.
const BELOW: usize = 44;

/// Returns the number of columns beside a board; `None` if they are too few.
pub(super) fn room(board: &[Line], width: usize) -> Option<usize> {
    let room = width.checked_sub(left(board) + GAP)?;
    (room >= LEAST).then_some(room)
}

/// The columns of a board and of the words under it.
pub(super) fn left(board: &[Line]) -> usize {
    board.iter().map(Line::columns).fold(BELOW, usize::max)
}

/// Lines with words at their right.
pub(super) fn join(left: Vec<Line>, words: &str) -> Vec<Line> {
    let start = left.iter().map(Line::columns).max().unwrap_or(0) + GAP;
    let mut words = words.lines();
    let mut lines = left;
    for line in &mut lines {
        if let Some(words) = words.next().filter(|words| !words.is_empty()) {
            line.push(Ink::Plain, " ".repeat(start - line.columns()));
            line.push(Ink::Plain, words);
        }
    }
    lines.extend(words.map(|words| Line::plain(format!("{}{words}", " ".repeat(start)))));
    lines
}
