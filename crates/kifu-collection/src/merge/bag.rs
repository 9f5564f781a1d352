//! The combined properties of several records at one node.

use std::collections::{HashMap, HashSet};

use kifu_sgf::schema::{self, BasicType, Group, PropertyDef, PropertyType};
use kifu_sgf::{Node, NodeId, Property};
use kifu_syntax::text::{escape_text, unescape_simple_text, unescape_text};

use super::exclusive::{Board, Occupied, group_of_property, group_of_values, is_setup_list};
use super::header::goes_along;
use crate::copy::{escaped, raw_values};

/// Root properties that the merge sets itself.
const FIXED: [&str; 4] = ["FF", "GM", "CA", "SZ"];

/// Maximum number of texts that are searched for another one, so that the time stays linear.
const COMPARED: usize = 50;

/// The properties of a node that are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Of a root: the properties about the file.
    Head,
    /// Of a root: the properties that affect or show the board.
    Step,
    /// Of a root whose info is placed elsewhere: as `Step`, and the properties about the game.
    StepAndWords,
    /// Of another node: everything but game info.
    All,
    /// Game info, and the properties of a root about the game.
    Info,
}

/// The properties to write at a node.
pub(super) struct Written {
    pub(super) properties: Vec<(String, Vec<String>)>,
    /// Values that were moved to comments.
    pub(super) aside: Vec<String>,
}

/// The way to combine several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The first value is kept.
    First,
    /// The first value is kept; that of another node is the same move. Further values of a node are other moves.
    Move,
    /// The values of one node are kept; those of other nodes have the same effect on the board. For setup.
    Step,
    /// All values, each once.
    Union,
    /// All texts, each once, concatenated.
    Texts,
}

struct Slot {
    identifier: String,
    way: Way,
    /// Raw values; unescaped for texts.
    values: Vec<String>,
    /// The values added so far.
    seen: HashSet<String>,
    /// The source of the first values; for a move, of the last ones.
    from: (usize, NodeId),
}

impl Slot {
    /// Adds a text, unless the others contain it. A text that is the result of an earlier merge replaces those that it
    /// contains.
    fn add_text(&mut self, text: &str) {
        if !self.seen.insert(text.trim().to_owned()) {
            return;
        }
        let text = text.trim_end();
        if self.values.len() > COMPARED {
            self.values.push(text.to_owned());
            return;
        }
        if self.values.iter().any(|own| has_paragraphs(own, text)) {
            return;
        }
        let contained = |own: &String| has_paragraphs(text, own);
        match self.values.iter().position(contained) {
            Some(place) => {
                text.clone_into(&mut self.values[place]);
                let mut at = 0;
                self.values.retain(|own| {
                    at += 1;
                    at <= place + 1 || !has_paragraphs(text, own)
                });
            }
            None => self.values.push(text.to_owned()),
        }
    }
}

/// Whether a text contains another one, which begins and ends with a paragraph.
fn has_paragraphs(text: &str, part: &str) -> bool {
    let part = part.trim();
    let mut places = text.match_indices(part);
    !part.is_empty()
        && places.any(|(start, _)| {
            let (before, after) = (&text[..start], &text[start + part.len()..]);
            (before.trim().is_empty() || before.ends_with("\n\n"))
                && (after.trim().is_empty() || after.starts_with("\n\n"))
        })
}

/// The properties collected for a node.
pub(super) struct Bag {
    board: Board,
    is_root: bool,
    slots: Vec<Slot>,
    index: HashMap<String, usize>,
    groups: HashMap<Group, String>,
    occupied: HashMap<Group, Occupied>,
    aside: Vec<String>,
    pieces: usize,
}

impl Bag {
    pub(super) fn new(board: Board, is_root: bool) -> Self {
        Self {
            board,
            is_root,
            slots: Vec::new(),
            index: HashMap::new(),
            groups: HashMap::new(),
            occupied: HashMap::new(),
            aside: Vec::new(),
            pieces: 0,
        }
    }

    /// Sets a property that no input changes.
    pub(super) fn fix(&mut self, identifier: &str, value: &str) {
        let slot = self.slot(identifier, Way::First, NodeId::ROOT);
        self.slots[slot].values.push(value.to_owned());
    }

    /// Adds the properties of a node of the record `name`.
    pub(super) fn add(&mut self, name: &str, node: Node<'_>, part: Part) {
        self.pieces += 1;
        if self.is_root && part == Part::Head {
            for text in node.charset_texts() {
                self.set_aside(name, "CA", text, part);
            }
        }
        for property in node.properties() {
            let identifier = property.identifier();
            let definition = schema::lookup(self.board.game(), &identifier);
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
            if !is_taken {
                continue;
            }
            if self.is_root && FIXED.contains(&&*identifier) {
                self.add_fixed(name, node, property, &identifier, part);
            } else {
                self.property(name, node, property, &identifier, definition, part);
            }
        }
    }

