//! Laws: changes one by one give the text of all at once, edits give what `kifu fix` and `kifu fmt` give, and ranges lie
//! in the text.

use kifu_lint::{Applicability, Options, fix, format};
use kifu_sgf::Collection;
use kifu_sgf::encoding::DecodeOptions;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, Files, able};

const URI: &str = "file:///games/a.sgf";

/// Pieces that texts are made of: characters of every width, line ends, signs, and what rules find fault with.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "(",
            ")",
            ";",
            "[",
            "]",
            "\\",
            ":",
            "\n",
            "\r",
            "\r\n",
            "\t",
            " ",
            "\u{feff}",
            "é",
            "名",
            "𠮷",
            "\0",
            "B[aa]",
            "W[bb]",
            "AB[aa:cc]",
            "KM[6,5]",
            "C[a\\]b]",
            "(;FF[4]GM[1]SZ[9]",
            "GaMe[1]",
            "RE[w+res]",
            "FF[3]",
            "CA[GBK]",
            "PL[black]",
            "TR[zz]",
            "LB[aa:1][bb:2]",
            ";B[]",
            "N[\n]",
        ])
        .prop_map(str::to_owned),
        "[a-zA-Z]{1,3}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

/// A record that mostly closes.
fn record() -> impl Strategy<Value = String> {
    text().prop_map(|inner| format!("(;FF[4]GM[1]SZ[9];{inner})"))
}

/// A record with values that are not closed.
fn unclosed() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "B[", "W[a", "RU[Jap", "AB[aa:", "LB[aa", "]", ";", ";B[aa]", "C[x]", "\n", "\r\n", "(",
        ")", "b", " ", "+R",
    ]);
    let pieces = prop::collection::vec(piece, 0..12);
    pieces.prop_map(|pieces| format!("(;FF[4]GM[1]SZ[3];{}", pieces.concat()))
}

fn client(is_utf8: bool) -> Client {
    let mut capabilities = able();
    if is_utf8 {
        capabilities["general"]["positionEncodings"] = json!(["utf-8"]);
    }
    Client::new(Files::default(), &capabilities, &Value::Null)
}

/// The nearest beginning of a character at or before an offset.
fn boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset)
        .rev()
        .find(|at| {
            // No client puts a position between CR and LF.
            text.is_char_boundary(*at)
                && !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))
        })
        .unwrap_or(0)
}

/// Everything that is asked about a document, as one value.
fn answers(client: &mut Client, uri: &str) -> Vec<Value> {
    let text = client.texts[uri].clone();
    let end = client.position(&text, text.len());
    let whole = json!({"start": {"line": 0, "character": 0}, "end": end});
    let document = json!({"uri": uri});
    let mut all = vec![client.published(uri).cloned().unwrap_or_default()];
    for (method, more) in [
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/semanticTokens/full", json!({})),
        ("textDocument/inlayHint", json!({"range": whole})),
        (
            "textDocument/codeAction",
            json!({"range": whole, "context": {"diagnostics": [], "only": ["quickfix"]}}),
        ),
    ] {
        let mut params = more;
        params["textDocument"] = document.clone();
        all.push(client.request(method, &params).expect("an answer"));
    }
    all
}

