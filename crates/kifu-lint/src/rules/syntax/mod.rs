//! Grammar rules: problems from the parser.

pub(crate) mod empty_tree;
pub(crate) mod extra_tree_end;
pub(crate) mod identifier_without_value;
pub(crate) mod invalid_identifier;
pub(crate) mod lowercase_identifier;
pub(crate) mod missing_node_begin;
pub(crate) mod missing_tree_begin;
pub(crate) mod missing_tree_end;
pub(crate) mod no_game_tree;
pub(crate) mod node_after_variation;
pub(crate) mod nul_byte;
pub(crate) mod text_before_tree;
pub(crate) mod text_between_trees;
pub(crate) mod unescaped_bracket;
pub(crate) mod unexpected_text;
pub(crate) mod unterminated_value;
pub(crate) mod value_without_identifier;
pub(crate) mod variation_before_node;

use kifu_sgf::schema::{normal_identifier, short_identifier};
use kifu_syntax::text::ends_in_escape;
use kifu_syntax::{Problem, ProblemKind, RepairKind, Span};

use crate::context::Context;
use crate::problems::Problems;
use crate::rules::loss::has_no_content;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

/// The rules of this chapter, in the order of their codes.
pub(crate) const RULES: &[&Rule] = &[
    &no_game_tree::RULE,
    &text_before_tree::RULE,
    &text_between_trees::RULE,
    &missing_tree_begin::RULE,
    &missing_tree_end::RULE,
    &extra_tree_end::RULE,
    &empty_tree::RULE,
    &variation_before_node::RULE,
    &node_after_variation::RULE,
    &missing_node_begin::RULE,
    &lowercase_identifier::RULE,
    &invalid_identifier::RULE,
    &identifier_without_value::RULE,
    &value_without_identifier::RULE,
    &unexpected_text::RULE,
    &unescaped_bracket::RULE,
    &unterminated_value::RULE,
    &nul_byte::RULE,
];

/// The rule of a kind of problem. Their codes are the same.
fn rule_of(kind: ProblemKind) -> Option<&'static Rule> {
    let code = kind.code();
    RULES.iter().copied().find(|rule| rule.code == code)
}

/// Turns the parser's problems before `offset` into findings: those of one game, or of the text between two.
pub(crate) fn report(cx: &mut Context<'_>, problems: &mut Problems<'_>, offset: usize) {
    let has = |kind| problems.has(kind, offset);
    // Consequences of another problem have no number of their own.
    let unclosed = has(ProblemKind::VariationBeforeNode) || has(ProblemKind::UnterminatedValue);
    let assumed = cx.file.assumed_trees;
    cx.open_value = problems.open_value(offset);
    cx.file.assumed_trees = has(ProblemKind::NodeAfterVariation);
    // If the file is not a game record, no other report helps.
    let is_sgf = !has(ProblemKind::NoGameTree);
    problems.held().give(
        offset,
        |_| (),
        |problem| {
            let follows = match problem.kind {
                ProblemKind::MissingTreeEnd => unclosed,
                ProblemKind::ExtraTreeEnd => assumed,
                _ => false,
            };
            if is_sgf || problem.kind == ProblemKind::NoGameTree {
                one(cx, problem, follows);
            }
        },
    );
    problems.forget(offset);
    cx.found.narrow(problems.held().to());
}

fn one(cx: &mut Context<'_>, problem: Problem, follows: bool) {
    let Some(rule) = rule_of(problem.kind) else {
        return;
    };
    let span = problem.span;
    let written = cx.str(span);
    // FF[1] to FF[3] allow lower-case letters.
    if problem.kind == ProblemKind::LowercaseIdentifier && cx.game.is_old() {
        return;
    }
    let (message, why) = problem
        .kind
        .message()
        .split_once(", ")
        .unwrap_or((problem.kind.message(), ""));
    let mut found = Diagnostic::new(rule, span, message)
        .why(why)
        .fix(fix(cx, problem, written));
    match problem.kind {
        ProblemKind::TextBeforeTree => match properties_in(written) {
            Some(within) => found.span = within.offset_by(span.start),
            None => found = found.severity(Severity::Hint).sgfc(None),
        },
        ProblemKind::MissingNodeBegin if cx.game.root.start == span.start => {
            found = found.sgfc(Some(36));
        }
        _ if follows => found = found.sgfc(None),
        _ => {}
    }
    cx.report(found);
}

