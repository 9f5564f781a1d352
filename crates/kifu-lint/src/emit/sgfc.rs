//! The lines of SGFC, for scripts that read them: place, class and number are SGFC's, the words are
//! our own.

use std::fmt::Write;

use super::Report;

/// How bad SGFC holds a message to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Warning,
    Error,
    Fatal,
}

/// Messages that SGFC gives only with options: strict checks, and what it does to nodes.
const ONLY_STRICT: [u8; 9] = [24, 29, 55, 56, 57, 60, 61, 62, 63];

/// Messages that are errors with strict checks, else warnings.
const STRICT_ERRORS: [u8; 12] = [19, 24, 31, 35, 39, 40, 45, 53, 58, 71, 72, 74];

/// Messages that are warnings always.
const WARNINGS: [u8; 9] = [6, 22, 29, 55, 56, 57, 59, 61, 62];

/// Messages that SGFC gives without a place: they are of the whole file.
const WITHOUT_PLACE: [u8; 2] = [60, 72];

/// Messages because of which SGFC writes no file.
const CRITICAL: [u8; 19] = [
    6, 8, 9, 10, 11, 13, 19, 20, 21, 36, 46, 51, 54, 66, 67, 71, 72, 74, 73,
];

fn class(number: u8, strict: bool) -> Class {
    match number {
        1..=5 | 7 | 26 | 27 | 48 | 49 | 68..=70 | 73 | 75.. => Class::Fatal,
        63 => Class::Warning,
        _ if WARNINGS.contains(&number) => Class::Warning,
        _ if STRICT_ERRORS.contains(&number) && !strict => Class::Warning,
        _ => Class::Error,
    }
}

/// The numbers that SGFC would give, each with the place of the finding.
fn numbers<'r>(
    report: &'r Report<'_>,
) -> impl Iterator<Item = (u8, Class, &'r crate::Diagnostic)> + 'r {
    report.found.iter().filter_map(|found| {
        let number = found.sgfc?;
        if !report.strict && ONLY_STRICT.contains(&number) {
            return None;
        }
        // An empty text is a warning, any other empty value an error.
        let class = match number {
            17 if found.severity < crate::Severity::Error => Class::Warning,
            _ => class(number, report.strict),
        };
        Some((number, class, found))
    })
}

/// The exit code of SGFC: 0 for a clean file, 5 for warnings, 10 for errors, 20 if it is no SGF.
#[must_use]
pub fn exit_code(report: &Report<'_>) -> u8 {
    match numbers(report).map(|(_, class, _)| class).max() {
        None => 0,
        Some(Class::Warning) => 5,
        Some(Class::Error) => 10,
        Some(Class::Fatal) => 20,
    }
}

pub(super) fn show(report: &Report<'_>) -> String {
    let mut text = String::new();
    let mut counts = [0_usize; 3];
    let mut critical = 0;
    for (number, class, found) in numbers(report) {
        let at = report.position(found.span.start);
        let name = match class {
            Class::Warning => "Warning",
            Class::Error => "Error",
            Class::Fatal => "Fatal error",
        };
        counts[class as usize] += 1;
        let mark = if CRITICAL.contains(&number) && class != Class::Fatal {
            critical += 1;
            " (critical)"
        } else {
            ""
        };
        if !WITHOUT_PLACE.contains(&number) {
            let _ = write!(text, "Line:{} Col:{} - ", at.line, at.column);
        }
        let _ = writeln!(text, "{name} {number}{mark}: {}", found.message);
    }
    let [warnings, errors, fatal] = counts;
    let _ = write!(text, "{}: ", report.name);
    if counts == [0; 3] {
        text.push_str("OK");
    }
    if errors + fatal > 0 {
        let _ = write!(text, "{} error(s)  ", errors + fatal);
    }
    if warnings > 0 {
        let _ = write!(text, "{warnings} warning(s)  ");
    }
    if critical > 0 {
        let _ = write!(text, "(critical:{critical})  ");
    }
    text.push('\n');
    text
}
