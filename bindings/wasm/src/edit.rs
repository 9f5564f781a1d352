//! Changes with undo and redo, and writing. A collection shares its text with its clones, so a step of the history costs what was
//! changed and no more.

use std::rc::Rc;

use kifu_sgf::{Collection, EditError, GameTreeMut, NodeId};
use wasm_bindgen::prelude::*;

use crate::{Record, js};

/// The steps that can be undone.
const HISTORY: usize = 200;

/// The states of a record before and after its changes.
#[derive(Debug, Default)]
pub(crate) struct History {
    undone: Vec<Rc<Collection>>,
    done: Vec<Rc<Collection>>,
}

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
        !self.history.done.is_empty()
    }

    /// Whether there is a change to redo.
    #[wasm_bindgen(getter, js_name = canRedo)]
    pub fn can_redo(&self) -> bool {
        !self.history.undone.is_empty()
    }

    /// Takes back the last change; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.history.done.pop() else {
            return false;
        };
        self.history
            .undone
            .push(std::mem::replace(&mut self.collection, before));
        true
    }

    /// Repeats the change that was taken back last; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.history.undone.pop() else {
            return false;
        };
        self.history
            .done
            .push(std::mem::replace(&mut self.collection, after));
        true
    }

    /// The file as text, `canonical` or `compact`.
    #[wasm_bindgen(js_name = toText)]
    pub fn to_text(&self, style: &str) -> Result<String, JsError> {
        match style {
            "canonical" => Ok(self.collection.to_canonical()),
            "compact" => Ok(self.collection.to_compact()),
            _ => Err(js(format_args!(
                "`{style}`: not a style of text (`canonical`, `compact`)"
            ))),
        }
    }

    /// One game as a text of its own, in compact form.
    #[wasm_bindgen(js_name = gameText)]
    pub fn game_text(&self, game: usize) -> Result<String, JsError> {
        let tree = self.tree(game)?;
        let mut single = Collection::new();
        single.add_copy(tree);
        Ok(single.to_compact())
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
        self.history.undone.clear();
        self.history.done.push(before);
        if self.history.done.len() > HISTORY {
            self.history.done.remove(0);
        }
        Ok(result)
    }
}
