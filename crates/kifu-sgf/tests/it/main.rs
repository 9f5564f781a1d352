//! The integration tests of this crate, in one binary.

mod edit;
mod encoding;
mod games;
mod info;
mod moves;
mod neighbors;
mod oracle;
mod real_files;
mod schema;
#[cfg(feature = "serde")]
mod serialized;
mod shapes;
mod suite;
mod threads;
mod tree;
mod value;
mod write;

/// The size of a board, as a test writes it.
fn board(columns: u16, rows: u16) -> kifu_sgf::value::Size {
    kifu_sgf::value::Size::new(columns, rows).expect("sides of 1 or more")
}

/// The size of a square board.
fn square(side: u16) -> kifu_sgf::value::Size {
    board(side, side)
}
