//! Messages of a review: each extends the tree, or changes the text and the marks of the current node.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use kifu_sgf::NodeId;
use kifu_sgf::value::{Color, Move, Point, Size};
use serde_json::Value;

use super::read;
use crate::draft::Record;
use crate::json;

/// Moves of all paths of a review together.
const MOST: usize = 10_000_000;

/// A node in the main line, and the color that moves after it.
pub(super) type Turn = (NodeId, Color);

/// A move, or a stone that is set up; without a color the point becomes empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Move(Move),
    Stone(Option<Color>, Point),
}

/// Tree of a review as far as its messages are read.
pub(super) struct Review<'r, 'a> {
    record: &'r mut Record<'a>,
    size: Size,
    /// The official moves, from the root on; never empty.
    main: Vec<Turn>,
    /// How often a node is in `main`: an ignored move has the node before it.
    official: HashMap<NodeId, usize>,
    nodes: HashMap<(NodeId, Step), NodeId>,
    texts: BTreeMap<NodeId, String>,
    marks: BTreeMap<NodeId, &'r Value>,
    place: NodeId,
    /// The entry of `nodes` for `place`, unless the node is official.
    entry: Option<(NodeId, Step)>,
    /// Kinds of content that are ignored.
    ignored: BTreeSet<String>,
}

impl<'r, 'a> Review<'r, 'a> {
    /// `moves` are the official ones, each with its turn.
    pub(super) fn new(
        record: &'r mut Record<'a>,
        size: Size,
        first: Color,
        moves: &[(Move, Turn)],
    ) -> Self {
        let mut review = Self {
            record,
            size,
            main: vec![(NodeId::ROOT, first)],
            official: HashMap::from([(NodeId::ROOT, 1)]),
            nodes: HashMap::new(),
            texts: BTreeMap::new(),
            marks: BTreeMap::new(),
            place: NodeId::ROOT,
            entry: None,
            ignored: BTreeSet::new(),
        };
        for (own, turn) in moves {
            review.official(*own, *turn);
        }
        review
    }

    fn official(&mut self, own: Move, turn: Turn) {
        let (last, _) = self.last();
        // An ignored move has no node.
        if turn.0 != last {
            self.nodes.insert((last, Step::Move(own)), turn.0);
        }
        self.push(turn);
    }

    fn push(&mut self, turn: Turn) {
        *self.official.entry(turn.0).or_default() += 1;
        self.main.push(turn);
    }

    fn last(&self) -> Turn {
        self.main
            .last()
            .copied()
            .unwrap_or((NodeId::ROOT, Color::Black))
    }

    pub(super) fn read(mut self, log: &'r [Value]) {
        // Messages repeat a path from its start, so their total length is limited.
        let mut left = MOST;
        for message in log {
            if let Some(path) = message.get("m").and_then(Value::as_str) {
                left = left.saturating_sub(path.len() / 2);
                if left == 0 {
                    self.record
                        .notes
                        .file("the review is too long; the rest is ignored");
                    break;
                }
                let start = message.get("f").and_then(json::whole::<usize>);
                self.follow(start.unwrap_or(0), path);
            }
            self.moves_of_players(message);
            self.content(message);
        }
        self.finish();
    }

    /// Goes along a path that begins after an official move, and adds missing nodes.
    fn follow(&mut self, start: usize, path: &str) {
        let start = self.main.get(start).copied();
        let (mut node, mut color) = start.unwrap_or_else(|| self.last());
        self.entry = None;
        for step in self.steps(path) {
            let key = (node, step);
            let record = &mut *self.record;
            let next = self.nodes.entry(key);
            let next = next.or_insert_with(|| match step {
                Step::Move(own) => record.play(node, color, own.point()),
                Step::Stone(stone, point) => {
                    let identifier = match stone {
                        Some(Color::Black) => "AB",
                        Some(Color::White) => "AW",
                        None => "AE",
                    };
                    let child = record.child(node);
                    record.add_points(child, identifier, [point]);
                    child
                }
            });
            node = *next;
            if matches!(step, Step::Move(_)) {
                color = color.opponent();
            }
            self.entry = Some(key);
        }
        self.place = node;
    }

