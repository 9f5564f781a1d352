//! A client: it keeps the text of documents as an editor does, and counts positions in a way of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use kifu_lint::Options;
use kifu_lsp::{Host, HostError, Id, Message, Server};
use serde_json::{Value, json};

/// Files that a test gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) bytes: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
    pub(crate) options: Options,
    pub(crate) configuration: Option<(String, Option<String>)>,
}

impl Host for Files {
    fn read(&self, uri: &str) -> Option<Vec<u8>> {
        self.bytes.borrow().get(uri).cloned()
    }

    fn rules(&self, _: &str) -> Result<Options, HostError> {
        let Some(bytes) = self.read("file:///games/kifu.toml") else {
            return Ok(self.options.clone());
        };
        let config: Value = toml::from_slice(&bytes).map_err(|_| "kifu.toml: not TOML")?;
        let ignored = config["ignore"].as_array().into_iter().flatten();
        Ok(Options::default().with_ignore(ignored.filter_map(Value::as_str)))
    }

    fn configuration(&self, _: &str) -> Option<(String, Option<String>)> {
        self.configuration.clone()
    }

    fn records(&self, folder: &str, give: &mut dyn FnMut(&str, Vec<u8>) -> ControlFlow<()>) {
        for (uri, bytes) in self.bytes.borrow().iter() {
            if uri.starts_with(folder) && give(uri, bytes.clone()).is_break() {
                return;
            }
        }
    }

    fn record(&self, folder: &str, uri: &str) -> Option<String> {
        // One of the names that a client may write in another way.
        let uri = uri.replace("%28", "(").replace("%29", ")");
        (uri.starts_with(folder) && uri.contains(".sgf")).then_some(uri)
    }

    fn replace(&self, uri: &str, old: &[u8], new: &[u8]) -> Result<(), HostError> {
        let mut files = self.bytes.borrow_mut();
        match files.get_mut(uri) {
            Some(bytes) if bytes == old => {
                *bytes = new.to_vec();
                Ok(())
            }
            _ => Err("it changed".into()),
        }
    }
}

/// A client with its server.
pub(crate) struct Client {
    pub(crate) server: Server<Files>,
    requests: i64,
    is_utf8: bool,
    pub(crate) texts: BTreeMap<String, String>,
    versions: BTreeMap<String, i64>,
    /// The messages that the server sent on its own since the last look.
    pub(crate) received: Vec<(String, Value)>,
}

/// Capabilities of a client that can do everything.
pub(crate) fn able() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"], "markdown": {"parser": "other"}},
        "textDocument": {
            "publishDiagnostics": {"relatedInformation": true, "codeDescriptionSupport": true},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "completion": {"completionItem": {"snippetSupport": true}},
            "codeAction": {"resolveSupport": {"properties": ["edit"]}},
        },
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
    })
}

impl Client {
    pub(crate) fn new(files: Files, capabilities: &Value, options: &Value) -> Self {
        let is_utf8 = capabilities["general"]["positionEncodings"][0] == "utf-8";
        let mut client = Self {
            server: Server::new(files),
            requests: 0,
            is_utf8,
            texts: BTreeMap::new(),
            versions: BTreeMap::new(),
            received: Vec::new(),
        };
        let params = json!({
            "capabilities": capabilities,
            "initializationOptions": options,
            "workspaceFolders": [{"uri": "file:///games/", "name": "games"}],
        });
        let answer = client.request("initialize", &params).expect("an answer");
        let encoding = if is_utf8 { "utf-8" } else { "utf-16" };
        assert_eq!(answer["capabilities"]["positionEncoding"], encoding);
        client.notify("initialized", &json!({}));
        client
    }

