//! Runs the files of `tests/lsp`: what a client sends, and what it expects.
//!
//! `‸` in a text marks places, numbered from 0. In results, positions are written `line:column`, and ranges
//! `line:column-line:column`. An object is expected to have the entries that are given, a list exactly the items.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::client::{Client, Files, able};

const MARK: char = '‸';

#[test]
fn messages_are_answered_as_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    assert!(names.len() > 10, "the files are there");
    let mut failures = Vec::new();
    for path in names {
        let text = std::fs::read_to_string(&path).expect("a file");
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let file: Value = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        failures.extend(
            run(&file)
                .into_iter()
                .map(|failure| format!("{name}: {failure}")),
        );
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Runs a file, and returns what was not as expected.
fn run(file: &Value) -> Vec<String> {
    let mut files = Files::default();
    for file in file["file"].as_array().into_iter().flatten() {
        let uri = file["uri"].as_str().expect("a URI").to_owned();
        let bytes = match file["hex"].as_str() {
            Some(hex) => bytes_of(hex),
            None => file["text"].as_str().expect("a text").as_bytes().to_vec(),
        };
        files.bytes.borrow_mut().insert(uri, bytes);
    }
    if let Some(uri) = file["configuration"]["uri"].as_str() {
        let text = file["configuration"]["text"].as_str().map(str::to_owned);
        files.configuration = Some((uri.to_owned(), text));
    }
    let mut capabilities = able();
    merge(&mut capabilities, &file["capabilities"]);
    let shared = files.clone();
    let mut client = Client::new(files, &capabilities, &file["settings"]);
    let mut run = Run {
        client: &mut client,
        files: shared,
        uri: "file:///games/a.sgf".to_owned(),
        marks: Vec::new(),
        failures: Vec::new(),
    };
    for (number, step) in file["step"].as_array().expect("steps").iter().enumerate() {
        let before = run.failures.len();
        run.step(step);
        for failure in &mut run.failures[before..] {
            *failure = format!("step {number}: {failure}");
        }
    }
    run.failures
}

struct Run<'c> {
    client: &'c mut Client,
    files: Files,
    uri: String,
    /// Where the marks were in the text.
    marks: Vec<usize>,
    failures: Vec<String>,
}

