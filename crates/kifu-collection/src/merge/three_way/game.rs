//! Merges one game.

use std::collections::{HashMap, VecDeque};

use kifu_sgf::{GameTree, GameTreeMut, Node, NodeId, Property};

use super::{Conflict, properties};
use crate::diff::{Matching, Subtree, has_same_properties};
use crate::flat::{Flat, NONE};
use crate::key::Keys;
use crate::merge::exclusive::Board;

/// Maximum number of variations of a node that are reordered: the cost is quadratic.
const SORTED: usize = 50;

/// Merges the changes from `base` to `theirs` into `game`, which equals `own`.
pub(super) fn join(
    game: &mut GameTreeMut<'_>,
    base: GameTree<'_>,
    own: GameTree<'_>,
    theirs: GameTree<'_>,
) -> Vec<Conflict> {
    let (base, own, their) = (Flat::new(base), Flat::new(own), Flat::new(theirs));
    let mut join = Join {
        by_us: Matching::new(&base, &own),
        by_them: Matching::new(&base, &their),
        keys: Keys::of(theirs),
        own_keys: Keys::of(own.node(0).game()),
        places: vec![None; their.len()],
        conflicts: Vec::new(),
        board: Board::of(own.node(0).game()),
        own_moves: moves(&own),
        their_moves: moves(&their),
        base: &base,
        own: &own,
        their: &their,
    };
    join.run(game);
    join.conflicts
}

/// Children that are not in the base, in order, by the number of their parent and their key.
type NewChildren = HashMap<(u32, String), VecDeque<u32>>;

/// Key of a node that is not in the base: its effect on the board, or all its properties if it has none.
fn key_of_new(keys: Keys, node: Node<'_>) -> String {
    let key = keys.key(node);
    if !key.is_empty() {
        return key;
    }
    let mut properties: Vec<String> = node.properties().map(written).collect();
    properties.sort_unstable();
    properties.concat()
}

/// A property with its values.
fn written(property: Property<'_>) -> String {
    let values = property.values().map(|value| format!("[{value}]"));
    property.identifier().into_owned() + &values.collect::<String>()
}

struct Join<'f, 'a> {
    base: &'f Flat<'a>,
    own: &'f Flat<'a>,
    their: &'f Flat<'a>,
    by_us: Matching,
    by_them: Matching,
    keys: Keys,
    own_keys: Keys,
    /// For each of their nodes, the corresponding node of the result, if it is one of ours.
    places: Vec<Option<Found>>,
    conflicts: Vec<Conflict>,
    board: Board,
    own_moves: Vec<usize>,
    their_moves: Vec<usize>,
}

/// The outcome for one of their nodes.
enum Placed {
    /// It corresponds to a node of the result.
    At(Found),
    /// It was copied with its subtree.
    Grafted(NodeId),
    /// It and its subtree are not in the result.
    Gone,
}

/// A node of the result that comes from ours.
#[derive(Clone, Copy)]
struct Found {
    id: NodeId,
    /// Its number in our tree.
    own: u32,
}

impl Join<'_, '_> {
    fn run(&mut self, game: &mut GameTreeMut<'_>) {
        let our_changes = changed_below(self.base, self.own, &self.by_us);
        let their_changes = changed_below(self.base, self.their, &self.by_them);
        // For each of our nodes, the children that are not in the base, by their keys.
        let mut new_children = NewChildren::new();
        for node in (0..self.own.len() as u32).rev() {
            if self.by_us.old_of[node as usize] == NONE {
                let key = key_of_new(self.own_keys, self.own.node(node));
                let alike = new_children.entry((self.own.parent[node as usize], key));
                alike.or_default().push_front(node);
            }
        }
        // For each parent, the last of our or their nodes that comes before the next one.
        let mut before: HashMap<NodeId, NodeId> = HashMap::new();
        // For each of their nodes, the node of the result.
        let mut placed: Vec<Option<NodeId>> = vec![None; self.their.len()];
        for node in 0..self.their.len() as u32 {
            let parent = self.their.parent[node as usize];
            let above = (parent != NONE)
                .then(|| self.places[parent as usize])
                .flatten();
            if parent != NONE && above.is_none() {
                // It was grafted or removed together with a node above.
                continue;
            }
            let sibling = above.and_then(|above| before.get(&above.id).copied());
            let id = match self.place(
                game,
                node,
                above,
                &mut new_children,
                &their_changes,
                sibling,
            ) {
                Placed::At(found) => {
                    self.places[node as usize] = Some(found);
                    found.id
                }
                Placed::Grafted(id) => id,
                Placed::Gone => continue,
            };
            placed[node as usize] = Some(id);
            if let Some(above) = above {
                before.insert(above.id, id);
            }
        }
        self.reorder(game, &placed);
        self.remove(game, &our_changes);
    }

