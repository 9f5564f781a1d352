//! Opening trees as game records.

use std::fmt::Write as _;

use kifu_go::{Color, Point, Size};

use super::{Opening, OpeningNode};
use crate::pattern::Cell;

impl Opening {
    /// The tree as a game record: the pattern at its position on the board, and the counts of each node in a comment,
    /// most frequent lines first. Empty if no game has the pattern.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let Some(size) = self.size else {
            return String::new();
        };
        let from = self.corner(size);
        let letters = |point: Point| Point::new(point.x + from.x, point.y + from.y).to_string();
        let mut sgf = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]", sides(size));
        for (identifier, cell) in [("AB", Cell::BLACK), ("AW", Cell::WHITE)] {
            let points = self.pattern.size().points().zip(self.pattern.cells());
            let mut stones = points.filter(|(_, own)| **own == cell).peekable();
            if stones.peek().is_some() {
                sgf.push_str(identifier);
            }
            for (point, _) in stones {
                // Writing to a string does not fail.
                let _ = write!(sgf, "[{}]", letters(point));
            }
        }
        if let Some(root) = self.nodes.first() {
            let _ = write!(sgf, "C[{}]", self.figures(root));
        }
        // The next step: a node, or the end of a variation.
        let mut jobs: Vec<Option<(usize, bool)>> = Vec::new();
        let below = |node: usize, jobs: &mut Vec<Option<(usize, bool)>>| {
            let children = self.nodes.get(node).map_or(&[][..], |node| &node.children);
            let is_branch = children.len() > 1;
            jobs.extend(children.iter().rev().map(|child| Some((*child, is_branch))));
        };
        below(0, &mut jobs);
        while let Some(job) = jobs.pop() {
            let Some((place, is_variation)) = job else {
                sgf.push(')');
                continue;
            };
            if is_variation {
                sgf.push_str("\n(");
                jobs.push(None);
            }
            let node = &self.nodes[place];
            if let Some((color, point)) = node.play {
                let letter = if color == Color::Black { 'B' } else { 'W' };
                let _ = write!(
                    sgf,
                    ";{letter}[{}]C[{}]",
                    letters(point),
                    self.figures(node)
                );
            }
            below(place, &mut jobs);
        }
        sgf.push_str(")\n");
        sgf
    }

    /// The upper left point of the pattern on the board: in the middle unless the pattern is anchored to an edge.
    fn corner(&self, size: Size) -> Point {
        let anchor = self.pattern.anchor();
        let start = |side: u16, length: u16, at_start: bool, at_end: bool| {
            let room = side.saturating_sub(length);
            match (at_start, at_end) {
                (true, _) => 0,
                (false, true) => room,
                (false, false) => room / 2,
            }
        };
        Point::new(
            start(
                size.columns(),
                self.pattern.columns(),
                anchor.left,
                anchor.right,
            ),
            start(size.rows(), self.pattern.rows(), anchor.top, anchor.bottom),
        )
    }

    /// The counts of a node as text.
    fn figures(&self, node: &OpeningNode) -> String {
        let what = if self.counts_lines { "line" } else { "game" };
        let games = |count: u64| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let mut text = games(node.games);
        if let Some(share) = node.black_share() {
            let _ = write!(
                text,
                "; Black won {:.1} % ({:.1} to {:.1})",
                share.share * 100.0,
                share.low * 100.0,
                share.high * 100.0
            );
        }
        if node.parent.is_some() && node.reached != node.games {
            let _ = write!(text, "; the position in {}", games(node.reached));
        }
        text
    }
}

/// The value of `SZ`.
fn sides(size: Size) -> String {
    if size.columns() == size.rows() {
        size.columns().to_string()
    } else {
        format!("{}:{}", size.columns(), size.rows())
    }
}
