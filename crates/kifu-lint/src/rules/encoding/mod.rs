//! Encoding rules: problems found while decoding.

pub(crate) mod byte_order_mark;
pub(crate) mod escaped_trail_byte;
pub(crate) mod invalid_bytes;
pub(crate) mod missing_charset;
pub(crate) mod mixed_charsets;
pub(crate) mod unknown_charset;
pub(crate) mod values_only;
pub(crate) mod wrong_charset;

use kifu_sgf::encoding::{Charset, EncodingProblem, EncodingProblemKind, Segment, Source};
use kifu_syntax::Span;

use crate::context::Context;
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

/// Problems with the encodings of a file, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Encodings<'a> {
    source: &'a Source,
    /// The rest, in the order of the bytes and so of the text.
    problems: std::slice::Iter<'a, EncodingProblem>,
}

impl<'a> Encodings<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        let problems = source.problems().iter();
        Self { source, problems }
    }

    /// Returns the next problem that begins before `offset`, and its span in the text.
    pub(crate) fn next_before(&mut self, offset: usize) -> Option<(EncodingProblemKind, Span)> {
        let problem = self.problems.as_slice().first()?;
        let span = self.source.to_text_span(problem.span);
        (span.start < offset).then(|| {
            self.problems.next();
            (problem.kind, span)
        })
    }

    /// Describes the encoding in which the text at `offset` is read.
    fn read_as(&self, offset: usize) -> String {
        let segment = self.source.segment_at(offset);
        let guess = if segment.decision.is_guess() {
            ", which is a guess"
        } else {
            ""
        };
        format!("it is read as {}{guess}", segment.charset)
    }

    /// Reports a problem of this kind at `span`. The report on a game without `CA` names its encoding, if the root of
    /// the game precedes it.
    pub(crate) fn report(&self, cx: &mut Context<'_>, kind: EncodingProblemKind, span: Span) {
        let code = kind.code();
        let Some(rule) = RULES.iter().find(|rule| rule.code == code) else {
            return;
        };
        let (message, why) = kind
            .message()
            .split_once(", ")
            .unwrap_or((kind.message(), ""));
        let why = match kind {
            EncodingProblemKind::UnknownCharset | EncodingProblemKind::MissingCharset => {
                self.read_as(span.start)
            }
            EncodingProblemKind::WrongCharset => {
                let name = self.source.segment_at(span.start).charset.name();
                format!(
                    "{}; if the text reads right, change `CA` to `{name}`",
                    self.read_as(span.start)
                )
            }
            _ => why.to_owned(),
        };
        let root = cx.game.root;
        let is_unnamed = kind == EncodingProblemKind::MissingCharset
            && !root.is_empty()
            && root.end <= span.start;
        let fix = is_unnamed.then(|| name_it(self.source.segment_at(span.start), root.end));
        cx.report(Diagnostic::new(rule, span, message).why(why).fix(fix));
    }
}

/// Names the encoding of a game whose root begins after `offset`.
fn name_it(segment: Segment, offset: usize) -> Fix {
    let name = segment.charset.name();
    let edits = vec![Edit::insert(offset, format!("CA[{name}]"))];
    let title = format!("add `CA[{name}]`");
    if segment.charset == Charset::UTF_8 && !segment.decision.is_guess() {
        Fix::safe(title, edits)
    } else {
        Fix::risky(title, edits)
    }
}
