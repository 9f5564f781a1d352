//! ## What it does
//!
//! Checks for games that are not in UTF-8 or do not have `CA[UTF-8]`, and for a byte order mark. A game of ASCII
//! characters needs no `CA`.
//!
//! Off unless selected: `N`, `N608` or its name.
//!
//! ## Why is this bad
//!
//! UTF-8 is the one encoding that every program reads and that holds every name. Without `CA` a text is ISO-8859-1 by the
//! standard.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]CA[utf8]PB[井山裕太])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]CA[UTF-8]PB[井山裕太])
//! ```
//!
//! ## Fix safety
//!
//! Safe. The fix writes the whole file in UTF-8, without a byte order mark. Unsafe if the encoding is in doubt; no fix if
//! bytes are invalid and would be lost, or if `CA` has more text than the name of an encoding.
//!
//! ## References
//!
//! FF[4], "Character sets", description of `CA`.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::encoding::{Charset, EncodingProblemKind, Source};

use crate::context::{Context, Recoding};
use crate::rules::encoding::missing_charset;
use crate::rules::value::shown;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule =
    Rule::new("N608", "not-utf-8", Severity::Hint, None, page!("utf8.rs")).optional();

/// The name of the encoding in `CA`.
const NAME: &str = "UTF-8";

fn recoding(source: &Source) -> Recoding {
    let is_lost = |kind| kind == EncodingProblemKind::InvalidBytes;
    let mut problems = source.problems().iter();
    if !source.is_same() && problems.any(|problem| is_lost(problem.kind)) {
        Recoding::Loses
    } else if source.doubt().is_some() {
        Recoding::Doubtful
    } else {
        Recoding::Keeps
    }
}

/// Whether the rule about a missing `CA` reports it, with a fix.
fn adds_charset(cx: &Context<'_>) -> bool {
    cx.reports_charsets && cx.allows(&missing_charset::RULE)
}

/// Checks the game from `start` to `end`.
pub(crate) fn check(cx: &mut Context<'_>, start: usize, end: usize) {
    let root = cx.game.root;
    // A tree without a node has no game: the facts belong to the game before.
    if !cx.allows(&RULE) || root.start < start {
        return;
    }
    let source = cx.source;
    let is_utf8 = source.is_same();
    let charset = source.segment_at(start).charset;
    let has_mark = source.mark() > 0 && cx.file.is_first();
    let declared = cx.game.charset;
    let name = declared.map(|span| cx.str(span));
    let is_ascii = || cx.text.get(start..end).is_none_or(str::is_ascii);
    let message = match name {
        _ if charset != Charset::UTF_8 && !is_utf8 => format!("text in {charset} instead of UTF-8"),
        _ if has_mark => "UTF-8 with a byte order mark".to_owned(),
        Some(NAME) => return,
        Some(name) => format!("`CA[{}]`: the text is UTF-8", shown(name)),
        // Another rule adds the same.
        None if is_ascii() || adds_charset(cx) => return,
        None => "text in UTF-8 without `CA[UTF-8]`".to_owned(),
    };
    let (edit, title) = if let Some(span) = declared {
        (Edit::replace(span, NAME), "write `CA[UTF-8]`")
    } else {
        let edit = Edit::insert(cx.game.version_end, format!("CA[{NAME}]"));
        (edit, "add `CA[UTF-8]`")
    };
    let title = match (is_utf8, has_mark) {
        (false, _) => format!("{title}, and the file in UTF-8"),
        (true, true) => format!("{title}, and the file without the mark"),
        (true, false) => title.to_owned(),
    };
    // The answer is the file's: asked of each game it would take quadratic time.
    let recoding = *cx.file.recoding.get_or_insert_with(|| recoding(source));
    let reason = "every program reads UTF-8; without `CA` a text is ISO-8859-1";
    let (why, fix) = match recoding {
        _ if name.is_some_and(|name| !Charset::is_label(name)) => (
            "`CA` has more than the name of an encoding, which would be lost",
            None,
        ),
        Recoding::Loses => (
            "some bytes are invalid in this encoding and would be lost",
            None,
        ),
        Recoding::Doubtful => (reason, Some(Fix::risky(title, vec![edit]))),
        Recoding::Keeps => (reason, Some(Fix::safe(title, vec![edit]))),
    };
    let span = declared.unwrap_or(root);
    cx.report(Diagnostic::new(&RULE, span, message).why(why).fix(fix));
}
