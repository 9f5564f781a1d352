//! The diagnostics of `kifu check`, in the form of the protocol.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, Location, Message, Position, Range, Uri,
};
use kifu_lint::{Diagnostic as Finding, Linter, Related, Severity, rule};
use kifu_syntax::Span;

use crate::client::Client;
use crate::disk;
use crate::document::Document;
use crate::highlight;
use crate::open::Open;

/// Maximum number of diagnostics sent for a document.
const MOST: usize = 1000;

/// Maximum number of moves on stones for which the origin of the stones is searched.
const MOST_STONES: usize = 20;

/// The address of the rule pages.
const PAGES: &str = "https://github.com/kifu-sgf/kifu/blob/main/docs/rules.md";

/// The source name of diagnostics.
pub(crate) const SOURCE: &str = "kifu";

/// The findings in a document.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The first findings, in the order of the text of the games.
    pub(crate) findings: Vec<Finding>,
    /// Whether there are more findings.
    pub(crate) has_more: bool,
    /// Findings about the encoding of the file.
    pub(crate) encoding: Vec<disk::Finding>,
}

impl Found {
    /// Checks a document. Rules about encodings check the file and not the text, because the editor sends decoded text.
    pub(crate) fn new(linter: &mut Linter, open: &Open) -> Self {
        let source = open.document.collection().source();
        let mut found = Self::default();
        linter.silence(|rule| is_about_encoding(rule.code));
        found.has_more = linter.check_first(source, MOST, |finding| found.findings.push(finding));
        found.add_stones(open);
        if let Some(disk) = open.disk() {
            let is_decoded = open.doubted().is_none();
            found.encoding = disk.findings(&open.document, &open.rules.options, is_decoded);
        }
        found
    }

    /// Adds to each move on a stone the origin of that stone.
    fn add_stones(&mut self, open: &Open) {
        let is_on_stone = |finding: &&mut Finding| {
            rule(finding.code).is_some_and(|rule| rule.name == "move-on-stone")
        };
        for finding in self
            .findings
            .iter_mut()
            .filter(is_on_stone)
            .take(MOST_STONES)
        {
            let span = highlight::stone_before(&open.document, finding.span.end.saturating_sub(1));
            if let Some(span) = span {
                let label = "the stone was put here";
                finding.related.push(Related { span, label });
            }
        }
    }

    /// The diagnostics of a document.
    pub(crate) fn to_protocol(&self, open: &Open, client: &Client) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = self
            .findings
            .iter()
            .map(|finding| diagnostic(finding, open, client))
            .collect();
        let encoding = self.encoding.iter();
        all.extend(encoding.map(|finding| finding.to_protocol(&open.document, client)));
        if self.has_more {
            all.push(rest());
        }
        all
    }
}

/// Whether a rule is about encodings.
pub(crate) fn is_about_encoding(code: &str) -> bool {
    code.starts_with('E')
}

/// A finding as a diagnostic of the protocol.
pub(crate) fn diagnostic(finding: &Finding, open: &Open, client: &Client) -> Diagnostic {
    let document = &open.document;
    let mut diagnostic = Diagnostic {
        range: document.range(visible(finding.span, document)),
        message: Message::String(message(finding)),
        tags: tags(finding),
        ..described(finding.code, finding.severity, client)
    };
    if client.related_information {
        let related = finding.related.iter().map(|related| {
            let range = document.range(related.span);
            let location = Location::new(Uri(open.uri.clone()), range);
            DiagnosticRelatedInformation::new(location, related.label.to_owned())
        });
        let related: Vec<_> = related.collect();
        diagnostic.related_information = (!related.is_empty()).then_some(related);
    }
    diagnostic
}

/// A diagnostic with the code of a rule, and the link to its page.
pub(crate) fn described(code: &str, severity: Severity, client: &Client) -> Diagnostic {
    Diagnostic {
        severity: Some(match severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Hint => DiagnosticSeverity::Hint,
        }),
        code: Some(Code::String(code.to_owned())),
        code_description: client
            .code_description
            .then(|| page(code))
            .flatten()
            .map(|href| CodeDescription::new(Uri(href))),
        source: Some(SOURCE.to_owned()),
        ..Diagnostic::default()
    }
}

