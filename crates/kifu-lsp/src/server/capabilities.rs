//! The capabilities of the server.

use gen_lsp_types::{
    ChangeNotifications, CodeActionKind, CodeActionOptions, CompletionOptions, DiagnosticOptions,
    DidChangeWatchedFilesRegistrationOptions, ExecuteCommandOptions, FileSystemWatcher,
    InitializeResult, PositionEncodingKind, Registration, RegistrationParams, SaveOptions,
    SemanticTokensOptions, ServerCapabilities, ServerInfo, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};

use crate::client::Client;
use crate::document::Columns;
use crate::fixes::{FIX_ALL, SAVE_AS_UTF8};
use crate::tokens;

/// The answer to `initialize`.
pub(super) fn result(client: &Client) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(match client.columns {
            Columns::Utf8 => PositionEncodingKind::UTF8,
            Columns::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                save: Some(SaveOptions::new(Some(false)).into()),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![";".to_owned(), "[".to_owned(), "]".to_owned()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QuickFix,
                    CodeActionKind::new(FIX_ALL),
                    CodeActionKind::RefactorRewrite,
                ]),
                resolve_provider: Some(client.resolves_edits),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![SAVE_AS_UTF8.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(true.into()),
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(true.into()),
        diagnostic_provider: Some(
            DiagnosticOptions {
                identifier: Some(crate::diagnostics::SOURCE.to_owned()),
                inter_file_dependencies: false,
                workspace_diagnostics: false,
                ..DiagnosticOptions::default()
            }
            .into(),
        ),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(ChangeNotifications::Bool(true)),
            }),
            ..WorkspaceOptions::default()
        }),
        experimental: Some(serde_json::json!({"kifuBoard": true})),
        ..ServerCapabilities::default()
    };
    let info = ServerInfo {
        name: "kifu".to_owned(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    InitializeResult::new(capabilities, Some(info))
}

/// Asks the client to watch records and configuration.
pub(super) fn watchers() -> RegistrationParams {
    let watcher = |pattern: &str| FileSystemWatcher::new(pattern.to_owned().into(), None);
    let options = DidChangeWatchedFilesRegistrationOptions::new(vec![
        watcher("**/kifu.toml"),
        watcher("**/*.{sgf,sgfs,mgt,SGF,SGFS,MGT}"),
    ]);
    RegistrationParams::new(vec![Registration {
        id: "kifu-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }])
}
