//! JSON lines of the analysis engine of `KataGo`: queries with their moves, and answers to them.
//!
//! An answer becomes a comment of the node after its moves, with the win rate of Black, the lead in points, and the
//! moves that the engine prefers.

mod read;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support, json};

pub(crate) const DEFINITION: Definition = Definition {
    name: "katago",
    title: "KataGo analysis",
    extensions: &["jsonl"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &["SZ", "AB", "AW", "KM", "RU", "PL", "B", "W"],
        nodes: &["B", "W"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

/// The rules that the engine uses unless it is configured otherwise.
const TROMP_TAYLOR: &str = "tromp-taylor";

/// Names of rules in the engine, and in SGF.
pub(crate) const RULES: [(&str, &str); 7] = [
    ("japanese", "Japanese"),
    ("chinese", "Chinese"),
    ("aga", "AGA"),
    ("new-zealand", "NZ"),
    ("korean", "Korean"),
    ("goe", "GOE"),
    (TROMP_TAYLOR, "Tromp-Taylor"),
];

fn detect(head: &Head<'_>) -> Confidence {
    let has = |key| json::has_key(head, key);
    let is_query = has("boardXSize") && has("moves");
    Confidence::Certain.when(json::begins(head) && (is_query || has("moveInfos")))
}
