//! Opening trees as game records.

use std::fmt::Write as _;

use kifu_go::{Board, Color, Point, Size};

use super::follow::{Start, Wanted, follow};
use super::{BlockEvents, Growing, Opening, OpeningNode, Places, pruned};
use crate::error::Result;
use crate::found::GameId;
use crate::instance::{same_looks, transforms};
use crate::pattern::{Cell, Pattern};
use crate::query::Query;
use crate::segment::BLOCK;
use crate::sizes::Sizes;
use crate::store::Store;

impl Opening {
    /// The tree of these games from the empty board, like [`Store::opening`] for a query that selects them: on the board
    /// size of most games, without games that begin otherwise, at most `depth` stones deep, with sequences of at least
    /// `least` games. The games may be in several indexes; those of a segment are best given together.
    ///
    /// # Errors
    /// A part of an index is damaged or cannot be read.
    pub fn of_games<'s>(
        games: impl IntoIterator<Item = (&'s Store, GameId)>,
        depth: usize,
        least: u64,
    ) -> Result<Self> {
        let games: Vec<_> = games.into_iter().collect();
        let mut sizes = Sizes::default();
        for (store, id) in &games {
            let segment = store.segment(*id)?;
            if segment.directory()?[id.game as usize].is_go() {
                sizes.add(segment.size, 1);
            }
        }
        let mut sizes = sizes.in_order().into_iter();
        let first = sizes.next().map(|(size, _)| size);
        let board = first.unwrap_or(Size::GO);
        let query = Query::new(Pattern::of_board(&Board::new(board)));
        let transforms = transforms(&query.symmetries, query.swaps_colors);
        let same = same_looks(&query.pattern, &transforms);
        let mut tree = Growing::new(query.next, same.clone());
        let wanted = Wanted {
            pattern: &query.pattern,
            board,
            same: &same,
            // The next stone determines the orientation.
            depth: depth.max(1),
        };
        let places = Places::new(&query, board, &transforms);
        let mut block: Option<(*const Store, u32, usize, BlockEvents)> = None;
        let mut has_any = false;
        for (store, id) in games {
            let segment = store.segment(id)?;
            if segment.size != board {
                continue;
            }
            let game = id.game as usize;
            let place = (std::ptr::from_ref(store), id.segment, game / BLOCK);
            let events = match &block {
                Some((store, segment, block, events)) if (*store, *segment, *block) == place => {
                    events
                }
                _ => {
                    let read = BlockEvents::read(segment, place.2)?;
                    &block.insert((place.0, place.1, place.2, read)).3
                }
            };
            let (_, main) = events.of(segment, game)?;
            let start: Option<Start> = places.starts(&query, main).into_iter().next();
            if let Some(start) = start {
                has_any = true;
                let winner = events.directory[game].winner.color();
                follow(&mut tree, wanted, winner, &[start], main);
            }
        }
        if depth == 0 {
            tree.nodes.truncate(1);
        }
        for (node, reached) in tree.nodes.iter_mut().zip(tree.positions.reached()) {
            node.reached = reached;
        }
        Ok(Self {
            pattern: query.pattern,
            size: first.filter(|_| has_any),
            other_sizes: sizes.collect(),
            counts_lines: false,
            nodes: pruned(tree.nodes, least),
        })
    }

    /// The tree as a game record: the pattern at its position on the board, and the counts of each node in a comment,
    /// most frequent lines first. Empty if no game has the pattern.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        self.record(false)
    }

    /// The tree as [`to_sgf`](Self::to_sgf) writes it, and the comment of the root has the numbers of games of other
    /// sizes, which are excluded.
    #[must_use]
    pub fn to_sgf_with_other_sizes(&self) -> String {
        self.record(true)
    }

    fn record(&self, names_others: bool) -> String {
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
            let _ = write!(sgf, "C[{}", self.figures(root));
            let others = self.other_sizes.iter().filter(|_| names_others);
            for (number, (size, games)) in others.enumerate() {
                let before = if number == 0 { "; left out: " } else { ", " };
                let s = if *games == 1 { "" } else { "s" };
                let _ = write!(sgf, "{before}{games} game{s} on {size}");
            }
            sgf.push(']');
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
