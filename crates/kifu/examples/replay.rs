//! Plays games through and counts the stones on the board at the end of the main line.
#![allow(clippy::print_stdout)]

use kifu::Collection;
use kifu::games::go::Replay;
use kifu::go::Group;

/// Stones left on the board after the last move of the first game.
pub(crate) fn stones_left(collection: &Collection) -> Option<usize> {
    let last = collection.game(0)?.main_line().last()?;
    let replay = Replay::at(last);
    let board = replay.game().board();
    Some(board.groups().map(Group::len).sum())
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let collection = Collection::open(&path)?;
        println!("{path}: {} stones", stones_left(&collection).unwrap_or(0));
    }
    Ok(())
}
