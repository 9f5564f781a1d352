//! Cuts the main line of an article into figures.

use kifu_sgf::{GameTree, Node};

use crate::binding::Count;
use crate::figure::named::{self, Named};
use crate::figure::setup::{Shown, first_position};
use crate::figure::{Figure, Kind, marked};

/// Number of moves in a figure without comments.
const MOVES: u32 = 50;
/// Minimum number of moves in a figure that ends early at a comment.
const LEAST_MOVES: u32 = 6;
/// The characters of comments after which a figure ends.
const TEXT: usize = 900;
/// Number of remaining moves up to which a figure continues to the end of the game.
const TAIL: u32 = 8;

/// The figures of an article.
pub(super) struct Parts<'a> {
    /// The nodes before the first figure: their comments are the introduction.
    pub(super) before: Vec<Node<'a>>,
    pub(super) figures: Vec<Figure<'a>>,
}

/// Cuts the main line: at `FG`, before setup of another position, before a move, a label or a mark that would hide or
/// contradict what a comment names, at about 50 moves, and after a comment that is long or is followed by variations.
///
/// `has_numbers`: the moves are on the board. A board without them follows each comment.
pub(super) fn parts(tree: GameTree<'_>, has_numbers: bool) -> Parts<'_> {
    let line: Vec<Node<'_>> = tree.main_line().collect();
    let begin = first_figure(&line);
    let after = counts_after(&line);
    let mut figures: Vec<Figure<'_>> = Vec::new();
    let mut part = Part::begin(begin, None);
    let mut count = Count::default();
    for node in &line[..begin] {
        count.add(*node);
        part.mark(*node);
    }
    for index in begin..line.len() {
        let node = line[index];
        let number = count.add(node);
        if index > part.first && part.ends_before(node, number) {
            figures.push(part.figure(&line[..index], figures.len()));
            part = Part::begin(index, part.author);
        }
        part.add(node, number);
        let needs_board = !has_numbers && words(node) > 0;
        if index + 1 < line.len() && (needs_board || part.ends_with(node, &after[index + 1..])) {
            figures.push(part.figure(&line[..=index], figures.len()));
            part = Part::begin(index + 1, part.author);
        }
    }
    figures.push(part.figure(&line, figures.len()));
    let before = line[..begin].to_vec();
    Parts { before, figures }
}

/// The figure that is being cut.
struct Part<'a> {
    /// Index of its first node.
    first: usize,
    /// The node with the `FG` in effect.
    author: Option<Node<'a>>,
    /// Whether the figure is the first with that `FG`, whose name it has.
    is_named: bool,
    moves: u32,
    /// Characters of comments.
    text: usize,
    shown: Shown,
    named: Named,
}

impl<'a> Part<'a> {
    fn begin(first: usize, author: Option<Node<'a>>) -> Self {
        Self {
            first,
            author,
            is_named: false,
            moves: 0,
            text: 0,
            shown: Shown::default(),
            named: Named::default(),
        }
    }

    fn mark(&mut self, node: Node<'a>) {
        if node.has("FG") {
            (self.author, self.is_named) = (Some(node), true);
        }
    }

    /// The figure, whose last node is that of `line`, after a number of others.
    fn figure(&self, line: &[Node<'a>], before: usize) -> Figure<'a> {
        let (first, last) = (line[self.first], line[line.len() - 1]);
        let figure = Figure {
            first,
            kind: Kind::Figure(before + 1),
            ..marked(self.author.unwrap_or(first), last)
        };
        let name = if self.is_named {
            figure.name
        } else {
            String::new()
        };
        Figure { name, ..figure }
    }

    /// Whether a node must be in the next figure.
    fn ends_before(&self, node: Node<'_>, number: Option<u32>) -> bool {
        // The author's figures are kept.
        node.has("FG") && self.moves > 0
            || self.named.conflicts_with(node, number)
            || self.named.is_hidden_by(node, number)
            || self.shown.ends_before(node)
    }

    fn add(&mut self, node: Node<'a>, number: Option<u32>) {
        self.mark(node);
        self.moves += u32::from(node.play().is_some());
        self.text += words(node);
        self.shown.add(node);
        self.named.add(node, number);
    }

    /// Whether the figure is long enough to end with its last node. `after`: the moves and comments after each node from
    /// that one on.
    fn ends_with(&self, node: Node<'_>, after: &[(u32, usize)]) -> bool {
        let own = words(node);
        let has_variations = has_variations(node);
        let (moves_after, text_after) = after[0];
        let is_tail = moves_after <= TAIL && text_after == 0;
        let is_worth = own > 0 && (self.text >= TEXT || has_variations && own > 150);
        let is_long = self.moves >= MOVES && (own > 0 || text_after == 0 || !comes_soon(after));
        !is_tail && (is_long || is_worth && self.moves >= LEAST_MOVES)
    }
}

/// Number of moves, and of characters of comments, from each node to the end.
fn counts_after(line: &[Node<'_>]) -> Vec<(u32, usize)> {
    let mut after = vec![(0_u32, 0_usize); line.len() + 1];
    for (index, node) in line.iter().enumerate().rev() {
        let (moves, text) = after[index + 1];
        let is_move = u32::from(node.play().is_some());
        after[index] = (moves + is_move, text + words(*node));
    }
    after
}

/// The index of the first node of the first figure: the first position of several before the first move, the first node
/// whose comment mentions a label, the first with variations, or else the first move.
fn first_figure(line: &[Node<'_>]) -> usize {
    let position = first_position(line);
    let before = line[..position].iter();
    let mut before = before.take_while(|node| node.play().is_none());
    before
        .position(|node| named::mentions_label(*node) || has_variations(*node))
        .unwrap_or(position)
}

/// Whether variations branch off before a node of the main line.
fn has_variations(node: Node<'_>) -> bool {
    let parent = node.parent();
    node.siblings_before() == 0 && parent.is_some_and(|parent| parent.is_branch_point())
}

/// Whether a comment follows within ten nodes.
fn comes_soon(after: &[(u32, usize)]) -> bool {
    let later = 10.min(after.len() - 1);
    after[0].1 > after[later].1
}

fn words(node: Node<'_>) -> usize {
    node.comment().map_or(0, |text| text.trim().chars().count())
}
