//! A Backgammon board in text: `a` (White's 1-point) at the lower right.

use super::cell::Signs;
use super::{Ink, Line, Parts};
use crate::scene::{Backgammon, Color, Stack};

/// Number of rows of checkers; a number replaces the rest.
const ROWS: u8 = 5;

/// Draws the board; narrow, a point takes two columns instead of three.
pub(super) fn draw(position: &Backgammon, signs: &Signs, wide: bool) -> Parts {
    let pen = Pen {
        position,
        signs,
        point: if wide { 3 } else { 2 },
    };
    let mut board = Vec::new();
    pen.names(&mut board, core::array::from_fn(|i| 13 + i));
    pen.border(&mut board);
    let upper = core::array::from_fn(|i| 12 + i);
    pen.half(&mut board, [0, 1, 2, 3, 4], upper, Color::Black);
    let side = " ".repeat(6 * pen.point + 1);
    let bar = " ".repeat(pen.bar());
    board.push(Line::plain(format!("|{side}|{bar}|{side}|")));
    let lower = core::array::from_fn(|i| 11 - i);
    pen.half(&mut board, [4, 3, 2, 1, 0], lower, Color::White);
    pen.border(&mut board);
    pen.names(&mut board, core::array::from_fn(|i| 12 - i));
    let below = pen.below();
    Parts {
        board,
        below: (!below.is_empty()).then_some(below).into_iter().collect(),
        points: None,
    }
}

struct Pen<'a> {
    position: &'a Backgammon,
    signs: &'a Signs,
    /// The columns of a point.
    point: usize,
}

impl Pen<'_> {
    /// The columns of the bar between its borders.
    fn bar(&self) -> usize {
        self.point + 2
    }

    fn sign(&self, side: Option<Color>) -> &'static str {
        match side {
            Some(Color::Black) => self.signs.black,
            Some(Color::White) => self.signs.white,
            None => " ",
        }
    }

    fn border(&self, board: &mut Vec<Line>) {
        let side = "-".repeat(6 * self.point + 1);
        let bar = "-".repeat(self.bar());
        board.push(Line::plain(format!("+{side}+{bar}+{side}+")));
    }

    /// Draws the numbers of points; if there is no blank between them, one digit below the other.
    fn names(&self, board: &mut Vec<Line>, points: [usize; 12]) {
        let width = self.point;
        let line = |name: &dyn Fn(usize) -> String| {
            let mut line = String::from(" ");
            for (i, point) in points.into_iter().enumerate() {
                if i == 6 {
                    line.push_str(&" ".repeat(self.bar() + 1));
                }
                let name = name(point);
                line.push_str(&" ".repeat(width.saturating_sub(name.len())));
                line.push_str(&name);
            }
            Line::plain(line.trim_end())
        };
        if width > 2 {
            board.push(line(&|point| point.to_string()));
            return;
        }
        board.push(line(&|point| match point / 10 {
            0 => String::new(),
            tens => tens.to_string(),
        }));
        board.push(line(&|point| (point % 10).to_string()));
    }

    /// Draws one row of a stack: a checker, or the count in the last row.
    fn checker(&self, line: &mut Line, stack: Stack, row: u8) {
        let width = self.point;
        if row + 1 == ROWS && stack.count > ROWS {
            line.push(Ink::Plain, format!("{:>width$}", stack.count));
            return;
        }
        let sign = if row < stack.count {
            self.sign(stack.side)
        } else {
            " "
        };
        line.push(Ink::Plain, format!("{sign:>width$}"));
    }

    /// Draws the upper or the lower half of the board; the checkers on its part of the bar belong to `side`.
    fn half(&self, board: &mut Vec<Line>, rows: [u8; 5], points: [usize; 12], side: Color) {
        let resting = Stack {
            count: self.position.bar[side as usize],
            side: Some(side),
        };
        for row in rows {
            let mut line = Line::plain("|");
            for (i, point) in points.into_iter().enumerate() {
                if i == 6 {
                    line.push(Ink::Plain, " |");
                    self.checker(&mut line, resting, row);
                    line.push(Ink::Plain, "  |");
                }
                self.checker(&mut line, self.position.points[point], row);
            }
            line.push(Ink::Plain, " |");
            board.push(line);
        }
    }

    /// Checkers borne off, dice and cube.
    fn below(&self) -> String {
        let position = self.position;
        let mut parts = Vec::new();
        for side in [Color::Black, Color::White] {
            let off = position.tray[side as usize];
            if off > 0 {
                parts.push(format!("off {}: {off}", self.sign(Some(side))));
            }
        }
        let whose = |side: Option<Color>| {
            side.map_or(String::new(), |side| format!(" {}", self.sign(Some(side))))
        };
        if !position.dice.is_empty() {
            let dice: Vec<String> = position.dice.iter().map(u8::to_string).collect();
            parts.push(format!("dice{}: {}", whose(position.turn), dice.join(" ")));
        }
        if let Some(cube) = position.cube {
            parts.push(format!("cube{}: {}", whose(cube.owner), cube.value));
        }
        parts.join(", ")
    }
}
