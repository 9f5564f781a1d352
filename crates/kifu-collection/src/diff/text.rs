//! Differences as text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use kifu_sgf::schema;
use kifu_sgf::{Collection, GameTree, Node};

use super::nodes::{PropertyChange, PropertyValues, Subtree};
use super::tree::{Child, NodeChange, TreeDiff};
use super::{Diff, GameChange};
use crate::flat::Flat;
use crate::walk;

/// Maximum length in characters of values that are shown side by side.
const SHORT: usize = 60;

/// Number of moves of a variation that are shown.
const MOVES: usize = 12;

pub(super) fn text(diff: &Diff, old: &Collection) -> String {
    let mut text = String::new();
    let is_one = diff.old_games == 1 && diff.games.len() == 1;
    let mut last = None;
    for (place, game) in diff.games.iter().enumerate() {
        let number = place + 1;
        match game {
            GameChange::Same(before) => {
                if last > Some(*before) {
                    let _ = writeln!(text, "= game {number} was game {}", before + 1);
                }
                last = last.max(Some(*before));
            }
            GameChange::Changed { old: before, tree } => {
                let Some(before_tree) = old.game(*before) else {
                    continue;
                };
                if !is_one {
                    let _ = write!(text, "game {number}{}", players(before_tree.root()));
                    if last > Some(*before) {
                        let _ = write!(text, " (was game {})", before + 1);
                    }
                    text.push('\n');
                }
                last = last.max(Some(*before));
                changes(&mut text, before_tree, tree);
            }
            GameChange::Added(subtree) => {
                let name = subtree.nodes.first().map(|root| {
                    let value = |id: &str| {
                        let mut properties = root.properties.iter();
                        let found = properties.find(|property| property.identifier == id);
                        found.and_then(|found| found.values.first()).cloned()
                    };
                    names(value("PB"), value("PW"))
                });
                let _ = writeln!(text, "+ game {number}{}", name.unwrap_or_default());
            }
        }
    }
    for number in diff.removed() {
        let name = old.game(number).map(|game| players(game.root()));
        let _ = writeln!(text, "- game {}{}", number + 1, name.unwrap_or_default());
    }
    text
}

fn players(root: Node<'_>) -> String {
    let name = |id| root.simple_text(id).map(Cow::into_owned);
    names(name("PB"), name("PW"))
}

fn names(black: Option<String>, white: Option<String>) -> String {
    if black.is_none() && white.is_none() {
        return String::new();
    }
    let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    format!(", {} – {}", name(black), name(white))
}

/// The changes of a game.
fn changes(text: &mut String, tree: GameTree<'_>, diff: &TreeDiff) {
    let flat = Flat::new(tree);
    let count = |above: &usize, node: Node<'_>| above + usize::from(node.play().is_some());
    let moves: Vec<usize> = walk::down(tree.root(), 0, count)
        .map(|(_, count)| count)
        .collect();
    for change in &diff.nodes {
        let number = change.node as usize;
        let Some(node) = flat.nodes.get(number).copied() else {
            continue;
        };
        let _ = writeln!(text, "{}", heading(node, moves[number]));
        for property in &change.properties {
            match property {
                PropertyChange::Added(new) => one(text, '+', new),
                PropertyChange::Removed { old, .. } => one(text, '-', old),
                PropertyChange::Changed { old, new, .. } => both(text, old, new),
            }
        }
        if change.children.is_some() {
            variations(text, change, &flat);
        }
    }
}

/// The heading of a node.
fn heading(node: Node<'_>, moves: usize) -> String {
    if node.is_root() {
        return "root".to_owned();
    }
    let place = match node.play() {
        Some((id, raw)) => format!("move {moves}, {id}[{raw}]"),
        None => format!("after move {moves}"),
    };
    if node.is_on_main_line() {
        place
    } else {
        format!("{place}, in a variation (node {})", node.number())
    }
}

fn shown(property: &PropertyValues) -> String {
    format!("{}[{}]", property.identifier, property.values.join("]["))
}

fn is_short(text: &str) -> bool {
    !text.contains(['\n', '\r']) && text.chars().count() <= SHORT
}

fn one(text: &mut String, sign: char, property: &PropertyValues) {
    let shown = shown(property);
    let mut lines = shown.lines();
    let _ = writeln!(text, "  {sign} {}", lines.next().unwrap_or_default());
    for line in lines {
        let _ = writeln!(text, "  {sign}   {line}");
    }
}

