//! Keys that identify a node by its effect on the board.

use std::fmt::Write as _;

use kifu_sgf::schema::{self, Game, Notation, PropertyType};
use kifu_sgf::value::point_list::{self, PointSet};
use kifu_sgf::value::{self, Size};
use kifu_sgf::{GameTree, Node, setup_may_share_point};

/// Setup of points, whose order matters if two lists share a point.
pub(crate) const SETUP: [&str; 5] = ["AB", "AW", "AE", "AA", "RP"];

/// Maximum number of values for which a setup is compared by points; a larger one is compared as written.
const COMPARED: usize = 400;

/// Computes the keys of the nodes of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    game: Option<Game>,
    size: Option<Size>,
}

impl Keys {
    pub(crate) fn of(tree: GameTree<'_>) -> Self {
        let game = tree.kind();
        let size = match tree.root().value("SZ") {
            Some(raw) => value::size::parse_lenient(raw).ok().map(|read| read.value),
            None => game.and_then(value::size::default_of),
        };
        Self { game, size }
    }

    /// The first move of a node, normalized; empty for a node without a move.
    pub(crate) fn play(self, node: Node<'_>) -> String {
        let mut key = String::new();
        if let Some((identifier, raw)) = node.play() {
            self.push_play(&mut key, identifier, raw);
        }
        key
    }

    /// The effect of a node on the board, normalized: the first move of each color, and the setup, in which the order of
    /// lists counts if they may share a point. Empty for a node without effect.
    pub(crate) fn key(self, node: Node<'_>) -> String {
        let mut key = String::new();
        let mut setup = Vec::new();
        let mut has_moved = [false; 2];
        for property in node.properties() {
            let identifier = property.identifier();
            match &*identifier {
                "B" | "W" => {
                    // A second move of a color is an error; merging and comparing go by the first one.
                    let color = usize::from(identifier == "W");
                    if !std::mem::replace(&mut has_moved[color], true) {
                        self.push_play(&mut key, &identifier, property.value());
                    }
                }
                _ if self.is_setup(&identifier) => setup.push(property),
                _ => {}
            }
        }
        if setup.is_empty() {
            return key;
        }
        let lists = setup.iter();
        let lists = lists.map(|property| (property.identifier(), property.values()));
        let is_ordered = setup.len() > 1 && setup_may_share_point(self.game, lists);
        if is_ordered {
            setup.sort_by_key(|property| property.is("PL"));
        }
        let mut parts: Vec<String> = setup
            .into_iter()
            .map(|property| format!("{}[{}]", property.identifier(), self.places(property)))
            .collect();
        if !is_ordered {
            parts.sort_unstable();
        }
        parts.dedup();
        key + &parts.concat()
    }

    fn is_setup(self, identifier: &str) -> bool {
        // Most properties are not two letters that begin this way.
        schema::lookup(self.game, identifier)
            .is_some_and(|definition| definition.property_type == PropertyType::Setup)
    }

    fn is_go_like(self) -> bool {
        self.game
            .is_some_and(|game| game.notation() == Notation::GoLike)
    }

    fn push_play(self, key: &mut String, identifier: &str, raw: &str) {
        key.push_str(identifier);
        key.push('[');
        self.push_move(key, raw);
        key.push(']');
    }

    fn push_move(self, key: &mut String, raw: &str) {
        let read = self
            .size
            .filter(|_| matches!(self.game, Some(Game::Go | Game::Othello | Game::Gomoku)))
            .and_then(|size| value::r#move::parse_lenient(raw, size).ok());
        if let Some(read) = read {
            if read.repair.is_none() && !raw.eq_ignore_ascii_case("tt") {
                key.push_str(raw);
            } else {
                key.push_str(&read.value.sgf().to_string());
            }
            return;
        }
        let is_case_insensitive = self.game.is_some_and(Game::is_case_insensitive);
        for char in raw.chars().filter(|char| !char.is_whitespace()) {
            key.push(if is_case_insensitive {
                char.to_ascii_lowercase()
            } else {
                char
            });
        }
    }

    /// The points or other values of a setup property, normalized.
    fn places(self, property: kifu_sgf::Property<'_>) -> String {
        if property.is("PL") {
            return value::color::parse_lenient(property.value()).map_or_else(
                |_| property.value().to_owned(),
                |read| read.value.letter().to_owned(),
            );
        }
        let size = self
            .size
            .filter(|_| self.is_go_like() && property.len() <= COMPARED);
        let points = size.and_then(|size| {
            let mut set = PointSet::EMPTY;
            for raw in property.values() {
                let items = point_list::parse_lenient(raw, size).ok()?.value;
                for item in items {
                    set.insert_item(item);
                }
            }
            Some(set)
        });
        if let Some(points) = points {
            let mut text = String::new();
            for point in points.iter() {
                // Writing to a `String` does not fail.
                let _ = write!(text, "{point}");
            }
            return text;
        }
        let mut values: Vec<&str> = property.values().map(str::trim).collect();
        values.sort_unstable();
        values.dedup();
        values.join("][")
    }
}
