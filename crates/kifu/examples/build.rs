//! Makes a game with a variation and a comment.
#![allow(clippy::print_stdout)]

use kifu::{BuildError, Builder, Collection};

/// A game of a few moves.
pub(crate) fn game(komi: &str) -> Result<Collection, BuildError> {
    let game = Builder::go(19)
        .players("Shusaku", "Gennan")
        .try_property("KM", &[komi])?
        .black("qd")
        .white("dc")
        .variation(|line| line.black("pq").comment("Shusaku's opening"))
        .black("dp");
    Ok(game.finish())
}

fn main() -> Result<(), BuildError> {
    print!("{}", game("0")?.to_canonical());
    Ok(())
}
