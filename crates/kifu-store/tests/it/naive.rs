//! A search as anybody would write it: every node of every game is set up by `kifu_games::go`, and every
//! rectangle of it is looked at.

mod lines;
mod spots;

use std::collections::{BTreeMap, BTreeSet};

use kifu_games::go::{Replay, Stones};
use kifu_go::{BareBoard, Board, Color, Point, Size, Symmetry};
use kifu_sgf::value::Color as Player;
use kifu_sgf::{Collection, GameTree, Node, NodeId};
use kifu_store::{Continued, Counts, Query, Tally};

use lines::{After, comes, lines};
use spots::{allows, looks, pattern_size, places, turned, ways};

/// The results of a search, in the types of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) main: Counts,
    pub(crate) variations: Counts,
    pub(crate) continued: Continued,
    pub(crate) without: Tally,
    /// By cell and color.
    pub(crate) tallies: BTreeMap<(u16, usize), Tally>,
    /// Of each game with a hit on the main line: its number, the first node, the move.
    pub(crate) games: Vec<(u32, u32, u32)>,
}

/// The moves of a node; `None` for a pass.
type Moves = Vec<(Color, Option<Point>)>;

/// A node.
struct State {
    board: Board,
    /// The number of the move.
    number: u32,
    moves: Moves,
    /// The points that its setup changes.
    set_up: Vec<Point>,
}

/// A place on the board, and a way to look at the pattern there.
#[derive(Clone)]
struct Place {
    symmetry: Symmetry,
    is_swapped: bool,
    /// The point of the board for each cell of the pattern.
    points: Vec<Point>,
    /// All ways that look the same, this one too, each with its points.
    ways: Vec<(Symmetry, bool, Vec<Point>)>,
}

impl Place {
    /// Whether the setup of a node changes a point within.
    fn is_set_up(&self, state: &State) -> bool {
        state.set_up.iter().any(|point| self.points.contains(point))
    }
}

pub(crate) fn search(collection: &Collection, query: &Query) -> Found {
    let mut found = Found::default();
    for (number, game) in collection.games().enumerate() {
        if game.kind() == Some(kifu_sgf::schema::Game::Go) {
            of_game(game, number as u32, query, &mut found);
        }
    }
    found
}

