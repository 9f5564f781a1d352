//! Lines in the form of SGFC, for scripts that read them: position, class and number match SGFC, the wording does not.

use std::fmt::{self, Write};

use super::Report;
use crate::{Diagnostic, Severity};

/// Severity of a message in SGFC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Warning,
    Error,
    Fatal,
}

/// Messages that SGFC reports only with options: strict checks, and its changes to nodes.
const ONLY_STRICT: [u8; 9] = [24, 29, 55, 56, 57, 60, 61, 62, 63];

/// Messages that are errors with strict checks, else warnings.
const STRICT_ERRORS: [u8; 12] = [19, 24, 31, 35, 39, 40, 45, 53, 58, 71, 72, 74];

/// Messages that are errors in FF\[4\], and warnings in older versions.
const ERRORS_OF_FF4: [u8; 4] = [30, 33, 42, 44];

/// Rules of date, result, komi and time, whose values were free before FF\[4\].
const FREE_BEFORE_FF4: [&str; 4] = ["V212", "V213", "V214", "V215"];

/// Messages that are always warnings.
const WARNINGS: [u8; 9] = [6, 22, 29, 55, 56, 57, 59, 61, 62];

/// Messages that SGFC reports without a position, for the whole file.
const WITHOUT_PLACE: [u8; 2] = [60, 72];

/// Messages after which SGFC writes no file.
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

/// Whether the class of a message depends on the severity of the finding: an empty text is a warning, any other empty
/// value an error.
fn depends_on_severity(number: u8, found: &Diagnostic) -> bool {
    match number {
        15 => FREE_BEFORE_FF4.contains(&found.code),
        17 => true,
        _ => ERRORS_OF_FF4.contains(&number),
    }
}

/// The equivalent message of SGFC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    number: u8,
    class: Class,
}

impl Message {
    /// Returns the SGFC message for a finding; `None` if SGFC has none.
    pub(super) fn of(found: &Diagnostic, strict: bool) -> Option<Self> {
        let number = found.sgfc?;
        if !strict && ONLY_STRICT.contains(&number) {
            return None;
        }
        let class = if found.severity < Severity::Error && depends_on_severity(number, found) {
            Class::Warning
        } else {
            class(number, strict)
        };
        Some(Self { number, class })
    }

    fn is_critical(self) -> bool {
        CRITICAL.contains(&self.number) && self.class != Class::Fatal
    }
}

/// Number of messages by class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Status {
    /// By class.
    counts: [usize; 3],
    critical: usize,
}

impl Status {
    pub(super) fn add(&mut self, message: Option<Message>) {
        if let Some(message) = message {
            self.counts[message.class as usize] += 1;
            self.critical += usize::from(message.is_critical());
        }
    }

    pub(super) const fn exit_code(&self) -> u8 {
        match self.counts {
            [0, 0, 0] => 0,
            [_, 0, 0] => 5,
            [_, _, 0] => 10,
            _ => 20,
        }
    }

    /// The status line of the file `name`.
    pub(super) fn show(&self, name: &str, text: &mut String) -> fmt::Result {
        let [warnings, errors, fatal] = self.counts;
        write!(text, "{name}: ")?;
        if self.counts == [0; 3] {
            text.push_str("OK");
        }
        if errors + fatal > 0 {
            write!(text, "{} error(s)  ", errors + fatal)?;
        }
        if warnings > 0 {
            write!(text, "{warnings} warning(s)  ")?;
        }
        if self.critical > 0 {
            write!(text, "(critical:{})  ", self.critical)?;
        }
        text.push('\n');
        Ok(())
    }
}

pub(super) fn show(
    report: &Report<'_>,
    found: &Diagnostic,
    message: Option<Message>,
    text: &mut String,
) -> fmt::Result {
    let Some(message) = message else {
        return Ok(());
    };
    let Message { number, class } = message;
    let name = match class {
        Class::Warning => "Warning",
        Class::Error => "Error",
        Class::Fatal => "Fatal error",
    };
    let mark = if message.is_critical() {
        " (critical)"
    } else {
        ""
    };
    if !WITHOUT_PLACE.contains(&number) {
        let at = report.position(found.span.start);
        write!(text, "Line:{} Col:{} - ", at.line, at.column)?;
    }
    writeln!(text, "{name} {number}{mark}: {}", found.message)
}
