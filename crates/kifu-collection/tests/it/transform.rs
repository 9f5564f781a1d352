mod crop;
mod strip;
mod turn;

use kifu_collection::transform;
use kifu_sgf::{Collection, GameTreeMut};

/// The text after a change of its first game.
fn changed<R>(text: &str, change: impl FnOnce(&mut GameTreeMut<'_>) -> R) -> (String, R) {
    let mut collection = Collection::from(text);
    let result = change(&mut collection.game_mut(0).unwrap());
    let bytes = collection.to_bytes().unwrap();
    (String::from_utf8(bytes).unwrap(), result)
}
