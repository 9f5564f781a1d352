//! Reads a file of any format and prints it as SGF.
#![allow(clippy::print_stdout)]

use kifu::Collection;
use kifu::formats::Format;

/// The games of a file, by its content: GIB, NGF, UGF and others, else SGF.
pub(crate) fn read(bytes: Vec<u8>) -> Collection {
    match Format::of(&bytes) {
        Some(format) => format.read(&bytes).collection,
        None => Collection::from_bytes(bytes),
    }
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        print!("{}", read(std::fs::read(path)?).to_canonical());
    }
    Ok(())
}
