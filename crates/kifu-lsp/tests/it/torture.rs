//! Messages that no good client sends.

use kifu_lsp::{Message, NoFiles, Server};
use serde_json::{Value, json};

use crate::client::{Client, Files, able};

fn answer(server: &mut Server<NoFiles>, bytes: &[u8]) -> Vec<Value> {
    let answers = match Message::parse(bytes) {
        Ok(message) => server.handle(message),
        Err(answer) => vec![*answer],
    };
    let json = |message: &Message| serde_json::from_slice(&message.to_json()).expect("JSON");
    answers.iter().map(json).collect()
}

fn code(answers: &[Value]) -> i64 {
    answers[0]["error"]["code"].as_i64().expect("an error")
}

#[test]
fn bytes_that_are_no_message_are_answered() {
    let mut server = Server::new(NoFiles);
    for (bytes, expected) in [
        (&b""[..], -32700),
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b"3", -32600),
        (b"{}", -32600),
        (b"{\"id\":true,\"method\":\"x\"}", -32600),
        (b"{\"method\":3}", -32600),
    ] {
        let answers = answer(&mut server, bytes);
        assert_eq!(code(&answers), expected, "{bytes:?}: {answers:?}");
        assert_eq!(answers[0]["id"], Value::Null);
    }
    // A readable identifier is answered, so that the client does not wait.
    let answers = answer(&mut server, b"{\"id\":7,\"method\":3}");
    assert_eq!((code(&answers), &answers[0]["id"]), (-32600, &json!(7)));
    let deep = [
        b"{\"id\":1,\"method\":\"x\",\"params\":".to_vec(),
        vec![b'['; 1 << 20],
    ]
    .concat();
    assert_eq!(code(&answer(&mut server, &deep)), -32700);
}

