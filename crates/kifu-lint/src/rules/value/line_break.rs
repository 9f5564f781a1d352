//! Looks for line breaks in a SimpleText.
//!
//! ## What it does
//!
//! Looks for line breaks in a SimpleText.
//!
//! ## Why is this bad
//!
//! A SimpleText is one line: a line break in it reads as a blank. Programs that keep it show the name of a
//! player or a place on two lines, and write it back otherwise.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]PC[Tokyo,
//! Nihon Ki-in])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]PC[Tokyo, Nihon Ki-in])
//! ```
//!
//! ## Fix safety
//!
//! Some programs take `ON` and `CP` for texts of several lines, as an older edition of the standard did:
//! writing a blank is applied only when asked for.
//!
//! ## References
//!
//! FF[4], "SimpleText": white space other than a blank reads as a blank; a line break behind `\` is no
//! part of the text.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V228",
    "line-break",
    Severity::Hint,
    None,
    include_str!("line_break.rs"),
);

use kifu_syntax::Span;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, span: Span) {
    let breaks = breaks(span.of_str(node.text));
    let Some(first) = breaks.first() else {
        return;
    };
    let identifier = node.identifier(prop);
    let found = Diagnostic::new(
        &RULE,
        first.offset_by(span.start),
        format!("line break in `{identifier}`, which is a text of one line"),
    );
    let blank = |at: &Span| Edit::replace(at.offset_by(span.start), " ");
    let fix = Fix::risky("write a blank", breaks.iter().map(blank).collect());
    cx.report(found.why("it reads as a blank").fix(fix));
}

/// The line breaks that are not escaped; CRLF and LFCR are one.
fn breaks(raw: &str) -> Vec<Span> {
    let bytes = raw.as_bytes();
    let is_break = |at: usize| matches!(bytes.get(at), Some(b'\n' | b'\r'));
    let length = |at: usize| 1 + usize::from(is_break(at + 1) && bytes[at + 1] != bytes[at]);
    let mut breaks = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if is_break(at) {
            let end = at + length(at);
            breaks.push(Span::new(at, end));
            at = end;
        } else if bytes[at] == b'\\' && is_break(at + 1) {
            at += 1 + length(at + 1);
        } else {
            at += 1 + usize::from(bytes[at] == b'\\');
        }
    }
    breaks
}
