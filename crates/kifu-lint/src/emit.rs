//! Writes findings, for people and for programs: one file for each format.

mod concise;
mod github;
mod json;
mod sarif;
mod sgfc;

use std::cell::OnceCell;

use kifu_sgf::encoding::{ByteSpan, Source};
use kifu_syntax::{LineIndex, Position, Span};

use crate::{Diagnostic, Severity};

/// Output format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One line for each finding.
    Concise,
    /// One JSON array of all findings.
    Json,
    /// One JSON object on each line.
    JsonLines,
    /// SARIF 2.1.0, for platforms that show the results of checkers.
    Sarif,
    /// Commands for the log of GitHub Actions, which become annotations.
    Github,
    /// The lines, numbers and status line of SGFC.
    Sgfc,
}

/// Writes findings about one file, one after the other; only counts are kept.
#[derive(Debug)]
pub struct Report<'a> {
    name: &'a str,
    source: &'a Source,
    format: Format,
    strict: bool,
    /// Created when a position is shown.
    lines: OnceCell<LineIndex>,
    /// Whether a finding was shown.
    has_begun: bool,
    sgfc: sgfc::Status,
}

impl<'a> Report<'a> {
    /// Creates a report about a file with the display name `name`. `strict`: whether strict checks were requested;
    /// SGFC shows some messages only then, and others as errors.
    #[must_use]
    pub fn new(name: &'a str, source: &'a Source, format: Format, strict: bool) -> Self {
        Self {
            name,
            source,
            format,
            strict,
            lines: OnceCell::new(),
            has_begun: false,
            sgfc: sgfc::Status::default(),
        }
    }

    fn position(&self, offset: usize) -> Position {
        let text = self.source.text().as_bytes();
        let lines = self.lines.get_or_init(|| LineIndex::new(text));
        lines.position(text, offset)
    }

    fn bytes(&self, span: Span) -> ByteSpan {
        self.source.to_bytes_span(span)
    }

    /// Appends the next finding to `text`.
    pub fn add(&mut self, found: &Diagnostic, text: &mut String) {
        let message = sgfc::Message::of(found, self.strict);
        self.sgfc.add(message);
        if std::mem::replace(&mut self.has_begun, true) {
            text.push_str(self.format.between());
        }
        // Writing to a string does not fail.
        let _ = match self.format {
            Format::Concise => concise::show(self, found, text),
            Format::Json => json::item(self, found, text),
            Format::JsonLines => json::line(self, found, text),
            Format::Sarif => sarif::result(self, found, text),
            Format::Github => github::show(self, found, text),
            Format::Sgfc => sgfc::show(self, found, message, text),
        };
    }

    /// Writes the text after all findings: the status line of SGFC, nothing in other formats.
    pub fn end(&self, text: &mut String) {
        if self.format == Format::Sgfc {
            // Writing to a string does not fail.
            let _ = self.sgfc.show(self.name, text);
        }
    }

    /// Returns the exit code of SGFC, in any format: 0 for a clean file, 5 for warnings, 10 for errors, 20 if the file
    /// is not SGF.
    #[must_use]
    pub const fn sgfc_exit_code(&self) -> u8 {
        self.sgfc.exit_code()
    }
}

impl Format {
    /// Returns the text before all reports.
    #[must_use]
    pub fn begin(self) -> String {
        match self {
            Self::Json => "[\n".to_owned(),
            Self::Sarif => sarif::begin(),
            _ => String::new(),
        }
    }

    /// Returns the text between two findings, including those of two reports.
    #[must_use]
    pub const fn between(self) -> &'static str {
        match self {
            Self::Json | Self::Sarif => ",\n",
            _ => "",
        }
    }

    /// Returns the text after all reports.
    #[must_use]
    pub const fn end(self) -> &'static str {
        match self {
            Self::Json => "\n]\n",
            Self::Sarif => "\n      ]\n    }\n  ]\n}\n",
            _ => "",
        }
    }
}

/// `note` for a hint, as SARIF and GitHub have it.
const fn level(severity: Severity, hint: &'static str) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => hint,
    }
}
