//! Opening trees: the continuations of a position.

mod follow;
mod record;

use std::collections::BTreeMap;
use std::sync::Arc;

use kifu_go::{Color, Point, Size};

use self::follow::{Start, Wanted, follow};
use crate::answer::Share;
use crate::directory::Entry;
use crate::error::{Result, StoreError};
use crate::ingest::{place_of, point_at};
use crate::instance::{Instance, instances, same_looks, transforms};
use crate::pattern::{Orientation, Pattern};
use crate::query::Query;
use crate::segment::{BLOCK, Segment};
use crate::sizes::Sizes;
use crate::store::Store;
use crate::walk::{Cover, walk};

/// The tree of stones played within the rectangle of a pattern, starting from its first hit in each game.
///
/// A line ends before setup in a later node that changes the rectangle.
///
/// If a position is symmetric, equivalent continuations are counted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The pattern at the root.
    pub pattern: Pattern,
    /// The size of the boards: among several sizes with hits, the one with most games, then the larger. `None` if no
    /// game has the pattern.
    pub size: Option<Size>,
    /// The other board sizes with hits, each with its number of games; they are excluded.
    pub other_sizes: Vec<(Size, u64)>,
    /// Whether lines are counted instead of games, because variations were followed.
    pub counts_lines: bool,
    /// The nodes: the root first, parents before their children.
    pub nodes: Vec<OpeningNode>,
}

/// A position of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningNode {
    /// The parent node; `None` for the root.
    pub parent: Option<usize>,
    /// The stone that was played, on a cell of the pattern.
    pub play: Option<(Color, Point)>,
    /// Number of games with this sequence; lines of games if [`Opening::counts_lines`].
    pub games: u64,
    /// Games won by the pattern's Black.
    pub black_wins: u64,
    /// Games won by the pattern's White.
    pub white_wins: u64,
    /// Number of games that reach the same stones within the rectangle, or an equivalent position, in any order of
    /// moves, down to the depth of the tree. If games with this sequence differ in these stones, because some were
    /// captured from outside, the position of most games counts.
    pub reached: u64,
    /// The child nodes, most frequent first.
    pub children: Vec<usize>,
}

/// A tree under construction.
struct Growing {
    nodes: Vec<OpeningNode>,
    children: Vec<BTreeMap<(Color, u16), usize>>,
    /// The transforms that leave each node unchanged.
    ways: Vec<Vec<Orientation>>,
    positions: Positions,
    /// The color of the first stone, if requested.
    first: Option<Color>,
}

/// The positions that games reach, by their keys; the positions of lines if lines are counted.
#[derive(Default)]
struct Positions {
    /// Number of games that reach each position.
    games: BTreeMap<u64, u64>,
    /// For each node, the first position of games there and their number; few nodes have several.
    first: Vec<Option<(u64, u64)>>,
    /// The other positions, by node, with their numbers of games.
    others: BTreeMap<(usize, u64), u64>,
}

impl Positions {
    /// Records the position that games have at a node.
    fn note(&mut self, node: usize, key: u64, games: u64) {
        if self.first.len() <= node {
            self.first.resize(node + 1, None);
        }
        match &mut self.first[node] {
            Some((own, count)) if *own == key => *count += games,
            Some(_) => *self.others.entry((node, key)).or_default() += games,
            none => *none = Some((key, games)),
        }
    }

    /// For each node, the number of games that reach the position that is most frequent there.
    fn reached(self) -> impl Iterator<Item = u64> {
        let mut most = self.first;
        for ((node, key), games) in self.others {
            if let Some(own) = &mut most[node]
                && (games, key) > (own.1, own.0)
            {
                *own = (key, games);
            }
        }
        let reached = move |most: Option<(u64, u64)>| self.games.get(&most?.0).copied();
        most.into_iter().map(move |most| reached(most).unwrap_or(0))
    }
}

