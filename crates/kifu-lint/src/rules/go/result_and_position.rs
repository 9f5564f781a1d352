//! ## What it does
//!
//! Checks for a result that contradicts the territory marked in the last position.
//!
//! The points that `TB` and `TW` mark in the last node of the main line are counted by territory and by area.
//!
//! ## Why is this bad
//!
//! The result, the komi, the territory or a move is wrong.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[2]KM[0]RE[W+9]…;TB[aa]TW[bb])
//! ```
//!
//! ## Use instead
//!
//! The result that the position gives.
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], `TB` and `TW`; the rules of Go.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G409",
    "result-and-position",
    Severity::Warning,
    None,
    page!("result_and_position.rs"),
);

use kifu_go::{Board, Color, Game};
use kifu_sgf::value::{self, GameResult, PointSet, handicap, point_list, real};

/// Tolerance for equal numbers of points.
const CLOSE: f64 = 0.01;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, game: &Game) {
    let (Some(black), Some(white)) = (node.get("TB"), node.get("TW")) else {
        return;
    };
    let Some(Ok(GameResult::Win {
        winner,
        margin: Some(margin),
        ..
    })) = cx.game.result.map(|span| GameResult::parse(cx.str(span)))
    else {
        return;
    };
    let number = |span| real::parse(cx.str(span)).map_or(0.0, real_value);
    let komi = cx.game.komi.map_or(0.0, number);
    let stones = cx
        .game
        .handicap
        .and_then(|span| handicap::parse(cx.str(span)).ok())
        .map_or(0.0, f64::from);
    let recorded = match winner {
        Color::Black => margin.get(),
        Color::White => -margin.get(),
    };
    let set = |prop| -> PointSet {
        node.values(prop)
            .filter_map(|raw| point_list::parse_lenient(raw, cx.game.size).ok())
            .flat_map(|items| point_list::expand(items.value))
            .collect()
    };
    let (black, white) = (set(black), set(white));
    let territory = side(game, &black, Color::Black) - side(game, &white, Color::White) - komi;
    let area = area(game.board(), &black, &white) - komi;
    // Rules that count area may give White a point for each handicap stone, or each but one.
    let fits = [territory, area, area - stones, area - stones + 1.0]
        .iter()
        .any(|lead| (lead - recorded).abs() < CLOSE);
    if fits {
        return;
    }
    let result = cx.game.result.map_or("", |span| cx.str(span));
    cx.report(
        Diagnostic::new(
            &RULE,
            node.start,
            format!("result `{result}` contradicts the territory marked here"),
        )
        .why(format!(
            "the territory gives {}, the area {}",
            shown(territory),
            shown(area)
        )),
    );
}

fn real_value(real: value::Real) -> f64 {
    real.get()
}

fn shown(lead: f64) -> String {
    if lead > 0.0 {
        format!("B+{lead}")
    } else if lead < 0.0 {
        format!("W+{}", -lead)
    } else {
        "a draw".to_owned()
    }
}

/// The points of one side by territory: empty points, dead stones twice, prisoners.
fn side(game: &Game, own: &PointSet, color: Color) -> f64 {
    let points: u32 = own
        .iter()
        .map(|at| match game.board().get(at) {
            None => 1,
            Some(stone) if stone != color => 2,
            Some(_) => 0,
        })
        .sum();
    f64::from(points) + f64::from(game.prisoners(color))
}

/// The lead of Black by area: territory and the stones that live.
fn area(board: &Board, black: &PointSet, white: &PointSet) -> f64 {
    let mut lead = 0_i32;
    for at in board.size().points() {
        lead += match (black.contains(at), white.contains(at), board.get(at)) {
            (true, false, _) | (false, false, Some(Color::Black)) => 1,
            (false, true, _) | (false, false, Some(Color::White)) => -1,
            _ => 0,
        };
    }
    f64::from(lead)
}
