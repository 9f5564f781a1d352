//! Shows findings, for people and for programs: one file a format.

mod concise;
mod github;
mod json;
mod sarif;
mod sgfc;

use kifu_sgf::encoding::Source;
use kifu_syntax::{LineIndex, Position, Span};

use crate::{Diagnostic, Severity};

pub use sgfc::exit_code as sgfc_exit_code;

/// How findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One line each.
    Concise,
    /// One JSON array of all findings.
    Json,
    /// One JSON object a line.
    JsonLines,
    /// SARIF 2.1.0, for platforms that show the results of checkers.
    Sarif,
    /// Commands for the log of GitHub Actions, which become annotations.
    Github,
    /// The lines, numbers and status line of SGFC.
    Sgfc,
}

/// Findings about one file, and what is needed to show where they are.
#[derive(Debug)]
pub struct Report<'a> {
    /// What people call the file.
    pub name: &'a str,
    /// The file.
    pub source: &'a Source,
    /// The findings, in order.
    pub found: &'a [Diagnostic],
    /// Whether strictness was asked for: SGFC shows some messages only then, and others as errors.
    pub strict: bool,
    lines: LineIndex,
}

impl<'a> Report<'a> {
    /// A report about a file.
    #[must_use]
    pub fn new(name: &'a str, source: &'a Source, found: &'a [Diagnostic], strict: bool) -> Self {
        let text = if found.is_empty() { "" } else { source.text() };
        Self {
            name,
            source,
            found,
            strict,
            lines: LineIndex::new(text.as_bytes()),
        }
    }

    fn position(&self, offset: usize) -> Position {
        self.lines.position(self.source.text().as_bytes(), offset)
    }

    fn bytes(&self, span: Span) -> Span {
        self.source.to_bytes_span(span)
    }

    /// The findings in this format. Nothing if there are none, but for the status line of SGFC.
    #[must_use]
    pub fn show(&self, format: Format) -> String {
        match format {
            Format::Concise => concise::show(self),
            Format::Json => json::array_items(self),
            Format::JsonLines => json::lines(self),
            Format::Sarif => sarif::results(self),
            Format::Github => github::show(self),
            Format::Sgfc => sgfc::show(self),
        }
    }
}

impl Format {
    /// What comes before all reports.
    #[must_use]
    pub fn begin(self) -> String {
        match self {
            Self::Json => "[\n".to_owned(),
            Self::Sarif => sarif::begin(),
            _ => String::new(),
        }
    }

    /// What comes between two reports that are not empty.
    #[must_use]
    pub const fn between(self) -> &'static str {
        match self {
            Self::Json | Self::Sarif => ",\n",
            _ => "",
        }
    }

    /// What comes behind all reports.
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
