use std::collections::{BTreeMap, HashMap};

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, PointSet, Size};

use crate::draft::{Draft, Record};
use crate::note::{Notes, quote};

/// A problem that is being read.
pub(super) struct Problem {
    line: usize,
    name: String,
    /// The stones, from all lines together.
    position: String,
    /// Whether another line of stones follows.
    is_open: bool,
    solutions: Vec<Solution>,
}

/// A line `A+d2l#9 3 1 80.00 6 ??:BACADB:`.
struct Solution {
    color: Color,
    succeeds: bool,
    /// Whether that depends on no threats for a ko.
    is_unconditional: bool,
    /// All before the moves.
    rating: String,
    moves: Vec<Option<Point>>,
}

impl Problem {
    pub(super) fn begin(line: usize, name: &str) -> Self {
        Self {
            line,
            name: name.to_owned(),
            position: String::new(),
            is_open: true,
            solutions: Vec::new(),
        }
    }

    pub(super) fn line(&mut self, number: usize, line: &str, notes: &mut Notes) {
        if line.is_empty() {
            return;
        }
        if self.is_open {
            let part = line.strip_suffix('\\');
            self.is_open = part.is_some();
            self.position.push_str(part.unwrap_or(line).trim_end());
            return;
        }
        match Solution::parse(line) {
            Some(solution) => self.solutions.push(solution),
            None => notes.line(
                number,
                format_args!("ignored, not a solution: {}", quote(line)),
            ),
        }
    }

    pub(super) fn finish(mut self, draft: &mut Draft) {
        let mut record = draft.begin(Game::Go, Size::GO);
        record.text(NodeId::ROOT, "GN", &self.name);
        self.stones(&mut record);
        // Successful moves come first; the order of the file is that of the ratings.
        let solutions = std::mem::take(&mut self.solutions).into_iter();
        let (first, rest): (Vec<_>, Vec<_>) = solutions.partition(|solution| solution.succeeds);
        self.solutions.extend(first.into_iter().chain(rest));
        let colors: Vec<_> = [Color::Black, Color::White]
            .into_iter()
            .filter(|color| {
                self.solutions
                    .iter()
                    .any(|solution| solution.color == *color)
            })
            .collect();
        let mut lines = Lines::default();
        for color in &colors {
            let start = if colors.len() == 1 {
                NodeId::ROOT
            } else {
                record.child(NodeId::ROOT)
            };
            record.set(start, "PL", color.letter());
            for solution in self
                .solutions
                .iter()
                .filter(|solution| solution.color == *color)
            {
                lines.add(start, solution, &mut record);
            }
        }
        for (node, text) in lines.comments {
            record.lines(node, "C", &text);
        }
    }

    /// Three bytes a stone, then the chains in question in brackets.
    fn stones(&self, record: &mut Record<'_>) {
        let (stones, chains) = self
            .position
            .split_once('[')
            .unwrap_or((&self.position, ""));
        let (mut black, mut white) = (PointSet::default(), PointSet::default());
        let (triples, rest) = stones.trim().as_bytes().as_chunks::<3>();
        let mut bad = usize::from(!rest.is_empty());
        for &[color, column, row] in triples {
            let set = match color {
                b'A' => &mut black,
                b'?' => &mut white,
                _ => {
                    bad += 1;
                    continue;
                }
            };
            match point(column, row) {
                Some(Some(point)) => {
                    set.insert(point);
                }
                _ => bad += 1,
            }
        }
        for both in black.iter().filter(|point| white.contains(*point)) {
            record.notes.line(
                self.line,
                format_args!(
                    "a black and a white stone are both on {both}; the white one is ignored"
                ),
            );
        }
        record.add_points(NodeId::ROOT, "AB", black.iter());
        let white: Vec<_> = white
            .iter()
            .filter(|point| !black.contains(*point))
            .collect();
        record.add_points(NodeId::ROOT, "AW", white);
        let mut marked = PointSet::default();
        for chain in chains.split('[') {
            match chain.trim().trim_end_matches(']').as_bytes() {
                [] => {}
                &[column, row] => match point(column, row) {
                    Some(Some(point)) => {
                        marked.insert(point);
                    }
                    _ => bad += 1,
                },
                _ => bad += 1,
            }
        }
        record.add_points(NodeId::ROOT, "TR", marked.iter());
        if bad > 0 {
            record.notes.line(
                self.line,
                format_args!(
                    "{bad} stones or chains of {} are off the board and ignored",
                    self.name
                ),
            );
        }
    }
}

/// A point, whose bytes count from 64; both 64 are a pass, which is `None` inside.
#[expect(clippy::option_option, reason = "no point at all, a pass, a point")]
fn point(column: u8, row: u8) -> Option<Option<Point>> {
    match (column.checked_sub(64)?, row.checked_sub(64)?) {
        (0, 0) => Some(None),
        (column @ 1..=19, row @ 1..=19) => {
            Some(Some(Point::new(u16::from(column) - 1, u16::from(row) - 1)))
        }
        _ => None,
    }
}

impl Solution {
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.split(':');
        let (rating, moves) = (parts.next()?, parts.next()?);
        let mut chars = rating.chars();
        let color = match chars.next()? {
            'A' => Color::Black,
            '?' => Color::White,
            _ => return None,
        };
        let succeeds = match chars.next()? {
            '+' => true,
            '-' => false,
            _ => return None,
        };
        let status = chars.as_str().split('#').next().unwrap_or_default();
        let (pairs, rest) = moves.trim().as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return None;
        }
        let moves = pairs.iter().map(|&[column, row]| point(column, row));
        Some(Self {
            color,
            succeeds,
            is_unconditional: matches!(status.trim(), "d" | "l"),
            rating: rating.trim().to_owned(),
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

/// Lines of play that share their beginnings.
#[derive(Default)]
struct Lines {
    nodes: HashMap<(NodeId, Option<Point>), NodeId>,
    comments: BTreeMap<NodeId, String>,
}

impl Lines {
    fn add(&mut self, start: NodeId, solution: &Solution, record: &mut Record<'_>) {
        let (mut node, mut color) = (start, solution.color);
        let mut first = None;
        for &point in &solution.moves {
            let parent = node;
            let mut is_new = false;
            node = *self.nodes.entry((parent, point)).or_insert_with(|| {
                is_new = true;
                record.play(parent, color, point)
            });
            if first.is_none() {
                first = Some(node);
                if is_new {
                    let (identifier, value) = match (solution.succeeds, solution.is_unconditional) {
                        (true, true) => ("TE", "2"),
                        (true, false) => ("TE", "1"),
                        (false, _) => ("BM", "1"),
                    };
                    record.set(node, identifier, value);
                }
            }
            color = color.opponent();
        }
        let all = self.comments.entry(first.unwrap_or(start)).or_default();
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(&solution.rating);
    }
}