impl Growing {
    /// A root. `first`: the color of the first stone; `ways`: the transforms that leave the root unchanged.
    fn new(first: Option<Color>, ways: Vec<Orientation>) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            children: Vec::new(),
            ways: Vec::new(),
            positions: Positions::default(),
            first,
        };
        tree.add(None, None, ways);
        tree
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        play: Option<(Color, Point)>,
        ways: Vec<Orientation>,
    ) -> usize {
        self.nodes.push(OpeningNode {
            parent,
            play,
            ..OpeningNode::default()
        });
        self.children.push(BTreeMap::new());
        self.ways.push(ways);
        self.nodes.len() - 1
    }

    /// Among the transforms that leave a node unchanged, the one that moves a stone to the first cell, and that cell.
    /// The order is that of [`representatives`](crate::instance::representatives). Only the root may be unchanged by an
    /// exchange of colors, because such a transform never leaves a stone unchanged.
    fn first_way(
        &self,
        node: usize,
        cell: Point,
        color: Color,
        own: Size,
    ) -> (Orientation, (Color, u16)) {
        let image = |way: &Orientation| {
            (
                way.color(color),
                place_of(way.symmetry.apply(cell, own), own),
            )
        };
        let rank = |way: &Orientation| {
            let (color, place) = image(way);
            let is_other = self.first.is_some_and(|first| color != first);
            (is_other, color, place)
        };
        let best = self.ways[node].iter().min_by_key(|way| rank(way));
        let best = best.copied().unwrap_or_default();
        (best, image(&best))
    }

    /// The child node of a stone, created if missing.
    fn child(&mut self, node: usize, play: (Color, u16), own: Size) -> usize {
        if let Some(&child) = self.children[node].get(&play) {
            return child;
        }
        let point = point_at(play.1, own);
        let stays = |way: &&Orientation| {
            (
                way.color(play.0),
                place_of(way.symmetry.apply(point, own), own),
            ) == play
        };
        let left = self.ways[node].iter().filter(stays).copied().collect();
        let child = self.add(Some(node), Some((play.0, point)), left);
        self.children[node].insert(play, child);
        child
    }

    fn count(&mut self, node: usize, winner: Option<Color>, games: u64) {
        let node = &mut self.nodes[node];
        node.games += games;
        match winner {
            Some(Color::Black) => node.black_wins += games,
            Some(Color::White) => node.white_wins += games,
            None => {}
        }
    }
}

impl Store {
    /// The tree of continuations after the first hit of each game: at most `depth` stones deep, with sequences of at
    /// least `least` games.
    ///
    /// Only main lines are followed by default. With [`Query::in_variations`], every line of a game is followed after
    /// its first hit, and each line counts like a game; conditions on later positions ([`Query::sequence`],
    /// [`Query::later`]) then select games, not lines. With [`Query::next`], a pattern that is symmetric under an
    /// exchange of colors is oriented so that the first stone has that color.
    ///
    /// # Errors
    /// The errors of [`Store::search`].
    pub fn opening(&self, query: &Query, depth: usize, least: u64) -> Result<Opening> {
        let (opening, damaged) = self.opening_partial(query, depth, least)?;
        StoreError::first_of(opening, damaged)
    }

    /// The tree of all readable games, with the errors of the others.
    ///
    /// # Errors
    /// The errors of [`Store::search_partial`].
    pub fn opening_partial(
        &self,
        query: &Query,
        depth: usize,
        least: u64,
    ) -> Result<(Opening, Vec<StoreError>)> {
        let pattern = &query.pattern;
        let mut answer = self.search_partial(query)?;
        let mut damaged = std::mem::take(&mut answer.damaged);
        let own = pattern.size();
        let transforms = transforms(&query.symmetries, query.swaps_colors);
        let same = same_looks(pattern, &transforms);
        let mut tree = Growing::new(query.next, same.clone());
        let mut sizes = Sizes::default();
        for found in answer.found.iter() {
            sizes.add(self.segment(found.game)?.size, 1);
        }
        let mut sizes = sizes.in_order().into_iter();
        let size = sizes.next().map(|(size, _)| size);
        let board = size.unwrap_or(own);
        let wanted = Wanted {
            pattern,
            board,
            same: &same,
            // The next stone determines the orientation of the pattern.
            depth: depth.max(1),
        };
        let mut places: Option<Places> = None;
        let mut block: Option<(u32, usize, Option<BlockEvents>)> = None;
        for found in answer.found.iter() {
            let segment = self.segment(found.game)?;
            if segment.size != board {
                continue;
            }
            let game = found.game.game as usize;
            let place = (found.game.segment, game / BLOCK);
            let events = match &block {
                Some((segment, block, events)) if (*segment, *block) == place => events,
                _ => {
                    let read = BlockEvents::read(segment, place.1);
                    let read = read.map_err(|error| error.add_to(&mut damaged));
                    &block.insert((place.0, place.1, read.ok())).2
                }
            };
            let Some(events) = events else {
                continue;
            };
            let (all, main) = match events.of(segment, game) {
                Ok(events) => events,
                Err(error) => {
                    error.add_to(&mut damaged);
                    continue;
                }
            };
            let winner = found.winner.color();
            if query.in_variations && all.len() > main.len() {
                let places = places.get_or_insert_with(|| Places::new(query, board, &transforms));
                let starts = places.starts(query, all);
                follow(&mut tree, wanted, winner, &starts, all);
            } else {
                let start = Start {
                    node: found.node,
                    transform: found.transform,
                    corner: found.corner,
                    is_seen: true,
                };
                follow(&mut tree, wanted, winner, &[start], main);
            }
        }
        if depth == 0 {
            tree.nodes.truncate(1);
        }
        for (node, reached) in tree.nodes.iter_mut().zip(tree.positions.reached()) {
            node.reached = reached;
        }
        let opening = Opening {
            pattern: pattern.clone(),
            size,
            other_sizes: sizes.collect(),
            counts_lines: query.in_variations,
            nodes: pruned(tree.nodes, least),
        };
        Ok((opening, damaged))
    }
}

