//! ## What it does
//!
//! Checks for line breaks other than LF: CR LF, CR, LF CR. Values of properties that no game defines are left alone: their
//! program may need them.
//!
//! Off unless selected: `N`, `N609` or its name.
//!
//! ## Why is this bad
//!
//! Files with different line breaks differ in every line when they are compared.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]<CR LF>;B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]<LF>;B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe: programs read every line break as one.
//!
//! ## References
//!
//! FF[4], "Text".
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::schema;
use kifu_syntax::Span;

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::normalize::line_breaks;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "N609",
    "line-break-form",
    Severity::Hint,
    None,
    page!("line_break.rs"),
)
.optional();

/// Notes the values of a property that no game defines: their line breaks stay.
pub(crate) fn keep(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    if !cx.allows(&RULE) || !schema::definitions(&node.identifier(prop)).is_empty() {
        return;
    }
    let text = cx.text;
    let spans = node.spans(prop).iter().copied();
    cx.private
        .extend(spans.filter(|span| span.of_str(text).contains('\r')));
}

/// Checks the text of a game, and the text before it, up to `end`.
pub(crate) fn check(cx: &mut Context<'_>, end: usize) {
    if !cx.allows(&RULE) {
        return;
    }
    let whole = Span::new(cx.lines_to, end.min(cx.text.len()));
    cx.lines_to = whole.end;
    let private = std::mem::take(&mut cx.private);
    let (mut count, mut edits) = (0, Vec::<Edit>::new());
    for span in line_breaks(cx.text, whole, &private) {
        count += 1;
        match edits.last_mut() {
            // A row of line breaks is one edit.
            Some(last) if last.span.end == span.start => {
                last.span.end = span.end;
                last.replacement.push('\n');
            }
            _ => edits.push(Edit::replace(span, "\n")),
        }
    }
    let Some(first) = edits.first().map(|edit| edit.span) else {
        return;
    };
    let breaks = if count == 1 { "break" } else { "breaks" };
    cx.report(
        Diagnostic::new(&RULE, first, format!("{count} line {breaks} other than LF"))
            .why("one line break keeps comparisons short")
            .fix(Fix::safe("write LF", edits)),
    );
}
