//! The naive search: sets up every node and compares every rectangle.

use std::collections::BTreeMap;

use kifu_games::go::Replay;
use kifu_go::{Board, Color, Point, Size, Symmetry};
use kifu_sgf::{Collection, GameTree};
use kifu_store::{Cell, Orientation, Pattern, Query, Step};

/// The board of all games.
const BOARD: Size = Size::GO;

/// Where a pattern may lie in one way: the point of the board for each cell.
type Spot = Vec<Point>;

/// The permitted contents of each point, and the numbers of the orientations in which the pattern requires them.
type Places = BTreeMap<Vec<(Point, Cell)>, Vec<(usize, Spot)>>;

/// A node of a main line.
struct Node {
    board: Board,
    /// The stone that is played.
    stone: Option<(Color, Point)>,
    /// The captured stones.
    taken: Vec<Point>,
}

/// A stone as a pattern sees it: the color and the cell, if it is within; the cells of those that it takes.
struct Played {
    stone: Option<(Color, usize)>,
    taken: Vec<usize>,
}

/// Games and hits on main lines.
pub(crate) fn look(collection: &Collection, query: &Query) -> (u64, u64) {
    let ways = ways(query);
    let mut places = Places::new();
    for (number, way) in ways.iter().enumerate() {
        for spot in spots(&query.pattern, *way) {
            let look = places.entry(look_of(&query.pattern, *way, &spot));
            look.or_default().push((number, spot));
        }
    }
    let (mut games, mut hits) = (0, 0);
    for game in collection.games() {
        let nodes = nodes(game);
        let there = there(&nodes, query, &ways);
        let mut found = 0;
        for (look, same) in &places {
            let first = nodes.iter().position(|node| is_there(look, &node.board));
            let comes = |first: usize| {
                same.iter().any(|(way, spot)| {
                    comes_later(&there[*way], first)
                        && are_taken(
                            &query.sequence,
                            &played(&nodes[first + 1..], ways[*way], spot),
                            0,
                        )
                })
            };
            found += u64::from(first.is_some_and(comes));
        }
        hits += found;
        games += u64::from(found > 0);
    }
    (games, hits)
}

fn ways(query: &Query) -> Vec<Orientation> {
    let colors = if query.swaps_colors { 2 } else { 1 };
    let turned = |is_swapped| {
        let turn = move |symmetry: &Symmetry| Orientation {
            symmetry: *symmetry,
            is_swapped,
        };
        query.symmetries.iter().map(turn)
    };
    [false, true][..colors]
        .iter()
        .flat_map(|is_swapped| turned(*is_swapped))
        .collect()
}

fn spots(pattern: &Pattern, way: Orientation) -> Vec<Spot> {
    let own = Size::new(pattern.columns(), pattern.rows()).expect("a pattern has a size");
    let size = way.symmetry.size(own);
    let anchor = pattern.transformed(way).anchor();
    let is_allowed = |first: bool, last: bool, at_first: bool, at_last: bool| match (first, last) {
        (false, false) => !at_first && !at_last,
        _ => (!first || at_first) && (!last || at_last),
    };
    let (right, bottom) = (BOARD.columns() - size.columns(), BOARD.rows() - size.rows());
    let mut spots = Vec::new();
    for y in (0..=bottom).filter(|y| is_allowed(anchor.top, anchor.bottom, *y == 0, *y == bottom)) {
        for x in (0..=right).filter(|x| is_allowed(anchor.left, anchor.right, *x == 0, *x == right))
        {
            let turned = own.points().map(|cell| way.symmetry.apply(cell, own));
            spots.push(turned.map(|to| Point::new(x + to.x, y + to.y)).collect());
        }
    }
    spots
}

/// The permitted contents of each point.
fn look_of(pattern: &Pattern, way: Orientation, spot: &Spot) -> Vec<(Point, Cell)> {
    let cells = pattern.cells().iter().map(|cell| {
        if way.is_swapped {
            cell.swapped()
        } else {
            *cell
        }
    });
    let mut look: Vec<_> = spot.iter().copied().zip(cells).collect();
    look.sort_unstable();
    look
}

fn is_there(look: &[(Point, Cell)], board: &Board) -> bool {
    look.iter().all(|(point, cell)| {
        let letters = match board.get(*point) {
            None => ".*xo",
            Some(Color::Black) => "X*x@",
            Some(Color::White) => "O*o@",
        };
        letters.contains(cell.to_char())
    })
}

/// The nodes of the main line.
fn nodes(game: GameTree<'_>) -> Vec<Node> {
    let mut replay = Replay::new(game);
    let mut nodes: Vec<Node> = Vec::new();
    loop {
        let board = replay.game().board().clone();
        let stone = replay.played();
        let stone = stone.and_then(|(color, to)| Some((color, to.point()?)));
        let before = nodes.last().map(|node| &node.board);
        let is_gone = |point: &Point| {
            board.get(*point).is_none() && before.is_some_and(|before| before.get(*point).is_some())
        };
        let taken = BOARD.points().filter(is_gone).collect();
        nodes.push(Node {
            board,
            stone,
            taken,
        });
        if !replay.forward() {
            return nodes;
        }
    }
}

/// For each way, each later pattern and each node whether the pattern is there.
fn there(nodes: &[Node], query: &Query, ways: &[Orientation]) -> Vec<Vec<Vec<bool>>> {
    let of_way = |way: &Orientation| {
        let of_pattern = |pattern: &Pattern| -> Vec<bool> {
            let spots = spots(pattern, *way);
            let looks: Vec<_> = spots
                .iter()
                .map(|spot| look_of(pattern, *way, spot))
                .collect();
            let is_any = |node: &Node| looks.iter().any(|look| is_there(look, &node.board));
            nodes.iter().map(is_any).collect()
        };
        query.later.iter().map(of_pattern).collect()
    };
    ways.iter().map(of_way).collect()
}

/// Whether the later patterns occur after a node, one after the other.
fn comes_later(there: &[Vec<bool>], mut node: usize) -> bool {
    there.iter().all(|there| {
        let next = there[node + 1..].iter().position(|is_there| *is_there);
        node += next.map_or(0, |next| next + 1);
        next.is_some()
    })
}

/// The move relative to a placement of the pattern.
fn played(nodes: &[Node], way: Orientation, spot: &Spot) -> Vec<Played> {
    let cell = |point: &Point| spot.iter().position(|own| own == point);
    let stones = nodes.iter().filter_map(|node| {
        let (color, point) = node.stone?;
        Some(Played {
            stone: cell(&point).map(|cell| (way.color(color), cell)),
            taken: node.taken.iter().filter_map(cell).collect(),
        })
    });
    stones.collect()
}

/// Whether steps are taken by the stones from one on, tried in every way.
fn are_taken(steps: &[Step], played: &[Played], at: usize) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return true;
    };
    let mut next = at..played.len();
    let within = next.find(|next| played[*next].stone.is_some());
    match step {
        Step::Gap => (at..=played.len()).any(|at| are_taken(rest, played, at)),
        Step::Play(color, cell) => within.is_some_and(|next| {
            played[next].stone == Some((*color, usize::from(*cell)))
                && are_taken(rest, played, next + 1)
        }),
        // By the stone before, or by one of those outside that come next.
        Step::Capture(cell) => (at.max(1)..=within.unwrap_or(played.len())).any(|at| {
            played[at - 1].taken.contains(&usize::from(*cell)) && are_taken(rest, played, at)
        }),
    }
}