#[test]
fn a_server_is_begun_once_and_ended_in_order() {
    let mut server = Server::new(NoFiles);
    let hover = br#"{"id":1,"method":"textDocument/hover","params":{}}"#;
    assert_eq!(code(&answer(&mut server, hover)), -32002);
    assert!(
        answer(
            &mut server,
            br#"{"method":"textDocument/didOpen","params":{}}"#
        )
        .is_empty()
    );
    let begin = br#"{"id":"a","method":"initialize","params":{"capabilities":{}}}"#;
    assert_eq!(answer(&mut server, begin)[0]["id"], "a");
    assert_eq!(code(&answer(&mut server, begin)), -32600);
    assert_eq!(code(&answer(&mut server, hover)), -32602);
    assert!(answer(&mut server, br#"{"method":"$/unknown"}"#).is_empty());
    assert!(answer(&mut server, br#"{"id":9,"result":null}"#).is_empty());
    assert_eq!(server.exit_status(), None);
    let end = answer(&mut server, br#"{"id":2,"method":"shutdown"}"#);
    assert_eq!(end[0], json!({"jsonrpc": "2.0", "id": 2, "result": null}));
    assert_eq!(code(&answer(&mut server, hover)), -32600);
    assert!(answer(&mut server, br#"{"method":"exit"}"#).is_empty());
    assert_eq!(server.exit_status(), Some(0));
}

#[test]
fn an_end_without_shutdown_is_a_failure() {
    let mut server = Server::new(NoFiles);
    answer(&mut server, br#"{"method":"exit"}"#);
    assert_eq!(server.exit_status(), Some(1));
}

#[test]
fn strange_capabilities_and_settings_harm_nothing() {
    let mut server = Server::new(NoFiles);
    let begin = br#"{"id":1,"method":"initialize","params":{"capabilities":[1],"initializationOptions":{"board":7},
        "workspaceFolders":"x"}}"#;
    let answers = answer(&mut server, begin);
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(
        answers[0]["params"]["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("settings of Kifu"))
    );
    assert!(answers[1]["result"]["capabilities"].is_object());
}

#[test]
fn changes_of_unknown_documents_and_impossible_ranges_are_taken() {
    let mut client = Client::new(Files::default(), &able(), &Value::Null);
    let uri = "file:///a.sgf";
    let change = |line: u64, character: u64, text: &str| {
        let at = json!({"line": line, "character": character});
        json!({
            "textDocument": {"uri": uri, "version": 2},
            "contentChanges": [{"range": {"start": at, "end": {"line": 0, "character": 0}}, "text": text}],
        })
    };
    client.notify("textDocument/didChange", &change(0, 0, "x"));
    client.notify(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": uri}}),
    );
    client.open(uri, "(;B[aa])");
    client.notify(
        "textDocument/didChange",
        &change(4_000_000_000, 4_000_000_000, ""),
    );
    client.notify(
        "textDocument/didChange",
        &change(0, 4_000_000_000, "(;C[end])"),
    );
    let params = json!({"textDocument": {"uri": uri}});
    let symbols = client
        .request("textDocument/documentSymbol", &params)
        .expect("symbols");
    assert_eq!(symbols.as_array().map(Vec::len), Some(2), "{symbols}");
}

/// A range that cannot be read is not the absence of one, which would replace the whole text.
#[test]
fn changes_with_an_invalid_range_are_refused() {
    let mut client = Client::new(Files::default(), &able(), &Value::Null);
    let uri = "file:///a.sgf";
    let text = "(;FF[4]GM[1]SZ[19];B[zz])";
    client.open(uri, text);
    let start = json!({"line": 0, "character": 0});
    for range in [
        json!({"start": {"line": -1, "character": 0}, "end": start}),
        json!({"start": start, "end": {"line": 4_294_967_296_u64, "character": 0}}),
        json!({"start": {"line": 0, "character": 0.0}, "end": start}),
        json!({"start": start}),
        json!(3),
    ] {
        client.received.clear();
        let params = json!({
            "textDocument": {"uri": uri, "version": 2},
            "contentChanges": [{"range": range, "text": "x"}],
        });
        client.notify("textDocument/didChange", &params);
        let [(method, message)] = &client.received[..] else {
            panic!("{range}: {:?}", client.received);
        };
        assert_eq!(method, "window/logMessage", "{range}");
        let message = message["message"].as_str().expect("a message");
        assert!(message.starts_with("textDocument/didChange: "), "{message}");
        let params = json!({"textDocument": {"uri": uri}});
        let found = client.request("textDocument/diagnostic", &params);
        let found = found.expect("diagnostics");
        assert_eq!(found["items"][0]["code"], "V207", "{range}: {found}");
    }
}

/// Variations nested very deep, and moves in a row: no recursion, and nested answers that a client can parse.
#[test]
fn deep_trees_are_shown_to_a_bounded_depth() {
    let mut client = Client::new(Files::default(), &able(), &Value::Null);
    let uri = "file:///a.sgf";
    let depth = 20_000;
    let text = format!("{}{}", "(;B[aa](;W[bb])".repeat(depth), ")".repeat(depth));
    client.open(uri, &text);
    let at = client.position(&text, text.find(")))").expect("the deepest node") - 2);
    let document = json!({"uri": uri});
    for (method, more) in [
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/selectionRange", json!({"positions": [at]})),
        ("textDocument/hover", json!({"position": at})),
        ("textDocument/documentHighlight", json!({"position": at})),
        ("textDocument/semanticTokens/full", json!({})),
    ] {
        let mut params = more;
        params["textDocument"] = document.clone();
        let found = client.request(method, &params).expect(method);
        let mut depth = 0;
        let mut level = vec![&found];
        while !level.is_empty() {
            depth += 1;
            level = level
                .into_iter()
                .flat_map(|value| match value {
                    Value::Array(items) => items.iter().collect::<Vec<_>>(),
                    Value::Object(entries) => entries.values().collect(),
                    _ => Vec::new(),
                })
                .collect();
        }
        assert!(depth < 120, "{method}: {depth}");
    }
}

/// What is no game record stays as it is, whatever its length.
#[test]
fn a_text_without_a_game_has_no_fixes() {
    let mut client = Client::new(Files::default(), &able(), &Value::Null);
    let long = "(".repeat(100_000);
    for (number, text) in ["", "text", "()", "(]", "\u{feff}(\0)", &long]
        .into_iter()
        .enumerate()
    {
        let uri = format!("file:///{number}.sgf");
        client.open(&uri, text);
        let start = json!({"line": 0, "character": 0});
        let params = json!({
            "textDocument": {"uri": uri},
            "range": {"start": start, "end": start},
            "context": {"diagnostics": [], "only": ["source.fixAll"]},
        });
        let actions = client.request("textDocument/codeAction", &params);
        let actions = actions.expect("an answer");
        let edits = client.edits_of(&actions[0], &uri).expect("edits");
        assert_eq!(edits, json!([]), "{text:.20}");
    }
}

/// A document that is not checked while it changes: its findings have the offsets of an earlier text.
#[test]
fn findings_of_an_earlier_text_have_no_fix() {
    let mut client = Client::new(Files::default(), &able(), &Value::Null);
    let uri = "file:///a.sgf";
    let text = format!(
        "(;FF[4]GM[1]SZ[9]RE[w+1];B[aa])\n(;C[{}])",
        "x".repeat(21 << 20)
    );
    client.open(uri, &text);
    let fixes = |client: &mut Client| {
        let at = json!({"line": 0, "character": 20});
        let params = json!({
            "textDocument": {"uri": uri},
            "range": {"start": at, "end": at},
            "context": {"diagnostics": [], "only": ["quickfix"]},
        });
        let actions = client.request("textDocument/codeAction", &params);
        actions.expect("actions").as_array().map_or(0, Vec::len)
    };
    assert_eq!(fixes(&mut client), 1);
    client.received.clear();
    client.change(uri, 0..0, "(;FF[4]GM[1]SZ[9]PB[keep me])");
    assert_eq!(fixes(&mut client), 0);
    let [(method, message)] = &client.received[..] else {
        panic!("{:?}", client.received);
    };
    assert_eq!(method, "window/showMessage");
    let expected = "file:///a.sgf: a document of 20 MB or more is checked when it is opened and saved, not while it changes";
    assert_eq!(message["message"], expected);
    client.received.clear();
    client.change(uri, 0..0, "\n");
    assert!(client.received.is_empty(), "{:?}", client.received);
    client.notify(
        "textDocument/didSave",
        &json!({"textDocument": {"uri": uri}}),
    );
    let found = client.published(uri).expect("diagnostics");
    assert_eq!(
        found[0]["range"]["start"],
        json!({"line": 1, "character": 49})
    );
}

/// A client that pulls the diagnostics of a large document keeps those that it has.
#[test]
fn pulled_findings_of_a_large_document_are_unchanged_until_it_is_saved() {
    let mut capabilities = able();
    capabilities["textDocument"]["diagnostic"] = json!({});
    let mut client = Client::new(Files::default(), &capabilities, &Value::Null);
    let uri = "file:///a.sgf";
    let text = format!("(;FF[4]GM[1]SZ[9]RE[w+1]C[{}])", "x".repeat(21 << 20));
    client.open(uri, &text);
    let mut last = Value::Null;
    let mut kinds = Vec::new();
    for step in 0..4 {
        match step {
            1 => client.change(uri, 0..0, "\n"),
            2 => client.notify(
                "textDocument/didSave",
                &json!({"textDocument": {"uri": uri}}),
            ),
            _ => {}
        }
        let params = json!({"textDocument": {"uri": uri}, "previousResultId": last});
        let found = client
            .request("textDocument/diagnostic", &params)
            .expect("diagnostics");
        last = found["resultId"].clone();
        kinds.push(
            found["kind"]
                .as_str()
                .map(str::to_owned)
                .unwrap_or_default(),
        );
    }
    assert_eq!(kinds, ["full", "unchanged", "full", "unchanged"]);
    client.change(uri, 0..0, "\n");
    let params = json!({"textDocument": {"uri": uri}});
    let found = client
        .request("textDocument/diagnostic", &params)
        .expect("diagnostics");
    assert_eq!(found["items"][0]["range"]["start"]["line"], 2);
    assert_ne!(found["resultId"], last);
}

/// One finding for a thousand moves leaves room for the findings after it.
#[test]
fn a_finding_that_stands_for_many_hides_no_others() {
    let mut client = Client::new(Files::default(), &able(), &Value::Null);
    let uri = "file:///a.sgf";
    let far = ";B[zz]".repeat(1500);
    let text = format!("(;FF[4]GM[1]SZ[9]{far})\n(;FF[4]GM[1]SZ[9]KM[q]\n;B[aa];W[yy];B[bb])");
    client.open(uri, &text);
    let found = client.published(uri).cloned().unwrap_or_default();
    let codes: Vec<&Value> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| &one["code"])
        .collect();
    assert_eq!(codes, ["S331", "V214", "V207"]);
}
