//! Generated games of Go, with content that a format can hold.

use std::fmt::Write as _;

use kifu_formats::Format;
use kifu_go::{Board, Color, Point, Size};
use proptest::prelude::*;

/// Recipe of a game; content that a format does not hold is omitted from its text.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    side: u8,
    black: Vec<u16>,
    white: Vec<u16>,
    texts: Vec<(usize, String)>,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    /// The empty point to play.
    point: u16,
    is_pass: bool,
    same_color: bool,
    /// Number of nodes to go back before it: a variation.
    back: usize,
    text: Option<(usize, String)>,
    mark: Option<(usize, u16)>,
}

/// Identifiers of texts in the root, and values they may have.
const ROOT: [(&str, &[&str]); 19] = [
    ("PB", &["Anna", "B. [2d]", "井山 裕太", "a&b <c>"]),
    ("PW", &["Ben", "x:y", "\"Q\""]),
    ("BR", &["3d", "9p"]),
    ("WR", &["10k"]),
    ("DT", &["2024-05-03", "1846"]),
    ("KM", &["6.5", "0", "-5.5"]),
    ("RE", &["B+R", "W+R"]),
    ("EV", &["Castle games", "1. Cup"]),
    ("PC", &["Edo"]),
    ("GN", &["A game", "A & B"]),
    ("RO", &["2"]),
    ("RU", &["Japanese", "Chinese"]),
    ("TM", &["600", "3600"]),
    ("AN", &["Somebody"]),
    ("SO", &["A book"]),
    ("CP", &["Nobody"]),
    ("US", &["Me"]),
    ("BT", &["Home"]),
    ("C", &["A comment."]),
];

const NODE: [(&str, &[&str]); 2] = [
    (
        "C",
        &[
            "Good.",
            "Two\nlines",
            "A paragraph.\n\nAnother one.",
            "<b> & \"]\" \\",
            "  indented",
        ],
    ),
    ("N", &["Name", "Figure 2"]),
];

const MARKS: [&str; 5] = ["TR", "SQ", "CR", "MA", "LB"];

pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    let step = (
        any::<u16>(),
        prop::bool::weighted(0.05),
        prop::bool::weighted(0.1),
        prop_oneof![8 => Just(0_usize), 1 => 1_usize..4],
        prop::option::weighted(0.2, (0..NODE.len(), any::<prop::sample::Index>())),
        prop::option::weighted(0.3, (0..MARKS.len(), any::<u16>())),
    )
        .prop_map(|(point, is_pass, same_color, back, text, mark)| Step {
            point,
            is_pass,
            same_color,
            back,
            text: text.map(|(which, value)| (which, (*value.get(NODE[which].1)).to_owned())),
            mark,
        });
    (
        prop::sample::select(vec![5_u8, 9, 13, 19]),
        prop::collection::vec(any::<u16>(), 0..5),
        prop::collection::vec(any::<u16>(), 0..3),
        prop::collection::vec((0..ROOT.len(), any::<prop::sample::Index>()), 0..6),
        prop::collection::vec(step, 0..30),
    )
        .prop_map(|(side, black, white, texts, steps)| Recipe {
            side,
            black,
            white,
            texts: texts
                .into_iter()
                .map(|(which, value)| (which, (*value.get(ROOT[which].1)).to_owned()))
                .collect(),
            steps,
        })
}

struct Line {
    board: Board,
    next: Color,
}

