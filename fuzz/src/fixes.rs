//! Repairs come to an end; repairing again changes nothing; no error is added; an edit touches its span
//! alone; what is found lies in the text.

use std::collections::BTreeSet;

use kifu_lint::{Applicability, Diagnostic, Fix, Options, Severity, check as lint, fix};
use kifu_sgf::encoding::{DecodeOptions, Source};

/// Longer inputs take long and show nothing more.
const LONGEST: usize = 1 << 12;

/// How many rules are tried alone.
const CODES: usize = 6;

/// Checks all laws of repairs.
pub fn check(data: &[u8]) {
    let data = &data[..data.len().min(LONGEST)];
    let decode = DecodeOptions::default();
    let source = Source::new(data.to_vec(), &decode);
    let strict = Options::default().with_strict(true);
    let found = lint(&source, &strict);
    for one in &found {
        spans(&source, one);
    }
    let codes: BTreeSet<_> = found.iter().map(|one| one.code).collect();
    for code in codes.into_iter().take(CODES) {
        alone(&source, &found, code);
    }
    for options in [Options::default(), strict] {
        for applicability in [Applicability::Safe, Applicability::Unsafe] {
            let once = fix(data.to_vec(), &decode, &options, applicability);
            let before = problems(&lint(&source, &options));
            let after = problems(&lint(&once.source, &options));
            assert!(
                after <= before,
                "{before} errors and warnings became {after}"
            );
            assert_eq!(once.is_changed(), once.source.bytes() != data);
            let text = once.source.text().to_owned();
            let twice = fix(once.source.into_bytes(), &decode, &options, applicability);
            assert_eq!(text, twice.source.text(), "again: {:?}", twice.applied);
        }
    }
}

/// The number of errors and warnings: a repair that declares the version makes errors of some warnings.
fn problems(found: &[Diagnostic]) -> usize {
    let is_problem = |one: &&Diagnostic| one.severity >= Severity::Warning;
    found.iter().filter(is_problem).count()
}

/// Places are within the text, edits in order and apart.
fn spans(source: &Source, found: &Diagnostic) {
    let text = source.text();
    assert!(text.get(found.span.range()).is_some(), "{found:?}");
    assert!(kifu_lint::rule(found.code).is_some(), "{found:?}");
    let mut end = 0;
    for edit in found.fix.iter().flat_map(|fix| &fix.edits) {
        assert!(text.get(edit.span.range()).is_some(), "{found:?}");
        assert!(edit.span.start >= end, "edits overlap: {found:?}");
        end = edit.span.end;
    }
}

/// One fix changes the spans of its edits, in the encoding of the file, and not one byte beside.
fn alone(source: &Source, found: &[Diagnostic], code: &'static str) {
    let options = Options::default().with_strict(true).with_select([code]);
    let decode = DecodeOptions::default();
    let fixed = fix(
        source.bytes().to_vec(),
        &decode,
        &options,
        Applicability::Unsafe,
    );
    if fixed.applied.values().sum::<usize>() != 1 {
        return;
    }
    let of_code = found.iter().filter(|one| one.code == code);
    let mut made = of_code.filter_map(|one| spliced(source, one.fix.as_ref()?));
    assert!(
        made.any(|bytes| bytes == fixed.source.bytes()),
        "{code} changed more than it says: {:?}",
        fixed.source.text()
    );
}

/// The bytes with the edits of `fix` in them.
fn spliced(source: &Source, fix: &Fix) -> Option<Vec<u8>> {
    let mut bytes = source.bytes().to_vec();
    for edit in fix.edits.iter().rev() {
        let replacement = source.encode(edit.span, &edit.replacement).ok()?;
        let span = source.to_bytes_span(edit.span);
        bytes.splice(span.range(), replacement.into_owned());
    }
    Some(bytes)
}
