//! Counts the moves of a file from its events, without a tree.
#![allow(clippy::print_stdout)]

use kifu::syntax::{EventKind, Parser};

/// How many `B` and `W` properties a text has.
pub(crate) fn moves(text: &str) -> usize {
    let mut events = 0;
    Parser::new(text.as_bytes()).for_each(|event| {
        let is_move = matches!(event.span.of_str(text), "B" | "W");
        events += usize::from(event.kind == EventKind::Identifier && is_move);
    });
    events
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let collection = kifu::Collection::open(&path)?;
        println!("{path}: {} moves", moves(collection.text()));
    }
    Ok(())
}
