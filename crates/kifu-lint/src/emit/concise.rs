//! One line a finding: ``game.sgf:1:48: V214 [*] message``.

use std::fmt::Write;

use super::Report;
use crate::Applicability;

pub(super) fn show(report: &Report<'_>) -> String {
    let mut text = String::new();
    for found in report.found {
        let at = report.position(found.span.start);
        let mark = match found.fix.as_ref().map(|fix| fix.applicability) {
            Some(Applicability::Safe) => "[*] ",
            _ => "",
        };
        let _ = writeln!(
            text,
            "{}:{}:{}: {} {mark}{}",
            report.name, at.line, at.column, found.code, found.message
        );
    }
    text
}
