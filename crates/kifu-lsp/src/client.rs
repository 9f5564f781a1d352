//! The capabilities of the client.

use serde_json::Value;

use crate::document::Columns;

/// Where a client names the formats of the documentation of completions.
const COMPLETION_FORMATS: &str = "/textDocument/completion/completionItem/documentationFormat";

/// Capabilities of a client. Each is read separately, so that an invalid one does not affect the others.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a capability of the protocol"
)]
pub(crate) struct Client {
    pub(crate) columns: Columns,
    /// The client pulls diagnostics, so the server need not publish them.
    pub(crate) pulls_diagnostics: bool,
    /// The client pulls diagnostics again at the server's request.
    pub(crate) refreshes_diagnostics: bool,
    pub(crate) refreshes_hints: bool,
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    pub(crate) markdown: bool,
    /// The documentation of completions may be Markdown: true for clients that name no formats.
    pub(crate) markdown_completions: bool,
    /// The client shows pictures in a hover: true for clients that render Markdown with `marked`, such as VS Code.
    pub(crate) pictures: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) snippets: bool,
    /// The client requests the edit of a code action when the action is chosen.
    pub(crate) resolves_edits: bool,
    /// Edits may name the version of the document.
    pub(crate) versioned_edits: bool,
    pub(crate) creates_files: bool,
    /// The client folds whole lines only.
    pub(crate) line_folding_only: bool,
    pub(crate) watches_files: bool,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(crate) fn new(params: &Value) -> Self {
        let capabilities = &params["capabilities"];
        let get = |path: &str| capabilities.pointer(path);
        let is = |path: &str| get(path).and_then(Value::as_bool).unwrap_or(false);
        let has = |path: &str, wanted: &str| {
            get(path)
                .and_then(Value::as_array)
                .is_some_and(|all| all.iter().any(|one| one.as_str() == Some(wanted)))
        };
        let parser = get("/general/markdown/parser").and_then(Value::as_str);
        Self {
            columns: if has("/general/positionEncodings", "utf-8") {
                Columns::Utf8
            } else {
                Columns::Utf16
            },
            pulls_diagnostics: get("/textDocument/diagnostic").is_some_and(Value::is_object),
            refreshes_diagnostics: is("/workspace/diagnostics/refreshSupport"),
            refreshes_hints: is("/workspace/inlayHint/refreshSupport"),
            related_information: is("/textDocument/publishDiagnostics/relatedInformation")
                || is("/textDocument/diagnostic/relatedInformation"),
            code_description: is("/textDocument/publishDiagnostics/codeDescriptionSupport")
                || is("/textDocument/diagnostic/codeDescriptionSupport"),
            markdown: has("/textDocument/hover/contentFormat", "markdown"),
            markdown_completions: get(COMPLETION_FORMATS).is_none()
                || has(COMPLETION_FORMATS, "markdown"),
            pictures: parser == Some("marked"),
            nested_symbols: is("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            snippets: is("/textDocument/completion/completionItem/snippetSupport"),
            resolves_edits: has("/textDocument/codeAction/resolveSupport/properties", "edit"),
            versioned_edits: is("/workspace/workspaceEdit/documentChanges"),
            creates_files: has("/workspace/workspaceEdit/resourceOperations", "create"),
            line_folding_only: is("/textDocument/foldingRange/lineFoldingOnly"),
            watches_files: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}
