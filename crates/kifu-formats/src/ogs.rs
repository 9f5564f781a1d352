//! JSON of the server OGS: games and reviews, from its API and its pages.
//!
//! A game has its moves as `[column, row, milliseconds]`; a review has messages in `full_log`, each with the variation
//! (`m`, after the official move `f`), the text (`t`, `t+`) and the marks (`k`) of a node.

mod read;
mod review;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support, json};

pub(crate) const DEFINITION: Definition = Definition {
    name: "ogs",
    title: "OGS JSON",
    extensions: &["json"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &[
            "SZ", "AB", "AW", "KM", "HA", "RU", "PB", "PW", "BR", "WR", "GN", "DT", "RE", "PL",
            "B", "W",
        ],
        nodes: &["B", "W"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

/// Names of rules on the server, and in SGF.
const RULES: [(&str, &str); 6] = [
    ("japanese", "Japanese"),
    ("chinese", "Chinese"),
    ("aga", "AGA"),
    ("nz", "NZ"),
    ("korean", "Korean"),
    ("ing", "GOE"),
];

fn detect(head: &Head<'_>) -> Confidence {
    if !json::begins(head) {
        return Confidence::No;
    }
    let has = |key| json::has_key(head, key);
    let is_game = has("moves") && has("width") && has("height");
    let is_own = has("gamedata") || has("initial_state") || has("game_id") || has("phase");
    Confidence::Certain.when((is_game && is_own) || (has("full_log") && has("gamedata")))
}
