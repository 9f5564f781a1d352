//! The outline of a tree: one line a run of moves, without recursion.
//!
//! A run ends where the game branches. Then come the variations of its last move, one level
//! further in, and then the run goes on at its own level. So a line moves to the right only inside
//! of variations of variations, and 80 columns are enough for what people write. Levels beyond
//! [`DEEPEST`] stand at the same column, with the level as a number.
//!
//! Writing to a string does not fail; what it answers is not looked at.

use std::fmt::Write as _;

use anstyle::Style;
use kifu::Node;

use super::label::{self, Labels};
use crate::harmless;
use crate::output::{Palette, WIDTH};

/// The separator between the labels of a line.
const GAP: &str = "  ";

/// Number of columns reserved at the end of a line for `  … 1234 B aa`.
const LAST: usize = 14;

/// Maximum number of levels drawn.
const DEEPEST: usize = 12;

/// The parts of nodes to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) has_all_moves: bool,
    pub(super) has_comments: bool,
}

/// A line of play that is still to be written.
struct Pending<'a> {
    first: Node<'a>,
    /// Number of moves before it.
    moves: usize,
    level: usize,
    /// Whether it is an alternative to its first sibling, not the continuation.
    is_variation: bool,
}

/// Writes the outline of a game, starting at a node.
pub(super) fn write(shown: &mut String, start: Node<'_>, options: Options, palette: &Palette) {
    let labels = Labels::of(start.game());
    let mut drawing = Drawing {
        shown,
        palette,
        options,
        lasts: Vec::new(),
    };
    let mut pending = vec![Pending {
        first: start,
        moves: super::moves_to(start) - usize::from(start.play().is_some()),
        level: 0,
        is_variation: false,
    }];
    while let Some(Pending {
        first,
        moves,
        level,
        is_variation,
    }) = pending.pop()
    {
        let next = first.next_sibling();
        if is_variation {
            drawing.enter(level, next.is_none());
            if let Some(first) = next {
                pending.push(Pending {
                    first,
                    moves,
                    level,
                    is_variation,
                });
            }
        } else {
            drawing.lasts.truncate(level);
        }
        let mut run = Run::new(is_variation);
        let (mut node, mut moves) = (first, moves);
        loop {
            let before = moves;
            moves += usize::from(node.play().is_some());
            let comment = options.has_comments.then(|| node.comment()).flatten();
            let label = labels.label(node, moves, drawing.room());
            run.push(label, comment.as_deref(), &mut drawing);
            // Every other node of a run is the first child of its parent.
            let is_first_child = node != start && (!is_variation || node != first);
            let other = is_first_child.then(|| node.next_sibling()).flatten();
            let child = node.first_child();
            if let Some(other) = other {
                if let Some(first) = child {
                    pending.push(Pending {
                        first,
                        moves,
                        level,
                        is_variation: false,
                    });
                }
                pending.push(Pending {
                    first: other,
                    moves: before,
                    level: level + 1,
                    is_variation: true,
                });
                break;
            }
            match child {
                Some(child) => node = child,
                None => break,
            }
        }
        run.end(&mut drawing);
    }
}

/// The left side of the lines.
struct Drawing<'a> {
    shown: &'a mut String,
    palette: &'a Palette,
    options: Options,
    /// For each level whether its last variation is being written.
    lasts: Vec<bool>,
}

impl Drawing<'_> {
    /// A variation of `level`, counted from 1, begins.
    fn enter(&mut self, level: usize, is_last: bool) {
        self.lasts.truncate(level - 1);
        self.lasts.push(is_last);
    }

    /// Columns that are left for moves.
    fn room(&self) -> usize {
        WIDTH - self.lasts.len().min(DEEPEST) * 2 - self.number().len()
    }

    /// The level as a number where there are too many to be drawn.
    fn number(&self) -> String {
        let level = self.lasts.len();
        if level > DEEPEST {
            format!("({level}) ")
        } else {
            String::new()
        }
    }

    fn line(&mut self, content: &str, is_first: bool) {
        let faint = self.palette.faint;
        let mut left = String::new();
        let from = self.lasts.len().saturating_sub(DEEPEST);
        let levels = &self.lasts[from..];
        for (index, is_last) in levels.iter().enumerate() {
            let is_own = is_first && index + 1 == levels.len();
            left.push_str(match (is_own, is_last) {
                (true, false) => "├╴",
                (true, true) => "└╴",
                (false, false) => "│ ",
                (false, true) => "  ",
            });
        }
        left.push_str(&self.number());
        let _ = writeln!(self.shown, "{faint}{left}{faint:#}{content}");
    }
}

/// A run of moves that is being written.
struct Run {
    line: String,
    columns: usize,
    /// Whether the next line is the first of a variation.
    is_first: bool,
    /// How many labels are left out, and the last of them.
    hidden: usize,
    last: String,
    /// Whether there is a whole line already.
    is_full: bool,
}

impl Run {
    const fn new(is_first: bool) -> Self {
        Self {
            line: String::new(),
            columns: 0,
            is_first,
            hidden: 0,
            last: String::new(),
            is_full: false,
        }
    }

    fn push(&mut self, label: String, comment: Option<&str>, drawing: &mut Drawing<'_>) {
        // Nodes with more than a move are always shown.
        let is_plain = label.bytes().filter(|byte| *byte == b' ').count() < 3;
        if is_plain && comment.is_none() && !drawing.options.has_all_moves {
            self.is_full |= !self.fits(harmless::columns(&label) + LAST, drawing);
            if self.is_full {
                self.hidden += 1;
                self.last = label;
                return;
            }
        }
        self.show_hidden(drawing);
        self.add(&label, Style::new(), drawing);
        if let Some(comment) = comment {
            let room = drawing.room().saturating_sub(self.columns + 2);
            if room < 20 {
                self.flush(drawing);
            }
            let room = drawing.room().saturating_sub(self.columns + 4);
            let faint = drawing.palette.faint;
            let text = label::beginning(comment, room);
            let _ = write!(self.line, "  {faint}{text}{faint:#}");
            self.flush(drawing);
        }
    }

    /// Whether so many columns more fit into the line.
    fn fits(&self, columns: usize, drawing: &Drawing<'_>) -> bool {
        self.columns == 0 || self.columns + GAP.len() + columns <= drawing.room()
    }

    /// Appends `shown` to the line, or starts a new line with it.
    fn add(&mut self, shown: &str, style: Style, drawing: &mut Drawing<'_>) {
        let columns = harmless::columns(shown);
        if !self.fits(columns, drawing) {
            self.flush(drawing);
        }
        if self.columns > 0 {
            self.line.push_str(GAP);
            self.columns += GAP.len();
        }
        let _ = write!(self.line, "{style}{shown}{style:#}");
        self.columns += columns;
    }

    /// Says how many moves were left out, if any were.
    fn show_hidden(&mut self, drawing: &mut Drawing<'_>) {
        let last = std::mem::take(&mut self.last);
        let hidden = std::mem::take(&mut self.hidden);
        if hidden > 0 {
            let text = if hidden > 1 {
                format!("… {last}")
            } else {
                last
            };
            self.add(&text, drawing.palette.faint, drawing);
            self.flush(drawing);
        }
    }

    fn flush(&mut self, drawing: &mut Drawing<'_>) {
        if self.line.is_empty() {
            return;
        }
        drawing.line(&self.line, self.is_first);
        self.is_first = false;
        self.line.clear();
        self.columns = 0;
    }

    fn end(mut self, drawing: &mut Drawing<'_>) {
        self.show_hidden(drawing);
        self.flush(drawing);
    }
}
