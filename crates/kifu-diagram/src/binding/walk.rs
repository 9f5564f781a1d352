//! Moves from node to node.

use std::collections::BTreeSet;

use kifu_games::{Played, Position, Replay, UnknownGame};
use kifu_sgf::value::PrintMode;
use kifu_sgf::{GameTree, Node};

use super::numbers::{self, Numbered};
use super::options::{Captured, Crop, Options};
use super::words::is_info;
use super::{Count, Drawn, empty, markup};
use crate::Lang;
use crate::scene::{Color, Point, Scene};

/// Settings of a node on the path from the root, for itself and the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<'a> {
    /// Number of ancestors of the node.
    depth: usize,
    /// The nodes whose `DD` and `VW` are in effect here.
    dim: Option<Node<'a>>,
    view: Option<Node<'a>>,
    /// The node with the game info in effect here; the root if there is none.
    pub(super) info: Node<'a>,
    pub(super) print_mode: PrintMode,
    /// Number of ancestors of the first node of the figure.
    pub(super) figure: usize,
}

impl<'a> State<'a> {
    /// The state at a node of this depth, below one with the state `self`; `None` if the node changes nothing.
    fn changed_by(self, node: Node<'a>, depth: usize) -> Option<Self> {
        let mut state = self;
        let mut is_changed = false;
        for property in node.properties() {
            if matches!(property.written_identifier(), "B" | "W" | "C") {
                continue;
            }
            if is_info(property) {
                state.info = node;
            } else if property.is("DD") {
                state.dim = Some(node);
            } else if property.is("VW") {
                state.view = Some(node);
            } else if property.is("FG") {
                state.figure = depth;
            } else if property.is("PM")
                && let Ok(read) = PrintMode::parse_lenient(property.value())
            {
                state.print_mode = read.value;
            } else {
                continue;
            }
            is_changed = true;
        }
        state.depth = depth;
        is_changed.then_some(state)
    }
}

/// A current node with its position, which can move to every other node.
#[derive(Debug)]
pub struct Walk<'a> {
    pub(super) tree: GameTree<'a>,
    pub(super) replay: Replay<'a>,
    /// The states of the root and of the nodes on the path that change it.
    states: Vec<State<'a>>,
    /// Number of notes already returned by [`next_scene`](Self::next_scene) and [`figure`](Self::figure).
    returned: usize,
}

impl<'a> Walk<'a> {
    /// At the root of a tree.
    ///
    /// # Errors
    ///
    /// The rules of the game are unknown.
    pub fn new(tree: GameTree<'a>) -> Result<Self, UnknownGame> {
        let root = tree.root();
        let state = State {
            depth: 0,
            dim: None,
            view: None,
            info: root,
            print_mode: PrintMode::default(),
            figure: 0,
        };
        Ok(Self {
            tree,
            replay: Replay::of(tree)?,
            states: vec![state.changed_by(root, 0).unwrap_or(state)],
            returned: 0,
        })
    }

