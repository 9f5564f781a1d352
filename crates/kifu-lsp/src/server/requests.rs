//! Requests about open documents.

use gen_lsp_types::{
    CodeAction, CodeActionParams, CodeActionRequest, CodeActionResolveRequest, CodeActionResponse,
    CompletionParams, CompletionRequest, CompletionResponse, Definition, DefinitionParams,
    DefinitionRequest, DocumentDiagnosticParams, DocumentDiagnosticReport,
    DocumentDiagnosticRequest, DocumentFormattingParams, DocumentFormattingRequest,
    DocumentHighlight, DocumentHighlightParams, DocumentHighlightRequest,
    DocumentRangeFormattingParams, DocumentRangeFormattingRequest, DocumentSymbolParams,
    DocumentSymbolRequest, DocumentSymbolResponse, ErrorCodes, ExecuteCommandParams,
    ExecuteCommandRequest, FoldingRange, FoldingRangeParams, FoldingRangeRequest,
    FullDocumentDiagnosticReport, Hover, HoverParams, HoverRequest, InlayHint, InlayHintParams,
    InlayHintRequest, Location, MessageType, ReferenceParams, ReferencesRequest,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, Request,
    SelectionRange, SelectionRangeParams, SelectionRangeRequest, SemanticTokens,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeRequest,
    SemanticTokensRequest, TextEdit, UnchangedDocumentDiagnosticReport, Uri, WorkspaceSymbolParams,
    WorkspaceSymbolRequest, WorkspaceSymbolResponse,
};
use kifu_sgf::Collection;
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Server;
use crate::board::{self, BoardParams, NodeParams};
use crate::fixes::{self, FIX_ALL, SAVE_AS_UTF8, workspace_edit};
use crate::host::Host;
use crate::message::{Failure, Id, Message, read};
use crate::open::Open;
use crate::refactor::{self, Chosen};
use crate::symbols::Symbols;
use crate::{completion, folding, format, highlight, hover, inlay, outline, selection, tokens};

/// The answer to a request.
type Answer<R> = Result<<R as Request>::Result, Failure>;

impl<H: Host> Server<H> {
    /// Answers a request.
    pub(super) fn answer(&mut self, id: Id, method: &str, params: &RawValue) -> Message {
        macro_rules! answers {
            ($($name:literal => $answer:ident,)*) => {
                match method {
                    $($name => {
                        let result = read(params).and_then(|params| self.$answer(&params));
                        Message::answer(id, result)
                    })*
                    _ => Message::error(
                        id,
                        Failure::new(ErrorCodes::MethodNotFound, format!("unknown method `{method}`")),
                    ),
                }
            };
        }
        answers! {
            "textDocument/hover" => hover,
            "textDocument/completion" => completion,
            "textDocument/definition" => definition,
            "textDocument/references" => references,
            "textDocument/documentHighlight" => highlight,
            "textDocument/documentSymbol" => outline,
            "textDocument/codeAction" => code_actions,
            "codeAction/resolve" => resolve_action,
            "textDocument/formatting" => format,
            "textDocument/rangeFormatting" => format_range,
            "textDocument/foldingRange" => folds,
            "textDocument/selectionRange" => selections,
            "textDocument/semanticTokens/full" => tokens,
            "textDocument/semanticTokens/range" => tokens_of_range,
            "textDocument/inlayHint" => hints,
            "textDocument/diagnostic" => diagnostics,
            "workspace/symbol" => symbols,
            "workspace/executeCommand" => execute,
            "kifu/board" => board,
            "kifu/node" => node,
        }
    }

    fn open(&self, uri: &Uri) -> Result<&Open, Failure> {
        self.documents
            .get(&uri.0)
            .ok_or_else(|| Failure::new(ErrorCodes::InvalidParams, format!("{uri}: not open")))
    }

    fn hover(&self, params: &HoverParams) -> Answer<HoverRequest> {
        let at = &params.text_document_position_params;
        let open = self.open(&at.text_document.uri)?;
        let hover: Option<Hover> =
            hover::hover(&open.document, at.position, &self.client, &self.settings);
        Ok(hover)
    }

    fn completion(&self, params: &CompletionParams) -> Answer<CompletionRequest> {
        let at = &params.text_document_position_params;
        let open = self.open(&at.text_document.uri)?;
        let items = completion::complete(&open.document, at.position, &self.client);
        Ok(Some(CompletionResponse::CompletionItemList(items)))
    }

    fn definition(&self, params: &DefinitionParams) -> Answer<DefinitionRequest> {
        let at = &params.text_document_position_params;
        let open = self.open(&at.text_document.uri)?;
        let span = highlight::definition(&open.document, at.position);
        let location =
            span.map(|span| Location::new(at.text_document.uri.clone(), open.document.range(span)));
        Ok(location.map(|location| Definition::Location(location).into()))
    }

