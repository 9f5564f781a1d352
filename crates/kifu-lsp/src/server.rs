//! The server: one message in, answers out.

mod capabilities;
mod requests;

use std::collections::{BTreeMap, BTreeSet};

use gen_lsp_types::{
    ConfigurationItem, ConfigurationParams, Diagnostic, DidChangeConfigurationParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ErrorCodes, LogMessageParams,
    MessageType, PublishDiagnosticsParams, ShowMessageParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::client::Client;
use crate::disk::Disk;
use crate::document::{Changes, Document};
use crate::host::Host;
use crate::message::{Failure, Id, Message, read};
use crate::open::{Open, Rules, late};
use crate::settings::Settings;
use crate::symbols::Symbols;

/// Minimum length in bytes of texts that are not opened: the protocol counts in 31 bits.
const LONGEST: usize = 1 << 31;

/// The phase in the life of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    ShutDown,
    /// After `exit`, with the status for the process.
    Ended(u8),
}

/// A language server for one client.
///
/// Messages are handled one by one and at once. Diagnostics of changed documents are published by
/// [`settle`](Self::settle), so that a program can wait until its queue is empty.
#[derive(Debug)]
pub struct Server<H> {
    host: H,
    phase: Phase,
    client: Client,
    settings: Settings,
    /// The settings of `initialize`, which later ones change entry by entry.
    initial_settings: Settings,
    documents: BTreeMap<String, Open>,
    /// Number of documents opened so far.
    opened: u64,
    /// Documents whose diagnostics must be published.
    pending: BTreeSet<String>,
    folders: Vec<String>,
    symbols: Option<Symbols>,
    /// Messages to send with the next answers.
    out: Vec<Message>,
    /// The number of the last request of the server.
    requests: i64,
    /// The pending request for settings.
    asked_settings: Option<Id>,
}

impl<H: Host> Server<H> {
    /// A server that waits for `initialize`.
    pub fn new(host: H) -> Self {
        Self {
            host,
            phase: Phase::New,
            client: Client::default(),
            settings: Settings::default(),
            initial_settings: Settings::default(),
            documents: BTreeMap::new(),
            opened: 0,
            pending: BTreeSet::new(),
            folders: Vec::new(),
            symbols: None,
            out: Vec::new(),
            requests: 0,
            asked_settings: None,
        }
    }

