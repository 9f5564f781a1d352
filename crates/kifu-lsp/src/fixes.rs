//! Quick fixes: the fixes of `kifu fix`, one by one and all together.

use gen_lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, Command, CreateFile, DocumentChange,
    Edit as DocumentEdit, OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};
use kifu_lint::{Applicability, Diagnostic as LintDiagnostic, Edit, fix, rule};
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use kifu_syntax::Span;
use serde_json::json;
use toml_edit::{Array, DocumentMut};

use crate::client::Client;
use crate::diagnostics::diagnostic;
use crate::disk;
use crate::document::{Ascending, Columns};
use crate::edits;
use crate::host::Host;
use crate::message::Failure;
use crate::open::Open;
use crate::refactor;

/// The command that writes the file of a document in UTF-8.
pub(crate) const SAVE_AS_UTF8: &str = "kifu.saveAsUtf8";

/// The kind of the action that applies all safe fixes.
pub(crate) const FIX_ALL: &str = "source.fixAll.kifu";

/// Maximum number of actions for the problems of a range.
const MOST: usize = 50;

/// Number of bytes of text after which no further fix is tried: each try reads the whole document.
const READ: usize = 4_000_000;

/// Maximum length in bytes of a document whose refactorings are computed unasked.
const LONG: usize = 1 << 17;

/// The actions for a range, of the requested kinds.
pub(crate) fn actions(
    open: &Open,
    range: Range,
    context: &CodeActionContext,
    client: &Client,
    host: &dyn Host,
) -> Vec<CodeAction> {
    let wants = |kind: &str| wants(context.only.as_deref(), kind);
    let span = open.document.span(range);
    let mut actions = Vec::new();
    if wants("quickfix") {
        quick_fixes(open, span, client, host, &mut actions);
    }
    if wants(FIX_ALL) {
        // If no other kind is requested, an editor expects the edit at once, as on save.
        let is_safe = |finding: &LintDiagnostic| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| fix.applicability == Applicability::Safe)
        };
        let has_fix = open.current().is_some_and(|found| {
            let about_encoding = found.encoding.iter().filter_map(disk::Finding::found);
            found.findings.iter().any(is_safe)
                || (open.foreign().is_none() && about_encoding.into_iter().any(is_safe))
        });
        let is_wanted = context.only.is_some();
        if is_wanted || (has_fix && open.doubted().is_none()) {
            actions.push(CodeAction {
                title: "Apply all safe fixes".to_owned(),
                kind: Some(CodeActionKind::new(FIX_ALL)),
                data: Some(json!({"uri": open.uri, "do": "fixAll"})),
                ..CodeAction::default()
            });
        }
    }
    // A client that resolves no actions receives the edits of all at each move of the caret.
    let is_costly = !client.resolves_edits && open.document.len() > LONG && context.only.is_none();
    if wants(refactor::KIND) && !is_costly {
        actions.extend(refactor::actions(open, span));
    }
    actions
}

/// Whether a kind of action is requested.
fn wants(only: Option<&[CodeActionKind]>, kind: &str) -> bool {
    only.is_none_or(|only| {
        only.iter().any(|wanted| {
            let wanted = String::from(wanted.clone());
            let within = |outer: &str, inner: &str| {
                outer.is_empty()
                    || inner == outer
                    || inner
                        .strip_prefix(outer)
                        .is_some_and(|rest| rest.starts_with('.'))
            };
            within(&wanted, kind)
        })
    })
}

