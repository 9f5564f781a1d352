//! Workflow commands: `::error file=…,line=…::message`.

use std::fmt::Write;

use super::{Report, level};

pub(super) fn show(report: &Report<'_>) -> String {
    let mut text = String::new();
    for found in report.found {
        let (start, end) = (
            report.position(found.span.start),
            report.position(found.span.end),
        );
        let _ = write!(
            text,
            "::{} file={},line={},col={},endLine={},endColumn={},title={}::",
            level(found.severity, "notice"),
            property(report.name),
            start.line,
            start.column,
            end.line,
            end.column,
            found.code
        );
        let _ = writeln!(text, "{}", data(&found.message));
    }
    text
}

/// Text behind the `::` of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