    fn references(&self, params: &ReferenceParams) -> Answer<ReferencesRequest> {
        let at = &params.text_document_position_params;
        let open = self.open(&at.text_document.uri)?;
        let spans = highlight::references(
            &open.document,
            at.position,
            params.context.include_declaration,
        );
        let locations = spans
            .into_iter()
            .map(|span| Location::new(at.text_document.uri.clone(), open.document.range(span)));
        Ok(Some(locations.collect()))
    }

    fn highlight(&self, params: &DocumentHighlightParams) -> Answer<DocumentHighlightRequest> {
        let at = &params.text_document_position_params;
        let open = self.open(&at.text_document.uri)?;
        let all: Vec<DocumentHighlight> = highlight::highlights(&open.document, at.position);
        Ok(Some(all))
    }

    fn outline(&self, params: &DocumentSymbolParams) -> Answer<DocumentSymbolRequest> {
        let uri = &params.text_document.uri;
        let open = self.open(uri)?;
        let outline: DocumentSymbolResponse =
            outline::outline(&open.document, uri, self.client.nested_symbols);
        Ok(Some(outline))
    }

    fn code_actions(&mut self, params: &CodeActionParams) -> Answer<CodeActionRequest> {
        let open = self.open(&params.text_document.uri)?;
        let mut actions = fixes::actions(
            open,
            params.range,
            &params.context,
            &self.client,
            &self.host,
        );
        if !self.client.resolves_edits {
            // The client resolves no actions, so the edits are computed now; impossible actions are omitted.
            let mut refused = None;
            actions.retain_mut(|action| match self.resolve(action) {
                Ok(None) => true,
                Ok(Some(notes)) => {
                    action.title = format!("{} ({notes})", action.title);
                    true
                }
                Err(failure) => {
                    if is_fix_all(action) {
                        refused = Some(failure.message);
                    }
                    false
                }
            });
            // Of the kinds of actions, this one may be requested without a menu, on save.
            if params.context.only.is_some()
                && let Some(message) = refused
            {
                self.show(MessageType::Warning, message);
            }
        }
        let actions = actions.into_iter().map(CodeActionResponse::CodeAction);
        Ok(Some(actions.collect()))
    }

    fn resolve_action(&mut self, action: &CodeAction) -> Answer<CodeActionResolveRequest> {
        let mut action = action.clone();
        if let Some(notes) = self.resolve(&mut action)? {
            let message = format!("{}: {notes}", action.title);
            self.show(MessageType::Warning, message);
        }
        Ok(action)
    }

    /// Adds the edit to an action that was offered without one. Returns what the edit leaves unchanged although it
    /// should not.
    fn resolve(&self, action: &mut CodeAction) -> Result<Option<String>, Failure> {
        let Some(data) = &action.data else {
            return Ok(None);
        };
        let chosen: Chosen = serde_json::from_value(data.clone())
            .map_err(|error| Failure::new(ErrorCodes::InvalidParams, error.to_string()))?;
        let open = self.open(&Uri(chosen.uri.clone()))?;
        let change = refactor::compute(open, &chosen)?;
        action.edit = Some(workspace_edit(open, &change.edits, &self.client));
        Ok(match &change.notes[..] {
            [] => None,
            [note] => Some(note.message.clone()),
            [note, more @ ..] => Some(format!("{}, and {} more", note.message, more.len())),
        })
    }

    fn format(&self, params: &DocumentFormattingParams) -> Answer<DocumentFormattingRequest> {
        let open = self.open(&params.text_document.uri)?;
        let edits: Result<Vec<TextEdit>, _> = format::format(open);
        edits.map(Some)
    }

    fn format_range(
        &self,
        params: &DocumentRangeFormattingParams,
    ) -> Answer<DocumentRangeFormattingRequest> {
        let open = self.open(&params.text_document.uri)?;
        let edits = format::format_range(open, params.range);
        edits.map(Some)
    }

    fn folds(&self, params: &FoldingRangeParams) -> Answer<FoldingRangeRequest> {
        let open = self.open(&params.text_document.uri)?;
        let mut folds: Vec<FoldingRange> = folding::folds(&open.document);
        if self.client.line_folding_only {
            for fold in &mut folds {
                fold.start_character = None;
                fold.end_character = None;
            }
        }
        Ok(Some(folds))
    }

    fn selections(&self, params: &SelectionRangeParams) -> Answer<SelectionRangeRequest> {
        let open = self.open(&params.text_document.uri)?;
        let all: Vec<SelectionRange> = selection::selections(&open.document, &params.positions);
        Ok(Some(all))
    }

    fn tokens(&self, params: &SemanticTokensParams) -> Answer<SemanticTokensRequest> {
        let open = self.open(&params.text_document.uri)?;
        let tokens: SemanticTokens = tokens::tokens(&open.document, None);
        Ok(Some(tokens))
    }