impl Recipe {
    /// The game as SGF, of properties that the format holds, and of some that it does not.
    pub(crate) fn text(&self, format: Format) -> String {
        if format == Format::GoTools && self.side != 19 {
            let whole = Self {
                side: 19,
                ..self.clone()
            };
            return whole.text(format);
        }
        let size = Size::square(u16::from(self.side)).expect("a board");
        let support = format.support();
        let mut board = Board::new(size);
        let mut text = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]", self.side);
        if format == Format::GoTools {
            text.push_str("GN[p1000001]");
        }
        let escape = |value: &str| kifu_syntax::text::escape_text(value).into_owned();
        let mut seen = Vec::new();
        for (which, value) in &self.texts {
            let identifier = ROOT[*which].0;
            // A rank stands after a name there.
            let is_alone = format == Format::Ishi
                && [("BR", "PB"), ("WR", "PW")].iter().any(|(rank, name)| {
                    *rank == identifier && !seen.iter().any(|seen: &usize| ROOT[*seen].0 == *name)
                });
            // The name of a problem is made of digits.
            let is_no_name = format == Format::GoTools && identifier == "GN";
            if !seen.contains(which) && !is_alone && !is_no_name {
                seen.push(*which);
                let _ = write!(text, "{identifier}[{}]", escape(value));
            }
        }
        // KataGo needs rules.
        if format == Format::Katago && !text.contains("RU[") {
            text.push_str("RU[AGA]");
        }
        let mut setup = |list: &[u16], color: Color, identifier: &str| {
            let mut points = Vec::new();
            for number in list {
                let point = Point::new(
                    number % u16::from(self.side),
                    number / 64 % u16::from(self.side),
                );
                if board.get(point).is_none() {
                    board.set(point, Some(color)).expect("it is on the board");
                    points.push(format!("[{point}]"));
                }
            }
            if !points.is_empty() {
                let _ = write!(text, "{identifier}{}", points.concat());
            }
            points.len()
        };
        // GTP knows setup as a handicap.
        let is_gtp = format == Format::Gtp;
        let black = if support.has("AB", true) && !(is_gtp && self.black.len() < 2) {
            &self.black[..]
        } else {
            &[]
        };
        let stones = setup(black, Color::Black, "AB");
        if support.has("AW", true) {
            setup(&self.white, Color::White, "AW");
        }
        if is_gtp && stones > 0 {
            if stones < 2 {
                return "(;FF[4]GM[1]CA[UTF-8]SZ[9])".to_owned();
            }
            let _ = write!(text, "HA[{stones}]");
        }
        if format == Format::Ishi && stones > 1 {
            let _ = write!(text, "HA[{stones}]");
        }
        self.tree(
            format,
            Line {
                board,
                next: Color::Black,
            },
            text,
        )
    }

    /// The game with its moves after the root, which is `text`.
    fn tree(&self, format: Format, start: Line, text: String) -> String {
        let support = format.support();
        let size = start.board.size();
        // The line at hand, each node with its number.
        let mut path = vec![(0_usize, start)];
        let mut nodes = vec![(0_usize, text)];
        for step in &self.steps {
            if support.variations {
                let left = path.len().saturating_sub(step.back).max(1);
                path.truncate(left);
            }
            let (parent, last) = &path[path.len() - 1];
            let parent = *parent;
            // In Ishi a variation begins with the color of what it stands for.
            let is_same = step.same_color && format != Format::Ishi;
            let color = if is_same {
                last.next.opponent()
            } else {
                last.next
            };
            let mut board = last.board.clone();
            let empty: Vec<_> = size
                .points()
                .filter(|point| board.get(*point).is_none())
                .collect();
            let can_pass = format != Format::Sensei;
            let mut node = String::from(if color == Color::Black { ";B" } else { ";W" });
            let is_pass = empty.is_empty() || (step.is_pass && can_pass);
            if is_pass && !can_pass {
                break;
            }
            if is_pass {
                node.push_str("[]");
            } else {
                let point = empty[usize::from(step.point) % empty.len()];
                let _ = board.play(point, color);
                let _ = write!(node, "[{point}]");
            }
            if let Some((which, value)) = &step.text {
                let value = kifu_syntax::text::escape_text(value);
                let _ = write!(node, "{}[{value}]", NODE[*which].0);
            }
            if let Some((mark, number)) = step.mark {
                let point = size.points().nth(usize::from(number) % size.area());
                let point = point.expect("there are so many");
                match MARKS[mark] {
                    "LB" if board.get(point).is_some() => {}
                    "LB" => {
                        let _ = write!(node, "LB[{point}:a]");
                    }
                    mark => {
                        let _ = write!(node, "{mark}[{point}]");
                    }
                }
            }
            nodes.push((parent, node));
            let next = color.opponent();
            path.push((nodes.len() - 1, Line { board, next }));
        }
        written(&nodes)
    }
}

enum Piece {
    Node(usize),
    Sign(&'static str),
}

/// The text of a tree of nodes, each with the number of its parent.
fn written(nodes: &[(usize, String)]) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, (parent, _)) in nodes.iter().enumerate().skip(1) {
        children[*parent].push(index);
    }
    let mut text = String::new();
    let mut rest = vec![Piece::Sign(")"), Piece::Node(0)];
    while let Some(piece) = rest.pop() {
        match piece {
            Piece::Sign(sign) => text.push_str(sign),
            Piece::Node(index) => {
                text.push_str(&nodes[index].1);
                let below = &children[index];
                for child in below.iter().rev() {
                    if below.len() > 1 {
                        rest.extend([Piece::Sign(")"), Piece::Node(*child), Piece::Sign("(")]);
                    } else {
                        rest.push(Piece::Node(*child));
                    }
                }
            }
        }
    }
    text
}
