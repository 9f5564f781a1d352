//! The canonical form, with and without lines.

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use kifu_syntax::text::{escape_brackets, escape_text, unescape_text};

use super::order::{Setup, canonical_rank};
use crate::schema::{self, BasicType, Game};
use crate::tree::{Collection, GameTree, Node, Property};

/// `collection` with lines of `width` columns, or without lines.
pub(super) fn text(collection: &Collection, width: Option<usize>) -> String {
    let collection = collection.whole();
    let mut writer = Writer {
        output: String::with_capacity(collection.text().len()),
        column: 0,
        width,
        adds_version: false,
        text: String::new(),
        properties: Vec::new(),
        setup: Setup::default(),
    };
    for game in collection.games() {
        writer.game(game);
    }
    writer.output
}

struct Writer<'a> {
    output: String,
    /// Characters in the current line.
    column: usize,
    width: Option<usize>,
    /// Whether the root of the game gets `FF[4]`.
    adds_version: bool,
    /// The properties of the node as text, in the order of the file.
    text: String,
    /// Their identifiers, and their places in `text`.
    properties: Vec<(Cow<'a, str>, Range<usize>)>,
    /// The values of its setup.
    setup: Setup<'a>,
}

impl<'a> Writer<'a> {
    fn game(&mut self, game: GameTree<'a>) {
        enum Step<'a> {
            Node(Node<'a>),
            Close,
        }
        let kind = game.kind();
        let root = game.root();
        self.adds_version = !root.has("FF") && !is_old(game, kind);
        let mut steps = vec![Step::Node(root)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.sign(')'),
                Step::Node(node) => {
                    let is_root = node == root;
                    let is_variation = is_root
                        || node.next_sibling().is_some()
                        || node.previous_sibling().is_some();
                    if is_variation {
                        if !is_root {
                            self.line();
                        }
                        self.sign('(');
                        steps.push(Step::Close);
                    }
                    self.node(node, kind, is_root, is_variation);
                    steps.extend(node.children().rev().map(Step::Node));
                }
            }
        }
        // Also without lines: a game a line is what tools of lines expect.
        self.output.push('\n');
        self.column = 0;
    }

    fn sign(&mut self, sign: char) {
        self.output.push(sign);
        self.column += 1;
    }

    fn line(&mut self) {
        if self.width.is_some() && self.column > 0 {
            self.output.push('\n');
            self.column = 0;
        }
    }

    /// Begins a new line if `length` more columns do not fit.
    fn fit(&mut self, length: usize) {
        if self.width.is_some_and(|width| self.column + length > width) {
            self.line();
        }
    }

    fn node(&mut self, node: Node<'a>, kind: Option<Game>, is_root: bool, is_variation: bool) {
        self.read(node, kind, is_root);
        self.sort(kind);
        let (text, mut properties) = (mem::take(&mut self.text), mem::take(&mut self.properties));
        if !is_variation && let Some(width) = self.width {
            let first = properties.first();
            let first = first.map_or(0, |(_, place)| columns(&text[place.clone()]));
            let whole = columns(&text);
            // A node that fits into a line is not broken.
            self.fit(1 + if whole < width { whole } else { first });
        }
        self.sign(';');
        for (_, place) in properties.drain(..) {
            self.property(&text[place]);
        }
        (self.text, self.properties) = (text, properties);
    }

    /// Takes the properties of a node, with those that the canonical form supplies.
    fn read(&mut self, node: Node<'a>, kind: Option<Game>, is_root: bool) {
        self.text.clear();
        self.setup.clear();
        if is_root {
            self.supply("CA", "CA[UTF-8]");
        }
        let mut is_first = true;
        for property in node.properties() {
            let identifier = property.identifier();
            let is_supplied = is_root
                && identifier == "CA"
                && property.is_replaced_charset(mem::replace(&mut is_first, false));
            if !is_supplied {
                let start = self.text.len();
                self.setup.add(&identifier, property.values());
                write(property, &identifier, kind, &mut self.text);
                self.properties.push((identifier, start..self.text.len()));
            }
        }
        if is_root && self.adds_version {
            self.supply("FF", "FF[4]");
        }
    }

    /// Puts the properties in canonical order.
    fn sort(&mut self, kind: Option<Game>) {
        if self.properties.len() > 1 {
            let ranks = self.properties.iter();
            let ranks = ranks.map(|(identifier, _)| canonical_rank(identifier));
            let order = self.setup.order(kind, ranks.collect());
            let moved = order.into_iter();
            let moved = moved.map(|place| mem::take(&mut self.properties[place]));
            self.properties = moved.collect();
        }
    }

    fn supply(&mut self, identifier: &'static str, property: &str) {
        let start = self.text.len();
        self.text.push_str(property);
        self.properties
            .push((Cow::Borrowed(identifier), start..self.text.len()));
    }

    fn property(&mut self, property: &str) {
        if self.width.is_some() {
            let first_line = property.split('\n').next().unwrap_or_default();
            self.fit(columns(first_line));
            self.column = match property.rsplit_once('\n') {
                Some((_, last)) => columns(last),
                None => self.column + columns(property),
            };
        }
        self.output.push_str(property);
    }
}

/// Number of columns of a text without line breaks.
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// Whether the game has properties that are other ones in FF\[4\], so that it must be converted first.
fn is_old(game: GameTree<'_>, kind: Option<Game>) -> bool {
    game.nodes().any(|node| {
        node.properties().any(|property| {
            schema::lookup(kind, &property.identifier())
                .is_some_and(|definition| definition.is_changed_by_ff4(property.values().count()))
        })
    })
}

/// Writes a property.
fn write(property: Property<'_>, identifier: &str, kind: Option<Game>, text: &mut String) {
    let definition = schema::lookup(kind, identifier);
    text.push_str(identifier);
    let single = definition.and_then(|definition| definition.value.single);
    // Line breaks of SimpleText are blanks in FF[4] alone.
    let is_text = matches!(single, Some(BasicType::Text | BasicType::SimpleText));
    for value in property.values() {
        text.push('[');
        if is_text {
            text.push_str(&escape_brackets(&escape_text(&unescape_text(value))));
        } else {
            text.push_str(&escape_brackets(value));
        }
        text.push(']');
    }
    if property.is_empty() {
        text.push_str("[]");
    }
}
