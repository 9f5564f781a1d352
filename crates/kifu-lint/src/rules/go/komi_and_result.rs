//! ## What it does
//!
//! Checks for a result that is impossible with the komi, such as a draw with a komi of 6.5.
//!
//! ## Why is this bad
//!
//! One of the two is wrong.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[6.5]RE[B+3])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[6.5]RE[B+3.5])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! The rules of Go: points on the board are whole. Games with a button, worth half a point (`button1` in `RU`), are left
//! out.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G408",
    "komi-and-result",
    Severity::Warning,
    None,
    page!("komi_and_result.rs"),
);

use kifu_sgf::value::{GameResult, real};

/// No komi is greater.
const MOST: f64 = 100.0;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let (Some(komi), Some(written)) = (cx.game.komi, cx.game.result) else {
        return;
    };
    let (Ok(komi), Ok(result)) = (
        real::parse(cx.str(komi)),
        GameResult::parse(cx.str(written)),
    ) else {
        return;
    };
    let margin = match result {
        GameResult::Draw => 0.0,
        GameResult::Win {
            margin: Some(margin),
            ..
        } => margin.get(),
        _ => return,
    };
    // Some servers write hundredths; quirks handle them.
    if komi.get().abs() > MOST {
        return;
    }
    // Halves only: Chinese records count komi in stones, and the margin with it.
    let halves = |number: f64| ((number * 2.0).fract() == 0.0).then(|| number.fract() != 0.0);
    let (Some(komi_half), Some(margin_half)) = (halves(komi.get()), halves(margin)) else {
        return;
    };
    if komi_half == margin_half || (margin_half && komi.get() == 0.0) {
        return;
    }
    let rules = node.get("RU").map_or("", |rules| node.first_value(rules));
    if rules.contains("button1") {
        return;
    }
    let result = crate::rules::value::shown(cx.str(written));
    let span = node.get("RE").map_or(node.start, crate::node::Prop::span);
    cx.report(
        Diagnostic::new(
            &RULE,
            span,
            format!("result `{result}` is impossible with a komi of {komi}"),
        )
        .why("points on the board are whole: both have a half, or neither"),
    );
}
