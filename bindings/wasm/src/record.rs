//! A file of game records.

use std::rc::Rc;

use kifu_diagram::binding;
use kifu_sgf::{Collection, GameTree, Node, NodeId, value};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Cursor, js, json, nodes};

/// A file of game records.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Record {
    pub(crate) collection: Rc<Collection>,
    #[cfg(feature = "page")]
    pub(crate) history: crate::edit::History,
}

/// One line of a list of games.
#[derive(Serialize)]
struct Title {
    black: String,
    white: String,
    #[serde(rename = "blackRank")]
    black_rank: String,
    #[serde(rename = "whiteRank")]
    white_rank: String,
    name: String,
    event: String,
    date: String,
    result: String,
    nodes: usize,
}

#[derive(Serialize)]
struct Problem {
    code: &'static str,
    message: &'static str,
    start: usize,
    end: usize,
}

#[wasm_bindgen]
impl Record {
    /// Reads text that is decoded already.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: String) -> Self {
        Self::of(Collection::from(text))
    }

    /// How many games the file has.
    #[wasm_bindgen(getter)]
    pub fn games(&self) -> usize {
        self.collection.len()
    }

    /// How many nodes all games have together.
    #[wasm_bindgen(getter, js_name = nodeCount)]
    pub fn node_count(&self) -> usize {
        self.collection.node_count()
    }

    /// Errors of grammar, as JSON.
    pub fn problems(&self) -> String {
        let source = self.collection.source();
        let problems = self.collection.problems().iter().map(|problem| {
            let span = source.to_bytes_span(problem.span);
            Problem {
                code: problem.kind.code(),
                message: problem.kind.message(),
                start: span.start,
                end: span.end,
            }
        });
        json(&problems.collect::<Vec<_>>())
    }

    /// Lines of the list of games, from `first` to before `end`, as JSON.
    pub fn titles(&self, first: usize, end: usize) -> String {
        let titles = (first..end.min(self.games())).filter_map(|number| {
            let game = self.collection.game(number)?;
            let root = game.root();
            let text = |id| root.simple_text(id).unwrap_or_default().trim().to_owned();
            Some(Title {
                black: text("PB"),
                white: text("PW"),
                black_rank: text("BR"),
                white_rank: text("WR"),
                name: text("GN"),
                event: text("EV"),
                date: text("DT"),
                result: text("RE"),
                nodes: game.node_count(),
            })
        });
        json(&titles.collect::<Vec<_>>())
    }

    /// All nodes of a game, eight numbers each; see `nodes.rs`.
    pub fn nodes(&self, game: usize) -> Result<Vec<i32>, JsError> {
        Ok(nodes::table(self.tree(game)?))
    }

    /// The positions of all nodes of a game of Go, one byte a point: 0 empty, 1 black, 2 white.
    pub fn positions(&self, game: usize) -> Result<Vec<u8>, JsError> {
        Ok(nodes::positions(self.tree(game)?))
    }

    /// The text of a property, decoded; `undefined` if the node has none.
    pub fn text(&self, game: usize, node: u32, identifier: &str) -> Option<String> {
        let text = self.node(game, node).ok()?.text(identifier)?;
        Some(text.into_owned())
    }

    /// The properties of a node as JSON: pairs of identifier and raw values.
    pub fn properties(&self, game: usize, node: u32) -> Result<String, JsError> {
        let node = self.node(game, node)?;
        let list: Vec<_> = node
            .properties()
            .map(|property| {
                let values: Vec<&str> = property.values().collect();
                (property.identifier(), values)
            })
            .collect();
        Ok(json(&list))
    }

    /// The game info that holds at a node as JSON: pairs of name and value.
    pub fn info(&self, game: usize, node: u32) -> Result<String, JsError> {
        Ok(json(&binding::game_info(self.node(game, node)?)))
    }

    /// The nodes whose comment or name contains `needle`, in any case.
    pub fn find(&self, game: usize, needle: &str) -> Result<Vec<u32>, JsError> {
        let needle = needle.to_lowercase();
        let found = self.tree(game)?.nodes().filter(|node| {
            let has = |id| {
                node.text(id)
                    .is_some_and(|text| text.to_lowercase().contains(&needle))
            };
            has("C") || has("N")
        });
        Ok(found.map(|node| node.id().get()).collect())
    }

    /// A walk through a game, which begins at its root.
    pub fn cursor(&self, game: usize) -> Result<Cursor, JsError> {
        Cursor::new(Rc::clone(&self.collection), game).map_err(js)
    }
}

impl Record {
    pub(crate) fn of(collection: Collection) -> Self {
        Self {
            collection: Rc::new(collection),
            #[cfg(feature = "page")]
            history: crate::edit::History::default(),
        }
    }

    pub(crate) fn tree(&self, game: usize) -> Result<GameTree<'_>, JsError> {
        let count = self.games();
        let missing = || js(format_args!("game {game}: the file has {count}"));
        self.collection.game(game).ok_or_else(missing)
    }

    pub(crate) fn node(&self, game: usize, node: u32) -> Result<Node<'_>, JsError> {
        let missing = || js(format_args!("node {node}: not in game {game}"));
        self.tree(game)?.node(NodeId::new(node)).ok_or_else(missing)
    }
}

/// The size of the board of a tree; 19×19 where the record has none that can be read.
pub(crate) fn size(tree: GameTree<'_>) -> value::Size {
    kifu_games::go::Start::size_of(tree)
}
