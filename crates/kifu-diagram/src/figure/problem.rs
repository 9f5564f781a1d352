//! Problems and the variations of their solutions.

use kifu_sgf::value::{Color, point};
use kifu_sgf::{GameTree, Node};

use super::verdict::{Verdict, of_line};
use super::{Figure, Kind, cut};
use crate::binding::{Crop, Drawn, Hints, Numbers, Options, ToPlay, UnknownGame, Walk};
use crate::scene::Rect;

/// The node that shows a problem: the last before the first move of the main
/// line.
pub fn problem_node(tree: GameTree<'_>) -> Node<'_> {
    tree.main_line()
        .take_while(|node| node.play().is_none())
        .last()
        .unwrap_or_else(|| tree.root())
}

/// Draws the start of a problem: the setup stones, the player to move, and the part of the board that `VW` shows, or
/// else the stones with a margin of two points. The solution is not shown.
///
/// # Errors
///
/// [`UnknownGame`] if the game cannot be drawn.
pub fn problem(tree: GameTree<'_>, options: &Options) -> Result<Drawn, UnknownGame> {
    let mut walk = Walk::new(tree)?;
    walk.go_to(problem_node(tree));
    let mut options = options.clone();
    options.numbers = Numbers::None;
    options.hints = Hints::Off;
    options.last_move = false;
    options.to_play = ToPlay::Always;
    options.prisoners = false;
    if options.crop == Crop::View && !has_view(tree) {
        options.crop = Crop::Shrink(2);
    }
    Ok(walk.scene(&options))
}

fn has_view(tree: GameTree<'_>) -> bool {
    tree.main_line()
        .take_while(|node| node.play().is_none())
        .any(|node| node.has("VW"))
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

/// Returns the variations of a problem's solution tree, at most `most` of them, each from the first move to its end,
/// in figures of 50 moves if it is longer. Variations that the author marks as correct are first, by comments
/// (`Correct`, `RIGHT`, `正解`) or by `TE`, `GB` and `GW`; if there is none, the main line is. The others follow in the
/// order of the file, each with its [`Verdict`].
pub fn solutions(tree: GameTree<'_>, most: usize) -> Solutions<'_> {
    let start = problem_node(tree);
    let depth = start.depth() + 1;
    let leaves = || start.leaves().filter(|leaf| *leaf != start);
    let solver = solver(tree);
    let mut judged: Vec<(Node<'_>, Option<Verdict>)> = leaves()
        .take(MOST_LINES)
        .map(|leaf| (leaf, of_line(leaf, depth, solver)))
        .collect();
    let has_verdict = judged
        .iter()
        .any(|(_, verdict)| *verdict == Some(Verdict::Correct));
    if has_verdict {
        judged.sort_by_key(|(_, verdict)| *verdict != Some(Verdict::Correct));
    } else if let Some((_, verdict @ None)) = judged.first_mut() {
        *verdict = Some(Verdict::Solution);
    }
    judged.truncate(most);
    let verdicts: Vec<Verdict> = judged
        .iter()
        .map(|(_, verdict)| verdict.unwrap_or(Verdict::Variation))
        .collect();
    let mut figures = Vec::new();
    for (index, &(leaf, _)) in judged.iter().enumerate() {
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
        for (part, figure) in cut(line.into_iter(), MOST_MOVES).into_iter().enumerate() {
            let kind = Kind::Line {
                verdict,
                number,
                part,
            };
            figures.push(Figure { kind, ..figure });
        }
    }
    Solutions {
        figures,
        left: leaves().count() - judged.len(),
    }
}

/// Returns the author's verdict on the variation that ends at `leaf`. A variation without a verdict is the solution if
/// it is the main line and no other is called correct.
pub fn verdict(leaf: Node<'_>) -> Verdict {
    let tree = leaf.game();
    let depth = problem_node(tree).depth() + 1;
    let solver = solver(tree);
    of_line(leaf, depth, solver).unwrap_or_else(|| {
        let is_correct = |leaf| of_line(leaf, depth, solver) == Some(Verdict::Correct);
        let others = problem_node(tree).leaves().take(MOST_LINES);
        if leaf.is_on_main_line() && !others.into_iter().any(is_correct) {
            Verdict::Solution
        } else {
            Verdict::Variation
        }
    })
}

/// Returns the color that solves the problem: the player of the first move, or else of `PL`.
fn solver(tree: GameTree<'_>) -> Color {
    let start = problem_node(tree);
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
