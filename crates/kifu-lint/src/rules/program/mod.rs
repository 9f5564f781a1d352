//! Habits of programs: what they write that means something else than it says.
//!
//! A rule a habit of [`quirk`], which knows how it is recognised and mended.

pub(crate) mod analysis;
pub(crate) mod fox_handicap;
pub(crate) mod fox_komi;
pub(crate) mod fox_overtime;
pub(crate) mod fox_result;
pub(crate) mod gogod_komi;
pub(crate) mod gogui_handicap;
pub(crate) mod igs_trailer;
pub(crate) mod jago_version;
pub(crate) mod kgs_score;
pub(crate) mod little_golem;
pub(crate) mod multigo_application;
pub(crate) mod multigo_marker;
pub(crate) mod pandanet;
pub(crate) mod sina_header;
pub(crate) mod tygem_time;

use kifu_sgf::Collection;
use kifu_syntax::Span;

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::quirk::{self, HABITS, Habit, Quirk};
use crate::{Diagnostic, Edit, Fix, Rule};

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &analysis::RULE,
    &fox_handicap::RULE,
    &fox_komi::RULE,
    &fox_overtime::RULE,
    &fox_result::RULE,
    &gogod_komi::RULE,
    &gogui_handicap::RULE,
    &igs_trailer::RULE,
    &jago_version::RULE,
    &kgs_score::RULE,
    &multigo_application::RULE,
    &multigo_marker::RULE,
    &pandanet::RULE,
    &sina_header::RULE,
    &tygem_time::RULE,
    &little_golem::RULE,
];

/// How much of the text behind a game is looked at: the longest mark that a habit has there.
const BEHIND: usize = "Comment[".len();

/// The rule of a habit. Their names are the same.
fn rule_of(habit: &Habit) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == habit.name)
}

/// Remembers the habits that the root may show.
pub(crate) fn suspect_root(cx: &mut Context<'_>, root: &Node<'_>) {
    for (number, habit) in HABITS.iter().enumerate() {
        if habit.is_suspected_of(root) {
            cx.game.habits |= 1 << number;
        }
    }
}

/// Remembers the habits that a property which is not of the standard may show.
pub(crate) fn suspect(cx: &mut Context<'_>, prop: &Prop) {
    let written = cx.str(prop.id);
    for (number, habit) in HABITS.iter().enumerate() {
        if habit.has_mark(written) {
            cx.game.habits |= 1 << number;
        }
    }
}

/// Looks closer at the game from `start` to `end` for the habits that it may show.
pub(crate) fn check(cx: &mut Context<'_>, start: usize, end: usize) {
    let text = cx.text;
    let behind = text[end..].trim_start();
    for (number, habit) in HABITS.iter().enumerate() {
        if habit.is_suspected_behind(behind) {
            cx.game.habits |= 1 << number;
        }
    }
    let suspects = |habit: &Habit| {
        let place = HABITS.iter().position(|other| other.name == habit.name);
        place.is_some_and(|number| cx.game.habits & (1 << number) != 0)
            && rule_of(habit).is_some_and(|rule| cx.allows(rule))
    };
    if !HABITS.iter().any(suspects) {
        return;
    }
    // Behind the game only so much as the marks of the habits take.
    let mut whole = text.len() - behind.len() + behind.len().min(BEHIND);
    while !text.is_char_boundary(whole) {
        whole -= 1;
    }
    let collection = Collection::from(&text[start..whole.max(end)]);
    let Some(game) = collection.game(0) else {
        return;
    };
    let quirks = quirk::detect_some(game, suspects);
    for quirk in quirks {
        let Some(rule) = rule_of(quirk.habit) else {
            continue;
        };
        let span = quirk
            .span
            .map_or(cx.game.root, |span| span.offset_by(start));
        let fix = quirk.fix(game).map(|fix| moved(fix, start));
        cx.report(found(rule, &quirk, span).fix(fix));
    }
}

fn found(rule: &Rule, quirk: &Quirk, span: Span) -> Diagnostic {
    let why = format!("{}: {}", quirk.habit.program, quirk.habit.meaning);
    Diagnostic::new(rule, span, quirk.evidence.clone()).why(why)
}

/// The same fix of a text that begins `offset` bytes later.
fn moved(mut fix: Fix, offset: usize) -> Fix {
    for Edit { span, .. } in &mut fix.edits {
        *span = span.offset_by(offset);
    }
    fix
}
