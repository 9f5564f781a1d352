//! Prints every comment with the number of its move.
#![allow(clippy::print_stdout)]

use kifu::Collection;

/// The comments of all games of a file.
pub(crate) fn comments(collection: &Collection) -> Vec<(usize, String)> {
    let mut comments = Vec::new();
    for node in collection.games().flat_map(|game| game.nodes()) {
        if let Some(text) = node.text("C") {
            comments.push((node.move_number(), text.into_owned()));
        }
    }
    comments
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        for (number, comment) in comments(&Collection::open(path)?) {
            println!("move {number}: {comment}");
        }
    }
    Ok(())
}