/// All ranges of a value.
fn ranges(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(entries) => {
                if entries.contains_key("start") && entries.contains_key("end") {
                    found.push(value.clone());
                }
                left.extend(entries.values());
            }
            Value::Array(items) => left.extend(items),
            _ => {}
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn changes_one_by_one_are_one_whole_change(
        first in text(),
        changes in prop::collection::vec((0..1000_usize, 0..1000_usize, text()), 0..6),
        is_utf8 in any::<bool>(),
    ) {
        let mut by_parts = client(is_utf8);
        by_parts.open(URI, &first);
        for (from, to, new) in &changes {
            let text = by_parts.texts[URI].clone();
            let at = |share: &usize| boundary(&text, share * text.len() / 1000);
            let (from, to) = (at(from), at(to));
            by_parts.change(URI, from.min(to)..from.max(to), new);
        }
        let text = by_parts.texts[URI].clone();
        let mut whole = client(is_utf8);
        whole.open(URI, &first);
        whole.replace(URI, &text);
        let without_version = |mut all: Vec<Value>| {
            for value in &mut all {
                remove(value, "version");
            }
            all
        };
        let found = answers(&mut by_parts, URI);
        for range in found.iter().flat_map(ranges) {
            let (start, end) = (by_parts.offset(&text, &range["start"]), by_parts.offset(&text, &range["end"]));
            prop_assert!(start <= end, "{}", range);
        }
        prop_assert_eq!(without_version(found), without_version(answers(&mut whole, URI)));
    }

    #[test]
    fn all_fixes_are_those_of_kifu_fix(text in record()) {
        let mut client = client(false);
        client.open(URI, &text);
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
            "context": {"diagnostics": [], "only": ["source.fixAll"]},
        });
        let actions = client.request("textDocument/codeAction", &params).expect("an answer");
        let edits = client.edits_of(&actions[0], URI).expect("edits");
        let found = client.edited(&text, &edits);
        let decode = DecodeOptions::default();
        // A text that is read otherwise when it is a file is not what the editor shows.
        prop_assume!(Collection::from_bytes(text.clone().into_bytes()).text() == text);
        let expected = fix(text.into_bytes(), &decode, &Options::default(), Applicability::Safe);
        prop_assert_eq!(found, expected.source.text());
    }

    #[test]
    fn formatting_is_that_of_kifu_fmt(text in record()) {
        let mut client = client(false);
        client.open(URI, &text);
        let params = json!({"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": true}});
        let found = client.request("textDocument/formatting", &params);
        let collection = Collection::from(text.clone());
        match format::format(&collection, &format::Options::default()) {
            Ok(mut expected) => {
                if text.contains('\n') && !text.replace("\r\n", "").contains('\n') {
                    // The line ends of the document stay.
                    expected = expected.replace("\r\n", "\n").replace('\n', "\r\n");
                }
                let edits = found.expect("edits");
                let end = text.len().saturating_sub(text.trim_end().len());
                let is_whole = edits.as_array().is_some_and(|edits| edits.iter().any(|edit| {
                    let length = edit["newText"].as_str().map_or(0, str::len);
                    length > 0 && length + end >= expected.len()
                }));
                prop_assert!(!is_whole || text.len() < 60, "one edit for all: {}", edits);
                prop_assert_eq!(client.edited(&text, &edits), expected);
            }
            Err(_) => prop_assert!(found.is_err()),
        }
    }

    #[test]
    fn a_completion_replaces_the_word_at_the_caret(text in unclosed(), share in 0..1000_usize) {
        let mut client = client(false);
        client.open(URI, &text);
        let caret = boundary(&text, share * text.len() / 1000);
        let params = json!({"textDocument": {"uri": URI}, "position": client.position(&text, caret)});
        let items = client.request("textDocument/completion", &params).expect("an answer");
        let offered = items.as_array().cloned().unwrap_or_default();
        // All items of a list replace the same text.
        for item in offered.first().into_iter().chain(offered.last()) {
            let range = &item["textEdit"]["range"];
            let (start, end) = (client.offset(&text, &range["start"]), client.offset(&text, &range["end"]));
            prop_assert!(start <= caret && caret <= end, "{} at {}", item, caret);
            prop_assert!(!text[start..end].contains([';', '[', '\r', '\n']), "{}", item);
            let is_closed = text[end..].starts_with(']');
            prop_assert!(is_closed || !text[start..end].contains(['(', ')']), "{}", item);
        }
    }

    #[test]
    fn places_are_asked_for_without_a_panic(text in record(), share in 0..1000_usize) {
        let mut client = client(false);
        client.open(URI, &text);
        let caret = boundary(&text, share * text.len() / 1000);
        let at = client.position(&text, caret);
        for method in ["hover", "completion", "definition", "references", "documentHighlight", "selectionRange"] {
            let params = json!({
                "textDocument": {"uri": URI}, "position": at, "positions": [at],
                "context": {"includeDeclaration": true, "triggerKind": 1},
            });
            let found = client.request(&format!("textDocument/{method}"), &params).expect("an answer");
            for range in ranges(&found) {
                let (start, end) = (client.offset(&text, &range["start"]), client.offset(&text, &range["end"]));
                prop_assert!(method != "hover" || (start <= caret && caret <= end), "{} at {}", found, caret);
            }
        }
        let params = json!({"textDocument": {"uri": URI}, "position": at});
        let board = client.request("kifu/board", &params).expect("an answer");
        if let Some(node) = board["node"].as_u64() {
            // From the node back to the caret.
            let params = json!({"textDocument": {"uri": URI}, "game": board["game"], "node": node});
            let back = client.request("kifu/node", &params).expect("an answer");
            prop_assert_eq!(&back["range"], &board["range"]);
        }
        let params = json!({
            "textDocument": {"uri": URI}, "range": {"start": at, "end": at},
            "context": {"diagnostics": [], "only": ["refactor"]},
        });
        let actions = client.request("textDocument/codeAction", &params).expect("an answer");
        for action in actions.as_array().expect("actions") {
            if let Ok(edits) = client.edits_of(action, URI) {
                client.edited(&text, &edits);
            }
        }
    }
}

/// Removes an entry from all objects of a value.
fn remove(value: &mut Value, name: &str) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(entries) => {
                entries.remove(name);
                left.extend(entries.values_mut());
            }
            Value::Array(items) => left.extend(items),
            _ => {}
        }
    }
}