impl Run<'_> {
    fn step(&mut self, step: &Value) {
        if let Some(text) = step["open"].as_str() {
            if let Some(uri) = step["uri"].as_str() {
                uri.clone_into(&mut self.uri);
            }
            let text = self.marked(text);
            self.client.open(&self.uri, &text);
        }
        if let Some(new) = step["insert"].as_str() {
            let at = self.mark(step);
            self.client.change(&self.uri, at..at, new);
        }
        if let Some(new) = step["replace"].as_str() {
            let text = self.marked(new);
            self.client.replace(&self.uri, &text);
        }
        if let Some(uri) = step["write"].as_str() {
            let text = step["bytes"].as_str().expect("a text");
            let mut files = self.files.bytes.borrow_mut();
            files.insert(uri.to_owned(), text.as_bytes().to_vec());
        }
        if step["save"] == true {
            let uri = step["uri"].as_str().unwrap_or(&self.uri);
            let params = json!({"textDocument": {"uri": uri}});
            self.client.notify("textDocument/didSave", &params);
        }
        if step["close"] == true {
            let params = json!({"textDocument": {"uri": self.uri}});
            self.client.notify("textDocument/didClose", &params);
        }
        if let Some(method) = step["notify"].as_str() {
            self.client.notify(method, &step["params"]);
        }
        if let Some(method) = step["request"].as_str() {
            self.request(method, step);
        }
        if !step["published"].is_null() {
            let found = self.client.published(&self.uri).cloned();
            self.expect("published", &step["published"], &found.unwrap_or_default());
        }
        if !step["received"].is_null() {
            let received = std::mem::take(&mut self.client.received);
            let received: Vec<Value> = received
                .into_iter()
                .map(|(method, params)| json!({"method": method, "params": params}))
                .collect();
            self.expect("received", &step["received"], &Value::Array(received));
        }
        if let Some(hex) = step["file"].as_str() {
            let bytes = self.files.bytes.borrow().get(&self.uri).cloned();
            let expected = bytes_of(hex);
            if bytes.as_ref() != Some(&expected) {
                self.failures.push(format!("the file is {bytes:02x?}"));
            }
        }
    }

    /// A text without its marks.
    fn marked(&mut self, text: &str) -> String {
        self.marks.clear();
        let mut plain = String::new();
        for char in text.chars() {
            if char == MARK {
                self.marks.push(plain.len());
            } else {
                plain.push(char);
            }
        }
        plain
    }

    fn mark(&self, step: &Value) -> usize {
        let number = step["at"].as_u64().unwrap_or(0);
        self.marks[usize::try_from(number).expect("a number")]
    }

    fn request(&mut self, method: &str, step: &Value) {
        let text = self
            .client
            .texts
            .get(&self.uri)
            .cloned()
            .unwrap_or_default();
        let mut params = json!({"textDocument": {"uri": self.uri}});
        let position = |mark: usize| self.client.position(&text, mark);
        if let Some(mark) = self.marks.get(step["at"].as_u64().unwrap_or(0) as usize) {
            params["position"] = position(*mark);
            params["positions"] = json!([position(*mark)]);
        }
        let (start, end) = match self.marks[..] {
            [] => (0, text.len()),
            [one] => (one, one),
            [first, second, ..] => (first, second),
        };
        params["range"] = json!({"start": position(start), "end": position(end)});
        params["context"] =
            json!({"diagnostics": [], "includeDeclaration": true, "triggerKind": 1});
        params["options"] = json!({"tabSize": 4, "insertSpaces": true});
        merge(&mut params, &step["params"]);
        let answer = self.client.request(method, &params);
        let result = match (answer, step["error"].as_i64()) {
            (Ok(result), None) => result,
            (Err(error), Some(code)) => {
                if error["code"] != code {
                    self.failures.push(format!("error {error}"));
                }
                self.expect("message", &step["message"], &error["message"]);
                return;
            }
            (answer, _) => {
                self.failures.push(format!("{answer:?}"));
                return;
            }
        };
        let chosen = match step["title"].as_str() {
            Some(title) => {
                let all = result.as_array().cloned().unwrap_or_default();
                let Some(action) = all.iter().find(|action| action["title"] == title) else {
                    let titles: Vec<&Value> = all.iter().map(|action| &action["title"]).collect();
                    self.failures
                        .push(format!("no action {title:?} in {titles:?}"));
                    return;
                };
                action.clone()
            }
            None => result,
        };
        if let Some(expected) = step["text"].as_str() {
            let edits = if chosen.is_array() {
                Ok(chosen.clone())
            } else {
                self.client.edits_of(&chosen, &self.uri)
            };
            match edits {
                Ok(edits) => {
                    let new = self.client.edited(&text, &edits);
                    if new != expected {
                        self.failures.push(format!("the text becomes {new:?}"));
                    }
                    self.expect("edits", &step["edits"], &edits);
                }
                Err(error) => self.failures.push(format!("no edits: {error}")),
            }
        }
        self.expect("result", &step["result"], &chosen);
        for wanted in step["contains"].as_array().into_iter().flatten() {
            let wanted = wanted.as_str().expect("a text");
            if !strings(&chosen).contains(wanted) {
                self.failures
                    .push(format!("{wanted:?} is not in {:.600}", strings(&chosen)));
            }
        }
        for unwanted in step["lacks"].as_array().into_iter().flatten() {
            let unwanted = unwanted.as_str().expect("a text");
            if strings(&chosen).contains(unwanted) {
                self.failures
                    .push(format!("{unwanted:?} is in {:.600}", strings(&chosen)));
            }
        }
        if let Some(labels) = step["labels"].as_array() {
            let found: Vec<&Value> = chosen
                .as_array()
                .into_iter()
                .flatten()
                .map(|item| item.get("label").unwrap_or(&item["title"]))
                .collect();
            if !found.iter().copied().eq(labels) {
                let found: Vec<String> = found.iter().map(ToString::to_string).collect();
                self.failures.push(format!("labels {}", found.join(", ")));
            }
        }
    }

    fn expect(&mut self, what: &str, expected: &Value, found: &Value) {
        if expected.is_null() {
            return;
        }
        let found = short(found);
        if !fits(expected, &found) {
            self.failures.push(format!("{what} is {found:#}"));
        }
    }
}

/// Whether a value has what is expected.
fn fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => expected.iter().all(|(name, value)| {
            let own = found.get(name);
            // `none` is what TOML has no word for.
            (value == "none" && own.is_none_or(Value::is_null))
                || own.is_some_and(|own| fits(value, own))
        }),
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len()
                && expected
                    .iter()
                    .zip(found)
                    .all(|(one, other)| fits(one, other))
        }
        (Value::String(expected), Value::Null) => expected == "none",
        _ => expected == found,
    }
}

/// A value with positions and ranges as strings.
fn short(value: &Value) -> Value {
    match value {
        Value::Object(entries) => {
            let entries: Map<String, Value> = entries
                .iter()
                .map(|(name, value)| (name.clone(), short(value)))
                .collect();
            let get = |name: &str| entries.get(name);
            match (
                entries.len(),
                get("line"),
                get("character"),
                get("start"),
                get("end"),
            ) {
                (2, Some(line), Some(column), _, _) => json!(format!("{line}:{column}")),
                (2, _, _, Some(Value::String(start)), Some(Value::String(end))) => {
                    json!(format!("{start}-{end}"))
                }
                _ => Value::Object(entries),
            }
        }
        Value::Array(items) => items.iter().map(short).collect(),
        _ => value.clone(),
    }
}

/// All strings of a value, a line each.
fn strings(value: &Value) -> String {
    let mut all = String::new();
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => {
                all.push_str(text);
                all.push('\n');
            }
            Value::Array(items) => left.extend(items.iter().rev()),
            Value::Object(entries) => left.extend(entries.values()),
            _ => {}
        }
    }
    all
}

/// Adds the entries of one object to another.
fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name).or_insert(Value::Null), value);
            }
        }
        (_, Value::Null) => {}
        (into, from) => *into = from.clone(),
    }
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex.chars().filter_map(|char| char.to_digit(16)).collect();
    digits
        .chunks(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).expect("two digits"))
        .collect()
}
