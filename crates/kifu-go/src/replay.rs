//! The positions of an SGF tree.
//!
//! A [`Replay`] stands at a node and knows the position there. It moves by playing on and undoing:
//! to any node at the cost of the way between, and through the whole tree in time linear in its
//! length. Nothing recurses, however deep the tree.
//!
//! What a record says is done, as FF\[4\] asks: stones are set and removed (`AB`, `AW`, `AE`, with
//! rectangles), moves executed whether they are legal or not, passes (`[]`, and `tt` on boards up
//! to 19×19) counted, moves numbered anew (`MN`), the turn set (`PL`). What breaks a rule or cannot
//! be done is a [`Note`] with its place. Within a node setup comes first, then moves, then the
//! turn.
//!
//! ```
//! use kifu_go::replay::Replay;
//! use kifu_sgf::Collection;
//!
//! let collection = Collection::from("(;SZ[9]AW[ba][aa:ac];B[bb](;W[zz])(;W[cc];B[cc]))");
//! let mut positions = 0;
//! let mut notes = Vec::new();
//! for game in collection.games() {
//!     let mut replay = Replay::new(game);
//!     loop {
//!         positions += 1;
//!         notes.extend(replay.notes().iter().map(ToString::to_string));
//!         if !replay.advance() {
//!             break;
//!         }
//!     }
//! }
//! assert_eq!(positions, 5);
//! assert_eq!(notes, ["`zz` is not on the 9×9 board", "a white stone stands on `cc`"]);
//! ```

mod finish;
mod note;
mod perform;
mod start;

use alloc::vec::Vec;

use kifu_sgf::{GameTree, Node, NodeId};

pub use self::{
    finish::{DeadBy, Finish, FinishOptions},
    note::{Note, NoteKind},
    start::Start,
};
use crate::{Color, Game, Move};

/// The game at a node of a tree, and the way to every other node.
///
/// Trees of other games than Go ([`GameTree::kind`]) can be given too: all that cannot be read as
/// Go is noted.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    node: Node<'a>,
    game: Game,
    start: Start,
    /// The nodes from the root to this one.
    frames: Vec<Frame>,
    /// The notes of these nodes.
    notes: Vec<Note>,
    /// What the setup of a node does to each point, row by row; untouched between nodes.
    scratch: Vec<Mark>,
}

/// What the setup of a node does to a point.
#[derive(Clone, Copy, Debug, Default)]
enum Mark {
    #[default]
    Untouched,
    Empty,
    Stone(Color),
}

/// A node on the way from the root.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: NodeId,
    /// The steps of the game before the node.
    depth: u32,
    /// The notes before the node.
    notes: u32,
    played: Option<(Color, Move)>,
}

impl<'a> Replay<'a> {
    /// At the root of a tree, on the board and by the rules that the root names
    /// ([`Start::of`]).
    #[must_use]
    pub fn new(tree: GameTree<'a>) -> Self {
        Self::with_start(tree, Start::of(tree))
    }

    /// At the root of a tree, on another board or by other rules.
    #[must_use]
    pub fn with_start(tree: GameTree<'a>, start: Start) -> Self {
        let node = tree.root();
        let mut game = Game::new(start.size, start.rules);
        if start.to_play != game.to_play() {
            game.set_to_play(start.to_play);
        }
        let mut replay = Self {
            node,
            game,
            start,
            frames: Vec::new(),
            notes: Vec::new(),
            scratch: alloc::vec![Mark::Untouched; start.size.area()],
        };
        replay.enter(node);
        replay
    }

    /// At a node of a tree.
    #[must_use]
    pub fn at(node: Node<'a>) -> Self {
        let mut replay = Self::new(node.game());
        replay.go_to(node);
        replay
    }

    /// Visits all nodes of a tree in depth-first order, which is that of the file.
    pub fn walk(tree: GameTree<'a>, mut visit: impl FnMut(Node<'a>, &Game, &[Note])) {
        let mut replay = Self::new(tree);
        loop {
            visit(replay.node, &replay.game, replay.notes());
            if !replay.advance() {
                return;
            }
        }
    }

    /// The node.
    #[must_use]
    #[inline]
    pub const fn node(&self) -> Node<'a> {
        self.node
    }

    /// The game after the node: its board, whose turn it is, prisoners, the number of the move.
    #[must_use]
    #[inline]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The board, rules and handicap with which the game begins.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// What was found at this node, in the order of the file.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        let from = self.frames.last().map_or(0, |frame| frame.notes);
        &self.notes[from as usize..]
    }

    /// What was found on the way from the root to this node.
    #[must_use]
    pub fn notes_on_path(&self) -> &[Note] {
        &self.notes
    }

    /// The move of this node; the last if it has several. A value that is no move of the board
    /// counts as a pass.
    #[must_use]
    pub fn played(&self) -> Option<(Color, Move)> {
        self.frames.last().and_then(|frame| frame.played)
    }

    /// How many nodes lie above this one: 0 at the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// The nodes from the root to this one.
    pub fn path(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + '_ {
        self.frames.iter().map(|frame| frame.node)
    }

    /// Goes to the first child; false if there is none.
    pub fn forward(&mut self) -> bool {
        self.node.first_child().is_some_and(|child| {
            self.enter(child);
            true
        })
    }

    /// Goes to the parent; false at the root.
    pub fn back(&mut self) -> bool {
        self.node.parent().is_some_and(|parent| {
            self.leave(parent);
            true
        })
    }

    /// Goes to the next node in depth-first order; false, without a step, at the last.
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
        self.cut(self.frames.len() - 1 - up);
        self.node = parent;
        self.enter(sibling);
        true
    }

    /// Goes to any node of the tree, by undoing to the nearest common ancestor and playing on from
    /// there. False, without a step, for a node of another game.
    pub fn go_to(&mut self, target: Node<'a>) -> bool {
        if target.game().root() != self.node.game().root() {
            return false;
        }
        let mut way = Vec::new();
        let mut above = Some((target, target.depth()));
        while let Some((node, depth)) = above {
            if self.frames.get(depth).is_some_and(|f| f.node == node.id()) {
                self.cut(depth + 1);
                self.node = node;
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

    fn enter(&mut self, node: Node<'a>) {
        self.frames.push(Frame {
            node: node.id(),
            depth: self.game.depth() as u32,
            notes: self.notes.len() as u32,
            played: None,
        });
        self.node = node;
        if node.is_root() {
            self.notes.extend(self.start.notes(node));
        }
        let played = self.perform();
        if let Some(frame) = self.frames.last_mut() {
            frame.played = played;
        }
    }

    fn leave(&mut self, parent: Node<'a>) {
        self.cut(self.frames.len() - 1);
        self.node = parent;
    }

    /// Undoes all but the first `nodes` of the way from the root.
    fn cut(&mut self, nodes: usize) {
        if let Some(frame) = self.frames.get(nodes) {
            self.game.undo_to(frame.depth as usize);
            self.notes.truncate(frame.notes as usize);
            self.frames.truncate(nodes);
        }
    }
}
