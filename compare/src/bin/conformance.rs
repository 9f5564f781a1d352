//! sgf-parse as a reader of the conformance suite.
//!
//! ```sh
//! cargo build --release --bin conformance
//! python ../conformance/run.py target/release/conformance
//! ```
//!
//! It gets the path of one file a line, and answers each with one line of JSON. `--lenient` sets the option of this name.
//! Texts are as the library displays them, other values as it writes them; lists of points are sets, so they are sorted.

use std::env;
use std::fs;
use std::io::{self, BufRead as _, Write as _};

use kifu_compare::Result;
use serde_json::{Value, json};
use sgf_parse::{GameTree, ParseOptions, SgfNode, SgfProp, go, parse_with_options, unknown_game};

fn main() -> Result<()> {
    let options = ParseOptions {
        lenient: env::args().any(|argument| argument == "--lenient"),
        ..ParseOptions::default()
    };
    let mut out = io::stdout().lock();
    for path in io::stdin().lock().lines() {
        let answer = match read(&path?, &options) {
            Ok(nodes) => json!({ "nodes": nodes }),
            Err(error) => json!({ "error": error.to_string() }),
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// All nodes in the order of the file.
fn read(path: &str, options: &ParseOptions) -> Result<Vec<Value>> {
    let bytes = fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut nodes = Vec::new();
    for (number, game) in parse_with_options(&text, options)?.iter().enumerate() {
        match game {
            GameTree::GoGame(root) => flatten(root, number, go_values, &mut nodes),
            GameTree::Unknown(root) => flatten(root, number, other_values, &mut nodes),
        }
    }
    Ok(nodes)
}

fn flatten<P: SgfProp>(
    root: &SgfNode<P>,
    game: usize,
    values: fn(&P) -> Vec<String>,
    nodes: &mut Vec<Value>,
) {
    let mut work = vec![(root, None)];
    while let Some((node, parent)) = work.pop() {
        let index = nodes.len();
        let properties = node.properties();
        let properties = properties.map(|property| (property.identifier(), values(property)));
        nodes.push(
            json!({ "parent": parent, "game": game, "properties": properties.collect::<Vec<_>>() }),
        );
        work.extend(node.children.iter().rev().map(|child| (child, Some(index))));
    }
}

fn go_values(property: &go::Prop) -> Vec<String> {
    use go::Prop::{C, Invalid, N, PB, Unknown};
    match property {
        Unknown(_, values) | Invalid(_, values) => values.clone(),
        C(text) => vec![text.to_string()],
        N(text) | PB(text) => vec![text.to_string()],
        _ => written(&property.to_string()),
    }
}

fn other_values(property: &unknown_game::Prop) -> Vec<String> {
    use unknown_game::Prop::{C, Invalid, N, PB, Unknown};
    match property {
        Unknown(_, values) | Invalid(_, values) => values.clone(),
        C(text) => vec![text.to_string()],
        N(text) | PB(text) => vec![text.to_string()],
        _ => written(&property.to_string()),
    }
}

/// The values of a property as it is written, `AB[dd][pp]`.
fn written(property: &str) -> Vec<String> {
    let values = property
        .split_once('[')
        .map_or(property, |(_, values)| values);
    let values = values.strip_suffix(']').unwrap_or(values);
    let mut values: Vec<String> = values.split("][").map(str::to_owned).collect();
    values.sort();
    values
}