/// The events of a block of games.
struct BlockEvents {
    events: Vec<u16>,
    directory: Arc<Vec<Entry>>,
}

impl BlockEvents {
    fn read(segment: &Segment, block: usize) -> Result<Self> {
        Ok(Self {
            events: segment.events(block)?,
            directory: segment.directory()?,
        })
    }

    /// The events of a game, and the events of its main line.
    fn of(&self, segment: &Segment, game: usize) -> Result<(&[u16], &[u16])> {
        let entry = &self.directory[game];
        let (all, main) = (
            segment.events_of(&self.events, entry)?,
            segment.main_of(&self.events, entry)?,
        );
        Ok((all, main))
    }
}

/// The possible positions of a pattern on a board, for walks through trees.
struct Places {
    instances: Vec<Instance>,
    cover: Cover,
}

impl Places {
    fn new(query: &Query, board: Size, transforms: &[Orientation]) -> Self {
        let slides = query.slides_onto_edges;
        let instances = instances(&query.pattern, board, transforms, slides);
        Self {
            cover: Cover::new(board.area(), &instances),
            instances,
        }
    }

    /// The hits of the pattern in a tree, one for each node.
    fn starts(&self, query: &Query, events: &[u16]) -> Vec<Start> {
        let mut starts: Vec<Start> = Vec::new();
        // No continuations are counted here.
        let side = |_, _| None;
        for hit in walk(&self.cover, events, &query.moves, side) {
            let instance = &self.instances[hit.instance as usize];
            let next = hit.next.map(|(_, color, _)| color);
            let transform = match query.next {
                None => Some(instance.transform),
                Some(wanted) => next.and_then(|color| instance.way(color != wanted)),
            };
            let is_known = starts.last().is_some_and(|last| last.node == hit.node);
            if let Some(transform) = transform.filter(|_| !is_known) {
                starts.push(Start {
                    node: hit.node,
                    transform,
                    corner: instance.corner,
                    is_seen: false,
                });
            }
        }
        starts
    }
}

/// The nodes with enough games, with their children in order.
fn pruned(nodes: Vec<OpeningNode>, least: u64) -> Vec<OpeningNode> {
    let mut places: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut kept: Vec<OpeningNode> = Vec::new();
    for mut node in nodes {
        let parent = node.parent.map(|parent| places[parent]);
        // Parents come first and have at least as many games.
        let stays = parent != Some(None) && (node.games >= least || parent.is_none());
        places.push(stays.then_some(kept.len()));
        if stays {
            node.parent = parent.flatten();
            if let Some(parent) = node.parent {
                let place = kept.len();
                kept[parent].children.push(place);
            }
            kept.push(node);
        }
    }
    for place in 0..kept.len() {
        let mut children = std::mem::take(&mut kept[place].children);
        children.sort_by_key(|child| std::cmp::Reverse(kept[*child].games));
        kept[place].children = children;
    }
    kept
}

impl OpeningNode {
    /// The share of decided games that Black won.
    #[must_use]
    pub fn black_share(&self) -> Option<Share> {
        Share::of(self.black_wins, self.black_wins + self.white_wins)
    }
}
