//! The canonical form, with and without lines.

use std::borrow::Cow;

use kifu_syntax::text::{escape_brackets, escape_text, unescape_text};

use super::order::canonical_order;
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
    };
    for game in collection.games() {
        writer.game(game);
    }
    writer.output
}

struct Writer {
    output: String,
    /// Characters in the current line.
    column: usize,
    width: Option<usize>,
    /// Whether the root of the game gets `FF[4]`.
    adds_version: bool,
}

impl Writer {
    fn game(&mut self, game: GameTree<'_>) {
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

    fn node(&mut self, node: Node<'_>, kind: Option<Game>, is_root: bool, is_variation: bool) {
        let mut properties = node
            .properties()
            .map(|property| written(property, kind))
            .filter(|(identifier, _)| !is_root || identifier != "CA")
            .collect::<Vec<_>>();
        if is_root {
            properties.push((Cow::Borrowed("CA"), "CA[UTF-8]".to_owned()));
            if self.adds_version {
                properties.push((Cow::Borrowed("FF"), "FF[4]".to_owned()));
            }
        }
        let order = canonical_order(properties.iter().map(|(identifier, _)| identifier));
        let properties: Vec<&str> = order.iter().map(|place| &*properties[*place].1).collect();
        let columns = |text: &str| text.chars().count();
        let first = properties.first().map_or(0, |text| columns(text));
        let whole: usize = properties.iter().map(|text| columns(text)).sum();
        // A node that fits into a line is not broken.
        let fits = self.width.is_none_or(|width| whole < width);
        if !is_variation {
            self.fit(1 + if fits { whole } else { first });
        }
        self.sign(';');
        for property in properties {
            let first_line = property.split('\n').next().unwrap_or_default();
            self.fit(columns(first_line));
            self.output.push_str(property);
            match property.rsplit_once('\n') {
                Some((_, last)) => self.column = columns(last),
                None => self.column += columns(property),
            }
        }
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

/// Returns the identifier of a property, and the whole property as text.
fn written(property: Property<'_>, kind: Option<Game>) -> (Cow<'_, str>, String) {
    let identifier = property.identifier();
    let definition = schema::lookup(kind, &identifier);
    let mut text = identifier.clone().into_owned();
    let single = definition.and_then(|definition| definition.value.single);
    for value in property.values() {
        text.push('[');
        let value = match single {
            // Line breaks of SimpleText are blanks in FF[4] alone.
            Some(BasicType::Text | BasicType::SimpleText) => {
                Cow::Owned(escape_text(&unescape_text(value)).into_owned())
            }
            _ => Cow::Borrowed(value),
        };
        text.push_str(&escape_brackets(&value));
        text.push(']');
    }
    if property.is_empty() {
        text.push_str("[]");
    }
    (identifier, text)
}
