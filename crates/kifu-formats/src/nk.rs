//! NK: SGF of a Japanese source, in which some properties of the root have other names and the `;` before it is
//! missing.
//!
//! Known from one program that reads it.

use kifu_sgf::schema::Game;
use kifu_sgf::{Collection, Property};

use crate::copy::{Values, copy, same};
use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::{Confidence, Support, words};

pub(crate) const DEFINITION: Definition = Definition {
    name: "nk",
    title: "NK",
    extensions: &["nk"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: true,
        root: &["*"],
        nodes: &["*"],
    },
    detect,
    read,
    write: None,
};

/// Identifiers in the root, and their SGF equivalents; two of them have another meaning in SGF.
const NAMES: [(&str, &str); 6] = [
    ("TE", "EV"),
    ("RD", "DT"),
    ("KO", "KM"),
    ("GK", "GM"),
    ("LT", "OT"),
    ("HD", "HA"),
];

fn detect(head: &Head<'_>) -> Confidence {
    let behind = head
        .text
        .trim_start()
        .strip_prefix('(')
        .map(str::trim_start);
    let is_bare =
        behind.is_some_and(|behind| behind.starts_with(|char: char| char.is_ascii_uppercase()));
    let root = head.text.split(';').next().unwrap_or_default();
    Confidence::Likely.when(is_bare && (root.contains("RD[") || root.contains("GK[")))
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let collection = Collection::from_bytes(bytes.to_vec());
    for game in collection.games() {
        let mut record = draft.begin_without_size(Game::Go);
        copy(game, &mut record, |node, own| {
            if !node.is_root() {
                return Some(same(own));
            }
            let identifier = own.identifier();
            let name = NAMES.iter().find(|(name, _)| *name == identifier);
            match name.map_or(&*identifier, |(_, name)| name) {
                // Always a record of Go, under any name.
                "FF" | "CA" | "GM" => None,
                name => Some(renamed(name, own)),
            }
        });
    }
}

/// Converts values with East Asian words for results, ranks and points.
fn renamed(name: &str, own: Property<'_>) -> Values {
    let values = own.values().map(|raw| match name {
        "RE" => words::result(raw).map_or_else(|| raw.to_owned(), |result| result.to_string()),
        "BR" | "WR" => words::rank(raw).unwrap_or_else(|| raw.to_owned()),
        // `黒6目半`: who pays it.
        "KM" => {
            let komi = raw.trim_start_matches(['黒', '黑']);
            let points = words::number(komi).or_else(|| words::points(komi));
            points.map_or_else(|| komi.to_owned(), |points| points.to_string())
        }
        "DT" => raw.replace('・', ","),
        _ => raw.to_owned(),
    });
    (name.to_owned(), values.collect())
}
