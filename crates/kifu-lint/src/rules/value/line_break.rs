//! ## What it does
//!
//! Checks for line breaks in a SimpleText.
//!
//! ## Why is this bad
//!
//! A SimpleText is one line: a line break in it is read as a space. Programs that keep it show the name of a player
//! or a place on two lines.
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
//! Unsafe: some programs write several lines in `ON` and `CP`, as an older edition of the standard did.
//!
//! ## References
//!
//! FF[4], "SimpleText": white space other than a blank reads as a blank; a line break after `\` is no
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
    page!("line_break.rs"),
);

use kifu_syntax::Span;

/// Maximum number of line breaks of a value that get one edit each.
const MOST: usize = 1000;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, span: Span) {
    let raw = span.of_str(node.text);
    let Some(first) = breaks(raw).next() else {
        return;
    };
    let identifier = node.identifier(prop);
    let found = Diagnostic::new(
        &RULE,
        first.offset_by(span.start),
        format!("`{identifier}`: line break in a text of one line"),
    );
    let fix = Fix::risky("write a space", edits(raw, span.start));
    cx.report(found.why("it is read as a space").fix(fix));
}

/// Replaces each line break of `raw`, which begins at `start`, with a blank.
fn edits(raw: &str, start: usize) -> Vec<Edit> {
    let mut edits: Vec<_> = breaks(raw)
        .take(MOST + 1)
        .map(|at| Edit::replace(at.offset_by(start), " "))
        .collect();
    if edits.len() <= MOST {
        return edits;
    }
    // All at once, from the first to the last.
    let mut written = String::new();
    let (mut whole, mut behind) = (None, 0);
    for at in breaks(raw) {
        let first = *whole.get_or_insert(at.start);
        written.push_str(Span::new(behind.max(first), at.start).of_str(raw));
        written.push(' ');
        behind = at.end;
    }
    let whole = Span::new(whole.unwrap_or(behind), behind);
    edits.clear();
    edits.push(Edit::replace(whole.offset_by(start), written));
    edits
}

/// The line breaks that are not escaped; CRLF and LFCR are one.
fn breaks(raw: &str) -> impl Iterator<Item = Span> {
    let bytes = raw.as_bytes();
    let is_break = |at: usize| matches!(bytes.get(at), Some(b'\n' | b'\r'));
    let length = move |at: usize| 1 + usize::from(is_break(at + 1) && bytes[at + 1] != bytes[at]);
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            if is_break(at) {
                at += length(at);
                return Some(Span::new(start, at));
            }
            at += match bytes[at] {
                b'\\' if is_break(at + 1) => 1 + length(at + 1),
                b'\\' => 2,
                _ => 1,
            };
        }
        None
    })
}
