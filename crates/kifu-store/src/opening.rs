//! What was played from a position on, as a tree.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kifu_go::{Color, Point, Size};

use crate::answer::{Found, Share};
use crate::error::Result;
use crate::event::Action;
use crate::events::{main_line, stone_after};
use crate::ingest::{place_of, point_at};
use crate::instance::transforms;
use crate::pattern::{Cell, Pattern, Transform};
use crate::positions::stone_key;
use crate::query::Query;
use crate::segment::BLOCK;
use crate::sizes::Sizes;
use crate::store::Store;

/// The tree of what was played within the rectangle of a pattern from its first hit in each game on.
///
/// Where the position looks the same in several ways, what is the same is counted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The pattern at the root.
    pub pattern: Pattern,
    /// The board of the games: of several sizes that have the pattern the one with most games, and of equally
    /// frequent ones the larger.
    pub size: Size,
    /// The other sizes of boards that have the pattern, each with how many games; they are left out.
    pub other_sizes: Vec<(Size, u64)>,
    /// The nodes: the root first, parents before their children.
    pub nodes: Vec<OpeningNode>,
}

/// A position that came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningNode {
    /// The node before it; the root has none.
    pub parent: Option<usize>,
    /// The stone that was played, on a cell of the pattern.
    pub play: Option<(Color, Point)>,
    /// Games that took this way.
    pub games: u64,
    /// Of these, games that the pattern's Black won.
    pub black_wins: u64,
    /// Of these, games that the pattern's White won.
    pub white_wins: u64,
    /// Games that came to the same stones within the rectangle, in whatever order.
    pub reached: u64,
    /// The nodes behind it, the most frequent first.
    pub children: Vec<usize>,
}

/// A tree that grows.
struct Growing {
    nodes: Vec<OpeningNode>,
    children: Vec<BTreeMap<(Color, u16), usize>>,
    /// The ways to look at the pattern that leave each node as it is.
    ways: Vec<Vec<Transform>>,
    keys: Vec<u64>,
    reached: BTreeMap<u64, u64>,
}

impl Growing {
    fn add(
        &mut self,
        parent: Option<usize>,
        play: Option<(Color, Point)>,
        ways: Vec<Transform>,
    ) -> usize {
        self.nodes.push(OpeningNode {
            parent,
            play,
            ..OpeningNode::default()
        });
        self.children.push(BTreeMap::new());
        self.ways.push(ways);
        self.keys.push(0);
        self.nodes.len() - 1
    }

    /// Of the ways in which a node looks the same, the one that puts a stone first, and where it lies then.
    fn first_way(
        &self,
        node: usize,
        cell: Point,
        color: Color,
        own: Size,
    ) -> (Transform, (Color, u16)) {
        let image = |way: &Transform| {
            (
                way.color(color),
                place_of(way.symmetry.apply(cell, own), own),
            )
        };
        let best = self.ways[node].iter().min_by_key(|way| image(way));
        let best = best.copied().unwrap_or_default();
        (best, image(&best))
    }