    /// The steps of a path: `ddpp..` are moves, `!1dd` a stone of Black.
    fn steps(&mut self, path: &str) -> Vec<Step> {
        let mut rest = path.as_bytes();
        let mut steps = Vec::new();
        loop {
            let stone = match rest {
                [b'!', digit, after @ ..] => {
                    rest = after;
                    Some(match digit {
                        b'1' => Some(Color::Black),
                        b'2' => Some(Color::White),
                        _ => None,
                    })
                }
                _ => None,
            };
            let Some((pair, after)) = rest.split_first_chunk::<2>() else {
                return steps;
            };
            rest = after;
            let own = read::letters(pair);
            match own.filter(|own| own.point().is_none_or(|point| self.size.contains(point))) {
                Some(own) => match (stone, own.point()) {
                    (None, _) => steps.push(Step::Move(own)),
                    (Some(stone), Some(point)) => steps.push(Step::Stone(stone, point)),
                    (Some(_), None) => {}
                },
                None => {
                    self.ignored.insert("moves that cannot be read".to_owned());
                }
            }
        }
    }

    /// Moves that players make in a game under review, and take back.
    fn moves_of_players(&mut self, message: &Value) {
        if let Some(own) = message.get("om").and_then(read::point)
            && own.point().is_none_or(|point| self.size.contains(point))
        {
            let (last, color) = self.last();
            let record = &mut *self.record;
            let next = self.nodes.entry((last, Step::Move(own)));
            let next = *next.or_insert_with(|| record.play(last, color, own.point()));
            self.push((next, color.opponent()));
            (self.place, self.entry) = (next, None);
        }
        if message.get("undo").is_some() && self.main.len() > 1 {
            if let Some((node, _)) = self.main.pop()
                && let Some(count) = self.official.get_mut(&node)
            {
                *count -= 1;
            }
            (self.place, self.entry) = (self.last().0, None);
        }
    }

    /// Text and marks of the current node, or its end.
    fn content(&mut self, message: &'r Value) {
        let text = |key| message.get(key).and_then(Value::as_str);
        if let Some(text) = text("t") {
            self.texts.insert(self.place, text.to_owned());
        }
        if let Some(more) = text("t+") {
            self.texts.entry(self.place).or_default().push_str(more);
        }
        if let Some(marks) = message.get("k") {
            self.marks.insert(self.place, marks);
        }
        if message.get("pen").is_some() {
            self.ignored.insert("drawings".to_owned());
        }
        if message.get("delete").is_some()
            && let Some(entry) = self.entry.take()
            && self
                .official
                .get(&self.place)
                .is_none_or(|count| *count == 0)
        {
            self.record.delete(self.place);
            self.nodes.remove(&entry);
            self.place = entry.0;
        }
    }

    fn finish(mut self) {
        for (node, text) in std::mem::take(&mut self.texts) {
            self.record.lines(node, "C", &text);
        }
        for (node, marks) in std::mem::take(&mut self.marks) {
            for (name, points) in marks.as_object().into_iter().flatten() {
                self.mark(node, name, points.as_str().unwrap_or_default());
            }
        }
        for kind in self.ignored {
            self.record
                .notes
                .file(format_args!("ignored in the review: {kind}"));
        }
    }

    /// A kind of marks, or a label, and its points: `"triangle": "ddpp"`.
    fn mark(&mut self, node: NodeId, name: &str, points: &str) {
        let points = read::points(points, self.size);
        let identifier = match name {
            "triangle" => "TR",
            "square" => "SQ",
            "circle" => "CR",
            "cross" => "MA",
            "score-black" => "TB",
            "score-white" => "TW",
            // The server takes short names for labels.
            _ if name.chars().count() <= 3 || name.parse().is_ok_and(f64::is_finite) => {
                let label = kifu_syntax::text::escape_compose_simple_text(name);
                for point in points {
                    self.record.add(node, "LB", &format!("{point}:{label}"));
                }
                return;
            }
            _ => {
                self.ignored.insert(format!("marks `{name}`"));
                return;
            }
        };
        self.record.add_points(node, identifier, points);
    }
}
