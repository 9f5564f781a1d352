//! One line for each finding: ``game.sgf:1:48: V214 [*] message``.

use std::fmt::{self, Write};

use super::Report;
use crate::{Applicability, Diagnostic};

pub(super) fn show(report: &Report<'_>, found: &Diagnostic, text: &mut String) -> fmt::Result {
    let at = report.position(found.span.start);
    let mark = match found.fix.as_ref().map(|fix| fix.applicability) {
        Some(Applicability::Safe) => "[*] ",
        _ => "",
    };
    writeln!(
        text,
        "{}:{}:{}: {} {mark}{}",
        report.name, at.line, at.column, found.code, found.message
    )
}