    /// Finds or creates one of their nodes in the result: after one of its siblings, if one is known.
    fn place(
        &mut self,
        game: &mut GameTreeMut<'_>,
        node: u32,
        above: Option<Found>,
        new_children: &mut NewChildren,
        their_changes: &[bool],
        sibling: Option<NodeId>,
    ) -> Placed {
        let their = self.their.node(node);
        let old = self.by_them.old_of[node as usize];
        let own = if old == NONE {
            let own_above = above.map_or(NONE, |above| above.own);
            let key = (own_above, key_of_new(self.keys, their));
            new_children.get_mut(&key).and_then(|alike| {
                // Of several that look alike each one is taken once, and the last one stays for others.
                if alike.len() > 1 {
                    alike.pop_front()
                } else {
                    alike.front().copied()
                }
            })
        } else {
            let own = self.by_us.new_of[old as usize];
            (own != NONE).then_some(own)
        };
        if let Some(own) = own {
            let own_node = self.own.node(own);
            let id = own_node.id();
            let base = (old != NONE).then(|| self.base.node(old));
            let kind = own_node.game().kind();
            if base.is_none_or(|base| !has_same_properties(base, their, kind)) {
                for message in properties::join(game, id, base, own_node, their, self.board) {
                    self.conflict(place_of(own_node, self.own_moves[own as usize]), message);
                }
            }
            return Placed::At(Found { id, own });
        }
        // The root is always found.
        let Some(above) = above else {
            return Placed::Gone;
        };
        if old != NONE {
            // We removed it.
            if !their_changes[node as usize] {
                return Placed::Gone;
            }
            self.conflict(
                place_of(their, self.their_moves[node as usize]),
                "we removed it, they changed it or what is below: theirs is kept".to_owned(),
            );
        }
        // The nodes were found in this game.
        let top = match sibling {
            Some(sibling) => game.insert_after(sibling),
            None if self.leads(node, above) => game.insert_child(above.id, 0),
            None => game.append_child(above.id),
        };
        let Ok(top) = top else {
            return Placed::Gone;
        };
        // Text that was read can be written.
        let _ = Subtree::of(their).write(game, top);
        Placed::Grafted(top)
    }

    /// Returns whether one of their nodes comes before all of ours below `above`.
    ///
    /// Our main line stays the main line, unless only they changed it.
    fn leads(&self, node: u32, above: Found) -> bool {
        let parent = self.their.parent[node as usize];
        let old_parent = self.by_them.old_of[parent as usize];
        if old_parent == NONE || self.their.children(parent).next() != Some(node) {
            return false;
        }
        let first = self.base.children(old_parent).next();
        let ours = self.own.children(above.own).next();
        first.is_some_and(|first| ours == Some(self.by_us.new_of[first as usize]))
    }

    fn conflict(&mut self, place: String, message: String) {
        self.conflicts.push(Conflict {
            game: self.own.node(0).game().number(),
            place,
            message,
        });
    }

