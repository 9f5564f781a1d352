//! Rules for habits of programs: nonstandard meanings of valid text.
//!
//! There is one rule for each habit of [`quirk`], which recognizes and repairs it.

use kifu_sgf::Collection;
use kifu_sgf::schema::PropertyType;
use kifu_syntax::Span;

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::quirk::{self, HABITS, Habit, Quirk};
use crate::{Diagnostic, Edit, Fix};

/// Number of bytes checked after a game: the length of the longest mark of a habit there.
const BEHIND: usize = "Comment[".len();

/// Stores the habits that the root may show.
pub(crate) fn suspect_root(cx: &mut Context<'_>, root: &Node<'_>) {
    for (number, habit) in HABITS.iter().enumerate() {
        if habit.is_suspected_of(root) {
            cx.habits |= 1 << number;
        }
    }
}

/// Stores the habits suggested by a mark on the stone that the node plays.
pub(crate) fn suspect_move_marks(cx: &mut Context<'_>, node: &Node<'_>) {
    let point = node.play().map(|play| node.first_value(play));
    for prop in &node.props {
        if prop.has_type(PropertyType::None) && point == Some(node.first_value(prop)) {
            suspect(cx, prop);
        }
    }
}

/// Stores the habits that a property may show by its identifier.
pub(crate) fn suspect(cx: &mut Context<'_>, prop: &Prop) {
    let written = cx.str(prop.id);
    for (number, habit) in HABITS.iter().enumerate() {
        if habit.has_mark(written) {
            cx.habits |= 1 << number;
        }
    }
}

/// Checks the root for habits found in the root only, if the game may have them.
pub(crate) fn check_root(cx: &mut Context<'_>, root: &Node<'_>) {
    let suspects = allowed(cx, cx.habits & quirk::IN_ROOT);
    if suspects.is_empty() {
        return;
    }
    for quirk in quirk::detect_in_root(root, suspects) {
        let span = quirk.span.unwrap_or(cx.game.root);
        let fix = quirk.fix_in(root);
        cx.report(found(quirk, span).fix(fix));
    }
}

/// Checks the games of the tree from `start` to `end` for the other habits that they may have.
pub(crate) fn check(cx: &mut Context<'_>, start: usize, end: usize) {
    let text = cx.text;
    // A tree without a node has no evidence: the facts belong to the game before.
    if cx.game.root.start < start {
        return;
    }
    let behind = text[end..].trim_start();
    let bits = cx.habits | quirk::suspects_behind(behind);
    let suspects = allowed(cx, bits & !quirk::IN_ROOT);
    if suspects.is_empty() {
        return;
    }
    // After the game only so much as the marks of the habits take.
    let most = text.len() - behind.len() + behind.len().min(BEHIND);
    let whole = text.floor_char_boundary(most).max(end);
    let collection = Collection::from(&text[start..whole]);
    for game in collection.games() {
        let Some(root) = game.root().span().filter(|root| root.end <= end - start) else {
            // It begins after the tree.
            break;
        };
        let sign = Span::new(root.start, root.end.min(root.start + 1));
        for quirk in quirk::detect_some(game, suspects.iter().copied()) {
            let span = quirk.span.unwrap_or(sign).offset_by(start);
            let fix = quirk.fix(game).map(|fix| moved(fix, start));
            cx.report(found(quirk, span).fix(fix));
        }
    }
}

/// Returns the habits in `bits` whose rules are enabled.
fn allowed(cx: &Context<'_>, bits: u32) -> Vec<&'static Habit> {
    let habits = quirk::of_bits(bits);
    habits.filter(|habit| cx.allows(habit.rule())).collect()
}

fn found(quirk: Quirk, span: Span) -> Diagnostic {
    Diagnostic::new(quirk.habit.rule(), span, quirk.evidence).why(quirk.habit.why())
}

/// This fix for a text that begins `offset` bytes later.
fn moved(mut fix: Fix, offset: usize) -> Fix {
    for Edit { span, .. } in &mut fix.edits {
        *span = span.offset_by(offset);
    }
    fix
}
