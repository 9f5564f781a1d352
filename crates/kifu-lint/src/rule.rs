use std::fmt::Write;

use crate::Severity;

/// The documentation of a rule: the leading `//!` comment of a file, of which nothing else becomes part of a program.
/// Empty without the feature `pages`.
macro_rules! page {
    ($file:literal) => {{
        const SOURCE: &str = if cfg!(feature = "pages") {
            include_str!($file)
        } else {
            ""
        };
        static PAGE: [u8; $crate::rule::page_length(SOURCE)] = $crate::rule::beginning(SOURCE);
        match std::str::from_utf8(&PAGE) {
            Ok(page) => page,
            Err(_) => unreachable!(),
        }
    }};
}

/// Length in bytes of the leading lines of a source that begin with `//!`.
pub(crate) const fn page_length(source: &str) -> usize {
    let bytes = source.as_bytes();
    let mut at = 0;
    while at + 2 < bytes.len()
        && bytes[at] == b'/'
        && bytes[at + 1] == b'/'
        && bytes[at + 2] == b'!'
    {
        while at < bytes.len() && bytes[at] != b'\n' {
            at += 1;
        }
        at = if at < bytes.len() { at + 1 } else { at };
    }
    at
}

/// The first bytes of a source.
pub(crate) const fn beginning<const LENGTH: usize>(source: &str) -> [u8; LENGTH] {
    match source.as_bytes().first_chunk() {
        Some(beginning) => *beginning,
        None => [0; LENGTH],
    }
}

/// The headings of the documentation of a rule, in their order.
pub const HEADINGS: [&str; 7] = [
    "What it does",
    "Why is this bad",
    "Example",
    "Use instead",
    "Fix safety",
    "References",
    "SGFC equivalent",
];

/// A rule of the checker, with its documentation.
///
/// Each rule has one file, whose leading `//!` comment is its documentation, under the [`HEADINGS`]. Without the feature
/// `pages` rules have no documentation.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The permanent code: a letter and three digits. Never reused, never changed.
    ///
    /// | code | about |
    /// |---|---|
    /// | `P1..` | the grammar |
    /// | `E1..` | the encoding |
    /// | `S3..` | the structure: allowed positions of properties |
    /// | `V2..` | values |
    /// | `G4..` | the game of Go |
    /// | `Q5..` | habits of programs |
    /// | `N6..` | normal forms, off unless selected |
    pub code: &'static str,
    /// The name, which reads well after "allow": `setup-and-move`.
    pub name: &'static str,
    /// Default severity.
    pub severity: Severity,
    /// Number of the equivalent message of SGFC, if there is one.
    pub sgfc: Option<u8>,
    /// Whether the rule reports only in strict checks, or if it is selected by its code.
    pub strict: bool,
    /// Whether it reports only if it is selected by at least one letter of its code, or by its name.
    pub optional: bool,
    /// The documentation, as lines of a `//!` comment.
    page: &'static str,
}

impl Rule {
    /// A rule. `page` is its documentation: lines that begin with `//!`.
    #[must_use]
    pub const fn new(
        code: &'static str,
        name: &'static str,
        severity: Severity,
        sgfc: Option<u8>,
        page: &'static str,
    ) -> Self {
        Self {
            code,
            name,
            severity,
            sgfc,
            strict: false,
            optional: false,
            page,
        }
    }

    /// Makes the rule report only in strict checks.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Makes the rule report only if it is selected.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// The documentation, a line at a time.
    fn lines(&self) -> impl Iterator<Item = &'static str> {
        self.page.lines().map_while(|line| {
            let line = line.strip_prefix("//!")?;
            Some(line.strip_prefix(' ').unwrap_or(line))
        })
    }

    /// Describes the rule in one sentence, the first of its documentation.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let mut lines = self.lines().filter(|line| !line.is_empty());
        lines
            .find(|line| !line.starts_with('#'))
            .unwrap_or_default()
    }

    /// Returns the text under one of the [`HEADINGS`]; `None` if the heading is missing.
    #[must_use]
    pub fn section(&self, heading: &str) -> Option<String> {
        let mut lines = self
            .lines()
            .skip_while(|line| line.strip_prefix("## ") != Some(heading));
        lines.next()?;
        let mut text = String::new();
        for line in lines.take_while(|line| !line.starts_with("## ")) {
            text.push_str(line);
            text.push('\n');
        }
        Some(text.trim().to_owned())
    }

    /// The page of the rule, in Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut page = format!("# {} ({})\n\n", self.name, self.code);
        let sgfc = self
            .sgfc
            .map_or_else(String::new, |number| format!(" · SGFC {number}"));
        let _ = writeln!(page, "{}{sgfc}\n", self.severity);
        for line in self.lines() {
            page.push_str(line);
            page.push('\n');
        }
        page
    }
}
