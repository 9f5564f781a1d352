use kifu_board::Color;
use kifu_sgf::{GameTree, Node, NodeId};

use crate::position::{Mark, play_by};
use crate::{Executor, Note, NoteKind, Notes, Play, Played, Position, Target};

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
    /// The nodes from the root to this one.
    frames: Vec<Frame>,
    /// The notes of these nodes.
    notes: Vec<Note>,
    position: Box<P>,
}

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
        self.played = Some(self.position.play(play, &mut self.notes));
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
        self.frames
            .get(depth)
            .map_or(self.notes.len(), |frame| frame.notes)
    }

    /// The move of the node at this depth on the path; the last if it has several. A value that is not a move on the
    /// board counts as a pass.
    #[must_use]
    pub fn played_at(&self, depth: usize) -> Option<Played> {
        self.frames.get(depth)?.played
    }

    /// The color and raw value of the move of a node.
    #[must_use]
    pub fn play_of<'n>(&self, node: Node<'n>) -> Option<(Color, &'n str)> {
        play_by(node, |written| self.position.effect(written))
    }

    /// Number of ancestors: 0 at the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// The nodes from the root to this one.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + '_ {
        self.frames.iter().map(|frame| frame.node)
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
            self.cut(self.frames.len() - 1, parent);
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
        self.cut(self.frames.len() - 1 - up, parent);
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

    /// Whether a node of this depth is this node or an ancestor of it.
    #[must_use]
    pub fn is_on_path(&self, node: Node<'a>, depth: usize) -> bool {
        self.frames
            .get(depth)
            .is_some_and(|frame| frame.node == node.id())
    }

    fn enter(&mut self, node: Node<'a>) {
        let before = self.position.mark();
        let notes = self.notes.len();
        let mut entered = Entered {
            position: &mut *self.position,
            notes: Notes::new(node, &mut self.notes),
            played: None,
        };
        for property in node.properties() {
            let effect = entered.position.effect(property.written_identifier());
            self.executor.of_tree(property, effect, &mut entered);
        }
        self.executor.end_node(&mut entered);
        let played = entered.played;
        self.frames.push(Frame {
            node: node.id(),
            before,
            notes,
            played,
        });
        self.node = node;
    }

    /// Undoes all but the first `nodes` nodes of the path from the root; `last` is the last of these.
    fn cut(&mut self, nodes: usize, last: Node<'a>) {
        let Some(frame) = self.frames.get(nodes).copied() else {
            return;
        };
        self.notes.truncate(frame.notes);
        if self.position.back_to(frame.before) {
            self.frames.truncate(nodes);
            self.node = last;
        } else {
            self.play_anew(nodes);
        }
    }

    /// Plays the first `nodes` of the way from the root again.
    fn play_anew(&mut self, nodes: usize) {
        let way: Vec<_> = self.path().take(nodes).collect();
        self.notes.clear();
        self.frames.clear();
        self.position.restart(self.tree, &mut self.notes);
        for id in way {
            if let Some(node) = self.tree.node(id) {
                self.enter(node);
            }
        }
        if let Some(root) = self.frames.first_mut() {
            root.notes = 0;
        }
    }
}