    /// Applies their order to variations whose order we did not change.
    fn reorder(&self, game: &mut GameTreeMut<'_>, placed: &[Option<NodeId>]) {
        for node in 0..self.their.len() as u32 {
            let old = self.by_them.old_of[node as usize];
            let (Some(found), true) = (self.places[node as usize], old != NONE) else {
                continue;
            };
            let (new_of_us, new_of_them) = (&self.by_us.new_of, &self.by_them.new_of);
            let stays = |child: &u32| {
                new_of_us[*child as usize] != NONE && new_of_them[*child as usize] != NONE
            };
            let order: Vec<u32> = self.base.children(old).filter(stays).collect();
            if !(2..=SORTED).contains(&order.len()) {
                continue;
            }
            let order_in = |flat: &Flat<'_>, node: u32, old_of: &[u32]| -> Vec<u32> {
                let children = flat.children(node).map(|child| old_of[child as usize]);
                children.filter(|child| order.contains(child)).collect()
            };
            let own = order_in(self.own, found.own, &self.by_us.old_of);
            let theirs = order_in(self.their, node, &self.by_them.old_of);
            if own == order && theirs != order && theirs.len() == order.len() {
                // Their new variations have a place in their order too.
                let ids = self.their.children(node);
                let ids: Vec<NodeId> = ids.filter_map(|child| placed[child as usize]).collect();
                sort_children(game, found.id, &ids);
            }
        }
    }

    /// Removes what they removed, unless we changed it.
    fn remove(&mut self, game: &mut GameTreeMut<'_>, our_changes: &[bool]) {
        for old in 1..self.base.len() as u32 {
            let above = self.base.parent[old as usize];
            let is_theirs = |node: u32| self.by_them.new_of[node as usize] != NONE;
            let own = self.by_us.new_of[old as usize];
            if is_theirs(old) || !is_theirs(above) || own == NONE {
                continue;
            }
            let node = self.own.node(own);
            if our_changes[own as usize] {
                self.conflict(
                    place_of(node, self.own_moves[own as usize]),
                    "we changed it or what is below, they removed it: ours is kept".to_owned(),
                );
            } else {
                // It is one of our nodes, and not the root.
                let _ = game.remove(node.id());
            }
        }
    }
}

/// Reorders some children of a node; the others keep their places.
fn sort_children(game: &mut GameTreeMut<'_>, node: NodeId, order: &[NodeId]) {
    let children = game.tree().node(node).into_iter();
    let mut children: Vec<NodeId> = children
        .flat_map(|node| node.children().map(|child| child.id()))
        .collect();
    if children.len() > SORTED {
        return;
    }
    let mut next = order.iter();
    let mut wanted = children.clone();
    for child in wanted.iter_mut().filter(|child| order.contains(child)) {
        *child = *next.next().unwrap_or(child);
    }
    for (place, child) in wanted.into_iter().enumerate() {
        while let Some(at) = children.iter().position(|own| *own == child)
            && at > place
        {
            children.swap(at, at - 1);
            // It was found in this game.
            let _ = game.promote(child);
        }
    }
}

/// For each node of the new tree, whether its subtree differs from the old one.
fn changed_below(old: &Flat<'_>, new: &Flat<'_>, matching: &Matching) -> Vec<bool> {
    let kind = new.node(0).game().kind();
    let mut changed = vec![false; new.len()];
    for node in (0..new.len() as u32).rev() {
        let at = node as usize;
        let before = matching.old_of[at];
        changed[at] |= before == NONE || {
            let lost = old
                .children(before)
                .any(|child| matching.new_of[child as usize] == NONE);
            lost || !has_same_properties(old.node(before), new.node(node), kind)
        };
        let parent = new.parent[at];
        if changed[at] && parent != NONE {
            changed[parent as usize] = true;
        }
    }
    changed
}

/// The number of the move at each node.
fn moves(flat: &Flat<'_>) -> Vec<usize> {
    let mut moves: Vec<usize> = Vec::with_capacity(flat.len());
    for (node, &parent) in flat.nodes.iter().zip(&flat.parent) {
        let above = moves.get(parent as usize).copied().unwrap_or(0);
        moves.push(above + usize::from(node.play().is_some()));
    }
    moves
}

/// The position of a node as text.
fn place_of(node: Node<'_>, moves: usize) -> String {
    if node.is_root() {
        return "root".to_owned();
    }
    match node.play() {
        Some((id, raw)) => format!("move {moves}, {id}[{raw}]"),
        None => format!("after move {moves}"),
    }
}
