//! Draws the last position of a game as text.
#![allow(clippy::print_stdout)]

use kifu::Collection;
use kifu::diagram::{binding, text};

/// The position after the main line of the first game.
pub(crate) fn draw(collection: &Collection) -> Option<String> {
    let last = collection.game(0)?.main_line().last()?;
    let drawn = binding::scene(last, &binding::Options::default()).ok()?;
    Some(text::draw(&drawn.scene, &text::Options::default()))
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        println!("{}", draw(&Collection::open(path)?).unwrap_or_default());
    }
    Ok(())
}