fn of_game(game: GameTree<'_>, number: u32, query: &Query, found: &mut Found) {
    let winner = game
        .root()
        .value("RE")
        .and_then(|raw| match raw.as_bytes() {
            [b'B', b'+', ..] => Some(Color::Black),
            [b'W', b'+', ..] => Some(Color::White),
            _ => None,
        });
    let size = Replay::new(game).game().board().size();
    let main: BTreeSet<NodeId> = game.main_line().map(|node| node.id()).collect();
    let mut nodes: BTreeMap<NodeId, State> = BTreeMap::new();
    Replay::walk(game, |node, state, _| {
        let above = node.parent().map(|parent| &nodes[&parent.id()]);
        let moves = moves(node, size);
        let state = State {
            board: state.board().clone(),
            number: above.map_or(0, |above| above.number) + moves.len() as u32,
            moves,
            set_up: above.map_or(Vec::new(), |above| set_up(node, &above.board)),
        };
        nodes.insert(node.id(), state);
    });
    let mut hits: Vec<(u32, u32)> = Vec::new();
    let mut in_variation = false;
    for place in places(&query.pattern, query, size) {
        let is_there = |node: Node<'_>| {
            let State { board, number, .. } = &nodes[&node.id()];
            query.moves.contains(number)
                && place
                    .points
                    .iter()
                    .zip(query.pattern.cells())
                    .all(|(point, cell)| {
                        let cell = if place.is_swapped {
                            cell.swapped()
                        } else {
                            *cell
                        };
                        allows(cell, board.get(*point))
                    })
        };
        for node in game.nodes() {
            if !is_there(node) || node.ancestors().any(is_there) {
                continue;
            }
            let is_main = main.contains(&node.id());
            if !is_main && !query.in_variations {
                continue;
            }
            let after = node.main_line().skip(1);
            let after = after.take_while(|node| !place.is_set_up(&nodes[&node.id()]));
            let mut played = after.enumerate().flat_map(|(n, node)| {
                let moves = nodes[&node.id()].moves.clone().into_iter();
                moves.map(move |(color, point)| (n as u32 + 1, color, point))
            });
            let next = played.find_map(|(distance, color, point)| {
                let point = point.filter(|point| place.points.contains(point))?;
                Some((point, color, distance))
            });
            let follows = || {
                let lines = lines(node, &nodes, size);
                let on_main = |line: &&Vec<After>| {
                    is_main && line.iter().all(|after| main.contains(&after.node))
                };
                let comes = |line: &Vec<After>| {
                    let mut ways = place.ways.iter();
                    ways.any(|way| comes(line, way, query, size))
                };
                let is_on_main = lines.iter().find(on_main).is_some_and(comes);
                (is_on_main || query.in_variations && lines.iter().any(comes)).then_some(is_on_main)
            };
            let has_more = !query.sequence.is_empty() || !query.later.is_empty();
            let is_main = if has_more {
                let Some(is_on_main) = follows() else {
                    continue;
                };
                is_on_main
            } else {
                is_main
            };
            let winner_seen = |is_swapped: bool| {
                winner.map(|winner| {
                    if is_swapped {
                        winner.opponent()
                    } else {
                        winner
                    }
                })
            };
            if query.in_variations {
                for next in ends(node, &place, &nodes) {
                    let Some((is_swapped, _)) = seen(query, &place, next) else {
                        continue;
                    };
                    let won = winner_seen(is_swapped);
                    found.continued.hits += 1;
                    found.continued.black_wins += u64::from(won == Some(Color::Black));
                    found.continued.white_wins += u64::from(won == Some(Color::White));
                }
            }
            let played = next.map(|(point, color, _)| (point, color));
            let Some((is_swapped, seen)) = seen(query, &place, played) else {
                continue;
            };
            let of_pattern = winner_seen(is_swapped);
            let counts = if is_main {
                &mut found.main
            } else {
                &mut found.variations
            };
            counts.hits += 1;
            counts.swapped += u64::from(is_swapped);
            counts.black_wins += u64::from(of_pattern == Some(Color::Black));
            counts.white_wins += u64::from(of_pattern == Some(Color::White));
            let tally = match seen {
                None => &mut found.without,
                Some((color, cell)) => found.tallies.entry((cell, color.index())).or_default(),
            };
            if is_main {
                let move_number = nodes[&node.id()].number;
                tally.hits += 1;
                tally.black_wins += u64::from(of_pattern == Some(Color::Black));
                tally.white_wins += u64::from(of_pattern == Some(Color::White));
                tally.tenuki += u64::from(next.is_some_and(|(.., distance)| distance > 2));
                tally.moves += u64::from(move_number);
                hits.push((node.depth() as u32, move_number));
            } else {
                tally.in_variations += 1;
                in_variation = true;
            }
        }
    }
    found.variations.games += u64::from(in_variation);
    if let Some((node, move_number)) = hits.iter().min() {
        found.main.games += 1;
        found.games.push((number, *node, *move_number));
    }
}

/// How the lines after a node go on within a place: the first stone of each, in each node once, or none. A node whose
/// setup changes the place ends its lines.
fn ends(
    from: Node<'_>,
    place: &Place,
    nodes: &BTreeMap<NodeId, State>,
) -> Vec<Option<(Point, Color)>> {
    let (mut ends, mut below) = (Vec::new(), vec![from]);
    while let Some(node) = below.pop() {
        let state = &nodes[&node.id()];
        let mut played = state.moves.iter().filter_map(|(color, point)| {
            let point = point.filter(|point| place.points.contains(point))?;
            Some((point, *color))
        });
        let is_after = node.id() != from.id();
        let is_set_up = is_after && place.is_set_up(state);
        let next = played.next().filter(|_| is_after && !is_set_up);
        if is_set_up || next.is_some() || node.children().next().is_none() {
            ends.push(next);
        } else {
            below.extend(node.children());
        }
    }
    ends
}

