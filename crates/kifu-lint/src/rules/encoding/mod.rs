//! The encoding: what was found while decoding.

pub(crate) mod byte_order_mark;
pub(crate) mod escaped_trail_byte;
pub(crate) mod invalid_bytes;
pub(crate) mod missing_charset;
pub(crate) mod mixed_charsets;
pub(crate) mod unknown_charset;
pub(crate) mod values_only;
pub(crate) mod wrong_charset;

use kifu_sgf::encoding::{Charset, EncodingProblemKind, Source};

use crate::{Diagnostic, Edit, Fix, Rule};

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &unknown_charset::RULE,
    &wrong_charset::RULE,
    &missing_charset::RULE,
    &invalid_bytes::RULE,
    &byte_order_mark::RULE,
    &mixed_charsets::RULE,
    &escaped_trail_byte::RULE,
    &values_only::RULE,
];

/// Findings of what is wrong with the encodings of a file, in the order of the text. The encoding of
/// a game without `CA` comes with them.
pub(crate) fn check(source: &Source) -> Vec<(Diagnostic, Option<Charset>)> {
    let mut found: Vec<_> = source
        .problems()
        .iter()
        .filter_map(|problem| {
            let code = problem.kind.code();
            let rule = RULES.iter().find(|rule| rule.code == code)?;
            let (message, why) = problem
                .kind
                .message()
                .split_once(", ")
                .unwrap_or((problem.kind.message(), ""));
            let span = source.to_text_span(problem.span);
            let missing = problem.kind == EncodingProblemKind::MissingCharset;
            let charset = missing.then(|| source.segment_at(span.start).charset);
            Some((Diagnostic::new(rule, span, message).why(why), charset))
        })
        .collect();
    found.sort_by_key(|(found, _)| found.span.start);
    found
}

/// Names the encoding of a game whose root begins behind `offset`.
pub(crate) fn name_it(charset: Charset, offset: usize) -> Fix {
    let name = charset.name();
    let edits = vec![Edit::insert(offset, format!("CA[{name}]"))];
    let title = format!("add `CA[{name}]`");
    if charset == Charset::UTF_8 {
        Fix::safe(title, edits)
    } else {
        Fix::risky(title, edits)
    }
}
