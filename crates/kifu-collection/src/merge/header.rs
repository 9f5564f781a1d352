//! Placement of game info.

use std::collections::HashMap;

use kifu_sgf::schema::{self, PropertyType};
use kifu_sgf::{GameTree, Node, NodeId};

use super::Input;
use super::trie::{NONE, Trie};

/// The target node of the info of each input.
#[derive(Default)]
pub(super) struct Heads {
    /// For each node that receives info: the inputs and their source nodes.
    moved: HashMap<u32, Vec<(u32, NodeId)>>,
    /// For each input, whether the root's properties about the game move with its info.
    takes_root: Vec<bool>,
}

impl Heads {
    /// Whether the root's properties about the game move with the info of an input.
    pub(super) fn takes_root(&self, input: u32) -> bool {
        self.takes_root.get(input as usize).copied().unwrap_or(true)
    }

    /// The info that moves to a node.
    pub(super) fn of(&self, node: u32) -> &[(u32, NodeId)] {
        self.moved.get(&node).map_or(&[], Vec::as_slice)
    }
}

/// All info in the root: that of every node of an input that has some.
pub(super) fn together(inputs: &[Input<'_>]) -> Heads {
    let mut heads = Heads::default();
    let all = heads.moved.entry(0).or_default();
    for (input, Input { game, .. }) in (0..).zip(inputs) {
        for node in game.nodes() {
            if node.is_root() || has_info(*game, node) {
                all.push((input, node.id()));
            }
        }
    }
    heads
}

/// A game of an input: its info and its position.
struct Game {
    input: u32,
    /// The nodes with its info: one, unless the record breaks the standard.
    infos: Vec<NodeId>,
    /// The trie nodes of its line, starting at the node with its info.
    line: Vec<u32>,
    /// The text of its info.
    says: String,
}

/// Owned by no game, or by several.
const FREE: u32 = NONE;
const SHARED: u32 = NONE - 1;

/// Places the info of each game at the node where it becomes distinct.
///
/// Each trie node is owned by the game whose nodes alone map to it. Below such a node there are only nodes of its
/// owner, and above the highest of them only shared nodes, which receive no info. So no path has two nodes with info.
pub(super) fn apart(inputs: &[Input<'_>], trie: &mut Trie, places: &[Vec<u32>]) -> Heads {
    let mut games: Vec<Game> = Vec::new();
    // For each input, the game of each node.
    let mut owners_of: Vec<Vec<u32>> = Vec::with_capacity(inputs.len());
    for (input, Input { game, .. }) in (0..).zip(inputs) {
        owners_of.push(games_of(&mut games, input, *game, &places[input as usize]));
    }
    // Records of one game with the same info are one.
    let mut same: HashMap<(String, u32), u32> = HashMap::new();
    let mut canonical = Vec::with_capacity(games.len());
    for (number, game) in (0_u32..).zip(&games) {
        let end = game.line.last().copied().unwrap_or(0);
        let first = *same.entry((game.says.clone(), end)).or_insert(number);
        canonical.push(first);
    }
    let mut owner = vec![FREE; trie.parent.len()];
    if places.iter().any(|nodes| nodes.first() != Some(&0)) {
        // Some have their own starting position after the root.
        owner[0] = SHARED;
    }
    for (nodes, owners) in places.iter().zip(&owners_of) {
        for (&place, &game) in nodes.iter().zip(owners) {
            let game = match game {
                SHARED => SHARED,
                game => canonical[game as usize],
            };
            let own = &mut owner[place as usize];
            if *own == FREE {
                *own = game;
            } else if *own != game {
                *own = SHARED;
            }
        }
    }
    let mut heads = Heads {
        takes_root: vec![false; inputs.len()],
        ..Heads::default()
    };
    for (number, game) in games.iter().enumerate() {
        let id = canonical[number];
        let mut line = game.line.iter().copied();
        let own = line.find(|place| owner.get(*place as usize) == Some(&id));
        let place = own.unwrap_or_else(|| {
            // The whole line is part of others: a separate node marks its end.
            let end = game.line.last().copied().unwrap_or(0);
            trie.child(end, &format!("info {}", game.says))
        });
        let all = heads.moved.entry(place).or_default();
        all.extend(game.infos.iter().map(|node| (game.input, *node)));
        let root = inputs[game.input as usize].game.root().id();
        if game.infos.contains(&root) {
            heads.takes_root[game.input as usize] = true;
        }
    }
    heads
}

/// Finds the games of an input. Returns the game of each node.
fn games_of(games: &mut Vec<Game>, input: u32, tree: GameTree<'_>, places: &[u32]) -> Vec<u32> {
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    let mut infos: Vec<(Node<'_>, u32)> = Vec::new();
    let before = games.len();
    let owners: Vec<u32> = crate::walk::down(tree.root(), SHARED, |above: &u32, node| {
        let has_info = has_info(tree, node);
        if *above != SHARED {
            if has_info {
                infos.push((node, *above));
            }
            return *above;
        }
        if !has_info {
            return SHARED;
        }
        let game = (before + numbers.len()) as u32;
        numbers.insert(node.id(), numbers.len());
        infos.push((node, game));
        game
    })
    .map(|(_, game)| game)
    .collect();
    if numbers.is_empty() {
        // A record without any info is still a game: its root may have comments.
        let root = tree.root();
        let game = before as u32;
        games.push(new_game(input, root, places, &in_order(tree)));
        return vec![game; owners.len()];
    }
    let order = in_order(tree);
    let mut made: Vec<Option<Game>> = (0..numbers.len()).map(|_| None).collect();
    for (node, game) in infos {
        let slot = &mut made[game as usize - before];
        match slot {
            None => *slot = Some(new_game(input, node, places, &order)),
            Some(game) => {
                game.infos.push(node.id());
                game.says.push_str(&says(node));
            }
        }
    }
    games.extend(made.into_iter().flatten());
    owners
}

/// The numbers of the nodes in file order.
fn in_order(tree: GameTree<'_>) -> HashMap<NodeId, usize> {
    let nodes = tree.nodes().enumerate();
    nodes.map(|(at, node)| (node.id(), at)).collect()
}

fn new_game(input: u32, node: Node<'_>, places: &[u32], order: &HashMap<NodeId, usize>) -> Game {
    let line = node.main_line();
    let line = line.filter_map(|node| places.get(*order.get(&node.id())?).copied());
    Game {
        input,
        infos: vec![node.id()],
        line: line.collect(),
        says: says(node),
    }
}

/// The text of the info of a node, with its comment if it is the root.
fn says(node: Node<'_>) -> String {
    let kind = node.game().kind();
    let mut parts: Vec<String> = node
        .properties()
        .filter(|property| {
            let identifier = property.identifier();
            is_info(kind, &identifier) || (node.is_root() && goes_along(&identifier))
        })
        .map(|property| {
            let values: Vec<_> = property.texts().collect();
            format!("{}[{}]", property.identifier(), values.join("]["))
        })
        .collect();
    parts.sort_unstable();
    parts.concat()
}

/// Whether a root property moves with the info of its game, because it is about the game as a whole.
pub(super) fn goes_along(identifier: &str) -> bool {
    matches!(identifier, "C" | "AP")
}

pub(super) fn is_info(kind: Option<schema::Game>, identifier: &str) -> bool {
    schema::lookup(kind, identifier)
        .is_some_and(|definition| definition.property_type == PropertyType::GameInfo)
}

fn has_info(tree: GameTree<'_>, node: Node<'_>) -> bool {
    let kind = tree.kind();
    let mut properties = node.properties();
    properties.any(|property| is_info(kind, &property.identifier()))
}
