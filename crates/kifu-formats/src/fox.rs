//! Records inside of JSON, as sent by the servers Fox, Yike and Tygem: a text in SGF or GIB, under any key.

use kifu_sgf::Collection;
use serde_json::Value;

use crate::copy::{copy, same};
use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::{Confidence, Support, gib, json};
use kifu_sgf::schema::Game;

pub(crate) const DEFINITION: Definition = Definition {
    name: "fox",
    title: "JSON of Fox, Yike and Tygem",
    extensions: &["json"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: true,
        root: &["*"],
        nodes: &["*"],
    },
    detect,
    read,
    write: None,
};

fn detect(head: &Head<'_>) -> Confidence {
    if !json::begins(head) {
        return Confidence::No;
    }
    // White space may be between the parenthesis and the semicolon.
    let mut beginnings = json::beginnings::<8>(&head.bytes);
    let has_record = beginnings.any(|text| match text {
        [Some(b'('), rest @ ..] => {
            let is_space = |byte: &u8| byte.is_ascii_whitespace();
            let mut rest = rest.iter();
            rest.find(|byte| !byte.as_ref().is_some_and(is_space)) == Some(&Some(b';'))
        }
        _ => text.starts_with(&[Some(b'\\'), Some(b'H'), Some(b'S')]),
    });
    Confidence::Likely.when(has_record)
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let values = json::values(bytes, &mut draft.notes);
    let mut open: Vec<&Value> = values.iter().rev().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => record(text, draft),
            Value::Array(all) => open.extend(all.iter().rev()),
            Value::Object(all) => open.extend(all.values().rev()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

fn record(text: &str, draft: &mut Draft) {
    let begin = text.trim_start();
    if begin.starts_with("\\HS") {
        (gib::DEFINITION.read)(text.as_bytes(), draft);
        return;
    }
    let node = begin.strip_prefix('(').map(str::trim_start);
    if !node.is_some_and(|node| node.starts_with(';')) {
        return;
    }
    // Line ends are escaped twice by one of the servers.
    let text = text.replace("\\r\\n", "\n").replace("\\n", "\n");
    for game in Collection::from(text).games() {
        let kind = game.kind().unwrap_or(Game::Go);
        let mut record = draft.begin_without_size(kind);
        copy(game, &mut record, |node, own| match &*own.identifier() {
            "FF" | "GM" | "CA" if node.is_root() => None,
            _ => Some(same(own)),
        });
    }
}
