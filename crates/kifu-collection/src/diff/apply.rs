//! Builds the new collection from the old one.

use std::collections::HashMap;
use std::fmt;

use kifu_sgf::{Collection, GameTree, GameTreeMut, NodeId};

use super::nodes::{PropertyChange, PropertyValues};
use super::tree::{Child, NodeChange, TreeDiff};
use super::{Diff, GameChange};
use crate::copy::keep_writable;
use crate::edits::{self, Edit, Values};
use crate::flat::Flat;

/// The collection is not the one that was compared, or the diff is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PatchError;

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the record is not the one that was compared; compare again")
    }
}

impl std::error::Error for PatchError {}

pub(super) fn apply(diff: &Diff, old: &Collection) -> Result<Collection, PatchError> {
    if diff.old_games != old.len() {
        return Err(PatchError);
    }
    if keeps_order(diff) {
        in_place(diff, old)
    } else {
        anew(diff, old)
    }
}

/// Whether unchanged games and variations keep their order, and new games come last.
fn keeps_order(diff: &Diff) -> bool {
    let mut last = None;
    let mut is_behind = false;
    diff.games.iter().all(|game| match game {
        GameChange::Added(_) => {
            is_behind = true;
            true
        }
        GameChange::Same(old) | GameChange::Changed { old, .. } => {
            let keeps = !is_behind && last < Some(*old);
            last = Some(*old);
            let tree = match game {
                GameChange::Changed { tree, .. } => Some(tree),
                GameChange::Same(_) | GameChange::Added(_) => None,
            };
            keeps && tree.is_none_or(|tree| tree.nodes.iter().all(children_keep_order))
        }
    })
}

fn children_keep_order(change: &NodeChange) -> bool {
    let children = change.children.iter().flatten();
    let kept = children.filter_map(|child| match child {
        Child::Old(node) => Some(*node),
        Child::New(_) => None,
    });
    kept.is_sorted()
}

fn in_place(diff: &Diff, old: &Collection) -> Result<Collection, PatchError> {
    let mut collection = old.clone();
    for game in &diff.games {
        if let GameChange::Changed { old: number, tree } = game {
            let ids: Vec<NodeId> = old
                .game(*number)
                .ok_or(PatchError)?
                .nodes()
                .map(|node| node.id())
                .collect();
            let mut game = collection.game_mut(*number).ok_or(PatchError)?;
            change(&mut game, tree, &ids)?;
        }
    }
    for number in diff.removed().into_iter().rev() {
        collection.remove_game(number).map_err(|_| PatchError)?;
    }
    for game in &diff.games {
        if let GameChange::Added(subtree) = game {
            let mut game = collection.add_game();
            let root = game.root();
            if !subtree.write(&mut game, root) {
                return Err(PatchError);
            }
        }
    }
    Ok(collection)
}

/// Changes a game in place.
fn change(game: &mut GameTreeMut<'_>, tree: &TreeDiff, ids: &[NodeId]) -> Result<(), PatchError> {
    let id = |node: u32| ids.get(node as usize).copied().ok_or(PatchError);
    for change in &tree.nodes {
        let node = id(change.node)?;
        change_properties(game, node, &change.properties)?;
        let Some(children) = &change.children else {
            continue;
        };
        let mut kept = Vec::new();
        for child in children {
            if let Child::Old(child) = child {
                kept.push(id(*child)?);
            }
        }
        let tree = game.tree();
        let before = tree.node(node).ok_or(PatchError)?.children();
        // Both are in one order.
        let mut left = kept.iter().peekable();
        let gone: Vec<NodeId> = before
            .map(|child| child.id())
            .filter(|child| left.next_if(|kept| *kept == child).is_none())
            .collect();
        if left.next().is_some() {
            return Err(PatchError);
        }
        for child in gone {
            game.remove(child).map_err(|_| PatchError)?;
        }
        let mut behind = None;
        for child in children.iter().rev() {
            behind = Some(match child {
                Child::Old(child) => id(*child)?,
                Child::New(subtree) => {
                    let new = match behind {
                        Some(behind) => game.insert_before(behind),
                        None => game.append_child(node),
                    };
                    let new = new.map_err(|_| PatchError)?;
                    if !subtree.write(game, new) {
                        return Err(PatchError);
                    }
                    new
                }
            });
        }
    }
    Ok(())
}