    /// Moves the values of a property that the merge sets itself to a comment, except the first of the record and those
    /// that are set. Text in `CA` is read from the whole node.
    fn add_fixed(
        &mut self,
        name: &str,
        node: Node<'_>,
        property: Property<'_>,
        identifier: &str,
        part: Part,
    ) {
        if identifier == "CA" {
            return;
        }
        let own = node.value(identifier).filter(|_| node.is_root());
        let own = own.map(without_blanks);
        let slot = self.index.get(identifier).map(|slot| &self.slots[*slot]);
        let fixed = slot.and_then(|slot| slot.values.first()).cloned();
        for raw in property.values() {
            let value = Some(without_blanks(raw)).filter(|text| !text.is_empty());
            if value.is_some() && value != own && value != fixed {
                self.set_aside(name, identifier, raw, part);
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
        if let Some(group) = group_of_property(definition)
            && group != Group::MoveColor
        {
            let first = self.groups.entry(group);
            if first.or_insert_with(|| identifier.to_owned()) != identifier {
                self.set_aside(name, identifier, property.value(), part);
                return;
            }
        }
        // The root alone names the program that wrote the file.
        if identifier == "AP" && !self.is_root {
            self.set_aside(name, identifier, property.value(), part);
            return;
        }
        let way = way(identifier, definition);
        let number = self.slot(identifier, way, node.id());
        let slot = &mut self.slots[number];
        match way {
            Way::Union => self.unite(name, property, identifier, definition, part),
            Way::Texts => {
                for text in property.texts() {
                    slot.add_text(&text);
                }
            }
            Way::Step => {
                if slot.from == (self.pieces, node.id()) {
                    slot.values.extend(raw_values(property));
                }
            }
            Way::Move => self.add_move(name, node, property, identifier, part),
            Way::First => {
                let mut others = Vec::new();
                for raw in property.values() {
                    if !slot.seen.insert(without_blanks(raw)) {
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

    /// Adds a move, if the slot has none, and moves further ones of the node to a comment.
    fn add_move(
        &mut self,
        name: &str,
        node: Node<'_>,
        property: Property<'_>,
        identifier: &str,
        part: Part,
    ) {
        let from = (self.pieces, node.id());
        let slot = self.index[identifier];
        let slot = &mut self.slots[slot];
        let mut raws = raw_values(property).into_iter();
        let is_new = slot.seen.is_empty();
        if is_new || slot.from != from {
            // An identifier without a value is a move too.
            let first = raws.next();
            slot.seen
                .insert(without_blanks(first.as_deref().unwrap_or_default()));
            if is_new {
                slot.values.extend(first);
            }
        }
        slot.from = from;
        let others: Vec<String> = raws
            .filter(|raw| slot.seen.insert(without_blanks(raw)))
            .collect();
        for raw in others {
            self.set_aside(name, identifier, &raw, part);
        }
    }

    /// Adds the values of a list, each once, as far as they do not contradict those of the group.
    fn unite(
        &mut self,
        name: &str,
        property: Property<'_>,
        identifier: &str,
        definition: Option<&PropertyDef>,
        part: Part,
    ) {
        let mut lost = Vec::new();
        let slot = self.index[identifier];
        let slot = &mut self.slots[slot];
        let raws = property.values().map(escaped);
        let none = property.is_empty().then(String::new);
        for raw in raws.chain(none) {
            if !slot.seen.insert(unescape_text(&raw).into_owned()) {
                continue;
            }
            // An empty list excludes all values.
            let is_list = definition.is_some() && !slot.values.is_empty();
            if is_list && (raw.is_empty() || slot.values[0].is_empty()) {
                lost.push(raw);
                continue;
            }
            match (group_of_values(definition), definition) {
                (Some(group), Some(definition)) if !raw.is_empty() => {
                    let taken = self.occupied.entry(group).or_default();
                    let parts = taken.add(self.board, identifier, definition, &raw);
                    slot.values.extend(parts.fits);
                    lost.extend(parts.lost);
                }
                _ => slot.values.push(raw),
            }
        }
        if !lost.is_empty() {
            self.set_aside(name, identifier, &lost.join("]["), part);
        }
    }

    /// Moves a value that cannot be kept to a comment.
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
        // A list without values was moved to a comment as a whole.
        let slots = self.slots.into_iter();
        let slots = slots.filter(|slot| slot.way != Way::Union || !slot.values.is_empty());
        let properties = slots.map(|slot| {
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

/// The text of a simple value, for comparisons.
fn without_blanks(raw: &str) -> String {
    unescape_simple_text(raw).trim().to_owned()
}

fn way(identifier: &str, definition: Option<&PropertyDef>) -> Way {
    let Some(definition) = definition else {
        // An unknown property may have any number of values.
        return Way::Union;
    };
    if matches!(identifier, "B" | "W") {
        Way::Move
    } else if is_setup_list(definition) {
        Way::Step
    } else if definition.value.single == Some(BasicType::Text) {
        Way::Texts
    } else if definition.value.is_list() {
        Way::Union
    } else {
        Way::First
    }
}
