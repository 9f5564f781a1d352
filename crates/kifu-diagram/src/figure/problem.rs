//! Problems and the variations of their solutions.

use kifu_sgf::value::{Color, point};
use kifu_sgf::{GameTree, Node};

use super::verdict::{Verdict, of_line};
use super::{Figure, Kind, cut};
use crate::binding::{Crop, Drawn, Hints, Numbers, Options, ToPlay, UnknownGame, Walk, is_setup};
use crate::scene::Rect;

/// A problem of a game: its position, and the variations that solve it or fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem<'a> {
    /// The node that shows the position: the last before the first move.
    pub start: Node<'a>,
    /// Number of nodes from the first that belongs to this problem alone to `start`.
    own: usize,
}

/// Returns the problems of a game in the order of the file: that of the main line, and each variation before the first
/// move that sets up a position.
///
/// ```
/// use kifu_diagram::figure;
/// use kifu_sgf::Collection;
///
/// let record = Collection::from("(;SZ[5](;AB[aa];B[bb])(;AB[cc];B[dd]))");
/// assert_eq!(figure::problems(record.game(0).unwrap()).len(), 2);
/// ```
pub fn problems(tree: GameTree<'_>) -> Vec<Problem<'_>> {
    let mut problems = Vec::new();
    let mut todo = vec![tree.root()];
    while let Some(first) = todo.pop() {
        let problem = Problem::from(first);
        problems.push(problem);
        for node in problem.path() {
            // The last in the list is the next.
            let begin = todo.len();
            todo.extend(node.children().skip(1).filter(sets_up));
            todo[begin..].reverse();
        }
    }
    problems
}

/// Whether a variation has setup before its first move.
fn sets_up(variation: &Node<'_>) -> bool {
    let mut before = variation
        .main_line()
        .take_while(|node| node.play().is_none());
    before.any(is_setup)
}

impl<'a> Problem<'a> {
    /// The problem that begins at a node.
    fn from(first: Node<'a>) -> Self {
        let before = || first.main_line().take_while(|node| node.play().is_none());
        Self {
            start: before().last().unwrap_or(first),
            own: before().count().max(1),
        }
    }

    /// The nodes before the first move that belong to no earlier problem.
    pub fn path(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let mut path: Vec<Node<'a>> = self.start.path_up().take(self.own).collect();
        path.reverse();
        path.into_iter()
    }

    /// The ends of its variations, and the depth of the first node of each variation, in the order of the file.
    fn leaves(&self) -> impl Iterator<Item = (Node<'a>, usize)> + use<'a> {
        let first = self.start.first_child();
        let above = self.start.path_up().take(self.own);
        let others = above.flat_map(|node| node.children().skip(1).filter(|node| !sets_up(node)));
        first.into_iter().chain(others).flat_map(|node| {
            let depth = node.depth();
            node.leaves().map(move |leaf| (leaf, depth))
        })
    }

    /// Draws the start of the problem: the setup stones, the player to move, and the part of the board that `VW` shows, or
    /// else the stones with a margin of two points. With [`Options::comment`] the comments of all its nodes before the first
    /// move follow. The solution is not shown.
    ///
    /// # Errors
    ///
    /// [`UnknownGame`] if the game cannot be drawn.
    pub fn draw(&self, options: &Options) -> Result<Drawn, UnknownGame> {
        let mut walk = Walk::new(self.start.game())?;
        walk.go_to(self.start);
        let mut options = options.clone();
        options.numbers = Numbers::None;
        options.hints = Hints::Off;
        options.last_move = false;
        options.to_play = ToPlay::Always;
        options.prisoners = false;
        let has_view = self.start.path_up().any(|node| node.has("VW"));
        if options.crop == Crop::View && !has_view {
            options.crop = Crop::Shrink(2);
        }
        let mut drawn = walk.scene(&options);
        if options.comment {
            let comments = self.path().filter_map(|node| node.comment());
            let comments: Vec<_> = comments.filter(|text| !text.trim().is_empty()).collect();
            drawn.scene.comment = comments.join("\n");
        }
        Ok(drawn)
    }

    /// Returns the variations of the solution tree, at most `most` of them, each from the first move to its end, in figures
    /// of 50 moves if it is longer. Variations that the author marks as correct are first, by comments (`Correct`, `RIGHT`,
    /// `正解`) or by `TE`, `GB` and `GW`; if there is none, the main line is. The others follow in the order of the file, each
    /// with its [`Verdict`].
    pub fn solutions(&self, most: usize) -> Solutions<'a> {
        let solver = solver(self.start);
        let mut judged: Vec<(Node<'_>, usize, Option<Verdict>)> = self
            .leaves()
            .take(MOST_LINES)
            .map(|(leaf, depth)| (leaf, depth, of_line(leaf, depth, solver)))
            .collect();
        let is_correct = |verdict: Option<Verdict>| verdict == Some(Verdict::Correct);
        if judged.iter().any(|&(.., verdict)| is_correct(verdict)) {
            judged.sort_by_key(|&(.., verdict)| !is_correct(verdict));
        } else if let Some((.., verdict @ None)) = judged.first_mut() {
            *verdict = Some(Verdict::Solution);
        }
        judged.truncate(most);
        let left = self.leaves().count() - judged.len();
        Solutions {
            figures: figures(&judged),
            left,
        }
    }
}

/// The figures of variations: the last node of each, the depth of its first node, and its verdict.
fn figures<'a>(lines: &[(Node<'a>, usize, Option<Verdict>)]) -> Vec<Figure<'a>> {
    let verdict = |&(.., verdict): &(_, _, Option<Verdict>)| verdict.unwrap_or(Verdict::Variation);
    let verdicts: Vec<Verdict> = lines.iter().map(verdict).collect();
    let mut figures = Vec::new();
    for (index, &(leaf, depth, _)) in lines.iter().enumerate() {
        let verdict = verdicts[index];
        let alike = |verdicts: &[Verdict]| verdicts.iter().filter(|v| **v == verdict).count();
        let number = match alike(&verdicts) {
            1 => 0,
            _ => alike(&verdicts[..=index]),
        };
        let mut line: Vec<_> = leaf
            .path_up()
            .take_while(|node| node.depth() >= depth)
            .collect();
        line.reverse();
        for (part, figure) in cut(line.into_iter(), MOST_MOVES, true)
            .into_iter()
            .enumerate()
        {
            let kind = Kind::Line {
                verdict,
                number,
                part,
            };
            figures.push(Figure { kind, ..figure });
        }
    }
    figures
}

