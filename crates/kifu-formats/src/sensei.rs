//! Diagrams of Sensei's Library: lines that begin with `$$`, between any others.
//!
//! A diagram is a position with up to ten numbered moves. A game is a row of diagrams: each begins with the last
//! position of the previous one, and continues its numbers. They are written in this form, and joined when they are
//! read.
//!
//! Source: *How Diagrams Work* at Sensei's Library.

mod diagram;
mod join;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "sensei",
    title: "Sensei's Library diagram",
    extensions: &["slf", "sl"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &[
            "SZ", "AB", "AW", "PL", "GN", "CR", "SQ", "TR", "MA", "LB", "AR", "LN", "VW",
        ],
        nodes: &[
            "B", "W", "MN", "N", "CR", "SQ", "TR", "MA", "LB", "AR", "LN",
        ],
    },
    detect,
    read,
    write: Some(write::write),
};

fn detect(head: &Head<'_>) -> Confidence {
    match head.words().filter(|line| line.starts_with("$$")).count() {
        0 | 1 => Confidence::No,
        2 => Confidence::Possible,
        _ => Confidence::Certain,
    }
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let diagrams = diagram::read(&text, &mut draft.notes);
    join::games(&diagrams, draft);
}

/// Stones with a mark, and the mark alone on an empty point.
const MARKS: [(&str, char, char, char); 4] = [
    ("CR", 'B', 'W', 'C'),
    ("SQ", '#', '@', 'S'),
    ("TR", 'Y', 'Q', 'T'),
    ("MA", 'Z', 'P', 'M'),
];

/// Maximum number of moves in a diagram.
const MOVES: usize = 10;
