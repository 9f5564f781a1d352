//! Whole trees as typed arrays.

use kifu_games::go::Replay;
use kifu_sgf::{GameTree, Node, value};

use crate::record::size;

/// Numbers a node: id, index of the parent (-1 for the root), color (0 none, 1 black, 2 white), column, row (-1 for a
/// pass or another game's move), move number (0 without a move), flags, 0.
pub(crate) const STRIDE: usize = 8;

/// Bits of a node, in the order of `NodeFlags` in `web/src/core`.
mod flag {
    pub(super) const COMMENT: i32 = 1;
    pub(super) const NAME: i32 = 1 << 1;
    pub(super) const SETUP: i32 = 1 << 2;
    pub(super) const MARKUP: i32 = 1 << 3;
    pub(super) const GOOD_MOVE: i32 = 1 << 4;
    pub(super) const BAD_MOVE: i32 = 1 << 5;
    pub(super) const DOUBTFUL: i32 = 1 << 6;
    pub(super) const INTERESTING: i32 = 1 << 7;
    pub(super) const HOTSPOT: i32 = 1 << 8;
    pub(super) const GOOD_FOR_BLACK: i32 = 1 << 9;
    pub(super) const GOOD_FOR_WHITE: i32 = 1 << 10;
    pub(super) const PASS: i32 = 1 << 11;
}

fn flags(node: Node<'_>) -> i32 {
    node.properties().fold(0, |bits, property| {
        bits | match property.identifier().as_ref() {
            "C" => flag::COMMENT,
            "N" => flag::NAME,
            "AB" | "AW" | "AE" => flag::SETUP,
            "TR" | "CR" | "SQ" | "MA" | "SL" | "LB" | "AR" | "LN" | "TB" | "TW" | "DD" => {
                flag::MARKUP
            }
            "TE" => flag::GOOD_MOVE,
            "BM" => flag::BAD_MOVE,
            "DO" => flag::DOUBTFUL,
            "IT" => flag::INTERESTING,
            "HO" => flag::HOTSPOT,
            "GB" => flag::GOOD_FOR_BLACK,
            "GW" => flag::GOOD_FOR_WHITE,
            _ => 0,
        }
    })
}

/// All nodes of a game, in file order, [`STRIDE`] numbers each. A parent comes before its children.
pub(crate) fn table(tree: GameTree<'_>) -> Vec<i32> {
    let size = size(tree);
    let is_go = tree.kind() == Some(kifu_sgf::schema::Game::Go);
    let mut table = Vec::with_capacity(tree.node_count() * STRIDE);
    // Ids of nodes are not their indices once a tree was changed.
    let mut index_of = std::collections::HashMap::new();
    for (index, node) in tree.nodes().enumerate() {
        index_of.insert(node.id(), index);
        let parent = node.parent().and_then(|parent| index_of.get(&parent.id()));
        let mut number = parent.map_or(0, |&parent: &usize| table[parent * STRIDE + 7]);
        let mut bits = flags(node);
        let (mut color, mut column, mut row) = (0, -1, -1);
        if let Some((identifier, raw)) = node.play() {
            color = if identifier == "B" { 1 } else { 2 };
            let set = node.value("MN").and_then(|raw| raw.trim().parse().ok());
            number = set.unwrap_or(number + 1);
            if is_go {
                match value::r#move::parse_lenient(raw, size).map(|read| read.value.point()) {
                    Ok(Some(point)) => (column, row) = (point.x.into(), point.y.into()),
                    _ => bits |= flag::PASS,
                }
            }
        }
        table.extend([
            node.id().get() as i32,
            parent.map_or(-1, |&parent| parent as i32),
            color,
            column,
            row,
            if color == 0 { 0 } else { number },
            bits,
            number,
        ]);
    }
    table
}

/// The positions of all nodes, in the order of [`table`], one byte a point.
pub(crate) fn positions(tree: GameTree<'_>) -> Vec<u8> {
    let mut all = Vec::new();
    Replay::walk(tree, |_, game, _| {
        let board = game.board();
        all.extend(board.size().points().map(|point| match board.get(point) {
            None => 0,
            Some(kifu_go::Color::Black) => 1,
            Some(kifu_go::Color::White) => 2,
        }));
    });
    all
}
