//! The lines after a hit, and the stones that are played and taken on them.

use std::collections::BTreeMap;

use kifu_go::{Board, Color, Point, Size, Symmetry};
use kifu_sgf::{Node, NodeId};
use kifu_store::{Query, Step};

use super::State;
use super::spots::{allows, looks, spots};

/// A node after a hit.
pub(super) struct After {
    pub(super) node: NodeId,
    pub(super) board: Board,
    /// The stone that is played, if one is, and what it takes off the board. There is no more than one.
    pub(super) played: Option<(Color, Point, Vec<Point>)>,
    /// The points that its setup changes.
    pub(super) set_up: Vec<Point>,
}

/// All lines after a node, to their ends.
pub(super) fn lines(
    from: Node<'_>,
    nodes: &BTreeMap<NodeId, State>,
    size: Size,
) -> Vec<Vec<After>> {
    let mut lines = Vec::new();
    let (mut leaves, mut below) = (Vec::new(), vec![from]);
    while let Some(node) = below.pop() {
        let children: Vec<_> = node.children().collect();
        if children.is_empty() {
            leaves.push(node);
        }
        below.extend(children.into_iter().rev());
    }
    for leaf in leaves {
        let up: Vec<_> = leaf
            .path_up()
            .take_while(|node| node.id() != from.id())
            .collect();
        let mut line = Vec::new();
        let mut before = &nodes[&from.id()].board;
        for node in up.into_iter().rev() {
            let State {
                board,
                moves,
                set_up,
                ..
            } = &nodes[&node.id()];
            let played = moves.first().and_then(|(color, point)| {
                let point = (*point)?;
                let is_gone = |at: &Point| {
                    board.get(*at).is_none() && (before.get(*at).is_some() || *at == point)
                };
                Some((*color, point, size.points().filter(is_gone).collect()))
            });
            line.push(After {
                node: node.id(),
                board: board.clone(),
                played,
                set_up: set_up.clone(),
            });
            before = board;
        }
        lines.push(line);
    }
    lines
}

/// Whether all that a query wants comes on a line, looked at in one way.
pub(super) fn comes(
    line: &[After],
    (symmetry, is_swapped, points): &(Symmetry, bool, Vec<Point>),
    query: &Query,
    size: Size,
) -> bool {
    let cell = |point: &Point| points.iter().position(|own| own == point);
    let mut played = Vec::new();
    for after in line {
        if after.set_up.iter().any(|point| points.contains(point)) {
            break;
        }
        if let Some((color, point, taken)) = &after.played {
            let color = if *is_swapped {
                color.opponent()
            } else {
                *color
            };
            let stone = cell(point).map(|at| (color, at));
            let taken = taken.iter().filter_map(cell).collect();
            played.push(Played { stone, taken });
        }
    }
    let mut from = 0;
    let mut come = query.later.iter().map(|later| {
        let spots = spots(later, query, size, *symmetry);
        let is_there = |after: &After| {
            spots.iter().any(|spot| {
                let mut looks = looks(spot, later, *is_swapped).into_iter();
                looks.all(|(point, cell)| allows(cell, after.board.get(point)))
            })
        };
        let found = line[from..].iter().position(is_there);
        from += found.map_or(0, |found| found + 1);
        found.is_some()
    });
    come.all(|is_there| is_there) && are_taken(&query.sequence, &played, 0)
}

/// A stone that is played, if it is within the rectangle, and the cells of those it takes.
struct Played {
    stone: Option<(Color, usize)>,
    taken: Vec<usize>,
}

/// Whether steps are taken by the stones from one on, tried in every way.
fn are_taken(steps: &[Step], played: &[Played], at: usize) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return true;
    };
    let within = played[at..].iter().position(|next| next.stone.is_some());
    match step {
        Step::Gap => (at..=played.len()).any(|at| are_taken(rest, played, at)),
        Step::Play(color, cell) => {
            let wanted = Some((*color, usize::from(*cell)));
            within.is_some_and(|next| {
                played[at + next].stone == wanted && are_taken(rest, played, at + next + 1)
            })
        }
        // By the stone before, or by one of those outside that come next.
        Step::Capture(cell) => {
            let last = within.map_or(played.len(), |next| at + next);
            (at.max(1)..=last).any(|at| {
                played[at - 1].taken.contains(&usize::from(*cell)) && are_taken(rest, played, at)
            })
        }
    }
}
