//! Prints what breaks the standard in a file.
#![allow(clippy::print_stdout)]

use kifu::Collection;
use kifu::lint::{Options, check};

/// Each diagnostic as one line.
pub(crate) fn messages(collection: &Collection) -> Vec<String> {
    check(collection.source(), &Options::default())
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        for message in messages(&Collection::open(&path)?) {
            println!("{path}: {message}");
        }
    }
    Ok(())
}