    /// The node behind a stone, which is made if there is none.
    fn child(&mut self, node: usize, play: (Color, u16), own: Size) -> usize {
        if let Some(&child) = self.children[node].get(&play) {
            return child;
        }
        let point = point_at(play.1, own);
        let stays = |way: &&Transform| {
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

    fn count(&mut self, node: usize, winner: Option<Color>) {
        let node = &mut self.nodes[node];
        node.games += 1;
        node.black_wins += u64::from(winner == Some(Color::Black));
        node.white_wins += u64::from(winner == Some(Color::White));
    }
}

impl Store {
    /// The tree of what followed the first hit of each game on the main line: `depth` stones deep at the
    /// most, and only what at least `least` games played.
    ///
    /// # Errors
    /// Those of [`Store::search`].
    pub fn opening(&self, query: &Query, depth: usize, least: u64) -> Result<Opening> {
        let pattern = &query.pattern;
        let answer = self.search(query)?;
        let own = pattern.size();
        let root_ways = pattern.same(&transforms(&query.symmetries, query.swaps_colors));
        let mut tree = Growing {
            nodes: Vec::new(),
            children: Vec::new(),
            ways: Vec::new(),
            keys: Vec::new(),
            reached: BTreeMap::new(),
        };
        tree.add(None, None, root_ways);
        let on_main = || answer.found.iter().filter(|found| !found.is_variation);
        let mut sizes = Sizes::default();
        for found in on_main() {
            sizes.add(self.segment(found.game)?.size, 1);
        }
        let mut sizes = sizes.in_order().into_iter();
        let size = sizes.next().map_or(own, |(size, _)| size);
        let mut block: Option<(u32, usize, Vec<u16>)> = None;
        for found in on_main() {
            let segment = self.segment(found.game)?;
            if segment.size != size {
                continue;
            }
            let place = (found.game.segment, found.game.game as usize / BLOCK);
            let events = match &block {
                Some((segment, block, events)) if (*segment, *block) == place => events,
                _ => &block.insert((place.0, place.1, segment.events(place.1)?)).2,
            };
            let directory = segment.directory()?;
            let main = segment.main_of(events, &directory[found.game.game as usize])?;
            follow(&mut tree, pattern, segment.size, &found, main, depth);
        }
        for (node, key) in tree.nodes.iter_mut().zip(&tree.keys) {
            node.reached = tree.reached.get(key).copied().unwrap_or(0);
        }
        Ok(Opening {
            pattern: pattern.clone(),
            size,
            other_sizes: sizes.collect(),
            nodes: pruned(tree.nodes, least),
        })
    }
}

/// Adds what a game played.
fn follow(
    tree: &mut Growing,
    pattern: &Pattern,
    board: Size,
    found: &Found,
    main: &[u16],
    depth: usize,
) {
    let own = pattern.size();
    let mut transform = found.transform;
    // The cell of each point of the rectangle, as the game lies on the board.
    let looked = transform.symmetry.size(own);
    let back = transform.symmetry.inverse();
    let cell_of = |point: Point| {
        let (x, y) = (
            point.x.checked_sub(found.corner.x)?,
            point.y.checked_sub(found.corner.y)?,
        );
        let inside = Point::new(x, y);
        looked.contains(inside).then(|| back.apply(inside, looked))
    };
    // How the cells lie after what was seen of the tree so far.
    let mut turned: Vec<Transform> = Vec::new();
    let mut stones: Vec<Option<Color>> = pattern.cells().iter().map(|cell| cell.stone()).collect();
    let (mut node, mut steps, mut is_new) = (0, 0, false);
    let winner = found.winner.color();
    tree.count(0, winner.map(|winner| transform.color(winner)));
    main_line(main, |at, event| {
        if at <= found.node || steps > depth {
            return;
        }
        let stone = stone_after(event.action());
        let cell = cell_of(point_at(event.point(), board));
        if let (Some(stone), Some(mut cell)) = (stone, cell) {
            for way in &turned {
                cell = way.symmetry.apply(cell, own);
            }
            if let Action::Play(color) = event.action() {
                steps += 1;
                if steps > depth {
                    return;
                }
                let (way, play) = tree.first_way(node, cell, transform.color(color), own);
                if way != Transform::default() {
                    turned.push(way);
                    transform.is_swapped ^= way.is_swapped;
                    turn(&mut stones, way, own);
                }
                stones[usize::from(play.1)] = Some(play.0);
                node = tree.child(node, play, own);
                tree.count(node, winner.map(|winner| transform.color(winner)));
                is_new = true;
            } else {
                let stone = stone.map(|color| transform.color(color));
                stones[usize::from(place_of(cell, own))] = stone;
            }
        }
        if event.is_end() && std::mem::take(&mut is_new) {
            let key = key(&stones);
            *tree.reached.entry(key).or_default() += 1;
            tree.keys[node] = key;
        }
    });
}

/// The key of the stones within the rectangle.
fn key(stones: &[Option<Color>]) -> u64 {
    let own = stones.iter().enumerate();
    own.filter_map(|(place, stone)| stone.map(|color| stone_key(place as u16, color)))
        .fold(0, |key, stone| key ^ stone)
}

/// Turns the stones, and exchanges their colours, in one of the ways that leave the pattern as it is.
fn turn(stones: &mut Vec<Option<Color>>, way: Transform, own: Size) {
    let mut turned = vec![None; stones.len()];
    for (place, stone) in stones.iter().enumerate() {
        let to = way.symmetry.apply(point_at(place as u16, own), own);
        turned[usize::from(place_of(to, own))] = stone.map(|color| way.color(color));
    }
    *stones = turned;
}

/// The nodes that enough games reach, with their children in order.
fn pruned(nodes: Vec<OpeningNode>, least: u64) -> Vec<OpeningNode> {
    let mut places: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut kept: Vec<OpeningNode> = Vec::new();
    for mut node in nodes {
        let parent = node.parent.map(|parent| places[parent]);
        // Parents come first, and have at least as many games.
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

impl Opening {
    /// The tree as a game record: the pattern at its place on the board, a comment with the figures in
    /// each node, the most frequent ways first.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let from = self.corner();
        let letters = |point: Point| Point::new(point.x + from.x, point.y + from.y).to_string();
        let mut sgf = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]", sides(self.size));
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
            let _ = write!(sgf, "C[{}]", figures(root));
        }
        // What comes next: a node, or the end of a variation.
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
                let _ = write!(sgf, ";{letter}[{}]C[{}]", letters(point), figures(node));
            }
            below(place, &mut jobs);
        }
        sgf.push_str(")\n");
        sgf
    }

    /// Where the pattern begins on the board: in the middle if it lies at no edge.
    fn corner(&self) -> Point {
        let anchor = self.pattern.anchor();
        let start = |side: u8, length: u8, at_start: bool, at_end: bool| {
            let room = side.saturating_sub(length);
            match (at_start, at_end) {
                (true, _) => 0,
                (false, true) => room,
                (false, false) => room / 2,
            }
        };
        Point::new(
            start(
                self.size.width(),
                self.pattern.columns(),
                anchor.left,
                anchor.right,
            ),
            start(
                self.size.height(),
                self.pattern.rows(),
                anchor.top,
                anchor.bottom,
            ),
        )
    }
}

/// The figures of a node, in words.
fn figures(node: &OpeningNode) -> String {
    let games = |count: u64| format!("{count} game{}", if count == 1 { "" } else { "s" });
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

/// The value of `SZ`.
fn sides(size: Size) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}
