//! HSGF: the dialect in which Little Golem writes games of Hex.
//!
//! There is no `GM`; points are two letters, White opens, a swap is the word `swap`, and the result is only the
//! winner. Everything else is SGF, and stays unchanged.

mod read;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "hsgf",
    title: "Little Golem HSGF",
    extensions: &["hsgf"],
    support: Support {
        games: &[Game::Hex],
        many: true,
        variations: true,
        root: &["*"],
        nodes: &["*"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

fn detect(head: &Head<'_>) -> Confidence {
    let text = head.text.trim_start();
    let is_sgf = text
        .strip_prefix('(')
        .is_some_and(|behind| behind.trim_start().starts_with(';'));
    // The properties of the root precede the first move.
    let root = text.find("];").map_or(text, |end| &text[..end]);
    let is_hex = root.contains("EV[hex");
    let is_server = root.to_ascii_lowercase().contains("littlegolem");
    Confidence::Likely.when(is_sgf && is_hex && is_server && !root.contains("GM["))
}
