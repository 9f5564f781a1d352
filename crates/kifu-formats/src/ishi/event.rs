use std::collections::BTreeMap;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, DateList, Point, Size};
use kifu_syntax::text::escape_compose_simple_text;

use super::comment::joined;
use super::{FIELDS, Line, UNKNOWN, keyword};
use crate::draft::{Draft, Record};
use crate::go::handicap_stones;
use crate::note::quote;
use crate::{west, words};

/// Makes a game of the lines of an event.
pub(super) fn read(lines: &[Line], draft: &mut Draft) {
    let size = size(lines, draft);
    let mut event = Event {
        record: draft.begin(Game::Go, size),
        size,
        place: Place::new(),
        outer: Vec::new(),
        is_variation: false,
        handicap: 0,
        has_setup: false,
        comments: BTreeMap::new(),
    };
    let mut rest = lines.iter();
    while let Some((number, line)) = rest.next() {
        if keyword(line).0 == "COM" {
            let mut text = Vec::new();
            let mut is_closed = false;
            for (_, line) in rest.by_ref() {
                is_closed = keyword(line).0 == "ENDCOM";
                if is_closed {
                    break;
                }
                text.push(&line[..]);
            }
            if !is_closed {
                event.record.notes.line(
                    *number,
                    "the comment is not closed; it extends to the end of the file",
                );
            }
            event.comment(&joined(text.into_iter()));
        } else {
            event.line(*number, line);
        }
    }
    event.finish();
}

/// Returns the size of the board from any line: points depend on it.
fn size(lines: &[Line], draft: &mut Draft) -> Size {
    let mut in_comment = false;
    for (number, line) in lines {
        let (word, rest) = keyword(line);
        match &*word {
            "COM" => in_comment = true,
            "ENDCOM" => in_comment = false,
            "BOARDSIZE" if !in_comment => match rest.parse::<u16>() {
                Ok(side @ 1..=25) => return Size::square(side).unwrap_or_default(),
                _ => draft.notes.line(
                    *number,
                    format_args!("{} is not the size of a Go board; using 19", quote(rest)),
                ),
            },
            _ => {}
        }
    }
    Size::GO
}

/// Position in the tree for the next line.
#[derive(Clone, Copy)]
struct Place {
    node: NodeId,
    parent: NodeId,
    /// The move at the node.
    last: Option<(Color, Option<Point>)>,
    /// Its number, the number of the move before it, and whether the file gave it.
    number: u32,
    number_before: u32,
    is_numbered: bool,
}

impl Place {
    const fn new() -> Self {
        Self {
            node: NodeId::ROOT,
            parent: NodeId::ROOT,
            last: None,
            number: 0,
            number_before: 0,
            is_numbered: false,
        }
    }
}

struct Event<'a> {
    record: Record<'a>,
    size: Size,
    place: Place,
    /// Positions at which the lines around the current variation continue.
    outer: Vec<Place>,
    /// Whether a variation was opened of which no move was read.
    is_variation: bool,
    handicap: u32,
    has_setup: bool,
    comments: BTreeMap<NodeId, String>,
}

