//! Workflow commands: `::error file=…,line=…::message`.

use std::fmt::{self, Write};

use super::{Report, level};
use crate::Diagnostic;

pub(super) fn show(report: &Report<'_>, found: &Diagnostic, text: &mut String) -> fmt::Result {
    let (start, end) = (
        report.position(found.span.start),
        report.position(found.span.end),
    );
    writeln!(
        text,
        "::{} file={},line={},col={},endLine={},endColumn={},title={}::{}",
        level(found.severity, "notice"),
        property(report.name),
        start.line,
        start.column,
        end.line,
        end.column,
        found.code,
        data(&found.message)
    )
}

/// Text after the `::` of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
