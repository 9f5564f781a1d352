//! A trie of all lines of play.

use std::collections::HashMap;

use kifu_sgf::{Collection, Node, NodeId};
use kifu_syntax::ProblemKind;

use super::bag::{Bag, Part};
use super::exclusive::Board;
use super::header;
use super::{Header, Input, Merged};
use crate::key::Keys;

/// No node, no piece.
pub(super) const NONE: u32 = u32::MAX;

/// All lines of play of the inputs.
pub(super) struct Trie {
    pub(super) parent: Vec<u32>,
    first_child: Vec<u32>,
    last_child: Vec<u32>,
    next_sibling: Vec<u32>,
    /// The first and last piece of each node.
    pieces: Vec<(u32, u32)>,
    pool: Vec<Piece>,
    children: HashMap<(u32, u32), u32>,
    keys: HashMap<String, u32>,
}

/// The part of an input's node that belongs to a trie node.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) input: u32,
    pub(super) node: NodeId,
    pub(super) part: Part,
    next: u32,
}

impl Trie {
    fn new() -> Self {
        let mut trie = Self {
            parent: Vec::new(),
            first_child: Vec::new(),
            last_child: Vec::new(),
            next_sibling: Vec::new(),
            pieces: Vec::new(),
            pool: Vec::new(),
            children: HashMap::new(),
            keys: HashMap::new(),
        };
        trie.push(NONE);
        trie
    }

    fn push(&mut self, parent: u32) -> u32 {
        let node = self.parent.len() as u32;
        self.parent.push(parent);
        self.first_child.push(NONE);
        self.last_child.push(NONE);
        self.next_sibling.push(NONE);
        self.pieces.push((NONE, NONE));
        if parent != NONE {
            let last = std::mem::replace(&mut self.last_child[parent as usize], node);
            if last == NONE {
                self.first_child[parent as usize] = node;
            } else {
                self.next_sibling[last as usize] = node;
            }
        }
        node
    }

    /// The child with this key, created if missing.
    pub(super) fn child(&mut self, parent: u32, key: &str) -> u32 {
        let next = self.keys.len() as u32;
        let key = self.keys.get(key).copied().unwrap_or_else(|| {
            self.keys.insert(key.to_owned(), next);
            next
        });
        if let Some(child) = self.children.get(&(parent, key)) {
            return *child;
        }
        let child = self.push(parent);
        self.children.insert((parent, key), child);
        child
    }

    pub(super) fn add(&mut self, to: u32, input: usize, node: NodeId, part: Part) {
        let piece = self.pool.len() as u32;
        self.pool.push(Piece {
            input: input as u32,
            node,
            part,
            next: NONE,
        });
        let (first, last) = &mut self.pieces[to as usize];
        if *first == NONE {
            *first = piece;
        } else {
            self.pool[*last as usize].next = piece;
        }
        *last = piece;
    }

    /// Whether a node begins a variation, or the game.
    fn is_variation(&self, node: u32) -> bool {
        let parent = self.parent[node as usize];
        parent == NONE || self.first_child[parent as usize] != self.last_child[parent as usize]
    }

    fn pieces(&self, node: u32) -> impl Iterator<Item = Piece> + '_ {
        let link = |number: u32| self.pool.get(number as usize).copied();
        std::iter::successors(link(self.pieces[node as usize].0), move |piece| {
            link(piece.next)
        })
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let link = |number: u32| (number != NONE).then_some(number);
        std::iter::successors(link(self.first_child[node as usize]), move |child| {
            link(self.next_sibling[*child as usize])
        })
    }
}

pub(super) fn merge(
    inputs: &[Input<'_>],
    header: Header,
    (number, size): &(String, String),
) -> Merged {
    let mut trie = Trie::new();
    let root_keys: Vec<String> = inputs
        .iter()
        .map(|input| Keys::of(input.game).key(input.game.root()))
        .collect();
    let has_one_start = root_keys.iter().all(|key| *key == root_keys[0]);
    // For each input, where its nodes are, in file order.
    let mut places: Vec<Vec<u32>> = Vec::with_capacity(inputs.len());
    for (input, root_key) in root_keys.iter().enumerate() {
        places.push(add(
            &mut trie,
            inputs[input],
            input,
            has_one_start,
            root_key,
        ));
    }
    let heads = match header {
        Header::Together => header::together(inputs),
        Header::Apart => header::apart(inputs, &mut trie, &places),
    };
    drop(places);
    write(inputs, &trie, &heads, number, size)
}

/// Adds the lines of an input. Returns the trie node of each of its nodes.
fn add(
    trie: &mut Trie,
    Input { game, .. }: Input<'_>,
    input: usize,
    has_one_start: bool,
    root_key: &str,
) -> Vec<u32> {
    let keys = Keys::of(game);
    let mut places = Vec::with_capacity(game.node_count());
    let step = |above: &u32, node: Node<'_>| {
        if *above == NONE {
            trie.add(0, input, node.id(), Part::Head);
            let start = if has_one_start || root_key.is_empty() {
                0
            } else {
                trie.child(0, root_key)
            };
            trie.add(start, input, node.id(), Part::Step);
            return start;
        }
        let key = keys.key(node);
        // A node without effect on the board belongs to the node before.
        let place = if key.is_empty() {
            *above
        } else {
            trie.child(*above, &key)
        };
        trie.add(place, input, node.id(), Part::All);
        place
    };
    for (_, place) in crate::walk::down(game.root(), NONE, step) {
        places.push(place);
    }
    places
}

