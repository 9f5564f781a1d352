//! A broken text reads like the repaired text, which is valid.

use std::fs;

use kifu_syntax::text::unescape_text;
use kifu_syntax::{
    Event, EventKind, Parser, ProblemKind, Repair, RepairKind, Span, apply_repairs, recover,
};
use kifu_testkit::strategy::messy_sgf;
use kifu_testkit::suite::for_each;
use kifu_testkit::{corpus, grammar};
use proptest::prelude::*;

use crate::laws::sgf_like;
use crate::oracle::kind;

/// Kind and content of an event, however its text is escaped.
fn content(kind: EventKind, raw: &[u8]) -> (EventKind, String) {
    let raw = String::from_utf8_lossy(raw);
    let has_name = matches!(kind, EventKind::Identifier | EventKind::Value);
    (
        kind,
        if has_name {
            unescape_text(&raw).into_owned()
        } else {
            String::new()
        },
    )
}

fn events(text: &[u8]) -> Vec<(EventKind, String)> {
    let events = Parser::new(text);
    let events = events.map(|event| content(event.kind, event.span.of(text)));
    events.collect()
}

fn depth(events: &[(EventKind, String)]) -> i32 {
    let steps = events.iter().map(|(kind, _)| match kind {
        EventKind::TreeBegin => 1,
        EventKind::TreeEnd => -1,
        _ => 0,
    });
    let depths = steps.scan(0, |depth, step| {
        *depth += step;
        Some(*depth)
    });
    depths.max().unwrap_or_default()
}

/// Whether the grammar of the testkit knows all bytes that Kifu takes for white space between tokens.
fn has_plain_space(text: &[u8]) -> bool {
    !text.contains(&0x1A) && !text.windows(3).any(|mark| mark == "\u{feff}".as_bytes())
}

/// Checks the repairs of `text`; returns whether they make it valid.
#[track_caller]
fn check(text: &[u8]) -> bool {
    let shown = || text[..text.len().min(2000)].escape_ascii().to_string();
    let repairs = recover(text);
    assert!(
        repairs.is_sorted_by_key(|repair| repair.span.start),
        "{}",
        shown()
    );
    let mended = apply_repairs(text, &repairs);
    let read = events(text);
    if read.is_empty() {
        return false;
    }
    let is_lawful = |repair: &Repair| match repair.problem {
        ProblemKind::NulByte => true,
        ProblemKind::LowercaseIdentifier => {
            let name = repair.span.of(text);
            name.iter().any(u8::is_ascii_uppercase) && name.iter().all(u8::is_ascii_alphabetic)
        }
        _ => repair.kind != RepairKind::Keep,
    };
    let is_cut_off = |event: Event| grammar::looks_cut_off(event.span.of(text));
    if !repairs.iter().all(is_lawful)
        || !has_plain_space(text)
        || depth(&read) > 200
        || Parser::new(text).any(is_cut_off)
    {
        return false;
    }
    let tokens = grammar::tokens(&mended);
    let tokens = tokens.unwrap_or_else(|| panic!("{}", shown()));
    let tokens = tokens.into_iter().map(|(token, span)| {
        let kind = kind(token);
        content(kind, Span::from(span).of(&mended))
    });
    assert!(tokens.eq(read), "{}", shown());
    true
}

#[test]
fn a_lawful_text_needs_no_repair() {
    let text = b"(;FF[4]C[a\\]];B[aa]\n(;FF[4];W[bb])(;AB[cc]))(;)";
    assert!(recover(text).is_empty());
    assert_eq!(apply_repairs(text, &[]), text);
}

#[test]
fn cases_of_the_suite() {
    let mut checked = 0;
    for_each(|_, case| checked += usize::from(check(&case.utf8())));
    assert!(checked > 100, "{checked}");
}

#[test]
fn real_files() {
    for name in ["problems", "programs"] {
        let Some(folder) = corpus::archive(name) else {
            return;
        };
        for path in corpus::files(&folder, "sgf") {
            check(&fs::read(&path).expect("the file can be read"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn what_is_repaired_is_lawful(text in sgf_like(), messy in messy_sgf()) {
        check(&text);
        check(messy.as_ref());
    }
}
