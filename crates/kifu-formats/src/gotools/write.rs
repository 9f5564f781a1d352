use kifu_sgf::GameTree;
use kifu_sgf::value::{Point, Size};

use super::{DEFINITION, is_name};
use crate::loss::Losses;
use crate::{Refusal, go};

/// Number of stones in a line.
const STONES: usize = 20;

/// Writes the position of the root of each game.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    for (index, &game) in games.iter().enumerate() {
        let size = go::size(game)?;
        if size != Size::GO {
            return Err(Refusal::board(format_args!(
                "{} supports only boards of 19 points a side, and this one is {}×{}",
                DEFINITION.title,
                size.columns(),
                size.rows()
            )));
        }
        one(&mut bytes, index, game, losses);
    }
    Ok(bytes)
}

fn one(bytes: &mut Vec<u8>, index: usize, game: GameTree<'_>, losses: &mut Losses) {
    let root = game.root();
    let name = root.simple_text("GN");
    let name = if let Some(name) = name.filter(|name| is_name(name)) {
        name.into_owned()
    } else {
        if root.has("GN") {
            losses.property("GN");
        }
        format!("p{:07}", index % 10_000_000)
    };
    bytes.extend(format!("$ {name}\n").bytes());
    let black = go::points(root, "AB", Size::GO, losses);
    let white = go::points(root, "AW", Size::GO, losses);
    let stones = white.iter().map(|point| (b'?', point));
    let stones: Vec<_> = stones
        .chain(black.iter().map(|point| (b'A', point)))
        .collect();
    for (number, (color, point)) in stones.iter().enumerate() {
        if number > 0 && number % STONES == 0 {
            bytes.extend(b"\\\n");
        }
        bytes.push(*color);
        bytes.extend(letters(*point));
    }
    for point in go::points(root, "TR", Size::GO, losses).iter() {
        bytes.push(b'[');
        bytes.extend(letters(point));
        bytes.push(b']');
    }
    bytes.push(b'\n');
}

/// A point in two bytes that count from 64, the first line being 65.
const fn letters(point: Point) -> [u8; 2] {
    // Both are below 19.
    [65 + point.x as u8, 65 + point.y as u8]
}