fn quick_fixes(
    open: &Open,
    span: Span,
    client: &Client,
    host: &dyn Host,
    actions: &mut Vec<CodeAction>,
) {
    // Findings from before a change fit another text.
    let Some(found) = open.current() else {
        return;
    };
    let touches =
        |other: Span| other.start <= span.end && span.start <= other.end.max(other.start + 1);
    let here = found
        .findings
        .iter()
        .filter(|finding| touches(finding.span));
    let about_encoding = found.encoding.iter().filter_map(|finding| {
        let found = finding.found().filter(|_| finding.is_exact)?;
        touches(found.span).then_some(found)
    });
    let text = open.document.text();
    let is_doubted = open.doubted().is_some();
    let mut read = 0;
    let mut codes = Vec::new();
    let mut is_refused = false;
    for finding in here.chain(about_encoding).take(MOST) {
        codes.push(finding.code);
        let Some(fix) = finding.fix.as_ref().filter(|_| read < READ) else {
            continue;
        };
        if is_doubted {
            is_refused = true;
            continue;
        }
        read += text.len();
        if !finding.fix_stands_alone(text) {
            continue;
        }
        let is_safe = fix.applicability == Applicability::Safe;
        let mark = if is_safe { "" } else { " (unsafe)" };
        actions.push(CodeAction {
            title: format!("{}{mark} ({})", capitalized(&fix.title), finding.code),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![diagnostic(finding, open, client)]),
            is_preferred: Some(is_safe),
            edit: Some(workspace_edit(open, &fix.edits, client)),
            ..CodeAction::default()
        });
    }
    if let Some(charset) = open.foreign()
        && (is_refused || found.encoding.iter().any(|finding| touches(finding.span())))
    {
        let title = format!("Save the file in UTF-8 instead of {charset}, and set `CA[UTF-8]`");
        actions.push(CodeAction {
            title: title.clone(),
            kind: Some(CodeActionKind::QuickFix),
            command: Some(Command {
                title,
                command: SAVE_AS_UTF8.to_owned(),
                arguments: Some(vec![json!(open.uri)]),
                ..Command::default()
            }),
            ..CodeAction::default()
        });
    }
    codes.sort_unstable();
    codes.dedup();
    if client.versioned_edits
        && let Some((uri, text)) = host.configuration(&open.uri)
    {
        let actions_of = codes
            .into_iter()
            .filter_map(|code| ignore(code, &uri, text.as_deref(), client));
        actions.extend(actions_of);
    }
}

