//! JSON: one object for each finding. Offsets count bytes of the unmodified file, lines and columns from 1.

use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::Report;
use crate::Diagnostic;

fn object(report: &Report<'_>, found: &Diagnostic) -> Value {
    let (start, end) = (
        report.position(found.span.start),
        report.position(found.span.end),
    );
    let bytes = report.bytes(found.span);
    json!({
        "type": "problem",
        "file": report.name,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "start": bytes.start,
        "end": bytes.end,
        "severity": found.severity.name(),
        "code": found.code,
        "message": found.message,
        "why": found.why,
        "sgfc": found.sgfc,
        "fix": found.fix.as_ref().map(|fix| json!({
            "title": fix.title,
            "applicability": fix.applicability.name(),
            "edits": fix.edits.iter().map(|edit| {
                let bytes = report.bytes(edit.span);
                json!({
                    "start": bytes.start,
                    "end": bytes.end,
                    "replacement": edit.replacement,
                })
            }).collect::<Vec<_>>(),
        })),
    })
}

pub(super) fn line(report: &Report<'_>, found: &Diagnostic, text: &mut String) -> fmt::Result {
    writeln!(text, "{}", object(report, found))
}

pub(super) fn item(report: &Report<'_>, found: &Diagnostic, text: &mut String) -> fmt::Result {
    write!(text, "  {}", object(report, found))
}
