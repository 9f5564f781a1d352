//! Differences between two trees.

use std::collections::{HashMap, VecDeque};

use kifu_sgf::GameTree;

use super::nodes::{self, PropertyChange, Subtree};
use crate::flat::{Flat, NONE};
use crate::key::Keys;

/// A child of a node of the new tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Child {
    /// A child of the old node, by its number in file order.
    Old(u32),
    /// A new child with its subtree.
    New(Subtree),
}

/// The changes of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NodeChange {
    /// Its number in the old tree, in file order from 0.
    pub node: u32,
    /// Its number in the new tree.
    pub new_node: u32,
    /// The changes of its properties.
    pub properties: Vec<PropertyChange>,
    /// Its children in the new tree, if they or their order changed. A child of the old node that is missing here was
    /// removed with its subtree.
    pub children: Option<Vec<Child>>,
}

/// The differences between two trees: the changed nodes, in the order of the old tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TreeDiff {
    /// The nodes of both trees that changed.
    pub nodes: Vec<NodeChange>,
}

/// The matching nodes of two trees.
pub(crate) struct Matching {
    /// For each node of the old tree the one of the new tree, or [`NONE`].
    pub(crate) new_of: Vec<u32>,
    /// For each node of the new tree the one of the old tree, or [`NONE`].
    pub(crate) old_of: Vec<u32>,
}

impl Matching {
    /// Matches the roots, then recursively the children with the same effect on the board; several such children are
    /// matched in order.
    pub(crate) fn new(old: &Flat<'_>, new: &Flat<'_>) -> Self {
        Self::of(old, new, false)
    }

    /// Matches nodes as [`Self::new`], then recursively the remaining children with the same first move, or without a
    /// move, in order.
    pub(super) fn by_moves(old: &Flat<'_>, new: &Flat<'_>) -> Self {
        Self::of(old, new, true)
    }

    fn of(old: &Flat<'_>, new: &Flat<'_>, by_moves: bool) -> Self {
        let (old_keys, new_keys) = (Keys::of(old.node(0).game()), Keys::of(new.node(0).game()));
        let mut matching = Self {
            new_of: vec![NONE; old.len()],
            old_of: vec![NONE; new.len()],
        };
        let mut pairs = vec![(0, 0)];
        matching.pair(0, 0);
        while let Some((own, other)) = pairs.pop() {
            let nodes = (old.children(own), new.children(other));
            let old_key = |child| old_keys.key(old.node(child));
            let new_key = |child| new_keys.key(new.node(child));
            matching.add(&mut pairs, nodes, old_key, new_key);
            if by_moves {
                let nodes = (old.children(own), new.children(other));
                let old_key = |child| old_keys.play(old.node(child));
                let new_key = |child| new_keys.play(new.node(child));
                matching.add(&mut pairs, nodes, old_key, new_key);
            }
        }
        matching
    }

    fn pair(&mut self, own: u32, other: u32) {
        self.new_of[own as usize] = other;
        self.old_of[other as usize] = own;
    }

    /// Matches those of the nodes that have no match yet by their keys.
    fn add(
        &mut self,
        pairs: &mut Vec<(u32, u32)>,
        (old, new): (impl Iterator<Item = u32>, impl Iterator<Item = u32>),
        old_key: impl Fn(u32) -> String,
        new_key: impl Fn(u32) -> String,
    ) {
        let mut by_key: HashMap<String, VecDeque<u32>> = HashMap::new();
        for node in old.filter(|node| self.new_of[*node as usize] == NONE) {
            by_key.entry(old_key(node)).or_default().push_back(node);
        }
        if by_key.is_empty() {
            return;
        }
        for node in new {
            if self.old_of[node as usize] != NONE {
                continue;
            }
            let same = by_key.get_mut(&new_key(node));
            if let Some(before) = same.and_then(VecDeque::pop_front) {
                self.pair(before, node);
                pairs.push((before, node));
            }
        }
    }
}

pub(super) fn compare(old: GameTree<'_>, new: GameTree<'_>) -> TreeDiff {
    let kind = old.kind().filter(|kind| new.kind() == Some(*kind));
    let (old, new) = (Flat::new(old), Flat::new(new));
    let matching = Matching::by_moves(&old, &new);
    let mut diff = TreeDiff::default();
    for (node, &new_node) in (0..).zip(&matching.new_of) {
        if new_node == NONE {
            continue;
        }
        let properties = nodes::changes(old.node(node), new.node(new_node), kind);
        let kept = new
            .children(new_node)
            .map(|child| matching.old_of[child as usize]);
        let children = (!old.children(node).eq(kept)).then(|| {
            let children = new.children(new_node);
            children
                .map(|child| match matching.old_of[child as usize] {
                    NONE => Child::New(Subtree::of(new.node(child))),
                    before => Child::Old(before),
                })
                .collect()
        });
        if !properties.is_empty() || children.is_some() {
            diff.nodes.push(NodeChange {
                node,
                new_node,
                properties,
                children,
            });
        }
    }
    diff
}