/// The address of the page of a rule.
pub(crate) fn page(code: &str) -> Option<String> {
    let rule = rule(code)?;
    Some(format!(
        "{PAGES}#{}-{}",
        rule.name,
        rule.code.to_ascii_lowercase()
    ))
}

/// The message of a finding, with its reason unless that only repeats what the message expects.
pub(crate) fn message(finding: &Finding) -> String {
    joined(&finding.message, &finding.why)
}

fn joined(message: &str, why: &str) -> String {
    let Some(expected) = why.strip_prefix("expected ") else {
        return match why {
            "" => message.to_owned(),
            _ => format!("{message}: {why}"),
        };
    };
    let small = ["a", "an", "and", "as", "or", "such", "them", "with"];
    let mut words = expected
        .split([' ', ','])
        .filter(|word| !word.is_empty() && !small.contains(word));
    if words.all(|word| message.contains(word)) {
        message.to_owned()
    } else {
        format!("{message}: {why}")
    }
}

/// A visible span for an editor: an empty span, which marks something missing, is extended to the character after it,
/// or before it at the end of the text.
pub(crate) fn visible(span: Span, document: &Document) -> Span {
    if !span.is_empty() {
        return span;
    }
    let text = document.text();
    let after = text.get(span.start..).and_then(|text| text.chars().next());
    if let Some(char) = after.filter(|char| !matches!(char, '\n' | '\r')) {
        return Span::new(span.start, span.start + char.len_utf8());
    }
    let before = text
        .get(..span.start)
        .and_then(|text| text.chars().next_back());
    match before.filter(|char| !matches!(char, '\n' | '\r')) {
        Some(char) => Span::new(span.start - char.len_utf8(), span.start),
        None => span,
    }
}

/// Tags: obsolete properties are struck through, and text that a safe fix only deletes is faded.
fn tags(finding: &Finding) -> Option<Vec<DiagnosticTag>> {
    const OBSOLETE: [&str; 2] = ["property-not-in-version", "view-of-old"];
    if rule(finding.code).is_some_and(|rule| OBSOLETE.contains(&rule.name)) {
        return Some(vec![DiagnosticTag::Deprecated]);
    }
    let fix = finding.fix.as_ref()?;
    let only_deletes = fix.edits.iter().all(|edit| edit.replacement.is_empty())
        && fix.edits.iter().any(|edit| !edit.span.is_empty());
    only_deletes.then(|| vec![DiagnosticTag::Unnecessary])
}

/// The diagnostic that reports omitted diagnostics.
fn rest() -> Diagnostic {
    Diagnostic {
        range: Range::new(Position::new(0, 0), Position::new(0, 0)),
        severity: Some(DiagnosticSeverity::Information),
        source: Some(SOURCE.to_owned()),
        message: Message::String("only the first 1,000 problems are shown".to_owned()),
        ..Diagnostic::default()
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn messages_say_once_what_they_expect() {
        for (message, why, expected) in [
            ("move in the root", "", "move in the root"),
            (
                "`B` twice",
                "programs skip one",
                "`B` twice: programs skip one",
            ),
            (
                "`AP[foxwq]` has no version",
                "expected `name:version`",
                "`AP[foxwq]` has no version: expected `name:version`",
            ),
            (
                "`BM[]` is empty",
                "expected `1`, or `2` for emphasis",
                "`BM[]` is empty: expected `1`, or `2` for emphasis",
            ),
            (
                "`RE[foo]`: not a result as `B+3.5`, `W+R`, `Draw`, `Void` or `?`",
                "expected `B+3.5`, `W+R`, `Draw`, `Void` or `?`",
                "`RE[foo]`: not a result as `B+3.5`, `W+R`, `Draw`, `Void` or `?`",
            ),
            (
                "`LB[aa]`: without a colon between two parts",
                "expected two parts with a colon between them",
                "`LB[aa]`: without a colon between two parts",
            ),
            (
                "`PL[x]`: neither `B` nor `W`",
                "expected `B` or `W`",
                "`PL[x]`: neither `B` nor `W`",
            ),
            (
                "`TM[z]`: not a decimal number",
                "expected a number of seconds",
                "`TM[z]`: not a decimal number: expected a number of seconds",
            ),
        ] {
            assert_eq!(joined(message, why), expected);
        }
    }
}
