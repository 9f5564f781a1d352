//! Changes the event of every game of a file, and nothing else in it.
#![allow(clippy::print_stdout)]

use kifu::{Collection, EditError, NodeId};

/// Sets `EV` in the root of each game.
pub(crate) fn set_event(collection: &mut Collection, event: &str) -> Result<(), EditError> {
    for number in 0..collection.len() {
        if let Some(mut game) = collection.game_mut(number) {
            game.set_text(NodeId::ROOT, "EV", event)?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    if let (Some(path), Some(event)) = (arguments.next(), arguments.next()) {
        let mut collection = Collection::open(&path)?;
        set_event(&mut collection, &event)?;
        collection.save(&path)?;
        println!("{path}: saved");
    }
    Ok(())
}
