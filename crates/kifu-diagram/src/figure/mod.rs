//! Figures: a game cut into diagrams, as books print them.
//!
//! ```
//! use kifu_diagram::binding::Options;
//! use kifu_diagram::figure;
//! use kifu_sgf::Collection;
//!
//! let record = Collection::from("(;SZ[9];B[ee];W[ec];B[cd];W[gd])");
//! let game = record.game(0).unwrap();
//! let figures = figure::every(game, 2);
//! let drawn = figure::draw(&figures, &Options::default()).unwrap();
//! assert_eq!(drawn[1].scene.caption, "Figure 2 (3–4)");
//! ```

mod article;
mod named;
mod problem;
mod setup;
mod verdict;

use std::collections::BTreeSet;

use kifu_sgf::value::{Figure as Value, FigureFlags, PrintMode};
use kifu_sgf::{GameTree, Node};

pub use self::article::{Article, article};
use self::named::Named;
pub use self::problem::{
    Problem, Solutions, problem, problem_crop, problem_node, problems, solutions, verdict,
};
use self::setup::{Shown, positions};
pub use self::verdict::Verdict;
use crate::Lang;
use crate::binding::{Captured, Count, Drawn, Hints, Numbers, Options, UnknownGame, Walk};
use crate::lang::Word;
use crate::scene::{CoordinateLabels, Scene};

/// Kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A figure of the main line, counted from 1.
    Figure(usize),
    /// A diagram of a variation, counted from 1.
    Diagram(usize),
    /// A line of a solution tree.
    Line {
        /// Verdict of the author.
        verdict: Verdict,
        /// Its number among the lines of this verdict, from 1; 0 if it is the only one.
        number: usize,
        /// The part of a line too long for one figure, from 0.
        part: usize,
    },
}

impl Kind {
    /// Its name: `Figure 3`, `Diagram 1`, `Correct`, `Variation 2`, `Wrong, continued`.
    pub fn name(self, lang: Lang) -> String {
        match self {
            Self::Figure(number) => lang.figure(number),
            Self::Diagram(number) => lang.diagram(number),
            Self::Line {
                verdict,
                number,
                part,
            } => {
                let mut name = lang.word(verdict.word()).to_owned();
                if number > 0 {
                    if !lang.is_solid() {
                        name.push(' ');
                    }
                    name.push_str(&number.to_string());
                }
                if part > 0 {
                    name.push_str(lang.comma());
                    name.push_str(lang.word(Word::Continued));
                }
                name
            }
        }
    }
}

/// Moves that are printed in one diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure<'a> {
    /// The first node.
    pub first: Node<'a>,
    /// The last node: the first one, or after it.
    pub last: Node<'a>,
    /// Kind of the figure.
    pub kind: Kind,
    /// Its name, by `FG`; may be empty.
    pub name: String,
    /// Print flags from `FG`; `None` uses the defaults of the program.
    pub flags: Option<FigureFlags>,
}

