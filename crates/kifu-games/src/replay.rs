use kifu_board::Color;
use kifu_sgf::{GameTree, Node, NodeId};

use crate::position::{Mark, play_by};
use crate::{Effect, Executor, Note, NoteKind, Notes, Play, Played, Position, Target};

/// The position at a node of a tree, which can move to every other node.
///
/// It moves by playing and undoing: to any node at the cost of the path between, and through the whole tree in time
/// linear in its length. Nothing recurses, at any depth of the tree. `P` is the position:
/// [`go::Position`](crate::go::Position) for Go, or the one of any other game.
///
/// ```
/// use kifu_games::{Piece, Replay};
/// use kifu_sgf::Collection;
///
/// let record = Collection::from("(;GM[2];B[dc];W[cc])");
/// let mut replay = Replay::of(record.game(0).unwrap())?;
/// while replay.forward() {}
/// let mut discs = 0;
/// replay.position().pieces(&mut |_, piece| discs += u32::from(matches!(piece, Piece::Stone(_))));
/// assert_eq!(discs, 6);
/// # Ok::<(), kifu_games::UnknownGame>(())
/// ```
#[derive(Debug)]
pub struct Replay<'a, P: ?Sized = dyn Position> {
    tree: GameTree<'a>,
    node: Node<'a>,
    executor: Executor<'a>,
    /// The nodes from the root to this one, without those that were skipped.
    frames: Vec<Frame>,
    /// Number of nodes on the path that were skipped: the first ones.
    skipped: usize,
    /// The last move of the skipped nodes.
    skipped_play: Option<Played>,
    /// The notes of the nodes in `frames`.
    notes: Vec<Note>,
    position: Box<P>,
}

/// Number of skipped nodes after which the position drops what only undo needs.
const FORGET_AFTER: usize = 256;

/// A node on the way from the root.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: NodeId,
    /// The position before the node.
    before: Mark,
    /// The notes before the node.
    notes: usize,
    played: Option<Played>,
}

/// A node that is executed on a position.
struct Entered<'r, P: ?Sized> {
    position: &'r mut P,
    notes: Notes<'r>,
    played: Option<Played>,
    /// Whether moves are executed without a search for broken rules.
    is_skipped: bool,
}

impl<'a, P: Position + ?Sized> Target<'a> for Entered<'_, P> {
    fn set_up(&mut self, stone: Option<Color>, value: &'a str) {
        self.position.set_up(stone, value, &mut self.notes);
    }

    fn end_setup(&mut self) {
        self.position.end_setup();
    }

    fn other(&mut self, identifier: &'static str, value: &'a str) {
        self.position.other(identifier, value, &mut self.notes);
    }

    fn set_number(&mut self, number: u32) {
        self.position.set_number(number);
    }

    fn play(&mut self, play: Play<'a>) {
        if play.is_further {
            self.note(play.value, NoteKind::SeveralMoves);
        }
        self.played = Some(if self.is_skipped {
            self.position.execute(play, &mut self.notes)
        } else {
            self.position.play(play, &mut self.notes)
        });
        if let Some(second) = play.second {
            self.note(second, NoteKind::SeveralValues);
        }
    }

    fn set_to_play(&mut self, color: Color) {
        self.position.set_to_play(color);
    }

    fn note(&mut self, value: &'a str, kind: NoteKind) {
        self.notes.add(value, kind);
    }
}

impl<'a, P: Position + ?Sized> Replay<'a, P> {
    /// At the root of a tree, in the position before it.
    pub(crate) fn begin(tree: GameTree<'a>, position: Box<P>, notes: Vec<Note>) -> Self {
        let node = tree.root();
        let mut replay = Self {
            tree,
            node,
            executor: Executor::default(),
            frames: Vec::new(),
            skipped: 0,
            skipped_play: None,
            notes,
            position,
        };
        replay.enter(node);
        // Notes on how the game begins are those of the root.
        replay.frames[0].notes = 0;
        replay
    }

