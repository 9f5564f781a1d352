//! Texts about games, nodes and moves.

use std::borrow::Cow;
use std::fmt::Write as _;

use kifu::schema::{self, PropertyType};
use kifu::value::Color;
use kifu::{GameTree, Node, Property, value};
use kifu_diagram::Board;
use kifu_diagram::binding::{self, Drawn};
use kifu_diagram::book::joined;

use super::model::Model;
use super::task::Task;
use crate::output::count;

/// A line of text, and how it is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextLine {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Heading,
    Faint,
    Warning,
}

impl TextLine {
    pub(crate) fn new(tone: Tone, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, tone }
    }
}

/// The players, or another name of the game; else its size.
pub(crate) fn title(tree: GameTree<'_>) -> String {
    name(tree).unwrap_or_else(|| count(tree.node_count(), "node"))
}

/// The players, or another name of the game.
pub(crate) fn name(tree: GameTree<'_>) -> Option<String> {
    let root = tree.root();
    let text = |identifier| root.simple_text(identifier).filter(|text| !text.is_empty());
    match (text("PB"), text("PW")) {
        (None, None) => ["GN", "EV", "N"]
            .into_iter()
            .find_map(text)
            .map(Cow::into_owned),
        (black, white) => {
            let [black, white] = [black, white].map(|name| name.unwrap_or("?".into()));
            Some(format!("{black} – {white}"))
        }
    }
}

/// A player: name and rank.
pub(crate) fn player(node: Node<'_>, name: &str, rank: &str) -> String {
    let root = node.root();
    let name = root.simple_text(name).unwrap_or_default();
    let rank = binding::rank(root, rank);
    match (name.is_empty(), rank.is_empty()) {
        (true, true) => "?".to_owned(),
        (false, true) => name.into_owned(),
        (true, false) => format!("? {rank}"),
        (false, false) => format!("{name} {rank}"),
    }
}

/// The event and the result, in a line or two.
pub(crate) fn event(node: Node<'_>) -> String {
    const PARTS: [(&str, &str); 8] = [
        ("RE", ""),
        ("KM", "komi "),
        ("HA", "handicap "),
        ("DT", ""),
        ("EV", ""),
        ("RO", ""),
        ("PC", ""),
        ("RU", "rules "),
    ];
    let root = node.root();
    let part = |(identifier, before): (&str, &str)| {
        let text = root
            .simple_text(identifier)
            .filter(|text| !text.is_empty())?;
        // A bare number needs the word.
        let before = match identifier {
            "RO" if text.bytes().all(|byte| byte.is_ascii_digit()) => "round ",
            _ => before,
        };
        Some(format!("{before}{text}"))
    };
    PARTS
        .into_iter()
        .filter_map(part)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The move of a node in a few words, and whether it is Black's; `None` if it has none.
pub(crate) fn played(model: &Model<'_>) -> Option<(bool, String)> {
    if let Some(walk) = &model.walk {
        let (side, name) = walk.move_name()?;
        return Some((side == Color::Black, name));
    }
    let (color, raw) = model.node.play()?;
    Some((color == "B", value::simple_text::parse(raw).into_owned()))
}

/// Where the node stands: its move, its place in the line and among its siblings.
pub(crate) fn place(model: &Model<'_>) -> String {
    let mut text = format!("move {} of {}", model.number(), model.last_number());
    if let Some(parent) = model.node.parent()
        && parent.is_branch_point()
    {
        let number = model.node.siblings_before() + 1;
        let _ = write!(text, ", variation {number} of {}", parent.child_count());
    }
    text
}

/// The author's judgments of the position and the move.
const JUDGMENTS: [(&str, &str); 10] = [
    ("GB", "good for Black"),
    ("GW", "good for White"),
    ("DM", "even"),
    ("UC", "unclear"),
    ("TE", "a tesuji"),
    ("IT", "interesting"),
    ("DO", "doubtful"),
    ("BM", "a bad move"),
    ("KO", "played although it is illegal"),
    ("HO", "a hotspot"),
];

/// A judgment that the author emphasizes.
fn emphasized(words: &str) -> String {
    match words {
        "a tesuji" => "a very good tesuji".to_owned(),
        "even" => "exactly even".to_owned(),
        "a hotspot" => "an important hotspot".to_owned(),
        _ => match words.strip_prefix("a ") {
            Some(rest) => format!("a very {rest}"),
            None => format!("very {words}"),
        },
    }
}

/// The properties of the clocks.
const CLOCKS: [(&str, &str); 4] = [
    ("BL", "Black's time left: "),
    ("WL", "White's time left: "),
    ("OB", "Black's moves left: "),
    ("OW", "White's moves left: "),
];

/// The board beside the words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'d> {
    /// The scene of the node.
    pub(crate) drawn: &'d Drawn,
    /// Lines for contents that the signs on the board cannot show.
    pub(crate) below: &'d [String],
}

