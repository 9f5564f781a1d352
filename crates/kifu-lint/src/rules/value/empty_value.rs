//! ## What it does
//!
//! Checks for empty values of properties that need one, and for texts of white space only. It is a hint in texts, and an
//! error elsewhere.
//!
//! ## Why is this bad
//!
//! They have no content, but some programs interpret them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]DT[]PB[])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4])
//! ```
//!
//! ## Fix safety
//!
//! Safe: a value that is empty or white space only has no content.
//!
//! ## References
//!
//! FF[4], "Property value types"; the advice on corrupt files.
//!
//! ## SGFC equivalent
//!
//! Message 17.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V222",
    "empty-value",
    Severity::Warning,
    Some(17),
    page!("empty_value.rs"),
);

use kifu_sgf::schema::{BasicType, PropertyDef};
use kifu_syntax::Span;

pub(crate) fn check(
    cx: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    def: &PropertyDef,
    span: Span,
) {
    let is_text = matches!(
        def.value.single,
        Some(BasicType::SimpleText | BasicType::Text)
    );
    let severity = if is_text {
        Severity::Hint
    } else {
        Severity::Error
    };
    let identifier = node.identifier(prop);
    let (message, edit) = if prop.count() > 1 {
        (
            format!("`{identifier}`: empty value in the list"),
            Edit::delete(node.bracketed(span)),
        )
    } else {
        (
            format!("`{identifier}` is empty"),
            Edit::delete(prop.span()),
        )
    };
    cx.report(
        Diagnostic::new(&RULE, node.bracketed(span), message)
            .severity(severity)
            .why("it has no content")
            .fix(Fix::safe("remove it", vec![edit])),
    );
}