/// Returns the span of properties in `text`, so that a game may begin there: from the first identifier to the last
/// `]`.
fn properties_in(text: &str) -> Option<Span> {
    let bracket = text.find('[')?;
    let end = text.rfind(']').filter(|end| *end > bracket)? + 1;
    let before = text[..bracket].trim_end_matches([' ', '\t']);
    let identifier = before.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let start = if identifier.len() < before.len() {
        identifier.len()
    } else {
        bracket
    };
    Some(Span::new(start, end))
}

/// Returns the repair by which the text is read, as a fix. Kept or skipped text has separate fixes, so that no content
/// is lost.
fn fix(cx: &Context<'_>, problem: Problem, written: &str) -> Option<Fix> {
    let Problem { kind, span } = problem;
    let insert = |text: &str| vec![Edit::insert(span.start, text)];
    Some(match RepairKind::of(problem, cx.text.len())? {
        RepairKind::Insert(')', _) | RepairKind::BeginGame(_) => {
            if is_behind_open_value(cx, span.start) || ends_in_cut_move(cx, span.start) {
                return None;
            }
            let count = cx.missing_ends.get(&span.start).copied().unwrap_or(1);
            Fix::safe("close the tree", insert(&")".repeat(count)))
        }
        RepairKind::Insert(sign, _) => {
            let title = match sign {
                '(' => "open the tree",
                _ => "begin a node",
            };
            Fix::safe(title, insert(sign.encode_utf8(&mut [0; 4])))
        }
        RepairKind::EndValue => close_value(cx, span.end),
        RepairKind::Text => {
            let title = "write `\\]`";
            if is_before_lowercase_move(&cx.text.as_bytes()[span.end..]) {
                Fix::risky(title, insert("\\"))
            } else {
                Fix::safe(title, insert("\\"))
            }
        }
        RepairKind::Skip => match kind {
            ProblemKind::ExtraTreeEnd => Fix::safe("remove the `)`", vec![Edit::delete(span)]),
            ProblemKind::NulByte => Fix::risky("write blanks", blanks(span, written)),
            _ => return removed(cx, span, written),
        },
        RepairKind::Keep => return keep(cx, kind, span, written),
        _ => return None,
    })
}

/// Whether a move with a lower-case identifier follows, such as `b[cc]`: programs that write so may have ended a value
/// here.
fn is_before_lowercase_move(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b";").unwrap_or(text).trim_ascii_start();
    let letters = text.iter().take_while(|byte| byte.is_ascii_lowercase());
    let (identifier, rest) = text.split_at(letters.count());
    let value = rest.trim_ascii_start().strip_prefix(b"[");
    let value = value.and_then(|value| value.split(|byte| *byte == b']').next());
    (1..=2).contains(&identifier.len())
        && value
            .is_some_and(|value| value.len() <= 3 && value.iter().all(u8::is_ascii_alphanumeric))
}

/// A blank for each NUL byte. One report stands for all of a text outside of games; what is between them stays.
fn blanks(span: Span, written: &str) -> Vec<Edit> {
    let runs = written.as_bytes().chunk_by(|one, next| one == next);
    let mut at = span.start;
    let runs = runs.map(|run| {
        let start = at;
        at += run.len();
        (run[0], Span::new(start, at))
    });
    runs.filter(|(byte, _)| *byte == 0)
        .map(|(_, run)| Edit::replace(run, " ".repeat(run.len())))
        .collect()
}

/// Removes text that has no content. What it separates stays apart.
fn removed(cx: &Context<'_>, span: Span, written: &str) -> Option<Fix> {
    let text = cx.text.as_bytes();
    let before = text[..span.start].last();
    let is_between = before.is_some_and(u8::is_ascii_alphanumeric)
        && text.get(span.end).is_some_and(u8::is_ascii_alphanumeric);
    has_no_content(written).then(|| {
        let blank = if is_between { " " } else { "" };
        Fix::risky("remove it", vec![Edit::replace(span, blank)])
    })
}

