//! A Backgammon board in text: `a` (White's 1-point) at the lower right.

use core::fmt::Write as _;

use super::cell::Signs;
use crate::scene::{Backgammon, Side, Stack};

/// Rows of checkers before a number stands for the rest.
const ROWS: u8 = 5;

pub(super) fn draw(position: &Backgammon, signs: &Signs, out: &mut String) {
    let sign = |side: Option<Side>| match side {
        Some(Side::Black) => signs.black,
        Some(Side::White) => signs.white,
        None => " ",
    };
    // What stands in a row: the checker, or how many there are at the last one.
    let checker = |stack: Stack, row: u8| -> String {
        if row + 1 == ROWS && stack.count > ROWS {
            return format!("{:>3}", stack.count);
        }
        let text = if row < stack.count {
            sign(stack.side)
        } else {
            " "
        };
        format!("  {text}")
    };
    let bar = |side: Side, i: usize| Stack {
        count: position.bar[i],
        side: Some(side),
    };
    let names = |out: &mut String, points: [u16; 12]| {
        let mut line = String::from(" ");
        for (i, point) in points.into_iter().enumerate() {
            if i == 6 {
                line.push_str("      ");
            }
            let _ = write!(line, "{point:>3}");
        }
        let _ = writeln!(out, "{line}");
    };
    let border = format!("+{}+-----+{}+\n", "-".repeat(19), "-".repeat(19));
    let half = |out: &mut String, rows: &[u8], points: [usize; 12], resting: Stack| {
        for &row in rows {
            let mut line = String::from("|");
            for (i, &point) in points.iter().enumerate() {
                if i == 6 {
                    let _ = write!(line, " |{}  |", checker(resting, row));
                }
                line.push_str(&checker(position.points[point], row));
            }
            let _ = writeln!(out, "{line} |");
        }
    };
    names(out, core::array::from_fn(|i| 13 + i as u16));
    out.push_str(&border);
    let upper = core::array::from_fn(|i| 12 + i);
    half(out, &[0, 1, 2, 3, 4], upper, bar(Side::Black, 0));
    let _ = writeln!(out, "|{:19}|     |{:19}|", "", "");
    let lower = core::array::from_fn(|i| 11 - i);
    half(out, &[4, 3, 2, 1, 0], lower, bar(Side::White, 1));
    out.push_str(&border);
    names(out, core::array::from_fn(|i| 12 - i as u16));
    below(position, sign, out);
}

/// Checkers borne off, dice and cube.
fn below(position: &Backgammon, sign: impl Fn(Option<Side>) -> &'static str, out: &mut String) {
    let mut parts = Vec::new();
    for (side, i) in [(Side::Black, 0), (Side::White, 1)] {
        if position.tray[i] > 0 {
            parts.push(format!("off {}: {}", sign(Some(side)), position.tray[i]));
        }
    }
    if !position.dice.is_empty() {
        let dice: Vec<String> = position.dice.iter().map(u8::to_string).collect();
        let whose = position
            .turn
            .map_or(String::new(), |side| format!(" {}", sign(Some(side))));
        parts.push(format!("dice{whose}: {}", dice.join(" ")));
    }
    if let Some(cube) = position.cube {
        let owner = cube
            .owner
            .map_or(String::new(), |side| format!(" {}", sign(Some(side))));
        parts.push(format!("cube{owner}: {}", cube.value));
    }
    if !parts.is_empty() {
        let _ = writeln!(out, "{}", parts.join(", "));
    }
}