fn capitalized(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// The action that ignores a rule in `kifu.toml`; `None` if the file is missing and the client cannot create files, or
/// if it cannot be edited.
fn ignore(code: &str, uri: &str, text: Option<&str>, client: &Client) -> Option<CodeAction> {
    let name = rule(code)?.name;
    let mut changes = Vec::new();
    if text.is_none() {
        if !client.creates_files {
            return None;
        }
        changes.push(DocumentChange::CreateFile(CreateFile::new(
            Uri(uri.to_owned()),
            None,
            None,
        )));
    }
    let edit = ignore_edit(text.unwrap_or_default(), name, client.columns)?;
    changes.push(DocumentChange::TextDocumentEdit(TextDocumentEdit::new(
        OptionalVersionedTextDocumentIdentifier::new(
            None,
            TextDocumentIdentifier::new(Uri(uri.to_owned())),
        ),
        vec![DocumentEdit::TextEdit(edit)],
    )));
    Some(CodeAction {
        title: format!("Ignore `{name}` ({code}) in kifu.toml"),
        kind: Some(CodeActionKind::QuickFix),
        edit: Some(WorkspaceEdit {
            document_changes: Some(changes),
            ..WorkspaceEdit::default()
        }),
        ..CodeAction::default()
    })
}

/// The edit of `kifu.toml` that adds an entry to `ignore` in the section `check`; `None` if it is not TOML, or has
/// something else there.
fn ignore_edit(text: &str, name: &str, columns: Columns) -> Option<TextEdit> {
    let mut config: DocumentMut = text.parse().ok()?;
    let section = config.entry("check").or_insert_with(toml_edit::table);
    let ignored = section.as_table_like_mut()?.entry("ignore");
    let ignored = ignored.or_insert_with(|| Array::new().into());
    ignored.as_array_mut()?.push(name);
    let mut new = config.to_string();
    if text.contains("\r\n") {
        // The library writes `\n` only.
        new = new.replace('\n', "\r\n");
    }
    let start = text
        .bytes()
        .zip(new.bytes())
        .take_while(|(old, new)| old == new);
    let start = text.floor_char_boundary(start.count());
    let left = text.len().min(new.len()) - start;
    let ends = text.bytes().rev().zip(new.bytes().rev()).take(left);
    let mut end = ends.take_while(|(old, new)| old == new).count();
    while !text.is_char_boundary(text.len() - end) {
        end -= 1;
    }
    let mut positions = Ascending::new(text, columns);
    let range = Range::new(
        positions.position(start),
        positions.position(text.len() - end),
    );
    Some(TextEdit::new(range, new[start..new.len() - end].to_owned()))
}

/// Edits of a document.
pub(crate) fn workspace_edit(open: &Open, edits: &[Edit], client: &Client) -> WorkspaceEdit {
    let edits = open.document.edits(edits);
    let uri = Uri(open.uri.clone());
    if !client.versioned_edits {
        return WorkspaceEdit {
            changes: Some([(uri, edits)].into()),
            ..WorkspaceEdit::default()
        };
    }
    let document = OptionalVersionedTextDocumentIdentifier::new(
        Some(open.document.version),
        TextDocumentIdentifier::new(uri),
    );
    let edits = edits.into_iter().map(DocumentEdit::TextEdit).collect();
    WorkspaceEdit {
        document_changes: Some(vec![DocumentChange::TextDocumentEdit(
            TextDocumentEdit::new(document, edits),
        )]),
        ..WorkspaceEdit::default()
    }
}

/// The edits that apply all safe fixes, as `kifu fix` does to the text saved in UTF-8.
///
/// Rules about encodings are excluded if the file is in another encoding, or if the text would be read differently from
/// a file.
///
/// # Errors
/// The configuration has a problem: `kifu fix` refuses it too.
pub(crate) fn fix_all(open: &Open) -> Result<Vec<Edit>, Failure> {
    if let Some(problem) = open.rules.problems.first() {
        return Err(Failure::failed(format!("no fix is applied: {problem}")));
    }
    if open.document.collection().is_empty() {
        // What is no game record stays as it is.
        return Ok(Vec::new());
    }
    let text = open.document.text();
    let bytes = text.as_bytes().to_vec();
    let mut decode = DecodeOptions::default();
    let mut rules = open.rules.options.clone();
    if open.foreign().is_some() || Source::new(bytes.clone(), &decode).text() != text {
        decode = decode.with_charset(Charset::UTF_8);
        rules.ignore.push("E".to_owned());
    }
    let fixed = fix(bytes, &decode, &rules, Applicability::Safe);
    Ok(edits::between(text, fixed.source.text()))
}

#[cfg(test)]
mod tests {
    use super::ignore_edit;
    use crate::document::{Columns, Document};

    /// The text of `kifu.toml` after the edit.
    fn ignored(text: &str) -> Option<String> {
        let edit = ignore_edit(text, "x", Columns::Utf16)?;
        let document = Document::new(0, Columns::Utf16, text.to_owned());
        let span = document.span(edit.range);
        Some(format!(
            "{}{}{}",
            &text[..span.start],
            edit.new_text,
            &text[span.end..]
        ))
    }

    #[test]
    fn an_ignored_rule_goes_to_where_rules_are_ignored() {
        for (text, new) in [
            ("", "[check]\nignore = [\"x\"]\n"),
            (
                "[fix]\nbackup = true\n",
                "[fix]\nbackup = true\n\n[check]\nignore = [\"x\"]\n",
            ),
            (
                "[check]\nstrict = true\n",
                "[check]\nstrict = true\nignore = [\"x\"]\n",
            ),
            (
                "[check]\nignore = [\"y\"]\n",
                "[check]\nignore = [\"y\", \"x\"]\n",
            ),
            ("[check]\nignore = []\n", "[check]\nignore = [\"x\"]\n"),
            (
                "[check] # rules\nselect = [\"V\"]",
                "[check] # rules\nselect = [\"V\"]\nignore = [\"x\"]\n",
            ),
            (
                "[ check ]\nstrict = true\n",
                "[ check ]\nstrict = true\nignore = [\"x\"]\n",
            ),
            (
                "check.strict = true\n",
                "check.strict = true\ncheck.ignore = [\"x\"]\n",
            ),
            (
                "check = { strict = true }\n",
                "check = { strict = true , ignore = [\"x\"] }\n",
            ),
            (
                "[check]\n\"ignore\" = [\"围棋\"]\n",
                "[check]\n\"ignore\" = [\"围棋\", \"x\"]\n",
            ),
            ("[fix]\n[check]", "[fix]\n[check]\nignore = [\"x\"]\n"),
            ("a = 1", "a = 1\n\n[check]\nignore = [\"x\"]\n"),
            (
                "[check]\r\nstrict = true\r\n",
                "[check]\r\nstrict = true\r\nignore = [\"x\"]\r\n",
            ),
        ] {
            assert_eq!(ignored(text).as_deref(), Some(new), "{text}");
        }
        assert_eq!(ignored("[check]\nignore = 3\n"), None);
        assert_eq!(ignored("check = 3"), None);
        assert_eq!(ignored("[check"), None);
    }
}
