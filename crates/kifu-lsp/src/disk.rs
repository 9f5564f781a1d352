//! The file of a document on disk. An editor sends decoded text, so only the file shows its encoding.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::ControlFlow;

use gen_lsp_types::{Code, Diagnostic, Message};
use kifu_lint::{Diagnostic as LintDiagnostic, FirstGame, Linter, Options, Severity, rule};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use kifu_syntax::Span;

use crate::client::Client;
use crate::diagnostics::{described, is_about_encoding, message, visible};
use crate::document::Document;

/// Maximum number of findings about the encoding of a file.
const MOST: usize = 100;

/// Maximum number of characters beyond ASCII by which a text is recognized.
const MOST_CHARACTERS: usize = 100;

/// The code of the diagnostic for a file that is not in UTF-8.
pub(crate) const NOT_UTF8: &str = "not-utf8";

/// The encoding of a file, and the findings about it.
#[derive(Debug)]
pub(crate) struct Disk {
    /// Findings about the encoding, each with the number of its game.
    findings: Vec<(usize, LintDiagnostic)>,
    /// The first encoding in which the bytes differ from UTF-8.
    foreign: Option<Charset>,
    /// Fingerprints of the bytes and of the decoded text.
    bytes: Fingerprint,
    text: Fingerprint,
    /// Fingerprint of the lines of the decoded text, if there is another encoding to confuse it with.
    lines: Option<Fingerprint>,
    /// Characters beyond ASCII of the decoded text.
    characters: BTreeSet<char>,
}

/// The length and a hash of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fingerprint(usize, u64);

impl Fingerprint {
    fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self(bytes.len(), hasher.finish())
    }

    /// The fingerprint of a text without its line ends, which an editor may convert.
    fn of_lines(text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut length = 0;
        for line in text.split(['\r', '\n']).filter(|line| !line.is_empty()) {
            line.hash(&mut hasher);
            length += line.len();
        }
        Self(length, hasher.finish())
    }
}

/// A finding about the encoding of a file, with its span in the document.
#[derive(Debug)]
pub(crate) struct Finding {
    span: Span,
    /// A finding of a rule.
    found: Option<LintDiagnostic>,
    message: String,
    severity: Severity,
    /// Whether its fix fits the document.
    pub(crate) is_exact: bool,
}