/// How a hit and the next stone look to the pattern: whether with the colors exchanged, and the color and cell
/// of the continuation; `None` if that is not wanted.
fn seen(
    query: &Query,
    place: &Place,
    next: Option<(Point, Color)>,
) -> Option<(bool, Option<(Color, u16)>)> {
    let Some((point, played)) = next else {
        return query.next.is_none().then_some((place.is_swapped, None));
    };
    // Of the ways that look the same the first, or the first that sees the wanted color.
    let (color, cell, is_swapped) = place.ways.iter().find_map(|(_, is_swapped, points)| {
        let color = if *is_swapped {
            played.opponent()
        } else {
            played
        };
        let cell = points.iter().position(|own| *own == point)? as u16;
        let is_wanted = query.next.is_none_or(|wanted| color == wanted);
        is_wanted.then_some((color, cell, *is_swapped))
    })?;
    // Of the continuations that look the same the first black one of those wanted is taken.
    let mut same = vec![(color, cell, is_swapped)];
    let mut next = 0;
    while let Some(&(color, cell, is_swapped)) = same.get(next) {
        next += 1;
        for (cell, swaps) in twins(query, cell) {
            let color = if swaps { color.opponent() } else { color };
            let twin = (color, cell, is_swapped != swaps);
            if !same.contains(&twin) {
                same.push(twin);
            }
        }
    }
    let is_wanted = |(color, ..): &(Color, u16, bool)| query.next.is_none_or(|next| *color == next);
    let (color, cell, is_swapped) = same.into_iter().filter(is_wanted).min()?;
    Some((is_swapped, Some((color, cell))))
}

/// The cells that lie where a cell does, if the pattern is looked at in two ways that look the same; and whether one
/// of them exchanges the colors.
fn twins(query: &Query, cell: u16) -> Vec<(u16, bool)> {
    let pattern = &query.pattern;
    let size = pattern_size(pattern);
    let look = |(way, swaps): (Symmetry, bool)| {
        let points: Vec<Point> = size.points().map(|point| way.apply(point, size)).collect();
        let looks = looks(&points, pattern, swaps);
        let anchor = turned(pattern.anchor(), way);
        (points, (way.size(size), anchor, looks), swaps)
    };
    let all: Vec<_> = ways(query).into_iter().map(look).collect();
    let mut twins = Vec::new();
    for (points, look, swaps) in &all {
        for (others, _, other_swaps) in all.iter().filter(|(_, other, _)| other == look) {
            let place = points[usize::from(cell)];
            let twin = others.iter().position(|point| *point == place).unwrap();
            twins.push((twin as u16, swaps != other_swaps));
        }
    }
    twins
}

/// In how many games, of those that `counts` takes, a whole board comes about on the main line, looked at in
/// any way of the query.
pub(crate) fn reached(
    collection: &Collection,
    query: &Query,
    wanted: &BareBoard,
    counts: impl Fn(GameTree<'_>) -> bool,
) -> u64 {
    let looks_so = |board: &Board| {
        let size = wanted.size();
        ways(query).into_iter().any(|(way, swaps)| {
            way.size(size) == board.size()
                && size.points().all(|point| {
                    let stone = wanted.get(point);
                    let stone = if swaps {
                        stone.map(Color::opponent)
                    } else {
                        stone
                    };
                    board.get(way.apply(point, size)) == stone
                })
        })
    };
    let reaches = |game: &GameTree<'_>| {
        if game.kind() != Some(kifu_sgf::schema::Game::Go) || !counts(*game) {
            return false;
        }
        let mut replay = Replay::new(*game);
        loop {
            if looks_so(replay.game().board()) {
                return true;
            }
            if !replay.forward() {
                return false;
            }
        }
    };
    collection.games().filter(reaches).count() as u64
}

/// The points that the setup of a node changes, after a board.
fn set_up(node: Node<'_>, before: &Board) -> Vec<Point> {
    let mut stones = Stones::new(before.size());
    for property in node.properties() {
        let stone = match &*property.identifier() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        for value in property.values() {
            // A value that is not a point is ignored.
            let _ = stones.set_up(stone, value);
        }
    }
    let mut changed = Vec::new();
    stones.take(|point, stone| {
        if before.get(point) != stone {
            changed.push(point);
        }
    });
    changed
}

fn moves(node: Node<'_>, size: Size) -> Moves {
    let mut moves = Vec::new();
    for property in node.properties() {
        let color = match &*property.identifier() {
            "B" => Player::Black,
            "W" => Player::White,
            _ => continue,
        };
        let read = kifu_sgf::value::r#move::parse_lenient(property.value(), size);
        let point = read.ok().and_then(|read| read.value.point());
        moves.push((color, point.filter(|point| size.contains(*point))));
    }
    moves
}