/// Returns the figures that `FG` marks in a game: those of the main line are called figures, those of variations
/// diagrams. A diagram follows the figure it branches from, ordered by the move it branches at. Without `FG` the main
/// line is one figure. Setup after moves, and after a position with a comment, begins another figure.
pub fn by_marks(tree: GameTree<'_>) -> Vec<Figure<'_>> {
    let mut figures: Vec<Figure<'_>> = Vec::new();
    // After the main line come its variations, in the order of the file those of later moves
    // first. For each: the figure it departs from, and the depth.
    let mut others: Vec<(usize, usize, Figure<'_>)> = Vec::new();
    let mut departs = 0;
    // Nodes before the first figure belong to it.
    let mut before: Option<Figure<'_>> = None;
    for node in tree.nodes() {
        let is_main = node.is_on_main_line();
        if !is_main && let Some(parent) = node.parent().filter(Node::is_on_main_line) {
            departs = parent.depth();
        }
        if !(node.is_root() || node.has("FG")) {
            continue;
        }
        for mut figure in figures_at(node) {
            if is_main {
                figure.first = before.take().map_or(figure.first, |before| before.first);
                figures.push(figure);
            } else {
                let of = figures.partition_point(|figure| figure.first.depth() <= departs);
                others.push((of, departs, figure));
            }
        }
        if node.is_root() && !node.has("FG") {
            before = figures.pop_if(|figure| is_before(figure));
        }
    }
    others.sort_by_key(|&(of, depth, _)| (of, depth));
    for (number, (.., figure)) in (1..).zip(&mut others) {
        figure.kind = Kind::Diagram(number);
    }
    let mut others = others.into_iter().peekable();
    let mut all = Vec::new();
    for (number, mut figure) in (1..).zip(figures) {
        while let Some((.., other)) = others.next_if(|&(of, ..)| of < number) {
            all.push(other);
        }
        figure.kind = Kind::Figure(number);
        all.push(figure);
    }
    all.extend(others.map(|(.., other)| other));
    all
}

/// The figure that begins at a node, and those of the positions that are set up before the next `FG`.
fn figures_at(first: Node<'_>) -> impl Iterator<Item = Figure<'_>> {
    let line = first.main_line().skip(1);
    let last = line.take_while(|node| !node.has("FG")).last();
    let begin = marked(first, first);
    let parts = positions(first, last.unwrap_or(first));
    parts.into_iter().map(move |(from, last)| Figure {
        first: from,
        last,
        name: if from == first {
            begin.name.clone()
        } else {
            String::new()
        },
        ..begin
    })
}

/// Whether a figure, the last before the first `FG`, belongs to the next one: it has no move, and the same position.
fn is_before(figure: &Figure<'_>) -> bool {
    let Some(next) = figure.last.first_child() else {
        return false;
    };
    let mut nodes = figure.first.main_line().take_while(|node| *node != next);
    nodes.all(|node| node.play().is_none()) && positions(figure.first, next).len() == 1
}

/// The figure of some nodes, with the name and the flags of `FG` at the first of them.
fn marked<'a>(first: Node<'a>, last: Node<'a>) -> Figure<'a> {
    let caption = first
        .value("FG")
        .and_then(|raw| Value::parse_lenient(raw).ok())
        .and_then(|read| read.value.caption);
    Figure {
        first,
        last,
        kind: Kind::Figure(0),
        name: caption
            .as_ref()
            .map(|(_, name)| name.trim().to_owned())
            .unwrap_or_default(),
        flags: caption
            .map(|(flags, _)| flags)
            .filter(|flags| !flags.ignores_others()),
    }
}

/// The main line cut into figures of `moves` moves each; 0 counts as 1. Setup after moves, and after a position with a
/// comment, begins another figure.
pub fn every(tree: GameTree<'_>, moves: u32) -> Vec<Figure<'_>> {
    let mut figures = cut(tree.main_line(), moves, false);
    for (number, figure) in (1..).zip(&mut figures) {
        figure.kind = Kind::Figure(number);
    }
    figures
}

/// Cuts a line into figures of `moves` moves each, where setup begins another position, and, with `keeps_names`, before
/// nodes that would give another meaning to what a comment names; 0 counts as 1. Nodes before the first move belong to the
/// first figure.
fn cut<'a>(line: impl Iterator<Item = Node<'a>>, moves: u32, keeps_names: bool) -> Vec<Figure<'a>> {
    let mut figures: Vec<Figure<'a>> = Vec::new();
    let mut count = Count::default();
    let (mut made, mut shown, mut named) = (0, Shown::default(), Named::default());
    for node in line {
        let number = count.add(node);
        let is_full = number.is_some() && made == moves.max(1)
            || shown.ends_before(node)
            || keeps_names && named.conflicts_with(node, number);
        if is_full {
            (made, shown, named) = (0, Shown::default(), Named::default());
        }
        made += u32::from(number.is_some());
        shown.add(node);
        if keeps_names {
            named.add(node, number);
        }
        match figures.last_mut() {
            Some(figure) if !is_full => figure.last = node,
            _ => figures.push(Figure {
                first: node,
                last: node,
                kind: Kind::Figure(0),
                name: String::new(),
                flags: None,
            }),
        }
    }
    figures
}

/// Draws figures one after the other.
///
/// Unless a figure has its own flags, captured stones stay in it, and hidden moves are listed. Move numbers are those
/// of the figure, in the style of `PM`; other parts follow the options.
///
/// # Errors
///
/// [`UnknownGame`] if the game cannot be drawn.
pub fn draw(figures: &[Figure<'_>], options: &Options) -> Result<Vec<Drawn>, UnknownGame> {
    let Some(figure) = figures.first() else {
        return Ok(Vec::new());
    };
    let mut walk = Walk::new(figure.first.game())?;
    Ok(figures
        .iter()
        .map(|figure| draw_one(&mut walk, figure, options))
        .collect())
}

/// Draws one figure; the walk then is at its last node.
pub fn draw_one<'a>(walk: &mut Walk<'a>, figure: &Figure<'a>, options: &Options) -> Drawn {
    let mut options = Options {
        numbers: Numbers::All,
        captured: Captured::Kept,
        hints: Hints::Off,
        // A board without numbers shows at least where it ends.
        last_move: !walk.has_numbers(),
        name: false,
        print_mode: options.print_mode,
        ..options.clone()
    };
    let mut shows_name = true;
    if let Some(flags) = figure.flags {
        if !flags.shows_coordinates() {
            options.coordinates = Some(CoordinateLabels::none());
        }
        if flags.removes_captured_stones() {
            options.captured = Captured::Removed;
        }
        options.stars &= flags.shows_star_points();
        options.notes &= flags.lists_hidden_moves();
        shows_name = flags.shows_name();
    }
    let mut drawn = walk.figure(figure.first, figure.last, &options);
    walk.show_all_numbers(&mut drawn.scene, &options);
    let mut numbers = numbers(walk, figure.first, &options);
    if walk.has_numbers() {
        keep_printed(&mut numbers, &drawn.scene, walk.print_mode(&options));
    }
    let range = range(numbers, options.lang);
    let name = if shows_name { &figure.name } else { "" };
    let is_numbered = is_numbered(name);
    let mut caption = if is_numbered {
        name.to_owned()
    } else {
        figure.kind.name(options.lang)
    };
    if !range.is_empty() && !matches!(figure.kind, Kind::Line { .. }) {
        caption = options.lang.aside(&caption, &range);
    }
    if !is_numbered && !name.is_empty() {
        caption = format!("{caption}: {name}");
    }
    drawn.scene.caption = caption;
    if options.comment {
        let moves = moves(walk, figure.first, &options);
        let comments = walk.comments_since(figure.first, &options);
        let is_alone = moves.is_empty() || comments.is_empty();
        drawn.scene.comment = format!("{moves}{}{comments}", if is_alone { "" } else { "\n" });
    }
    if options.comment || options.earlier_marks {
        walk.add_earlier_marks(&mut drawn.scene, figure.first, &options);
    }
    drawn.scene.references.sort();
    drawn
}

/// Whether the name of a figure is itself a number, such as `Figure 1`, `Dia. 6` or `第3図`: it then replaces the
/// automatic one.
fn is_numbered(name: &str) -> bool {
    const WORDS: [&str; 11] = [
        "abb", "dia", "diag", "diagram", "diagramm", "fig", "figure", "图", "図", "圖", "譜",
    ];
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let word = letters.trim_start_matches('第').to_lowercase();
    let is_number = |c: char| c.is_ascii_digit();
    WORDS.contains(&word.as_str())
        && name.contains(is_number)
        && name
            .chars()
            .all(|c| c.is_alphabetic() || is_number(c) || c == '.' || c == ' ')
}

/// Whether the name of a figure is this number, such as `Dia. 6` for 6.
fn repeats(name: &str, number: usize) -> bool {
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    is_numbered(name) && digits.parse() == Ok(number)
}

/// Keeps the numbers that a scene shows or notes, there in the style of `mode`.
fn keep_printed(numbers: &mut Vec<u32>, scene: &Scene, mode: PrintMode) {
    let noted = scene.notes.iter().map(|note| note.number);
    let shown = scene.spots.values().filter_map(|spot| spot.number);
    let printed: BTreeSet<u32> = shown.chain(noted).collect();
    let first = numbers.first().copied().unwrap_or(0);
    numbers.retain(|&number| {
        let short = mode.printed(first, number).unwrap_or(number);
        printed.contains(&short)
    });
}

/// The numbers of the moves from `first` to the node of the walk, counted as the options say.
fn numbers(walk: &Walk<'_>, first: Node<'_>, options: &Options) -> Vec<u32> {
    let numbers = walk.numbers_since(first, options.first_number).into_iter();
    numbers.map(|(_, number)| number).collect()
}

/// The moves from `first` to the node of the walk as a list, if their numbers are not on the board: `1 e4, 2 e5`.
fn moves(walk: &Walk<'_>, first: Node<'_>, options: &Options) -> String {
    if walk.has_numbers() {
        return String::new();
    }
    let numbers = numbers(walk, first, options);
    let moves = walk.moves_since(first).zip(numbers);
    let moves = moves.map(|(name, number)| format!("{number} {name}").replace(' ', "\u{a0}"));
    moves.collect::<Vec<_>>().join(options.lang.comma())
}

/// The range of the numbers of a figure: `1–50`, or `1–4, 101–105` if `MN` jumps.
fn range(mut numbers: Vec<u32>, lang: Lang) -> String {
    /// Numbers that may be missing in a range.
    const GAP: u32 = 5;
    numbers.sort_unstable();
    let ranges = numbers.chunk_by(|before, after| after - before <= GAP);
    let ranges = ranges.filter_map(|range| match range {
        [] => None,
        [first, .., last] if first < last => Some(format!("{first}–{last}")),
        [first, ..] => Some(first.to_string()),
    });
    ranges.collect::<Vec<_>>().join(lang.comma())
}
