//! Changes, with undo and redo. A collection shares its text with its clones, so a step of the history costs what was
//! changed and no more.

use std::rc::Rc;

use kifu_sgf::{EditError, GameTreeMut, NodeId};
use wasm_bindgen::prelude::*;

use crate::{Record, js};

/// The steps that can be undone.
const HISTORY: usize = 200;

#[wasm_bindgen]
impl Record {
    /// Sets a property to raw values, which are escaped as SGF wants it. No values remove the property.
    pub fn set(
        &mut self,
        game: usize,
        node: u32,
        identifier: &str,
        values: Vec<String>,
    ) -> Result<(), JsError> {
        self.change(game, |tree| {
            set(tree, NodeId::new(node), identifier, &values)
        })
    }

    /// Sets a text property; the text is escaped. An empty text removes the property.
    #[wasm_bindgen(js_name = setText)]
    pub fn set_text(
        &mut self,
        game: usize,
        node: u32,
        identifier: &str,
        text: &str,
    ) -> Result<(), JsError> {
        self.change(game, |tree| {
            if text.is_empty() {
                tree.remove_property(NodeId::new(node), identifier)
                    .map(drop)
            } else {
                tree.set_text(NodeId::new(node), identifier, text)
            }
        })
    }

    /// Adds a node after the last variation of `parent`, with one property, and returns its number.
    #[wasm_bindgen(js_name = addNode)]
    pub fn add_node(
        &mut self,
        game: usize,
        parent: u32,
        identifier: &str,
        value: &str,
    ) -> Result<u32, JsError> {
        self.change(game, |tree| {
            let node = tree.append_child(NodeId::new(parent))?;
            if !identifier.is_empty() {
                tree.set(node, identifier, &[value])?;
            }
            Ok(node.get())
        })
    }

    /// Removes a node and all nodes after it.
    #[wasm_bindgen(js_name = removeNode)]
    pub fn remove_node(&mut self, game: usize, node: u32) -> Result<(), JsError> {
        self.change(game, |tree| tree.remove(NodeId::new(node)))
    }

    /// Moves a variation one place toward the main line.
    pub fn promote(&mut self, game: usize, node: u32) -> Result<(), JsError> {
        self.change(game, |tree| tree.promote(NodeId::new(node)))
    }

    /// Makes the line through a node the main line.
    #[wasm_bindgen(js_name = makeMainLine)]
    pub fn make_main_line(&mut self, game: usize, node: u32) -> Result<(), JsError> {
        self.change(game, |tree| tree.make_main_line(NodeId::new(node)))
    }

    /// Whether there is a change to undo.
    #[wasm_bindgen(getter, js_name = canUndo)]
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is a change to redo.
    #[wasm_bindgen(getter, js_name = canRedo)]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes back the last change; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else {
            return false;
        };
        self.undone
            .push(std::mem::replace(&mut self.collection, before));
        true
    }

    /// Repeats the change that was taken back last; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else {
            return false;
        };
        self.done
            .push(std::mem::replace(&mut self.collection, after));
        true
    }
}

/// Sets a property, or removes it if there are no values.
fn set(
    tree: &mut GameTreeMut<'_>,
    node: NodeId,
    identifier: &str,
    values: &[String],
) -> Result<(), EditError> {
    if values.is_empty() {
        tree.remove_property(node, identifier).map(drop)
    } else {
        tree.set(node, identifier, values)
    }
}

impl Record {
    /// Makes one step of the history. If the change fails, nothing is changed.
    fn change<T>(
        &mut self,
        game: usize,
        change: impl FnOnce(&mut GameTreeMut<'_>) -> Result<T, EditError>,
    ) -> Result<T, JsError> {
        self.tree(game)?;
        let mut collection = (*self.collection).clone();
        let mut tree = collection
            .game_mut(game)
            .ok_or_else(|| js(EditError::NoSuchGame))?;
        let result = change(&mut tree).map_err(js)?;
        let before = std::mem::replace(&mut self.collection, Rc::new(collection));
        self.undone.clear();
        self.done.push(before);
        if self.done.len() > HISTORY {
            self.done.remove(0);
        }
        Ok(result)
    }
}
