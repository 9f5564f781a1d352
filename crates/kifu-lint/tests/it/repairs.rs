//! Diagnostics and fixes of broken syntax are the repairs by which the text is read.

use kifu_lint::{Options, check};
use kifu_sgf::encoding::{DecodeOptions, Source};
use kifu_syntax::{ProblemKind, Repair, RepairKind, apply_repairs, recover};
use kifu_testkit::strategy::messy_sgf;
use proptest::prelude::*;

use super::laws::pieces;

/// Returns the text that a repair of the grammar inserts.
fn insertion(text: &str, repair: Repair) -> Option<String> {
    let before = &text[..repair.span.start];
    let escapes = before.len() - before.trim_end_matches('\\').len();
    Some(match repair.kind {
        RepairKind::Insert(sign, count) => sign.to_string().repeat(count),
        RepairKind::BeginGame(count) => ")".repeat(count),
        // A `\` at the end of a value is text.
        RepairKind::EndValue => "\\".repeat(escapes % 2) + "]",
        RepairKind::Text => "\\".to_owned(),
        _ => return None,
    })
}

/// Whether this problem always has a separate diagnostic at its span.
fn is_reported(kind: ProblemKind) -> bool {
    !matches!(
        kind,
        // Lawful before FF[4]; placed at the properties; what follows from another one.
        ProblemKind::LowercaseIdentifier
            | ProblemKind::TextBeforeTree
            | ProblemKind::NodeAfterVariation
            | ProblemKind::EmptyTree
    )
}

/// Compares the diagnostics of a text with its repairs, and returns how many insertions were compared.
fn compare(text: &str) -> usize {
    let source = Source::new(text.as_bytes().to_vec(), &DecodeOptions::default());
    if source.text() != text {
        return 0;
    }
    let found = check(&source, &Options::default().with_select(["P"]));
    if found.iter().any(|one| one.code == "P101") {
        return 0;
    }
    let repairs = recover(text.as_bytes());
    let mut compared = 0;
    for repair in repairs.iter().filter(|repair| is_reported(repair.problem)) {
        let one = found
            .iter()
            .find(|one| one.code == repair.problem.code() && one.span == repair.span);
        let one =
            one.unwrap_or_else(|| panic!("{text:?}: no diagnostic for {repair:?}: {found:?}"));
        if let (Some(insertion), Some(fix)) = (insertion(text, *repair), &one.fix) {
            let edits: Vec<_> = fix.edits.iter().map(|edit| &*edit.replacement).collect();
            assert_eq!(edits, [&insertion[..]], "{text:?}: {repair:?}");
            compared += 1;
        }
    }
    for one in &found {
        let is_known = repairs
            .iter()
            .any(|repair| repair.problem.code() == one.code);
        // Errors inside a skipped value need no repair.
        let is_skipped = repairs.iter().any(|repair| {
            repair.problem == ProblemKind::ValueWithoutIdentifier
                && repair.span.start <= one.span.start
                && one.span.end <= repair.span.end
        });
        assert!(is_known || is_skipped, "{text:?}: no repair for {one:?}");
    }
    compared
}

#[test]
fn cases_of_the_suite() {
    let mut compared = 0;
    kifu_testkit::suite::for_each(|_, case| {
        if let Ok(text) = String::from_utf8(case.input()) {
            compared += compare(&text);
        }
    });
    assert!(compared > 100, "{compared}");
}

#[test]
fn repairs_leave_no_problem() {
    let text = "(;C[a [b] c];B[aa]\n(;FF[4]C[d";
    assert_eq!(compare(text), 4);
    let repaired = apply_repairs(text.as_bytes(), &recover(text.as_bytes()));
    assert_eq!(compare(&String::from_utf8(repaired).unwrap()), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_texts(pieces in pieces(), messy in messy_sgf()) {
        compare(&pieces);
        if let Ok(text) = String::from_utf8(messy) {
            compare(&text);
        }
    }
}