/// The text of a node: short properties first, then the comment, then the lines below the board.
pub(crate) fn node(model: &Model<'_>, seen: Option<&Seen<'_>>) -> Vec<TextLine> {
    let mut text_lines = Vec::new();
    // They may give the next move away.
    let is_hidden = matches!(model.task, Task::Guess { .. });
    let name = model.node.simple_text("N");
    if let Some(name) = name.filter(|name| !is_hidden && !name.is_empty()) {
        text_lines.push(TextLine::new(Tone::Heading, name));
    }
    let on_board = |text_lines: &mut Vec<TextLine>| {
        let lines = seen.map_or(&[][..], |seen| seen.below).iter();
        text_lines.extend(lines.map(|line| TextLine::new(Tone::Faint, line)));
    };
    let has_dice = seen.is_some_and(|s| matches!(s.drawn.scene.board, Board::Backgammon(_)));
    if let Some(seen) = seen {
        let here = |note: &&binding::Note| note.node == model.node.id();
        let notes = seen.drawn.notes.iter().filter(here);
        text_lines.extend(notes.map(|note| TextLine::new(Tone::Warning, format!("! {note}"))));
    }
    if has_dice {
        on_board(&mut text_lines);
    }
    let mut judgments = Vec::new();
    for property in model.node.properties().filter(|_| !is_hidden) {
        let known = |(identifier, _): &&(&str, &str)| property.is(identifier);
        if let Some((_, words)) = JUDGMENTS.iter().find(known) {
            let words = if property.value() == "2" {
                emphasized(words)
            } else {
                (*words).to_owned()
            };
            judgments.push(words);
        } else if let Some((_, words)) = CLOCKS.iter().find(known) {
            judgments.push(format!("{words}{}", property.simple_text()));
        }
    }
    if !judgments.is_empty() {
        text_lines.push(TextLine::new(Tone::Faint, judgments.join("; ")));
    }
    if let Some(comment) = model.node.comment().filter(|_| !is_hidden) {
        text_lines.push(TextLine::new(Tone::Plain, joined(&comment)));
    }
    if !has_dice {
        on_board(&mut text_lines);
    }
    text_lines
}

/// All that is known of the game, then of the node: every property.
pub(crate) fn everything(model: &Model<'_>) -> Vec<TextLine> {
    let mut text_lines = Vec::new();
    let game = model.tree.kind();
    let heading = |text: String| TextLine::new(Tone::Heading, text);
    let kind = game.map_or_else(
        || "a game that Kifu does not know".to_owned(),
        |game| game.name().to_owned(),
    );
    text_lines.push(heading(format!(
        "Game {} of {}: {kind}, {}",
        model.tree.number() + 1,
        model.collection.len(),
        count(model.tree.node_count(), "node")
    )));
    let is_of_game = |property: &Property<'_>| {
        schema::lookup(game, &property.identifier()).is_some_and(|known| {
            matches!(
                known.property_type,
                PropertyType::Root | PropertyType::GameInfo
            )
        })
    };
    let root = model.node.root();
    let of_root = root.properties().filter(is_of_game);
    text_lines.extend(of_root.flat_map(|property| describe(&property, game)));
    text_lines.push(TextLine::new(Tone::Plain, ""));
    text_lines.push(heading(format!("This node: {}", place(model))));
    let is_root = model.node.is_root();
    let of_node = model.node.properties();
    let of_node = of_node.filter(|property| !(is_root && is_of_game(property)));
    text_lines.extend(of_node.flat_map(|property| describe(&property, game)));
    text_lines
}

/// A property: what it is, and its values; below it where they are long.
fn describe(property: &Property<'_>, game: Option<schema::Game>) -> Vec<TextLine> {
    let identifier = property.identifier();
    let name = match schema::lookup(game, &identifier) {
        Some(known) => format!("{} ({identifier})", known.name),
        None => identifier.into_owned(),
    };
    let values = property
        .values()
        .map(|raw| value::text::parse(raw).into_owned())
        .collect::<Vec<_>>()
        .join("  ");
    if values.len() <= SHORT && !values.contains('\n') {
        return vec![TextLine::new(Tone::Plain, format!("{name}: {values}"))];
    }
    vec![
        TextLine::new(Tone::Plain, format!("{name}:")),
        TextLine::new(Tone::Plain, values),
    ]
}

/// The most bytes of values after the name of their property.
const SHORT: usize = 60;