/// Returns a fix for text that is kept although it is invalid.
fn keep(cx: &Context<'_>, kind: ProblemKind, span: Span, written: &str) -> Option<Fix> {
    Some(match kind {
        ProblemKind::EmptyTree => return empty_tree(cx, span),
        ProblemKind::LowercaseIdentifier => {
            let short = short_identifier(written);
            // Digits tell identifiers apart: they stay.
            if short.is_empty() || !written.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return None;
            }
            Fix::safe(
                format!("write `{short}`"),
                vec![Edit::replace(span, short.into_owned())],
            )
        }
        ProblemKind::VariationBeforeNode => {
            let end = *cx.tree_ends.get(&span.start)?;
            Fix::safe(
                "remove the pair of parentheses",
                vec![Edit::delete(span), Edit::delete(end)],
            )
        }
        ProblemKind::NodeAfterVariation => {
            let end = cx.tree_ends.get(&span.start)?.start;
            Fix::safe(
                "put it into a variation",
                vec![Edit::insert(span.start, "("), Edit::insert(end, ")")],
            )
        }
        ProblemKind::IdentifierWithoutValue => return removed(cx, span, written),
        _ => return None,
    })
}

/// Closes a value at `end`. Where it is cut in the middle of a character, the `]` may not become the other half.
fn close_value(cx: &Context<'_>, end: usize) -> Fix {
    if ends_in_cut_move(cx, end) {
        let title = "close the value, which makes the move a pass";
        return Fix::risky(title, vec![Edit::insert(end, "]")]);
    }
    if ends_in_escape(&cx.text.as_bytes()[..end]) {
        let title = "close the value, with its last `\\` as text";
        return Fix::safe(title, vec![Edit::insert(end, "\\]")]);
    }
    if cx.source.reads_back_at(end, "]") {
        return Fix::safe("close the value", vec![Edit::insert(end, "]")]);
    }
    if cx.source.reads_back_at(end, " ]") {
        let title = "close the value, with a blank after half a character";
        return Fix::safe(title, vec![Edit::insert(end, " ]")]);
    }
    let half = Span::new(end - char::REPLACEMENT_CHARACTER.len_utf8(), end);
    let title = "close the value, without half a character at its end";
    Fix::safe(title, vec![Edit::replace(half, "]")])
}

/// Removes an empty tree, together with the trees around it that contain nothing else.
fn empty_tree(cx: &Context<'_>, span: Span) -> Option<Fix> {
    let title = "remove the empty tree";
    let is_bare = |span: Span| {
        let rest = |letter: char| !matches!(letter, '(' | ')') && !letter.is_whitespace();
        !cx.str(span).contains(rest)
    };
    let behind = cx.hollow.partition_point(|one| one.start <= span.start);
    let around = behind.checked_sub(1).map(|at| cx.hollow[at]);
    match around.filter(|around| around.end >= span.end) {
        Some(around) if is_bare(around) => Some(Fix::safe(title, vec![Edit::delete(around)])),
        _ if is_bare(span) => Some(Fix::safe(title, vec![Edit::delete(span)])),
        _ => None,
    }
}

/// Whether the text before `offset` ends where the value of a move should be. An empty value would be a pass.
fn ends_in_cut_move(cx: &Context<'_>, offset: usize) -> bool {
    let before = cx.text[..offset].trim_end().strip_suffix('[');
    before.is_some_and(|before| {
        let before = before.trim_end();
        let start = before.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        matches!(&*normal_identifier(&before[start.len()..]), "B" | "W")
    })
}

/// Whether no other text is between a skipped value that is not closed and `offset`.
fn is_behind_open_value(cx: &Context<'_>, offset: usize) -> bool {
    cx.open_value
        .and_then(|end| cx.text.get(end..offset))
        .is_some_and(|between| between.trim().is_empty())
}
