use std::borrow::Cow;
use std::fmt;

use kifu_syntax::Span;

use crate::Rule;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Valid, but probably not intended, or better written in another form.
    Hint,
    /// Against the standard, with a reading that all programs agree on, or doubtful.
    Warning,
    /// Against the standard; programs read it differently or not at all.
    Error,
}

impl Severity {
    /// `error`, `warning` or `hint`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether a fix is applied by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Applicability {
    /// Only one reading is possible, and no content is lost.
    Safe,
    /// It may change the meaning of the record or lose information: applied only on request.
    Unsafe,
}

impl Applicability {
    /// `safe` or `unsafe`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A span of the text and its replacement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// Replaced span, in the text of the collection. Empty to insert.
    pub span: Span,
    /// New text. Empty to delete.
    pub replacement: String,
}

impl Edit {
    /// Replaces `span` with `replacement`.
    #[must_use]
    pub fn replace(span: Span, replacement: impl Into<String>) -> Self {
        Self {
            span,
            replacement: replacement.into(),
        }
    }

    /// Inserts `text` at `offset`.
    #[must_use]
    pub fn insert(offset: usize, text: impl Into<String>) -> Self {
        Self::replace(Span::at(offset), text)
    }

    /// Deletes `span`.
    #[must_use]
    pub fn delete(span: Span) -> Self {
        Self::replace(span, String::new())
    }

    /// The text after edits, which are in order; `None` if they overlap or do not fit the text.
    #[must_use]
    pub fn apply_all(edits: &[Self], text: &str) -> Option<String> {
        let mut new = String::with_capacity(text.len() + 64);
        let mut at = 0;
        for edit in edits {
            new.push_str(text.get(at..edit.span.start)?);
            new.push_str(&edit.replacement);
            at = edit.span.end;
        }
        new.push_str(text.get(at..)?);
        Some(new)
    }
}

/// Fix for a [`Diagnostic`]: edits to apply together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// Title of the fix, as a command: ``write `6.5` ``.
    pub title: Cow<'static, str>,
    /// The edits, in order and without overlap.
    pub edits: Vec<Edit>,
    /// Whether it is applied by default.
    pub applicability: Applicability,
}

/// The title.
impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl Fix {
    /// Creates a fix that is applied by default.
    #[must_use]
    pub fn safe(title: impl Into<Cow<'static, str>>, edits: Vec<Edit>) -> Self {
        Self {
            title: title.into(),
            edits,
            applicability: Applicability::Safe,
        }
    }

    /// Creates a fix that is applied only on request.
    #[must_use]
    pub fn risky(title: impl Into<Cow<'static, str>>, edits: Vec<Edit>) -> Self {
        Self {
            applicability: Applicability::Unsafe,
            ..Self::safe(title, edits)
        }
    }
}

/// Another span that a [`Diagnostic`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Related {
    /// The span in the text of the collection.
    pub span: Span,
    /// Description of the text at the span: lower-case, no full stop.
    pub label: &'static str,
}

/// A finding of a rule, with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The permanent code of the rule: `V205`.
    pub code: &'static str,
    /// Severity of the finding.
    pub severity: Severity,
    /// Description of the problem: lower-case, no full stop, code in backticks.
    pub message: Cow<'static, str>,
    /// Reason for the problem; may be empty.
    pub why: Cow<'static, str>,
    /// Span of the finding in the text of the collection. [`Source::to_bytes_span`] converts it to bytes of the file.
    ///
    /// [`Source::to_bytes_span`]: kifu_sgf::encoding::Source::to_bytes_span
    pub span: Span,
    /// Number of the equivalent message of SGFC, if there is one.
    pub sgfc: Option<u8>,
    /// Fix for the problem, if one is known.
    pub fix: Option<Fix>,
    /// Other spans of the text that it refers to, such as the first of two moves.
    pub related: Vec<Related>,
}

/// One line without the position: ``warning[V205]: `KM[6,5]`: …``.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

impl Diagnostic {
    /// A finding of `rule` at `span`, with the severity and the SGFC number of the rule.
    #[must_use]
    pub fn new(rule: &Rule, span: Span, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code: rule.code,
            severity: rule.severity,
            message: message.into(),
            why: Cow::Borrowed(""),
            span,
            sgfc: rule.sgfc,
            fix: None,
            related: Vec::new(),
        }
    }

    /// Sets the reason.
    #[must_use]
    pub fn why(mut self, why: impl Into<Cow<'static, str>>) -> Self {
        self.why = why.into();
        self
    }

    /// Sets another severity than that of the rule.
    #[must_use]
    pub const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets another SGFC number than that of the rule, or none.
    #[must_use]
    pub const fn sgfc(mut self, number: Option<u8>) -> Self {
        self.sgfc = number;
        self
    }

    /// Adds a related span.
    #[must_use]
    pub fn related(mut self, span: Span, label: &'static str) -> Self {
        self.related.push(Related { span, label });
        self
    }

    /// Sets the fix.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fix = fix.into();
        self
    }
}
