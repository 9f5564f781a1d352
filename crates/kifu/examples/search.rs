//! Finds games by an expression, such as `player~Go date<1940`.
#![allow(clippy::print_stdout)]

use kifu::Collection;
use kifu::select::{Selection, SelectionError};

/// The numbers of the games that match, from 1.
pub(crate) fn find(
    collection: &Collection,
    expression: &str,
) -> Result<Vec<usize>, SelectionError> {
    let selection: Selection = expression.parse()?;
    let games = collection.games();
    Ok(games
        .filter(|game| selection.matches(*game))
        .map(|game| game.number() + 1)
        .collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let expression = arguments.next().unwrap_or_default();
    for path in arguments {
        for number in find(&Collection::open(&path)?, &expression)? {
            println!("{path}:{number}");
        }
    }
    Ok(())
}