    /// The node.
    pub fn node(&self) -> Node<'a> {
        self.replay.node()
    }

    /// The state at this node.
    pub(super) fn here(&self) -> &State<'a> {
        // The state of the root is never left.
        &self.states[self.states.len() - 1]
    }

    /// The move of this node.
    pub(super) fn played(&self) -> Option<Played> {
        self.replay.played_at(self.replay.depth())
    }

    /// The nodes from `first`, which is this node or an ancestor of it, to this one.
    pub(super) fn path_since(&self, first: Node<'_>) -> Vec<Node<'a>> {
        let count = (self.replay.depth() + 1).saturating_sub(first.depth());
        let mut path: Vec<_> = self.node().path_up().take(count).collect();
        path.reverse();
        path
    }

    /// The number of the move of this node; `None` if it has no move.
    pub fn move_number(&self) -> Option<u32> {
        self.played().map(|played| played.number)
    }

    /// Player of the move in this node; `None` if it has no move.
    pub fn move_color(&self) -> Option<Color> {
        self.played().map(|played| played.color)
    }

    /// The point of the move of a node, which is a child of this one or a node like it; `None` if it
    /// puts no piece on a point.
    pub fn place_of(&self, node: Node<'a>) -> Option<Point> {
        let (_, raw) = self.replay.play_of(node)?;
        self.replay.position().place_of(raw)
    }

    /// The child whose move is at a point.
    pub fn child_at(&self, place: Point) -> Option<Node<'a>> {
        let mut children = self.node().children();
        children.find(|child| self.place_of(*child) == Some(place))
    }

    /// The position after this node.
    pub fn position(&self) -> &dyn Position {
        self.replay.position()
    }

    /// The player to move after this node.
    pub fn to_play(&self) -> Color {
        self.replay.position().to_play()
    }

    /// The depths and numbers of the moves from the node `first`, which is this node or an ancestor of it, to this one.
    /// `begin`: the number of the first, as in [`Options::first_number`].
    pub(crate) fn numbers_since(&self, first: Node<'_>, begin: Option<u32>) -> Vec<(usize, u32)> {
        let mut count = begin.map(|begin| Count::after(begin.saturating_sub(1)));
        let nodes = (first.depth()..).zip(self.path_since(first));
        let numbers = nodes.filter_map(|(depth, node)| {
            let counted = count.as_mut().and_then(|count| count.add(node));
            let played = self.replay.played_at(depth)?;
            Some((depth, counted.unwrap_or(played.number)))
        });
        numbers.collect()
    }

    /// Moves to a node of the tree. Returns false, and does not move, for a node of another game.
    ///
    /// The cost is the length of the path, in both directions. If setup changed more than a few million points on the
    /// path back, the game is replayed from the root.
    pub fn go_to(&mut self, target: Node<'a>) -> bool {
        if target.root() != self.tree.root() {
            return false;
        }
        let common = if target.parent() == Some(self.node()) {
            self.replay.depth()
        } else {
            let mut above = target.path_up().zip((0..=target.depth()).rev());
            let common = above.find(|(node, depth)| self.replay.is_on_path(*node, *depth));
            common.map_or(0, |(_, depth)| depth)
        };
        self.returned = self.returned.min(self.replay.notes_before(common + 1));
        self.states.retain(|state| state.depth <= common);
        self.replay.go_to(target);
        for depth in common + 1..=self.replay.depth() {
            let node = self.replay.node_at(depth);
            let state = node
                .and_then(|id| self.tree.node(id))
                .and_then(|node| self.here().changed_by(node, depth));
            self.states.extend(state);
        }
        true
    }

    /// Moves to a node below this one, in a fraction of the time and memory of [`go_to`](Self::go_to) in long games. The
    /// scene then has no numbers of earlier moves, and no notes on them. Returns false, and does not move, for a node that
    /// is not below this one.
    pub fn skip_to(&mut self, target: Node<'a>) -> bool {
        let states = &mut self.states;
        let visit = |node: Node<'a>, depth| {
            let state = states
                .last()
                .and_then(|state| state.changed_by(node, depth));
            states.extend(state);
        };
        let is_below = self.replay.skip_to(target, visit);
        if is_below {
            self.returned = 0;
        }
        is_below
    }

    /// The empty board.
    pub(super) fn board(&self) -> Scene {
        empty::board(self.replay.position())
    }

    /// Whether a move puts one piece on a point, which can then carry the move number.
    pub(crate) fn has_numbers(&self) -> bool {
        empty::has_numbers(self.replay.position().game())
    }

    /// Draws the scene of this node.
    pub fn scene(&self, options: &Options) -> Drawn {
        let mut scene = self.board();
        empty::add_pieces(&mut scene, self.replay.position());
        let plays = self.selected(options.numbers, 0);
        self.finish(scene, options, &plays, (self.replay.depth(), 0))
    }

    /// Draws this node as part of a series: repeats no notes of earlier scenes.
    pub fn next_scene(&mut self, options: &Options) -> Drawn {
        let mut scene = self.board();
        empty::add_pieces(&mut scene, self.replay.position());
        let plays = self.selected(options.numbers, 0);
        let returned = core::mem::replace(&mut self.returned, self.replay.notes_on_path().len());
        self.finish(scene, options, &plays, (self.replay.depth(), returned))
    }

    /// Draws the figure of the moves from `first` to `last`, which is `first` or a node after it: the position before
    /// the first move, after setup, with the moves up to `last`. The walk then is at `last`. [`Options::numbers`] selects among these
    /// moves. Notes on the path that an earlier figure had are not repeated.
    pub fn figure(&mut self, first: Node<'a>, last: Node<'a>, options: &Options) -> Drawn {
        let mut base = self.board();
        if options.captured == Captured::Kept && self.has_numbers() {
            self.go_to(before_moves(first, last));
            empty::add_pieces(&mut base, self.replay.position());
        }
        self.go_to(last);
        let mut plays = self.selected(options.numbers, first.depth());
        if options.first_number.is_some() {
            let counted = self.numbers_since(first, options.first_number);
            numbers::renumber(&mut plays, &counted);
        }
        if options.captured == Captured::Removed || !self.has_numbers() {
            empty::add_pieces(&mut base, self.replay.position());
        } else {
            self.add_new_stones(&mut base, &plays);
        }
        let returned = core::mem::replace(&mut self.returned, self.replay.notes_on_path().len());
        self.finish(base, options, &plays, (first.depth(), returned))
    }

    /// Adds stones to the figure that were set up, or played without a number, within it.
    fn add_new_stones(&self, base: &mut Scene, plays: &[Numbered]) {
        let numbered: BTreeSet<Point> = plays.iter().filter_map(|played| played.place).collect();
        let mut now = self.board();
        empty::add_pieces(&mut now, self.replay.position());
        for (point, spot) in now.spots {
            if base.spot(point).piece.is_none() && !numbered.contains(&point) {
                base.spot(point).piece = spot.piece;
            }
        }
        base.links = now.links;
        base.spots.retain(|_, spot| !spot.is_empty());
    }

    /// Completes a scene. `begin`: number of ancestors of its first node; `returned`: number of notes on the path to omit.
    fn finish(
        &self,
        mut scene: Scene,
        options: &Options,
        plays: &[Numbered],
        (begin, returned): (usize, usize),
    ) -> Drawn {
        let node = self.node();
        let mut notes = {
            let all = self.replay.notes_on_path();
            all[returned.min(all.len())..].to_vec()
        };
        if options.lang != Lang::English {
            scene.lang = options.lang;
            scene.names = options.lang.names();
        }
        if let Some(coordinates) = options.coordinates {
            scene.coordinates = coordinates;
        }
        if !options.stars {
            scene.stars.clear();
        }
        let notation = self.replay.position().notation();
        if options.view
            && let Some(view) = self.here().view
        {
            let points = notation.list(view, "VW", &mut notes);
            scene.visible = (!points.is_empty()).then_some(points);
        }
        if options.markup {
            if let Some(dim) = self.here().dim {
                for point in notation.list(dim, "DD", &mut notes) {
                    scene.spot(point).dim = true;
                }
            }
            markup::add(&mut scene, node, notation, &mut notes);
        }
        self.add_numbers(&mut scene, options, plays, begin);
        // Labels give way to numbers if notes explain them.
        if options.notes {
            scene.show_numbers();
        }
        if let (true, Some(place)) = (
            options.last_move,
            self.played().and_then(|played| played.place),
        ) {
            scene.spot(place).last = true;
        }
        self.add_hints(&mut scene, options);
        self.add_words(&mut scene, options);
        if options.crop != Crop::View {
            scene.visible = None;
        }
        match options.crop {
            Crop::View | Crop::Whole => {}
            Crop::Rect(rect) => scene.crop = Some(rect),
            Crop::Shrink(margin) => scene.shrink(margin),
        }
        numbers::outside(&mut scene);
        notes.dedup();
        Drawn {
            scene,
            last_move: self.replay.last_played().map(|played| played.number),
            notes,
        }
    }
}

/// The node with the position that the first move from `first` to `last` is made in; `last` if there is no move.
fn before_moves<'a>(first: Node<'a>, last: Node<'a>) -> Node<'a> {
    let count = (last.depth() + 1).saturating_sub(first.depth());
    let nodes = last.path_up().take(count);
    let begin = nodes.filter(|node| node.play().is_some()).last();
    begin.map_or(last, |node| node.parent().unwrap_or(node))
}
