//! Quick fixes: the fixes of `kifu fix`, one by one and all together.

use gen_lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, Command, CreateFile, DocumentChange,
    Edit as DocumentEdit, OptionalVersionedTextDocumentIdentifier, Position, Range,
    TextDocumentEdit, TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};
use kifu_lint::{Applicability, Edit, fix, rule};
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use kifu_syntax::Span;
use serde_json::json;

use crate::client::Client;
use crate::diagnostics::diagnostic;
use crate::disk::Disk;
use crate::edits;
use crate::host::Host;
use crate::open::Open;
use crate::refactor;

/// The command that writes the file of a document in UTF-8.
pub(crate) const SAVE_AS_UTF8: &str = "kifu.saveAsUtf8";

/// The kind of the action that applies all safe fixes.
pub(crate) const FIX_ALL: &str = "source.fixAll.kifu";

/// Maximum number of actions for the problems of a range.
const MOST: usize = 50;

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
        let has_fix = open.found().findings.iter().any(|finding| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| fix.applicability == Applicability::Safe)
        });
        let is_wanted = context.only.is_some();
        if is_wanted || has_fix {
            actions.push(CodeAction {
                title: "Apply all safe fixes".to_owned(),
                kind: Some(CodeActionKind::new(FIX_ALL)),
                data: Some(json!({"uri": open.uri, "do": "fixAll"})),
                ..CodeAction::default()
            });
        }
    }
    if wants("refactor") {
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
            within(&wanted, kind) || (kind == "refactor" && within(kind, &wanted))
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
    let found = open.found();
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
    let mut codes = Vec::new();
    for finding in here.chain(about_encoding).take(MOST) {
        codes.push(finding.code);
        let Some(fix) = &finding.fix else {
            continue;
        };
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
    if let Some(charset) = open.disk.as_ref().and_then(Disk::foreign)
        && found.encoding.iter().any(|finding| touches(finding.span()))
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
/// if the position of the entry is not clear.
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
    let (position, new) = ignore_edit(text.unwrap_or_default(), name)?;
    let edit = TextEdit::new(Range::new(position, position), new);
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

/// The position and text of an insertion into `kifu.toml` that adds an entry to `ignore` in the section `check`.
fn ignore_edit(text: &str, name: &str) -> Option<(Position, String)> {
    let at = |line: usize, character: usize| {
        Position::new(
            crate::document::number(line),
            crate::document::number(character),
        )
    };
    let lines: Vec<&str> = text.lines().collect();
    let Some(section) = lines.iter().position(|line| line.trim() == "[check]") else {
        let end = at(lines.len(), 0);
        let break_before = match text.chars().next_back() {
            None => "",
            Some('\n') => "\n",
            // The last line has no line end.
            Some(_) => return None,
        };
        return Some((
            end,
            format!("{break_before}[check]\nignore = [\"{name}\"]\n"),
        ));
    };
    let within = lines[section + 1..]
        .iter()
        .take_while(|line| !line.trim_start().starts_with('['));
    for (number, line) in within.enumerate() {
        let Some(rest) = line.trim_start().strip_prefix("ignore") else {
            continue;
        };
        let list = rest
            .trim_start()
            .strip_prefix('=')?
            .trim_start()
            .strip_prefix('[')?;
        let column = line.len() - list.len();
        let separator = if list.trim_start().starts_with(']') {
            ""
        } else {
            ", "
        };
        // The entries before the list are ASCII in a file that `kifu` accepts; otherwise columns would differ.
        line.is_ascii().then_some(())?;
        return Some((
            at(section + 1 + number, column),
            format!("\"{name}\"{separator}"),
        ));
    }
    Some((at(section + 1, 0), format!("ignore = [\"{name}\"]\n")))
}

/// Edits of a document.
pub(crate) fn workspace_edit(open: &Open, edits: &[Edit], client: &Client) -> WorkspaceEdit {
    let edits: Vec<TextEdit> = edits.iter().map(|edit| open.document.edit(edit)).collect();
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
pub(crate) fn fix_all(open: &Open) -> Vec<Edit> {
    let text = open.document.text();
    let bytes = open.document.text().as_bytes().to_vec();
    let is_utf8 = open
        .disk
        .as_ref()
        .is_none_or(|disk| disk.foreign().is_none());
    let mut decode = DecodeOptions::default();
    let mut rules = open.rules.clone();
    if !is_utf8 || Source::new(bytes.clone(), &decode).text() != text {
        decode = decode.with_charset(Charset::UTF_8);
        rules.ignore.push("E".to_owned());
    }
    let fixed = fix(bytes, &decode, &rules, Applicability::Safe);
    edits::between(text, fixed.source.text())
}

#[cfg(test)]
mod tests {
    use super::ignore_edit;

    #[test]
    fn an_ignored_rule_goes_to_where_rules_are_ignored() {
        for (text, line, character, new) in [
            ("", 0, 0, "[check]\nignore = [\"x\"]\n"),
            ("[fix]\nbak = true\n", 2, 0, "\n[check]\nignore = [\"x\"]\n"),
            ("[check]\nstrict = true\n", 1, 0, "ignore = [\"x\"]\n"),
            ("[check]\nignore = [\"y\"]\n", 1, 10, "\"x\", "),
            ("[check]\nignore = []\n", 1, 10, "\"x\""),
            (
                "[check]\n\n[fix]\nignore = [1]\n",
                1,
                0,
                "ignore = [\"x\"]\n",
            ),
        ] {
            let (position, inserted) = ignore_edit(text, "x").expect(text);
            assert_eq!(
                (position.line, position.character),
                (line, character),
                "{text}"
            );
            assert_eq!(inserted, new, "{text}");
        }
        assert_eq!(ignore_edit("a = 1", "x"), None);
        assert_eq!(ignore_edit("[check]\nignore = 3\n", "x"), None);
    }
}