    /// The tree.
    #[must_use]
    pub const fn tree(&self) -> GameTree<'a> {
        self.tree
    }

    /// The node.
    #[must_use]
    #[inline]
    pub const fn node(&self) -> Node<'a> {
        self.node
    }

    /// The position after the node.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Whether a player may make a move in this position: its value can be read, and it breaks no rule of the game.
    #[must_use]
    pub fn allows(&mut self, color: Color, value: &str) -> bool {
        let mark = self.position.mark();
        let mut broken = Vec::new();
        let play = Play {
            color,
            value,
            second: None,
            is_forced: false,
            is_further: false,
        };
        self.position
            .play(play, &mut Notes::new(self.node, &mut broken));
        if !self.position.back_to(mark) {
            self.play_path_anew();
        }
        broken.is_empty()
    }

    /// The notes of this node, in the order of execution.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        let from = self.frames.last().map_or(0, |frame| frame.notes);
        &self.notes[from..]
    }

    /// The notes of the nodes from the root to this one.
    #[must_use]
    pub fn notes_on_path(&self) -> &[Note] {
        &self.notes
    }

    /// The number of notes on the path before the node of this depth.
    #[must_use]
    pub fn notes_before(&self, depth: usize) -> usize {
        self.frame(depth)
            .map_or(self.notes.len(), |frame| frame.notes)
    }

    /// The move of the node at this depth on the path; the last if it has several. A value that is not a move on the
    /// board counts as a pass. `None` for nodes that [`skip_to`](Self::skip_to) skipped.
    #[must_use]
    pub fn played_at(&self, depth: usize) -> Option<Played> {
        self.frame(depth)?.played
    }

    /// The last move on the path to this node.
    #[must_use]
    pub fn last_played(&self) -> Option<Played> {
        let mut frames = self.frames.iter().rev();
        frames.find_map(|frame| frame.played).or(self.skipped_play)
    }

    fn frame(&self, depth: usize) -> Option<&Frame> {
        self.frames.get(depth.checked_sub(self.skipped)?)
    }

    /// The color and raw value of the move of a node.
    #[must_use]
    pub fn play_of<'n>(&self, node: Node<'n>) -> Option<(Color, &'n str)> {
        play_by(node, |written| self.position.effect(written))
    }

    /// Number of ancestors: 0 at the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.skipped + self.frames.len() - 1
    }

    /// The node at this depth on the path; `None` for one that [`skip_to`](Self::skip_to) skipped.
    #[must_use]
    pub fn node_at(&self, depth: usize) -> Option<NodeId> {
        Some(self.frame(depth)?.node)
    }

    /// Moves to the first child; false if there is none.
    pub fn forward(&mut self) -> bool {
        self.node.first_child().is_some_and(|child| {
            self.enter(child);
            true
        })
    }

    /// Moves to the parent; false at the root.
    pub fn back(&mut self) -> bool {
        self.node.parent().is_some_and(|parent| {
            self.cut(self.depth(), parent);
            true
        })
    }

    /// Moves to the next node in depth-first order; at the last node it returns false and stays.
    pub fn advance(&mut self) -> bool {
        if self.forward() {
            return true;
        }
        let next = self.node.path_up().enumerate().find_map(|(up, node)| {
            let sibling = node.next_sibling()?;
            Some((up, node.parent()?, sibling))
        });
        let Some((up, parent, sibling)) = next else {
            return false;
        };
        self.cut(self.depth() - up, parent);
        self.enter(sibling);
        true
    }

    /// Moves to any node of the tree: undoes to the nearest common ancestor and plays on from there. Returns false,
    /// and does not move, for a node of another game.
    ///
    /// If setup changed more than a few million points on the path back, the game is replayed from the root.
    pub fn go_to(&mut self, target: Node<'a>) -> bool {
        if target.root() != self.tree.root() {
            return false;
        }
        if target.parent() == Some(self.node) {
            self.enter(target);
            return true;
        }
        self.restore();
        let mut way = Vec::new();
        let mut above = Some((target, target.depth()));
        while let Some((node, depth)) = above {
            if self.is_on_path(node, depth) {
                self.cut(depth + 1, node);
                break;
            }
            way.push(node);
            above = node.parent().zip(depth.checked_sub(1));
        }
        for node in way.into_iter().rev() {
            self.enter(node);
        }
        true
    }

    /// Moves to a node below this one, in a fraction of the time and memory of [`go_to`](Self::go_to) in long games: the
    /// moves and notes on the path are not kept, and a later move to another node than a child replays the game from the
    /// root. Calls `visit` with each node on the way that has more than moves, and its depth. Returns false, and does not
    /// move, for a node that is not below this one.
    pub fn skip_to(&mut self, target: Node<'a>, mut visit: impl FnMut(Node<'a>, usize)) -> bool {
        if target.root() != self.tree.root() {
            return false;
        }
        let mut path = target.path_up().map(|node| node.id());
        let here = self.node.id();
        let mut way: Vec<NodeId> = path.by_ref().take_while(|id| *id != here).collect();
        if way.last() == Some(&self.tree.root().id()) {
            return false;
        }
        if way.is_empty() {
            return true;
        }
        way.reverse();
        let (tree, begin) = (self.tree, self.depth());
        let nodes = way.into_iter().filter_map(|id| tree.node(id));
        for (number, node) in (1..).zip(nodes) {
            self.skipped_play = self.last_played();
            let (frame, has_more) = self.execute(node, true);
            self.frames.clear();
            self.frames.push(frame);
            self.notes.clear();
            if number % FORGET_AFTER == 0 {
                self.position.forget();
            }
            self.skipped = begin + number;
            if has_more {
                visit(node, self.skipped);
            }
        }
        self.position.forget();
        true
    }

    /// Replays the path to this node with the moves and notes that were skipped.
    fn restore(&mut self) {
        if self.skipped > 0 {
            self.play_path_anew();
        }
    }

    /// Replays the path to this node.
    fn play_path_anew(&mut self) {
        let mut way: Vec<_> = self.node.path_up().map(|node| node.id()).collect();
        way.reverse();
        self.play_anew(&way);
    }

    /// Whether a node of this depth is this node or an ancestor of it. False for nodes that
    /// [`skip_to`](Self::skip_to) skipped.
    #[must_use]
    pub fn is_on_path(&self, node: Node<'a>, depth: usize) -> bool {
        self.node_at(depth) == Some(node.id())
    }

    fn enter(&mut self, node: Node<'a>) {
        let (frame, _) = self.execute(node, false);
        self.frames.push(frame);
    }

    /// Executes a child of this node. Returns also whether it has other properties than moves.
    fn execute(&mut self, node: Node<'a>, is_skipped: bool) -> (Frame, bool) {
        let before = self.position.mark();
        let notes = self.notes.len();
        let mut entered = Entered {
            position: &mut *self.position,
            notes: Notes::new(node, &mut self.notes),
            played: None,
            is_skipped,
        };
        let mut has_more = false;
        for property in node.properties() {
            let effect = entered.position.effect(property.written_identifier());
            has_more |= !matches!(effect, Some(Effect::Move(_)));
            self.executor.of_tree(property, effect, &mut entered);
        }
        self.executor.end_node(&mut entered);
        let played = entered.played;
        self.node = node;
        let frame = Frame {
            node: node.id(),
            before,
            notes,
            played,
        };
        (frame, has_more)
    }

    /// Undoes all but the first `nodes` nodes of the path from the root; `last` is the last of these.
    fn cut(&mut self, nodes: usize, last: Node<'a>) {
        self.restore();
        let Some(frame) = self.frames.get(nodes).copied() else {
            return;
        };
        self.notes.truncate(frame.notes);
        if self.position.back_to(frame.before) {
            self.frames.truncate(nodes);
            self.node = last;
        } else {
            let way: Vec<_> = self.frames[..nodes]
                .iter()
                .map(|frame| frame.node)
                .collect();
            self.play_anew(&way);
        }
    }

    /// Plays the nodes of a path from the root again.
    fn play_anew(&mut self, way: &[NodeId]) {
        self.notes.clear();
        self.frames.clear();
        (self.skipped, self.skipped_play) = (0, None);
        self.position.restart(self.tree, &mut self.notes);
        for id in way {
            if let Some(node) = self.tree.node(*id) {
                self.enter(node);
            }
        }
        if let Some(root) = self.frames.first_mut() {
            root.notes = 0;
        }
    }
}