impl Disk {
    /// Checks the bytes of the file of a document.
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        let fingerprint = Fingerprint::of(&bytes);
        let source = Source::new(bytes, &DecodeOptions::default());
        let text = if source.is_same() && source.mark() == 0 {
            fingerprint
        } else {
            Fingerprint::of(source.text().as_bytes())
        };
        let foreign = source
            .segments()
            .iter()
            .find(|segment| {
                // Not every encoding has the signs of the text in bytes of their own: ISO-2022-JP, UTF-16.
                segment.charset != Charset::UTF_8
                    && segment.bytes.of(source.bytes()) != segment.text.of(source.text().as_bytes())
            })
            .map(|segment| segment.charset);
        let characters = beyond_ascii(source.text());
        let lines = (foreign.is_some() || !characters.is_empty())
            .then(|| Fingerprint::of_lines(source.text()));
        let mut findings = Vec::new();
        // All rules about encodings, whatever the current selection: the settings may change.
        let rules = Options::default().with_select(["E"]).with_strict(true);
        let mut linter = Linter::new(&rules);
        linter.check_further(&source, 0, FirstGame::default(), |finding| {
            if is_about_encoding(finding.code) {
                findings.push(finding);
            }
            if findings.len() < MOST {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let findings = if findings.is_empty() {
            Vec::new()
        } else {
            let games = Collection::from_source(source);
            let starts: Vec<usize> = games
                .games()
                .filter_map(|game| Some(game.span()?.start))
                .collect();
            let game = |finding: &LintDiagnostic| {
                starts
                    .partition_point(|start| *start <= finding.span.start)
                    .saturating_sub(1)
            };
            findings
                .into_iter()
                .map(|finding| (game(&finding), finding))
                .collect()
        };
        Self {
            findings,
            foreign,
            bytes: fingerprint,
            text,
            lines,
            characters,
        }
    }

    /// The encoding of the file, if its bytes differ from UTF-8.
    pub(crate) const fn foreign(&self) -> Option<Charset> {
        self.foreign
    }

    /// Whether the file had these bytes.
    pub(crate) fn has_bytes(&self, bytes: &[u8]) -> bool {
        self.bytes == Fingerprint::of(bytes)
    }

    /// Whether the document has the text of the file.
    pub(crate) fn is_equal(&self, document: &Document) -> bool {
        self.text == Fingerprint::of(document.text().as_bytes())
    }

    /// Whether the document has the text of the file, except for line ends.
    pub(crate) fn has_lines_of(&self, document: &Document) -> bool {
        self.is_equal(document)
            || self
                .lines
                .is_some_and(|lines| lines == Fingerprint::of_lines(document.text()))
    }

    /// Whether the document shows the file decoded in another encoding.
    ///
    /// A document may have changes that are not saved. Beside a file in UTF-8 it is in doubt only if both have characters
    /// beyond ASCII, and none in common.
    pub(crate) fn contradicts(&self, document: &Document) -> bool {
        if self.has_lines_of(document) {
            return false;
        }
        if self.foreign.is_some() {
            return true;
        }
        let characters = || document.text().chars().filter(|char| !char.is_ascii());
        !self.characters.is_empty()
            && characters().next().is_some()
            && !characters().any(|char| self.characters.contains(&char))
    }

    /// The findings of the rules about encodings, with their spans in the document. `is_decoded` is whether the editor
    /// decoded the file as it is here.
    pub(crate) fn findings(
        &self,
        document: &Document,
        rules: &Options,
        is_decoded: bool,
    ) -> Vec<Finding> {
        if self.foreign.is_none() && self.findings.is_empty() {
            return Vec::new();
        }
        let is_exact = self.is_equal(document);
        let collection = document.collection();
        let mut all = Vec::new();
        if let Some(charset) = self.foreign {
            let (severity, so) = if is_decoded {
                (Severity::Hint, "other programs may read it in another one")
            } else {
                (
                    Severity::Warning,
                    "the editor may have read it in another one",
                )
            };
            all.push(Finding {
                span: charset_of(collection, 0),
                found: None,
                message: format!("the file is in {charset}, not in UTF-8: {so}"),
                severity,
                is_exact,
            });
        }
        for (game, finding) in &self.findings {
            if rule(finding.code).is_some_and(|rule| !rules.allows(rule)) {
                continue;
            }
            let root = collection.game(*game).map(|game| game.root());
            let is_named = root.is_some_and(|root| root.get("CA").is_some());
            if !is_exact && is_named && finding.code == "E103" {
                // The document has the `CA` that the file lacks.
                continue;
            }
            let message = message(finding);
            all.push(Finding {
                span: if is_exact {
                    finding.span
                } else {
                    charset_of(collection, *game)
                },
                message: if is_exact {
                    message
                } else {
                    format!("in the file as it was saved: {message}")
                },
                severity: finding.severity,
                found: Some(finding.clone()),
                is_exact,
            });
        }
        all
    }
}

impl Finding {
    /// The finding of the rule.
    pub(crate) const fn found(&self) -> Option<&LintDiagnostic> {
        self.found.as_ref()
    }

    pub(crate) const fn span(&self) -> Span {
        self.span
    }

    pub(crate) fn to_protocol(&self, document: &Document, client: &Client) -> Diagnostic {
        let code = self.found.as_ref().map_or(NOT_UTF8, |found| found.code);
        Diagnostic {
            range: document.range(visible(self.span, document)),
            message: Message::String(self.message.clone()),
            code: Some(Code::String(code.to_owned())),
            ..described(code, self.severity, client)
        }
    }
}

/// The first distinct characters beyond ASCII of a text.
fn beyond_ascii(text: &str) -> BTreeSet<char> {
    let mut found = BTreeSet::new();
    if !text.is_ascii() {
        for char in text.chars().filter(|char| !char.is_ascii()) {
            found.insert(char);
            if found.len() >= MOST_CHARACTERS {
                break;
            }
        }
    }
    found
}

/// The span of the value of `CA` of a game, otherwise the beginning of the game, otherwise the beginning of the text.
fn charset_of(collection: &Collection, game: usize) -> Span {
    let Some(game) = collection.game(game) else {
        return Span::at(0);
    };
    let root = game.root();
    let value = root
        .get("CA")
        .and_then(|property| property.value_spans().next());
    let start = || {
        game.span()
            .map(|span| Span::new(span.start, span.start + 1))
    };
    value.or_else(start).unwrap_or_default()
}
