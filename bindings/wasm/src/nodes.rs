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

/// The values of a node's properties, read in one pass.
#[derive(Default)]
struct Content<'a> {
    flags: i32,
    /// The first move: 1 for Black or 2 for White, and its raw value.
    play: Option<(i32, &'a str)>,
    /// The raw value of `MN`.
    number: Option<&'a str>,
}

impl<'a> Content<'a> {
    fn of(node: Node<'a>) -> Self {
        let mut content = Self::default();
        for property in node.properties() {
            content.flags |= match property.identifier().as_ref() {
                side @ ("B" | "W") => {
                    let color = if side == "B" { 1 } else { 2 };
                    content.play.get_or_insert((color, property.value()));
                    0
                }
                "MN" => {
                    content.number.get_or_insert(property.value());
                    0
                }
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
            };
        }
        content
    }
}

/// All nodes of a game, in file order, [`STRIDE`] numbers each. A parent comes before its children.
pub(crate) fn table(tree: GameTree<'_>) -> Vec<i32> {
    let size = size(tree);
    let is_go = tree.kind() == Some(kifu_sgf::schema::Game::Go);
    let mut table = Vec::with_capacity(tree.node_count() * STRIDE);
    // Ids of nodes are not their indices once a tree was changed, but they stay small.
    let mut index_of: Vec<u32> = Vec::with_capacity(tree.node_count());
    for (index, node) in tree.nodes().enumerate() {
        let id = node.id().get() as usize;
        if id >= index_of.len() {
            index_of.resize(id + 1, 0);
        }
        index_of[id] = index as u32;
        let parent = node.parent();
        let parent = parent.map(|parent| index_of[parent.id().get() as usize] as usize);
        let mut number: i32 = parent.map_or(0, |parent| table[parent * STRIDE + 7]);
        let content = Content::of(node);
        let mut bits = content.flags;
        let (mut color, mut column, mut row) = (0, -1, -1);
        if let Some((side, raw)) = content.play {
            color = side;
            let set = content.number.and_then(|raw| raw.trim().parse().ok());
            number = set.unwrap_or(number.saturating_add(1));
            if is_go {
                match value::r#move::parse_lenient(raw, size).map(|read| read.value.point()) {
                    Ok(Some(point)) => (column, row) = (point.x.into(), point.y.into()),
                    _ => bits |= flag::PASS,
                }
            }
        }
        table.extend([
            node.id().get() as i32,
            parent.map_or(-1, |parent| parent as i32),
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