    /// Handles a message and returns the answers.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request { id, method, params } => self.request(id, &method, &params),
            Message::Notification { method, params } => self.notification(&method, &params),
            Message::Response { id, result } => self.response(&id, result),
        }
        std::mem::take(&mut self.out)
    }

    /// Whether [`settle`](Self::settle) has nothing to do.
    pub fn is_settled(&self) -> bool {
        self.pending.is_empty()
    }

    /// Checks the changed documents and returns their diagnostics.
    pub fn settle(&mut self) -> Vec<Message> {
        if self.phase == Phase::Running {
            for uri in std::mem::take(&mut self.pending) {
                self.publish(&uri);
            }
        }
        std::mem::take(&mut self.out)
    }

    /// The exit status for the process after `exit`: 0 if `shutdown` came before, otherwise 1. `None` before `exit`.
    pub const fn exit_status(&self) -> Option<u8> {
        match self.phase {
            Phase::Ended(status) => Some(status),
            _ => None,
        }
    }

    /// Answer to a request that was canceled before it was handled.
    pub fn cancel(id: Id) -> Message {
        Message::error(
            id,
            Failure {
                code: gen_lsp_types::LspErrorCodes::RequestCancelled.into(),
                message: "the request was canceled".to_owned(),
            },
        )
    }

    fn request(&mut self, id: Id, method: &str, params: &RawValue) {
        let answer = match (self.phase, method) {
            (Phase::New, "initialize") => {
                let result = read::<Value>(params).map(|params| self.initialize(&params));
                Message::answer(id, result)
            }
            (Phase::New, _) => Message::error(
                id,
                Failure::new(
                    ErrorCodes::ServerNotInitialized,
                    "the first request is `initialize`",
                ),
            ),
            (Phase::Running, "initialize") => Message::error(
                id,
                Failure::new(ErrorCodes::InvalidRequest, "`initialize` is sent once"),
            ),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Message::answer(id, Ok(()))
            }
            (Phase::Running, _) => self.answer(id, method, params),
            (Phase::ShutDown | Phase::Ended(_), _) => Message::error(
                id,
                Failure::new(ErrorCodes::InvalidRequest, "the server was shut down"),
            ),
        };
        self.out.push(answer);
    }

    /// Reads the parameters of `initialize` and returns the capabilities of the server.
    fn initialize(&mut self, params: &Value) -> gen_lsp_types::InitializeResult {
        self.phase = Phase::Running;
        self.client = Client::new(params);
        self.read_settings(&params["initializationOptions"]);
        self.initial_settings = self.settings.clone();
        let uri = |folder: &Value| folder["uri"].as_str().map(str::to_owned);
        self.folders = match params["workspaceFolders"].as_array() {
            Some(folders) => folders.iter().filter_map(uri).collect(),
            None => params["rootUri"]
                .as_str()
                .map(str::to_owned)
                .into_iter()
                .collect(),
        };
        capabilities::result(&self.client)
    }

    fn notification(&mut self, method: &str, params: &RawValue) {
        if method == "exit" {
            let status = u8::from(self.phase != Phase::ShutDown);
            self.phase = Phase::Ended(status);
            return;
        }
        if self.phase != Phase::Running {
            return;
        }
        match method {
            "initialized" => self.initialized(),
            "textDocument/didOpen" => self.take(method, params, Self::did_open),
            "textDocument/didChange" => self.take(method, params, Self::did_change),
            "textDocument/didSave" => self.take(method, params, Self::did_save),
            "textDocument/didClose" => self.take(method, params, Self::did_close),
            "workspace/didChangeConfiguration" => {
                self.take(method, params, Self::did_change_configuration);
            }
            "workspace/didChangeWatchedFiles" => {
                self.take(method, params, Self::did_change_watched_files);
            }
            "workspace/didChangeWorkspaceFolders" => {
                self.take(method, params, Self::did_change_folders);
            }
            // Other notifications may be ignored; those with `$/` always.
            _ => {}
        }
    }

    /// Handles a notification, or logs that it is invalid.
    fn take<P: DeserializeOwned>(
        &mut self,
        method: &str,
        params: &RawValue,
        handle: impl FnOnce(&mut Self, P),
    ) {
        match read(params) {
            Ok(params) => handle(self, params),
            Err(failure) => {
                let message = format!("{method}: {}", failure.message);
                self.notify(
                    "window/logMessage",
                    &LogMessageParams::new(MessageType::Error, message),
                );
            }
        }
    }

    fn response(&mut self, id: &Id, result: Result<Box<RawValue>, Failure>) {
        if self.asked_settings.as_ref() != Some(id) {
            return;
        }
        self.asked_settings = None;
        let Ok(values) = result.and_then(|result| read::<Vec<Value>>(&result)) else {
            return;
        };
        if let Some(value) = values.first().filter(|value| !value.is_null()) {
            self.set_settings(value);
        }
    }

    fn initialized(&mut self) {
        if self.client.watches_files {
            let params = capabilities::watchers();
            self.ask("client/registerCapability", &params);
        }
    }

    fn did_open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let uri = item.uri.0;
        if item.text.len() >= LONGEST {
            self.show(
                MessageType::Warning,
                format!("{uri}: the text is too long for the protocol"),
            );
            return;
        }
        let document = Document::new(item.version, self.client.columns, item.text);
        let disk = self.host.read(&uri).map(Disk::new);
        let rules = self.rules(&uri);
        self.documents.insert(
            uri.clone(),
            Open::new(self.opened, uri.clone(), document, rules, disk),
        );
        self.opened += 1;
        self.pending.insert(uri);
    }

    /// The rules of a document, from `kifu.toml` and the settings. Shows each problem of the configuration once for all
    /// documents.
    fn rules(&mut self, uri: &str) -> Rules {
        let mut problems = Vec::new();
        let configured = self.host.rules(uri).unwrap_or_else(|error| {
            problems.push(error.to_string());
            kifu_lint::Options::default()
        });
        let options = self.settings.rules(configured);
        let unknown: Vec<&str> = options.unknown().collect();
        if !unknown.is_empty() {
            problems.push(format!("unknown rules: {}", unknown.join(", ")));
        }
        for problem in &problems {
            let mut shown = self
                .documents
                .values()
                .flat_map(|open| &open.rules.problems);
            if !shown.any(|shown| shown == problem) {
                self.show(MessageType::Warning, problem.clone());
            }
        }
        Rules { options, problems }
    }

    fn did_change(&mut self, params: Changes) {
        let identifier = params.text_document;
        let uri = identifier.text_document_identifier.uri.0;
        if let Some(open) = self.documents.get_mut(&uri) {
            let changes = params.content_changes;
            let is_replaced = open.document.change(identifier.version, changes);
            open.changed(is_replaced);
            if open.is_late() {
                let is_news = !std::mem::replace(&mut open.is_announced, true);
                if is_news {
                    self.show(MessageType::Info, late(&uri));
                }
            }
            self.pending.insert(uri);
        }
    }

    fn did_save(&mut self, params: DidSaveTextDocumentParams) {
        let uri = params.text_document.uri.0;
        if is_configuration(&uri) {
            self.configuration_changed();
            return;
        }
        // Not every client watches `kifu.toml`, and none does outside of its folders.
        self.read_rules();
        if let Some(open) = self.documents.get_mut(&uri) {
            open.is_changed = false;
            open.set_disk(None);
            self.read_file(&uri);
        }
        self.update_symbols(&uri);
    }

    /// Reads the symbols of a file again.
    fn update_symbols(&mut self, uri: &str) {
        if let Some(symbols) = &mut self.symbols {
            symbols.update(&self.host, &self.folders, uri, self.client.columns);
        }
    }

    /// Reads the file of an open document again, and checks the document if the file changed.
    fn read_file(&mut self, uri: &str) {
        let Some(open) = self.documents.get_mut(uri) else {
            return;
        };
        let bytes = self.host.read(uri);
        if let (Some(disk), Some(bytes)) = (open.disk(), &bytes)
            && disk.has_bytes(bytes)
        {
            return;
        }
        open.set_disk(bytes.map(Disk::new));
        open.reset();
        self.pending.insert(uri.to_owned());
        self.refresh();
    }

    fn did_close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri.0;
        self.pending.remove(&uri);
        if self.documents.remove(&uri).is_some() && !self.client.pulls_diagnostics {
            self.send_diagnostics(&uri, None, Vec::new());
        }
    }

    fn did_change_configuration(&mut self, params: DidChangeConfigurationParams) {
        match params.settings {
            // The client expects a request for its configuration.
            Value::Null => {
                let item = ConfigurationItem {
                    scope_uri: None,
                    section: Some("kifu".to_owned()),
                };
                let params = ConfigurationParams::new(vec![item]);
                self.asked_settings = self.ask("workspace/configuration", &params);
            }
            settings => self.set_settings(&settings),
        }
    }

    fn set_settings(&mut self, value: &Value) {
        self.read_settings(value);
        self.configuration_changed();
        if self.client.refreshes_hints {
            self.ask("workspace/inlayHint/refresh", &());
        }
    }

    /// Reads settings, and shows their problems.
    fn read_settings(&mut self, value: &Value) {
        let (settings, problems) = self.initial_settings.with(value);
        self.settings = settings;
        if !problems.is_empty() {
            let message = format!("settings of Kifu: {}", problems.join("; "));
            self.show(MessageType::Warning, message);
        }
    }

    /// Reads the rules of all documents again, and shows problems of the configuration again.
    fn configuration_changed(&mut self) {
        for open in self.documents.values_mut() {
            open.rules.problems.clear();
        }
        self.read_rules();
    }

    /// Reads the rules of all documents again, and checks the documents whose rules changed.
    fn read_rules(&mut self) {
        let uris: Vec<String> = self.documents.keys().cloned().collect();
        let mut is_changed = false;
        for uri in uris {
            let rules = self.rules(&uri);
            if let Some(open) = self.documents.get_mut(&uri)
                && open.rules != rules
            {
                if open.rules.options != rules.options {
                    open.reset();
                    self.pending.insert(uri);
                    is_changed = true;
                }
                open.rules = rules;
            }
        }
        if is_changed {
            self.refresh();
        }
    }

    /// Asks the client to pull diagnostics again.
    fn refresh(&mut self) {
        if self.client.pulls_diagnostics && self.client.refreshes_diagnostics {
            self.ask("workspace/diagnostic/refresh", &());
        }
    }

    fn did_change_watched_files(&mut self, params: DidChangeWatchedFilesParams) {
        let mut has_configuration = false;
        for change in params.changes {
            let uri = change.uri.0;
            if is_configuration(&uri) {
                has_configuration = true;
                continue;
            }
            self.read_file(&uri);
            self.update_symbols(&uri);
        }
        if has_configuration {
            self.configuration_changed();
        }
    }

    fn did_change_folders(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let event = params.event;
        self.folders
            .retain(|folder| !event.removed.iter().any(|removed| removed.uri.0 == *folder));
        self.folders
            .extend(event.added.into_iter().map(|folder| folder.uri.0));
        self.symbols = None;
    }

    /// Publishes the diagnostics of a document, unless the client pulls them. Those of a large document stay as they are
    /// while it changes: editors move them with the text.
    fn publish(&mut self, uri: &str) {
        if self.client.pulls_diagnostics {
            return;
        }
        if let Some(open) = self.documents.get(uri)
            && let Some(found) = open.current()
        {
            let version = open.document.version;
            let diagnostics = found.to_protocol(open, &self.client);
            self.send_diagnostics(uri, Some(version), diagnostics);
        }
    }

    fn send_diagnostics(&mut self, uri: &str, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        let params = PublishDiagnosticsParams::new(Uri(uri.to_owned()), version, diagnostics);
        self.notify("textDocument/publishDiagnostics", &params);
    }

    /// Shows a message to the user.
    fn show(&mut self, kind: MessageType, message: String) {
        self.notify("window/showMessage", &ShowMessageParams::new(kind, message));
    }

    fn notify(&mut self, method: &str, params: &impl Serialize) {
        self.out.extend(Message::notification(method, params).ok());
    }

    /// Sends a request without waiting for the answer.
    fn ask(&mut self, method: &str, params: &impl Serialize) -> Option<Id> {
        self.requests += 1;
        let id = Id::String(format!("kifu-{}", self.requests));
        let message = Message::request(id.clone(), method, params).ok()?;
        self.out.push(message);
        Some(id)
    }
}

/// Whether a URI is that of a configuration file.
fn is_configuration(uri: &str) -> bool {
    uri.ends_with("/kifu.toml")
}