/// A step of writing the tree.
enum Step {
    /// A node, and its properties.
    Node(u32, Vec<(String, Vec<String>)>),
    /// The end of a variation, or of the game.
    Close,
}

/// The inputs and settings for writing the tree.
struct Plan<'p, 'a> {
    inputs: &'p [Input<'a>],
    board: Board,
    trie: &'p Trie,
    heads: &'p header::Heads,
    number: &'p str,
    size: &'p str,
}

impl Plan<'_, '_> {
    /// Walks the tree in file order. Returns the values that were moved to comments.
    fn each(&self, mut take: impl FnMut(Step)) -> Vec<String> {
        let mut aside = Vec::new();
        // The nodes to come; [`NONE`] ends a variation.
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            if node == NONE {
                take(Step::Close);
                continue;
            }
            let written = self.bag(node).finish();
            take(Step::Node(node, written.properties));
            aside.extend(written.aside);
            if self.trie.is_variation(node) {
                open.push(NONE);
            }
            let first = open.len();
            open.extend(self.trie.children(node));
            open[first..].reverse();
        }
        aside
    }

    /// The combined properties of all inputs at a node.
    fn bag(&self, node: u32) -> Bag {
        let mut bag = Bag::new(self.board, node == 0);
        if node == 0 {
            let version = version(self.inputs);
            for (identifier, value) in [
                ("FF", version),
                ("GM", self.number),
                ("CA", "UTF-8"),
                ("SZ", self.size),
            ] {
                if !value.is_empty() {
                    bag.fix(identifier, value);
                }
            }
        }
        for piece in self.trie.pieces(node) {
            let input = self.inputs[piece.input as usize];
            if let Some(from) = input.game.node(piece.node) {
                let part = match piece.part {
                    Part::Step if !self.heads.takes_root(piece.input) => Part::StepAndWords,
                    part => part,
                };
                bag.add(input.name, from, part);
            }
        }
        for &(input, id) in self.heads.of(node) {
            let input = self.inputs[input as usize];
            if let Some(from) = input.game.node(id) {
                bag.add(input.name, from, Part::Info);
            }
        }
        bag
    }

    /// The tree as parsed text, which takes a fraction of the memory of a tree built node by node. `None` if the text
    /// is not read as this tree.
    fn as_text(&self) -> Option<Merged> {
        let mut text = String::new();
        let mut without_value = 0;
        let aside = self.each(|step| match step {
            Step::Close => text.push(')'),
            Step::Node(node, properties) => {
                if self.trie.is_variation(node) {
                    text.push_str(if node == 0 { "(" } else { "\n(" });
                }
                text.push(';');
                for (identifier, values) in properties {
                    without_value += usize::from(values.is_empty());
                    push_property(&mut text, &identifier, &values);
                }
            }
        });
        text.push('\n');
        let collection = Collection::from(text);
        let problems = collection.problems();
        let is_sound = problems.len() == without_value
            && problems
                .iter()
                .all(|problem| problem.kind == ProblemKind::IdentifierWithoutValue)
            && collection.len() == 1
            && collection.node_count() == self.trie.parent.len();
        is_sound.then_some(Merged { collection, aside })
    }

    /// The tree, built node by node.
    fn as_nodes(&self) -> Merged {
        let mut collection = Collection::new();
        let mut game = collection.add_game();
        let mut made = vec![game.root(); self.trie.parent.len()];
        let aside = self.each(|step| {
            let Step::Node(node, properties) = step else {
                return;
            };
            if node != 0 {
                let parent = made[self.trie.parent[node as usize] as usize];
                // The parent was created before.
                made[node as usize] = game.append_child(parent).unwrap_or(parent);
            }
            for (identifier, values) in properties {
                // Identifiers and values were read as such.
                let _ = game.push_property(made[node as usize], &identifier, &values);
            }
        });
        Merged { collection, aside }
    }
}

/// Adds a property to the text of a node.
fn push_property(text: &mut String, identifier: &str, values: &[String]) {
    // Without a value, the identifier before would be read as part of this one.
    if text.ends_with(|last: char| last.is_ascii_alphanumeric() || last == '_') {
        text.push(' ');
    }
    text.push_str(identifier);
    for value in values {
        text.push('[');
        text.push_str(value);
        text.push(']');
    }
}

fn write(
    inputs: &[Input<'_>],
    trie: &Trie,
    heads: &header::Heads,
    number: &str,
    size: &str,
) -> Merged {
    let plan = Plan {
        inputs,
        board: Board::of(inputs[0].game),
        trie,
        heads,
        number,
        size,
    };
    // Texts that resemble the beginning of a game can mislead the parser in broken files; building the tree node by
    // node avoids this.
    plan.as_text().unwrap_or_else(|| plan.as_nodes())
}

/// The version of all inputs; the current one if they differ.
fn version<'a>(inputs: &[Input<'a>]) -> &'a str {
    let of = |input: &Input<'a>| input.game.root().value("FF").map(str::trim);
    let first = inputs.first().and_then(of);
    let is_common = inputs.iter().all(|input| of(input) == first);
    match first {
        Some(version @ ("1" | "2" | "3")) if is_common => version,
        _ => "4",
    }
}