/// A property before and after: side by side if both are short, else the lines that differ.
fn both(text: &mut String, old: &PropertyValues, new: &PropertyValues) {
    let (before, after) = (shown(old), shown(new));
    if is_short(&before) && is_short(&after) {
        let _ = writeln!(text, "  ~ {before} → {after}");
        return;
    }
    let _ = writeln!(text, "  ~ {}", new.identifier);
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let start = before
        .iter()
        .zip(&after)
        .take_while(|(own, other)| own == other)
        .count();
    let end = before[start..]
        .iter()
        .rev()
        .zip(after[start..].iter().rev())
        .take_while(|(own, other)| own == other)
        .count();
    if start > 0 {
        let _ = writeln!(text, "      …");
    }
    for (sign, lines) in [('-', &before), ('+', &after)] {
        for line in &lines[start..lines.len() - end] {
            let _ = writeln!(text, "    {sign} {line}");
        }
    }
    if end > 0 {
        let _ = writeln!(text, "      …");
    }
}

/// Writes the changes of the children of a node.
fn variations(text: &mut String, change: &NodeChange, flat: &Flat<'_>) {
    let children = change.children.as_deref().unwrap_or_default();
    let mut is_kept: HashMap<u32, bool> = HashMap::new();
    let mut kept = Vec::new();
    for child in children {
        match child {
            Child::New(subtree) => {
                let _ = writeln!(text, "  + {}", new_variation(subtree));
                if let Some(first) = subtree.nodes.first() {
                    first_node(text, '+', first.properties.iter().map(Cow::Borrowed));
                }
            }
            Child::Old(child) => {
                is_kept.insert(*child, true);
                kept.push(*child);
            }
        }
    }
    for child in flat.children(change.node) {
        if !is_kept.contains_key(&child) {
            let node = flat.node(child);
            let moves = node.main_line().filter_map(|node| node.play());
            let moves = moves.map(|(id, raw)| format!("{id}[{raw}]"));
            let nodes = node.subtree().count();
            let _ = writeln!(text, "  - {}", variation(nodes, moves));
            let properties = node.properties().map(PropertyValues::of);
            first_node(text, '-', properties.map(Cow::Owned));
        }
    }
    if !kept.is_sorted() {
        let firsts = kept.iter().take(MOVES).map(|child| {
            let node = flat.node(*child);
            node.play()
                .map_or_else(|| "…".to_owned(), |(id, raw)| format!("{id}[{raw}]"))
        });
        let firsts: Vec<_> = firsts.collect();
        let _ = writeln!(text, "  = variations in the order {}", firsts.join(" "));
    }
}

/// Writes the properties of the first node of a variation, except the move that its line shows.
fn first_node<'p>(
    text: &mut String,
    sign: char,
    properties: impl Iterator<Item = Cow<'p, PropertyValues>>,
) {
    let mut has_move = false;
    for property in properties {
        let is_shown = is_move(&property) && !has_move && property.values.len() == 1;
        has_move |= is_move(&property);
        if !is_shown {
            let _ = writeln!(text, "    {sign} {}", cut(&shown(&property)));
        }
    }
}

/// The first line of a text, as far as it is short.
fn cut(text: &str) -> String {
    if is_short(text) {
        return text.to_owned();
    }
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(SHORT).collect();
    format!("{} …", short.trim_end())
}

fn is_move(property: &PropertyValues) -> bool {
    matches!(&*schema::normal_identifier(&property.identifier), "B" | "W")
}

fn new_variation(subtree: &Subtree) -> String {
    let mut last = None;
    let line = subtree
        .nodes
        .iter()
        .zip(0_u32..)
        .take_while(|(node, number)| {
            let follows = node.parent == last;
            last = Some(*number);
            follows
        });
    let moves = line.filter_map(|(node, _)| {
        let mut properties = node.properties.iter();
        let played = properties.find(|property| is_move(property))?;
        let raw = played.values.first().map_or("", String::as_str);
        let identifier = schema::normal_identifier(&played.identifier);
        Some(format!("{identifier}[{raw}]"))
    });
    variation(subtree.nodes.len(), moves)
}

fn variation(nodes: usize, mut moves: impl Iterator<Item = String>) -> String {
    let plural = if nodes == 1 { "" } else { "s" };
    let mut text = format!("variation of {nodes} node{plural}");
    let mut sign = ": ";
    for played in moves.by_ref().take(MOVES) {
        text.push_str(sign);
        text.push_str(&played);
        sign = " ";
    }
    if moves.next().is_some() {
        text.push_str(" …");
    }
    text
}