/// The node that shows the problem of the main line: the last before the first move.
pub fn problem_node(tree: GameTree<'_>) -> Node<'_> {
    Problem::from(tree.root()).start
}

/// Draws the start of the problem of the main line, as [`Problem::draw`] does.
///
/// # Errors
///
/// [`UnknownGame`] if the game cannot be drawn.
pub fn problem(tree: GameTree<'_>, options: &Options) -> Result<Drawn, UnknownGame> {
    Problem::from(tree.root()).draw(options)
}

/// Returns the variations of the problem of the main line, at most `most` of them, as [`Problem::solutions`] does.
pub fn solutions(tree: GameTree<'_>, most: usize) -> Solutions<'_> {
    Problem::from(tree.root()).solutions(most)
}

/// Returns the part of the board for a problem and its solutions: the part of the problem, and nearby moves of the
/// variations.
pub fn problem_crop(problem: &Drawn, lines: &[Figure<'_>]) -> Crop {
    /// Maximum distance from the stones, in points, of moves that extend the visible part.
    const NEAR: u16 = 4;
    let scene = &problem.scene;
    let Some(first) = scene.crop else {
        return Crop::View;
    };
    let mut crop = first;
    let last = (
        scene.columns.saturating_sub(1),
        scene.rows.saturating_sub(1),
    );
    for line in lines {
        let nodes = line.last.path_up();
        for node in nodes.take_while(|node| node.depth() >= line.first.depth()) {
            let Some(place) = node.play().and_then(|(_, raw)| point::parse(raw).ok()) else {
                continue;
            };
            let is_near = scene.has(place)
                && place.x + NEAR >= first.left
                && place.x <= first.right + NEAR
                && place.y + NEAR >= first.top
                && place.y <= first.bottom + NEAR;
            if is_near {
                crop = Rect {
                    left: crop.left.min(place.x.saturating_sub(1)),
                    top: crop.top.min(place.y.saturating_sub(1)),
                    right: crop.right.max(place.x + 1).min(last.0),
                    bottom: crop.bottom.max(place.y + 1).min(last.1),
                };
            }
        }
    }
    Crop::Rect(crop)
}

/// The lines of a solution tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions<'a> {
    /// The figures of the variations, correct ones first.
    pub figures: Vec<Figure<'a>>,
    /// Number of variations omitted.
    pub left: usize,
}

/// Returns the author's verdict on the variation that ends at `leaf`. A variation without a verdict is the solution if
/// it is the main line and no other is called correct.
pub fn verdict(leaf: Node<'_>) -> Verdict {
    let tree = leaf.game();
    let start = problem_node(tree);
    let depth = start.depth() + 1;
    let solver = solver(start);
    of_line(leaf, depth, solver).unwrap_or_else(|| {
        let is_correct = |leaf| of_line(leaf, depth, solver) == Some(Verdict::Correct);
        let others = start.leaves().take(MOST_LINES);
        if leaf.is_on_main_line() && !others.into_iter().any(is_correct) {
            Verdict::Solution
        } else {
            Verdict::Variation
        }
    })
}

/// Returns the color that solves the problem: the player of the first move, or else of `PL`.
fn solver(start: Node<'_>) -> Color {
    let letter = start
        .first_child()
        .and_then(|node| node.play())
        .map(|(letter, _)| letter.to_owned())
        .or_else(|| start.value("PL").map(|raw| raw.trim().to_owned()));
    match letter.as_deref() {
        Some("W" | "w" | "white" | "White") => Color::White,
        _ => Color::Black,
    }
}

/// Maximum number of moves numbered in one figure: more would cover each other.
const MOST_MOVES: u32 = 50;

/// Maximum number of variations searched for the solution.
const MOST_LINES: usize = 10_000;