fn change_properties(
    game: &mut GameTreeMut<'_>,
    node: NodeId,
    changes: &[PropertyChange],
) -> Result<(), PatchError> {
    let before: Vec<PropertyValues> = game
        .tree()
        .node(node)
        .ok_or(PatchError)?
        .properties()
        .map(PropertyValues::of)
        .collect();
    let mut edits = Vec::new();
    for change in changes {
        let (place, old, identifier, values) = match change {
            PropertyChange::Added(_) => continue,
            PropertyChange::Removed { place, old } => (*place, old, &old.identifier, Values::Gone),
            PropertyChange::Changed { place, old, new } => (
                *place,
                old,
                &new.identifier,
                Values::New(new.values.clone()),
            ),
        };
        if before.get(place) != Some(old) {
            return Err(PatchError);
        }
        edits.push(Edit {
            node,
            place,
            identifier: identifier.clone(),
            values,
        });
    }
    edits::apply(game, &edits).map_err(|_| PatchError)?;
    for change in changes {
        if let PropertyChange::Added(new) = change {
            game.push_property(node, &new.identifier, &new.values)
                .map_err(|_| PatchError)?;
        }
    }
    Ok(())
}

/// Rewrites all games, each in the encoding that its `CA` names if that can represent it.
fn anew(diff: &Diff, old: &Collection) -> Result<Collection, PatchError> {
    let mut collection = Collection::new();
    for change in &diff.games {
        match change {
            GameChange::Same(number) => {
                let before = old.game(*number).ok_or(PatchError)?;
                let mut game = collection.add_game();
                rebuild(&mut game, before, &TreeDiff::default())?;
                keep_writable(&mut game);
            }
            GameChange::Added(subtree) => {
                let mut game = collection.add_game();
                let root = game.root();
                if !subtree.write(&mut game, root) {
                    return Err(PatchError);
                }
                keep_writable(&mut game);
            }
            GameChange::Changed { old: number, tree } => {
                let before = old.game(*number).ok_or(PatchError)?;
                let mut game = collection.add_game();
                rebuild(&mut game, before, tree)?;
                keep_writable(&mut game);
            }
        }
    }
    Ok(collection)
}

/// Copies a game with its changes.
fn rebuild(
    game: &mut GameTreeMut<'_>,
    before: GameTree<'_>,
    tree: &TreeDiff,
) -> Result<(), PatchError> {
    let flat = Flat::new(before);
    let changes: HashMap<u32, &NodeChange> = tree
        .nodes
        .iter()
        .map(|change| (change.node, change))
        .collect();
    let mut open = vec![(0, game.root())];
    while let Some((node, to)) = open.pop() {
        crate::copy::copy_node(game, to, flat.node(node));
        let change = changes.get(&node);
        if let Some(change) = change {
            change_properties(game, to, &change.properties)?;
        }
        let children = match change.and_then(|change| change.children.as_ref()) {
            None => flat.children(node).map(|child| (child, None)).collect(),
            Some(children) => children
                .iter()
                .map(|child| match child {
                    Child::Old(child) if flat.parent.get(*child as usize) == Some(&node) => {
                        Ok((*child, None))
                    }
                    Child::Old(_) => Err(PatchError),
                    Child::New(subtree) => Ok((0, Some(subtree))),
                })
                .collect::<Result<Vec<_>, _>>()?,
        };
        for (child, subtree) in children {
            let new = game.append_child(to).map_err(|_| PatchError)?;
            match subtree {
                None => open.push((child, new)),
                Some(subtree) if subtree.write(game, new) => {}
                Some(_) => return Err(PatchError),
            }
        }
    }
    Ok(())
}