impl Event<'_> {
    fn line(&mut self, number: usize, line: &str) {
        let (word, rest) = keyword(line);
        let understood = match &*word {
            // The size is known already, and captures follow from the moves.
            "" | "BOARDSIZE" | "DIAGRAM" | "PRISONER" => true,
            "B" => self.play(Color::Black, rest),
            "W" => self.play(Color::White, rest),
            "SETUP" | "ADD" => self.stones(rest, word == "ADD"),
            "REMOVE" => self.remove(rest),
            "VAR" => {
                self.outer.push(self.place);
                self.is_variation = true;
                true
            }
            "ENDVAR" => match self.outer.pop() {
                Some(outer) => {
                    self.place = outer;
                    self.is_variation = false;
                    true
                }
                None => false,
            },
            "KOMI" => self.komi(rest),
            "HANDICAP" => {
                self.handicap = rest.parse().unwrap_or(0);
                self.handicap > 0
            }
            "TIME" => {
                match words::number(rest) {
                    Some(seconds) => self.record.set(NodeId::ROOT, "TM", &seconds.to_string()),
                    None => self.record.text(NodeId::ROOT, "OT", rest),
                }
                true
            }
            "PLAYER" => match rest.to_ascii_uppercase().as_bytes() {
                [color @ (b'B' | b'W'), ..] => {
                    self.record
                        .set(NodeId::ROOT, "PL", &char::from(*color).to_string());
                    true
                }
                _ => false,
            },
            "MARK" => self.marks(rest),
            name => self.field(name, rest),
        };
        if !understood {
            self.record.notes.line(
                number,
                format_args!("not recognized, kept as `{UNKNOWN}`: {}", quote(line)),
            );
            let raw = kifu_syntax::text::escape_text(line.trim()).into_owned();
            self.record.add(self.place.node, UNKNOWN, &raw);
        }
    }

    fn field(&mut self, name: &str, text: &str) -> bool {
        let Some((_, property)) = FIELDS.iter().find(|(field, _)| *field == name) else {
            return false;
        };
        let root = NodeId::ROOT;
        match *property {
            "PB" | "PW" => {
                let (name, rank) = player(text);
                self.record.text(root, property, name);
                let level = if *property == "PB" { "BR" } else { "WR" };
                self.record.text(root, level, &rank.unwrap_or_default());
            }
            "DT" => match DateList::parse_lenient(text) {
                Ok(read) => self.record.set(root, "DT", &read.value.to_string()),
                Err(_) => self.record.text(root, "DT", text),
            },
            property => self.record.text(root, property, text),
        }
        true
    }

    fn komi(&mut self, text: &str) -> bool {
        let komi = words::number(text);
        if let Some(komi) = komi {
            self.record.set(NodeId::ROOT, "KM", &komi.to_string());
        }
        komi.is_some()
    }

    /// `B 17 q16`, the number perhaps with a point or colon after it, or missing.
    fn play(&mut self, color: Color, text: &str) -> bool {
        let mut parts = text
            .split(|char: char| char.is_whitespace() || matches!(char, '.' | ':'))
            .filter(|part| !part.is_empty())
            .peekable();
        let is_number =
            |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit()) && *part != "0";
        let number = parts
            .next_if(is_number)
            .and_then(|part| part.parse::<u32>().ok());
        let point = match parts.next() {
            None | Some("-" | "0") => None,
            Some(part) if part.eq_ignore_ascii_case("pass") || part.eq_ignore_ascii_case("tt") => {
                None
            }
            Some(part) => match west::parse(part, self.size) {
                Some(point) => Some(point),
                None => return false,
            },
        };
        let is_alternative =
            std::mem::take(&mut self.is_variation) && self.is_alternative(color, number, point);
        if is_alternative {
            self.place.node = self.place.parent;
            self.place.number = self.place.number_before;
        }
        let next = self.place.number.saturating_add(1);
        let parent = self.place.node;
        let node = self.record.play(parent, color, point);
        if let Some(own) = number.filter(|own| *own != next) {
            self.record.set(node, "MN", &own.to_string());
        }
        self.place = Place {
            node,
            parent,
            last: Some((color, point)),
            number: number.unwrap_or(next),
            number_before: next.saturating_sub(1),
            is_numbered: number.is_some(),
        };
        true
    }

    /// Whether the first move of a variation replaces the last move, instead of following it.
    fn is_alternative(&self, color: Color, number: Option<u32>, point: Option<Point>) -> bool {
        let Some((last, at)) = self.place.last else {
            return false;
        };
        let has_same_number = match number {
            Some(number) if self.place.is_numbered => number == self.place.number,
            _ => true,
        };
        (color == last && has_same_number) || (point.is_some() && point == at)
    }

    /// `B a2 b2`: stones of a color. Before any move they are the start, after one they are a node.
    fn stones(&mut self, text: &str, is_added: bool) -> bool {
        let (color, points) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let identifier = match color {
            "B" | "b" => "AB",
            "W" | "w" => "AW",
            _ => return false,
        };
        let Some(points) = self.points(points) else {
            return false;
        };
        self.has_setup |= !is_added;
        let node = self.setup_node();
        for point in points {
            self.record.add(node, identifier, &point.to_string());
        }
        true
    }

    fn remove(&mut self, text: &str) -> bool {
        let Some(points) = self.points(text) else {
            return false;
        };
        let node = self.setup_node();
        for point in points {
            self.record.add(node, "AE", &point.to_string());
        }
        true
    }

    /// Returns the node for setup stones: the root, or a new node after a move.
    fn setup_node(&mut self) -> NodeId {
        if self.place.last.is_some() {
            let node = self.record.child(self.place.node);
            self.place.parent = self.place.node;
            self.place.node = node;
            self.place.last = None;
        }
        self.place.node
    }

    fn points(&self, text: &str) -> Option<Vec<Point>> {
        let points = text
            .split_whitespace()
            .map(|word| west::parse(word, self.size));
        points
            .collect::<Option<Vec<_>>>()
            .filter(|points| !points.is_empty())
    }

    /// Points and labels by turns, or points alone.
    fn marks(&mut self, text: &str) -> bool {
        let parts: Vec<_> = text.split_whitespace().collect();
        let point = |part: &str| west::parse(part, self.size);
        let all: Option<Vec<_>> = parts.iter().map(|part| point(part)).collect();
        let node = self.place.node;
        if let Some(points) = all.filter(|points| !points.is_empty()) {
            for point in points {
                self.record.add(node, "MA", &point.to_string());
            }
            return true;
        }
        let (pairs, rest) = parts.as_chunks::<2>();
        let labels: Option<Vec<_>> = pairs
            .iter()
            .map(|[at, label]| Some((point(at)?, *label)))
            .collect();
        match labels {
            Some(labels) if rest.is_empty() && !labels.is_empty() => {
                for (point, label) in labels {
                    let label = escape_compose_simple_text(label).into_owned();
                    self.record
                        .add(node, "LB", &value::compose::to_sgf(point, label));
                }
                true
            }
            _ => false,
        }
    }

    fn comment(&mut self, text: &str) {
        let all = self.comments.entry(self.place.node).or_default();
        if !all.is_empty() && !text.is_empty() {
            all.push_str("\n\n");
        }
        all.push_str(text);
    }

    fn finish(mut self) {
        let root = NodeId::ROOT;
        if self.handicap >= 2 {
            self.record.set(root, "HA", &self.handicap.to_string());
            if !self.has_setup {
                let points = handicap_stones(self.size, self.handicap);
                self.record.notes.file(format_args!(
                    "the file does not give the points of its {} handicap stones; the usual points are used",
                    self.handicap
                ));
                self.record.add_points(root, "AB", points);
            }
        }
        for (node, text) in self.comments {
            self.record.lines(node, "C", &text);
        }
    }
}

/// Splits name and rank; the rank is the last word, or the last two.
fn player(text: &str) -> (&str, Option<String>) {
    let text = text.trim();
    let ends = text
        .char_indices()
        .rev()
        .filter(|(_, char)| char.is_whitespace())
        .take(2);
    for (end, _) in ends {
        if let Some(rank) = words::rank(&text[end..]) {
            return (text[..end].trim_end(), Some(rank));
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::player;

    #[test]
    fn ranks_stand_behind_names() {
        assert_eq!(player("Anna B. 5 dan"), ("Anna B.", Some("5d".into())));
        assert_eq!(player("Ben 9p"), ("Ben", Some("9p".into())));
        assert_eq!(player("Cho Chikun"), ("Cho Chikun", None));
        assert_eq!(player("9p"), ("9p", None));
    }
}
