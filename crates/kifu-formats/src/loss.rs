use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use kifu_sgf::{GameTree, Node, schema};

use crate::Support;

/// Contents of the game that are missing from the written file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lost {
    /// Properties of this identifier.
    Property(String),
    /// Other content, in words.
    Other(Cow<'static, str>),
}

/// Content that a format could not hold, and its count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Kind of the lost content.
    pub lost: Lost,
    /// Number of losses of this kind.
    pub count: usize,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.lost {
            Lost::Property(identifier) => write!(f, "{} `{identifier}`", self.count),
            Lost::Other(words) => write!(f, "{} {words}", self.count),
        }
    }
}

/// Words for other content than properties: for one, and for several.
pub(crate) type Words = [&'static str; 2];

/// A format with a tree has no move before its first node.
pub(crate) const MOVE_IN_ROOT: Words = [
    "move in the root, written after it",
    "moves in the root, written after it",
];

/// Losses found so far.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    properties: BTreeMap<String, usize>,
    others: BTreeMap<Words, usize>,
}

/// Properties that describe the SGF file, not the game.
const OF_THE_FILE: [&str; 3] = ["FF", "GM", "CA"];

impl Losses {
    /// Counts a property that is lost.
    pub(crate) fn property(&mut self, identifier: &str) {
        self.properties(identifier, 1);
    }

    /// Counts `count` values of a property.
    pub(crate) fn properties(&mut self, identifier: &str, count: usize) {
        if count > 0 {
            *self.properties.entry(identifier.to_owned()).or_default() += count;
        }
    }

    /// Counts something else.
    pub(crate) fn other(&mut self, words: Words) {
        *self.others.entry(words).or_default() += 1;
    }

    /// Counts all that has no place in the format: variations, and properties that are not named.
    pub(crate) fn survey(&mut self, game: GameTree<'_>, support: &Support) {
        if support.variations {
            game.nodes().for_each(|node| self.node(node, support));
        } else {
            let variations = game.variations().count();
            if variations > 0 {
                *self.others.entry(["variation", "variations"]).or_default() += variations;
            }
            game.main_line().for_each(|node| self.node(node, support));
        }
    }

    fn node(&mut self, node: Node<'_>, support: &Support) {
        let is_root = node.is_root();
        let mut single = BTreeSet::new();
        for property in node.properties() {
            let identifier = property.identifier();
            let is_neutral = is_root && OF_THE_FILE.contains(&&*identifier);
            if is_neutral {
                continue;
            }
            if !support.has(&identifier, is_root) {
                self.property(&identifier);
            } else if !is_move(&identifier)
                && support.names(&identifier, is_root)
                && is_single(node, &identifier)
            {
                // A format with a place for the property has one for its first value. Moves are all written.
                let is_first = single.insert(identifier.clone());
                self.properties(&identifier, property.len().max(1) - usize::from(is_first));
            }
        }
        if is_root {
            self.properties("CA", node.charset_texts().count());
        }
    }

    /// Returns all losses: properties by name, then the rest.
    pub(crate) fn list(self) -> Vec<Loss> {
        let properties = self.properties.into_iter();
        let properties = properties.map(|(identifier, count)| (Lost::Property(identifier), count));
        let others = self.others.into_iter().map(|([one, several], count)| {
            let words = if count == 1 { one } else { several };
            (Lost::Other(words.into()), count)
        });
        let all = properties.chain(others);
        all.map(|(lost, count)| Loss { lost, count }).collect()
    }
}

fn is_move(identifier: &str) -> bool {
    matches!(identifier, "B" | "W")
}

/// Whether the standard gives a property one value only.
fn is_single(node: Node<'_>, identifier: &str) -> bool {
    let definition = schema::lookup(node.game().kind(), identifier);
    definition.is_some_and(|definition| !definition.value.is_list())
}