    /// Sends a message as bytes, and takes what comes back. Returns the answer with an `id`.
    fn send(&mut self, message: &Value) -> Option<Result<Value, Value>> {
        let bytes = serde_json::to_vec(message).expect("JSON");
        let message = Message::parse(&bytes).expect("a message");
        let mut answers = self.server.handle(message);
        answers.extend(self.server.settle());
        assert!(self.server.is_settled());
        let mut result = None;
        for answer in answers {
            let value: Value = serde_json::from_slice(&answer.to_json()).expect("JSON");
            assert_eq!(value["jsonrpc"], "2.0");
            if let Some(method) = value["method"].as_str() {
                self.received
                    .push((method.to_owned(), value["params"].clone()));
            } else if value["error"].is_object() {
                result = Some(Err(value["error"].clone()));
            } else {
                assert!(matches!(
                    answer,
                    Message::Response {
                        id: Id::Number(_),
                        ..
                    }
                ));
                result = Some(Ok(value["result"].clone()));
            }
        }
        result
    }

    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.requests += 1;
        let message =
            json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params});
        self.send(&message).expect("an answer")
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) {
        let answer = self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
        assert_eq!(answer, None);
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        self.texts.insert(uri.to_owned(), text.to_owned());
        self.versions.insert(uri.to_owned(), 1);
        let document = json!({"uri": uri, "languageId": "sgf", "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Replaces a range of bytes, and tells the server.
    pub(crate) fn change(&mut self, uri: &str, range: std::ops::Range<usize>, new: &str) {
        let text = &self.texts[uri];
        let change = json!({
            "range": {"start": self.position(text, range.start), "end": self.position(text, range.end)},
            "text": new,
        });
        let mut text = text.clone();
        text.replace_range(range, new);
        self.texts.insert(uri.to_owned(), text);
        self.send_changes(uri, &[change]);
    }

    /// Replaces the whole text.
    pub(crate) fn replace(&mut self, uri: &str, new: &str) {
        self.texts.insert(uri.to_owned(), new.to_owned());
        self.send_changes(uri, &[json!({"text": new})]);
    }

    fn send_changes(&mut self, uri: &str, changes: &[Value]) {
        let version = self.versions.get_mut(uri).expect("an open document");
        *version += 1;
        let document = json!({"uri": uri, "version": *version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", &params);
    }

    /// The position of an offset in a text.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Value {
        let before = &text[..offset];
        let (mut line, mut start) = (0, 0);
        let bytes = text.as_bytes();
        for at in 0..offset {
            let ends =
                bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                line += 1;
                start = at + 1;
            }
        }
        let column = if self.is_utf8 {
            offset - start
        } else {
            before[start..].encode_utf16().count()
        };
        json!({"line": line, "character": column})
    }

    /// The offset of a position in a text.
    pub(crate) fn offset(&self, text: &str, position: &Value) -> usize {
        let mut boundaries = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        boundaries
            .find(|at| self.position(text, *at) == *position)
            .unwrap_or_else(|| panic!("{position} is no position of {text:?}"))
    }

    /// A text after the edits of the server, which are in any order and do not overlap.
    pub(crate) fn edited(&self, text: &str, edits: &Value) -> String {
        let edits = edits.as_array().expect("edits");
        let mut edits: Vec<(usize, usize, usize, &str)> = edits
            .iter()
            .enumerate()
            .map(|(number, edit)| {
                let range = &edit["range"];
                let at = |side: &str| {
                    let offset = self.offset(text, &range[side]);
                    let (before, after) = text.split_at(offset);
                    // The protocol has no position there.
                    assert!(
                        !before.ends_with('\r') || !after.starts_with('\n'),
                        "{edit}"
                    );
                    offset
                };
                let new = edit["newText"].as_str().expect("a text");
                (at("start"), at("end"), number, new)
            })
            .collect();
        edits.sort_by_key(|(start, end, number, _)| (*start, *end, *number));
        let mut new = String::new();
        let mut end = 0;
        for (from, to, _, replacement) in edits {
            assert!(from >= end, "edits overlap");
            new.push_str(&text[end..from]);
            new.push_str(replacement);
            end = to;
        }
        new + &text[end..]
    }

    /// The edits that a code action makes in a document, after it is resolved.
    pub(crate) fn edits_of(&mut self, action: &Value, uri: &str) -> Result<Value, Value> {
        let mut action = action.clone();
        if action["edit"].is_null() {
            action = self.request("codeAction/resolve", &action)?;
        }
        let edit = &action["edit"];
        if let Some(changes) = edit["documentChanges"].as_array() {
            let change = changes
                .iter()
                .find(|change| change["textDocument"]["uri"] == uri)
                .expect("a change of the document");
            return Ok(change["edits"].clone());
        }
        Ok(edit["changes"][uri].clone())
    }

    /// The diagnostics that were published last for a document.
    pub(crate) fn published(&self, uri: &str) -> Option<&Value> {
        self.received
            .iter()
            .rev()
            .find(|(method, params)| {
                method == "textDocument/publishDiagnostics" && params["uri"] == uri
            })
            .map(|(_, params)| &params["diagnostics"])
    }
}
