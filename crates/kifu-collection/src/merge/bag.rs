//! What several records say at one node.

use std::collections::{HashMap, HashSet};

use kifu_sgf::schema::{self, BasicType, Game, Group, PropertyDef, PropertyType};
use kifu_sgf::{Node, NodeId, Property};
use kifu_syntax::text::{escape_text, unescape_simple_text, unescape_text};

use super::header::goes_along;
use crate::copy::{escaped, raw_values};

/// The properties of a root that are the same for all by now, or would be wrong.
const FIXED: [&str; 4] = ["FF", "GM", "CA", "SZ"];

/// Which properties of a node are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Of a root: what it says about the file.
    Head,
    /// Of a root: what it does and shows on the board.
    Step,
    /// Of a root whose info stands elsewhere: this, and what it says of the game.
    StepAndWords,
    /// Of another node: all but game info.
    All,
    /// Game info, and what a root says about the game.
    Info,
}

/// What is written at the node.
pub(super) struct Written {
    pub(super) properties: Vec<(String, Vec<String>)>,
    /// What stands in comments, although it was something else.
    pub(super) aside: Vec<String>,
}

/// How what several say is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The first stays.
    First,
    /// What one node says stays; that of others does the same on the board.
    Move,
    /// All values, each once.
    Union,
    /// All texts, each once, one below the other.
    Texts,
}

struct Slot {
    identifier: String,
    way: Way,
    /// Raw values; of texts what they say.
    values: Vec<String>,
    /// What was said already.
    seen: HashSet<String>,
    /// Where the first values come from.
    from: (usize, NodeId),
}

/// The properties of a node under way.
pub(super) struct Bag {
    kind: Option<Game>,
    is_root: bool,
    slots: Vec<Slot>,
    index: HashMap<String, usize>,
    groups: HashMap<Group, String>,
    aside: Vec<String>,
    pieces: usize,
}

impl Bag {
    pub(super) fn new(kind: Option<Game>, is_root: bool) -> Self {
        Self {
            kind,
            is_root,
            slots: Vec::new(),
            index: HashMap::new(),
            groups: HashMap::new(),
            aside: Vec::new(),
            pieces: 0,
        }
    }

    /// A property that no input changes.
    pub(super) fn fix(&mut self, identifier: &str, value: &str) {
        let slot = self.slot(identifier, Way::First, NodeId::ROOT);
        self.slots[slot].values.push(value.to_owned());
    }

    /// Adds what a node of the record `name` says.
    pub(super) fn add(&mut self, name: &str, node: Node<'_>, part: Part) {
        self.pieces += 1;
        for property in node.properties() {
            let identifier = property.identifier();
            let definition = schema::lookup(self.kind, &identifier);
            let kind = definition.map(|definition| definition.property_type);
            let is_root = node.is_root();
            let is_taken = match part {
                Part::Head => kind == Some(PropertyType::Root) && !goes_along(&identifier),
                Part::Step => {
                    !matches!(kind, Some(PropertyType::Root | PropertyType::GameInfo))
                        && !goes_along(&identifier)
                }
                Part::StepAndWords => {
                    !matches!(kind, Some(PropertyType::Root | PropertyType::GameInfo))
                        || goes_along(&identifier)
                }
                Part::All => kind != Some(PropertyType::GameInfo),
                Part::Info => {
                    kind == Some(PropertyType::GameInfo) || (is_root && goes_along(&identifier))
                }
            };
            if is_taken && !(self.is_root && FIXED.contains(&&*identifier)) {
                self.property(name, node, property, &identifier, definition, part);
            }
        }
    }

    fn property(
        &mut self,
        name: &str,
        node: Node<'_>,
        property: Property<'_>,
        identifier: &str,
        definition: Option<&PropertyDef>,
        part: Part,
    ) {
        let group = definition.and_then(|definition| definition.group);
        if let Some(group) = group.filter(|group| group.excludes_properties())
            && group != Group::MoveColour
        {
            let first = self.groups.entry(group);
            if first.or_insert_with(|| identifier.to_owned()) != identifier {
                self.set_aside(name, identifier, property.value(), part);
                return;
            }
        }
        // A program says what wrote a file in its root, and nowhere else.
        if identifier == "AP" && !self.is_root {
            self.set_aside(name, identifier, property.value(), part);
            return;
        }
        let way = way(identifier, definition);
        let number = self.slot(identifier, way, node.id());
        let slot = &mut self.slots[number];
        match way {
            Way::Union => {
                for raw in property.values() {
                    if slot.seen.insert(unescape_text(raw).into_owned()) {
                        slot.values.push(escaped(raw));
                    }
                }
                if property.is_empty() && slot.seen.insert(String::new()) {
                    slot.values.push(String::new());
                }
            }
            Way::Texts => {
                for text in property.texts() {
                    if slot.seen.insert(text.trim().to_owned()) {
                        slot.values.push(text.trim_end().to_owned());
                    }
                }
            }
            Way::Move => {
                if slot.from == (self.pieces, node.id()) {
                    slot.values.extend(raw_values(property));
                }
            }
            Way::First => {
                let mut others = Vec::new();
                for raw in property.values() {
                    let text = unescape_simple_text(raw).trim().to_owned();
                    if !slot.seen.insert(text) {
                        continue;
                    }
                    if slot.values.is_empty() {
                        slot.values.push(escaped(raw));
                    } else {
                        others.push(raw);
                    }
                }
                for raw in others {
                    self.set_aside(name, identifier, raw, part);
                }
            }
        }
    }

    /// Puts what cannot stand in its place into a comment.
    fn set_aside(&mut self, name: &str, identifier: &str, raw: &str, part: Part) {
        let line = format!("{name}: {identifier}[{}]", unescape_text(raw));
        let comment = if part == Part::Info && identifier != "AP" {
            "GC"
        } else {
            "C"
        };
        let slot = self.slot(comment, Way::Texts, NodeId::ROOT);
        let slot = &mut self.slots[slot];
        if slot.seen.insert(line.clone()) {
            slot.values.push(line.clone());
            self.aside.push(line);
        }
    }

    fn slot(&mut self, identifier: &str, way: Way, node: NodeId) -> usize {
        if let Some(slot) = self.index.get(identifier) {
            return *slot;
        }
        let number = self.slots.len();
        self.index.insert(identifier.to_owned(), number);
        self.slots.push(Slot {
            identifier: identifier.to_owned(),
            way,
            values: Vec::new(),
            seen: HashSet::new(),
            from: (self.pieces, node),
        });
        number
    }

    pub(super) fn finish(self) -> Written {
        let properties = self.slots.into_iter().map(|slot| {
            let values = if slot.way == Way::Texts {
                vec![escape_text(&slot.values.join("\n\n")).into_owned()]
            } else {
                slot.values
            };
            (slot.identifier, values)
        });
        Written {
            properties: properties.collect(),
            aside: self.aside,
        }
    }
}

fn way(identifier: &str, definition: Option<&PropertyDef>) -> Way {
    let Some(definition) = definition else {
        // Nobody says how often it may stand.
        return Way::Union;
    };
    if matches!(identifier, "B" | "W") {
        Way::Move
    } else if definition.value.single == Some(BasicType::Text) {
        Way::Texts
    } else if definition.value.is_list() {
        Way::Union
    } else {
        Way::First
    }
}