    fn tokens_of_range(
        &self,
        params: &SemanticTokensRangeParams,
    ) -> Answer<SemanticTokensRangeRequest> {
        let open = self.open(&params.text_document.uri)?;
        let span = open.document.span(params.range);
        Ok(Some(tokens::tokens(&open.document, Some(span))))
    }

    fn hints(&self, params: &InlayHintParams) -> Answer<InlayHintRequest> {
        let open = self.open(&params.text_document.uri)?;
        let span = open.document.span(params.range);
        let hints: Vec<InlayHint> = inlay::hints(&open.document, span, self.settings.inlay_hints);
        Ok(Some(hints))
    }

    fn diagnostics(&self, params: &DocumentDiagnosticParams) -> Answer<DocumentDiagnosticRequest> {
        let open = self.open(&params.text_document.uri)?;
        let result_id = open.result_id();
        if params.previous_result_id.as_deref() == Some(&result_id) {
            let unchanged = UnchangedDocumentDiagnosticReport::new(result_id);
            let report = RelatedUnchangedDocumentDiagnosticReport::new(None, unchanged);
            return Ok(DocumentDiagnosticReport::from(report));
        }
        let items = open.found().to_protocol(open, &self.client);
        // The check gives a large document another identifier.
        let full = FullDocumentDiagnosticReport::new(Some(open.result_id()), items);
        let report = RelatedFullDocumentDiagnosticReport::new(None, full);
        Ok(DocumentDiagnosticReport::from(report))
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "all requests are answered the same way"
    )]
    fn symbols(&mut self, params: &WorkspaceSymbolParams) -> Answer<WorkspaceSymbolRequest> {
        let columns = self.client.columns;
        let symbols = self
            .symbols
            .get_or_insert_with(|| Symbols::read(&self.host, &self.folders, columns));
        let found = symbols.find(&params.query);
        Ok(Some(WorkspaceSymbolResponse::WorkspaceSymbolList(found)))
    }

    fn execute(&mut self, params: &ExecuteCommandParams) -> Answer<ExecuteCommandRequest> {
        let uri = params.arguments.as_ref().and_then(|all| all.first());
        match (&*params.command, uri.and_then(Value::as_str)) {
            (SAVE_AS_UTF8, Some(uri)) => {
                let name = self.save_as_utf8(uri)?;
                self.read_file(uri);
                self.show(
                    MessageType::Info,
                    format!("the file was in {name}, and is in UTF-8 now"),
                );
                Ok(None)
            }
            (SAVE_AS_UTF8, None) => Err(Failure::new(
                ErrorCodes::InvalidParams,
                "the argument is the URI of a document",
            )),
            (command, _) => Err(Failure::new(
                ErrorCodes::InvalidParams,
                format!("unknown command `{command}`"),
            )),
        }
    }

    /// Writes the file of a document in UTF-8 and returns the name of its previous encoding. The file is read again,
    /// because the editor may have decoded it incorrectly.
    fn save_as_utf8(&mut self, uri: &str) -> Result<&'static str, Failure> {
        let open = self.open(&Uri(uri.to_owned()))?;
        let has_text_of_file = || {
            let disk = open.disk();
            disk.is_some_and(|disk| disk.is_equal(&open.document))
        };
        if open.is_changed && !has_text_of_file() {
            let message = "the document has changes that are not saved";
            return Err(Failure::failed(message));
        }
        let failed = |message: String| Failure::failed(format!("{uri}: {message}"));
        let old = self
            .host
            .read(uri)
            .ok_or_else(|| failed("the file cannot be read".to_owned()))?;
        let source = Source::new(old.clone(), &DecodeOptions::default());
        if let Some(doubt) = source.doubt() {
            return Err(failed(doubt.to_string()));
        }
        let name = source
            .charsets()
            .into_iter()
            .find(|charset| *charset != Charset::UTF_8)
            .map_or(Charset::UTF_8.name(), Charset::name);
        let new = Collection::from_source(source)
            .to_bytes_in(Charset::UTF_8)
            .map_err(|error| failed(error.to_string()))?;
        let replaced = self.host.replace(uri, &old, &new);
        replaced.map_err(|error| failed(error.to_string()))?;
        Ok(name)
    }

    fn board(&self, params: &BoardParams) -> Result<Option<board::BoardAnswer>, Failure> {
        let open = self.open(&params.text_document.uri)?;
        board::board(&open.document, params)
    }

    fn node(&self, params: &NodeParams) -> Result<Option<board::BoardAnswer>, Failure> {
        let open = self.open(&params.text_document.uri)?;
        board::node(&open.document, params)
    }
}

/// Whether an action applies all safe fixes.
fn is_fix_all(action: &CodeAction) -> bool {
    let kind = action.kind.clone().map(String::from);
    kind.as_deref() == Some(FIX_ALL)
}
