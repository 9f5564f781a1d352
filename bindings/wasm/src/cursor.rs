//! A walk through a game.

use std::rc::Rc;

#[cfg(feature = "page")]
use kifu_diagram::binding::Drawn;
use kifu_diagram::binding::{Crop, Hints, Numbers, Options, ToPlay, UnknownGame, Walk};
use kifu_sgf::{Collection, NodeId};
use wasm_bindgen::prelude::*;

use crate::{js, json, scene};

struct Place {
    collection: Rc<Collection>,
    game: usize,
}

self_cell::self_cell!(
    struct Cell {
        owner: Place,
        #[not_covariant]
        dependent: Walk,
    }
);

/// A walk through a game: it stands at a node and knows the position there. A change of the record does not reach a
/// walk that began before it.
#[wasm_bindgen]
pub struct Cursor {
    cell: Cell,
}

impl std::fmt::Debug for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cursor").finish_non_exhaustive()
    }
}

impl Cursor {
    pub(crate) fn new(collection: Rc<Collection>, game: usize) -> Result<Self, UnknownGame> {
        let place = Place { collection, game };
        let cell = Cell::try_new(place, |place| {
            let missing = || UnknownGame {
                game: format!("game {game}"),
            };
            Walk::new(place.collection.game(place.game).ok_or_else(missing)?)
        })?;
        Ok(Self { cell })
    }
}

#[wasm_bindgen]
impl Cursor {
    /// Goes to a node and returns the scene there as JSON. `numbers` is how many of the last moves have numbers (-1
    /// all, -2 as the record's figures ask); `hints` is 0 as the record asks, 1 none, 2 children, 3 siblings.
    pub fn scene(&mut self, node: u32, numbers: i32, hints: u8) -> Result<String, JsError> {
        self.go(node)?;
        let options = Options {
            numbers: match numbers {
                0 => Numbers::None,
                -2 => Numbers::Figure,
                ..0 => Numbers::All,
                last => Numbers::Last(last.unsigned_abs()),
            },
            hints: match hints {
                0 => Hints::AsAuthor,
                1 => Hints::Off,
                2 => Hints::Children,
                _ => Hints::Siblings,
            },
            crop: Crop::View,
            to_play: ToPlay::Always,
            prisoners: true,
            name: true,
            comment: true,
            // The player has no line for them.
            notes: false,
            ..Options::default()
        };
        let scene = self.cell.with_dependent(|_, walk| {
            let drawn = walk.scene(&options);
            json(&scene::Scene::new(&drawn, walk))
        });
        Ok(scene)
    }
}

impl Cursor {
    /// Draws the node with `options`.
    #[cfg(feature = "page")]
    pub(crate) fn drawn(&self, options: &Options) -> Drawn {
        self.cell.with_dependent(|_, walk| walk.scene(options))
    }

    /// Goes to a node.
    pub(crate) fn go(&mut self, node: u32) -> Result<(), JsError> {
        let is_there = self.cell.with_dependent_mut(|place, walk| {
            let game = place.collection.game(place.game);
            let node = game.and_then(|game| game.node(NodeId::new(node)));
            node.is_some_and(|node| walk.go_to(node))
        });
        if is_there {
            Ok(())
        } else {
            Err(js(format_args!("node {node}: not in this game")))
        }
    }
}
