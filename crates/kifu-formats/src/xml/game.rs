use std::collections::BTreeMap;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, Move, Size};
use kifu_syntax::text::{escape_brackets, escape_compose_simple_text};

use super::cursor::Cursor;
use super::read::{Attributes, Frame};
use super::{FIELDS, MARKS, STONES, point};
use crate::draft::{Draft, Record, identifier};
use crate::note::{Notes, quote};

/// Properties that elements set: a second way to them adds to the same property.
const SHARED: [&str; 18] = [
    "AB", "AW", "AE", "B", "W", "MN", "BL", "WL", "MA", "SQ", "CR", "TR", "TB", "TW", "LB", "N",
    "C", "GN",
];

/// Properties that an element `SGF` may not change.
const FIXED: [&str; 4] = ["FF", "GM", "CA", "SZ"];

/// A game of XML, built element by element.
pub(super) struct Builder<'a> {
    record: Record<'a>,
    size: Size,
    cursor: Cursor,
    /// Positions at which the lines around the current variation continue.
    outer: Vec<Cursor>,
    /// Number of open elements `Node`.
    nodes: usize,
    comments: BTreeMap<NodeId, String>,
    /// Properties of elements `SGF`.
    others: BTreeMap<(NodeId, String), Vec<String>>,
}

impl<'a> Builder<'a> {
    pub(super) fn begin(draft: &'a mut Draft, attributes: &Attributes) -> Self {
        let mut record = draft.begin_without_size(Game::Go);
        record.text(
            NodeId::ROOT,
            "GN",
            attributes.get("name").unwrap_or_default(),
        );
        Self {
            record,
            size: Size::GO,
            cursor: Cursor::new(),
            outer: Vec::new(),
            nodes: 0,
            comments: BTreeMap::new(),
            others: BTreeMap::new(),
        }
    }

    pub(super) fn notes(&mut self) -> &mut Notes {
        self.record.notes
    }

    pub(super) fn start(&mut self, name: &str) {
        match name {
            "Node" => {
                self.nodes += 1;
                self.cursor.node_or_root(&mut self.record);
            }
            "Variation" => {
                self.outer.push(self.cursor);
                self.cursor = self.cursor.variation();
            }
            _ => {}
        }
    }

    pub(super) fn end(&mut self, frame: Frame, line: &dyn Fn() -> usize) {
        let node = self.cursor.node();
        match &frame.name[..] {
            "Node" => {
                self.nodes -= 1;
                self.record
                    .text(node, "N", frame.attributes.get("name").unwrap_or_default());
            }
            "Variation" => {
                if let Some(outer) = self.outer.pop() {
                    self.cursor = outer;
                }
            }
            "Black" => self.play(Color::Black, &frame, line),
            "White" => self.play(Color::White, &frame, line),
            "Mark" => self.mark(&frame, line),
            "Comment" => self.comment(&frame),
            "SGF" => self.other(frame, line),
            "BoardSize" => match frame.text.trim().parse::<u16>() {
                Ok(side @ 1..=52) => self.size = Size::square(side).unwrap_or_default(),
                _ => self.note(line, "not the size of a Go board; using 19", &frame.text),
            },
            "Information" | "Nodes" | "Go" => {}
            name => {
                if let Some((_, property)) = STONES.iter().find(|(element, _)| *element == name) {
                    self.stone(property, &frame, line);
                } else if let Some((_, property)) =
                    FIELDS.iter().find(|(element, _)| *element == name)
                {
                    self.field(property, &frame);
                } else {
                    self.note(line, "ignored, unknown element", name);
                }
            }
        }
    }

    fn note(&mut self, line: &dyn Fn() -> usize, message: &str, text: &str) {
        // The line is counted only where the note is kept.
        let number = if self.record.notes.is_full() {
            0
        } else {
            line()
        };
        self.record
            .notes
            .line(number, format_args!("{message}: {}", quote(text)));
    }

    /// Writes a field of the game. A handicap of 0 or 1 is omitted.
    fn field(&mut self, property: &str, frame: &Frame) {
        let text = if frame.parts.is_empty() {
            frame.text.clone()
        } else {
            frame.parts.join(" ")
        };
        if property == "HA" && matches!(text.trim(), "0" | "1") {
            return;
        }
        if property == "AP" {
            let (name, version) = text.split_once(':').unwrap_or((&text, ""));
            let name = escape_compose_simple_text(name.trim()).into_owned();
            let version = escape_compose_simple_text(version.trim()).into_owned();
            if !name.is_empty() {
                self.record
                    .set(NodeId::ROOT, "AP", &value::compose::to_sgf(name, version));
            }
            return;
        }
        self.record.text(NodeId::ROOT, property, &text);
    }

    /// Returns the name of a point: from an attribute, an element or, in old files, the text.
    fn place(frame: &Frame) -> String {
        let part = frame.parts.first().cloned();
        let at = frame.attributes.get("at").map(str::to_owned);
        at.or(part).unwrap_or_else(|| frame.text.trim().to_owned())
    }

    fn play(&mut self, color: Color, frame: &Frame, line: &dyn Fn() -> usize) {
        let place = Self::place(frame);
        let played = if place.trim().is_empty() {
            Move::Pass
        } else if let Some(point) = point(&place, self.size) {
            Move::Play(point)
        } else {
            self.note(line, "ignored, not a point of the board", &place);
            return;
        };
        if self.nodes == 0 || self.cursor.node() == NodeId::ROOT {
            self.cursor.add(&mut self.record);
        }
        let node = self.cursor.node();
        self.record
            .add(node, identifier(color), &played.sgf().to_string());
        let number = frame
            .attributes
            .get("number")
            .and_then(|number| number.trim().parse().ok());
        if self.cursor.count(number)
            && let Some(number) = number
        {
            self.record.set(node, "MN", &number.to_string());
        }
        if let Some(left) = frame.attributes.get("timeleft") {
            let property = match color {
                Color::Black => "BL",
                Color::White => "WL",
            };
            match crate::words::number(left) {
                Some(left) => self.record.set(node, property, &left.to_string()),
                None => self.note(line, "the time left is not a number", left),
            }
        }
    }

    fn stone(&mut self, property: &str, frame: &Frame, line: &dyn Fn() -> usize) {
        let at = frame.attributes.get("at").map(str::to_owned);
        let mut places: Vec<_> = at.into_iter().chain(frame.parts.iter().cloned()).collect();
        if places.is_empty() {
            places.push(frame.text.trim().to_owned());
        }
        for place in places {
            match point(&place, self.size) {
                Some(point) => self
                    .record
                    .add(self.cursor.node(), property, &point.to_string()),
                None => self.note(line, "ignored, not a point of the board", &place),
            }
        }
    }

    fn mark(&mut self, frame: &Frame, line: &dyn Fn() -> usize) {
        let place = Self::place(frame);
        let node = self.cursor.node();
        let Some(point) = point(&place, self.size) else {
            self.note(line, "ignored, not a point of the board", &place);
            return;
        };
        let kind = frame.attributes.get("type");
        let territory = frame.attributes.get("territory");
        let label = frame
            .attributes
            .get("label")
            .filter(|label| !label.is_empty());
        if let Some(label) = label {
            let label = escape_compose_simple_text(label).into_owned();
            self.record
                .add(node, "LB", &value::compose::to_sgf(point, label));
        }
        match territory {
            Some("black") => self.record.add(node, "TB", &point.to_string()),
            Some("white") => self.record.add(node, "TW", &point.to_string()),
            _ => {}
        }
        match MARKS.iter().find(|(name, _)| Some(*name) == kind) {
            Some((_, property)) => self.record.add(node, property, &point.to_string()),
            None if label.is_none() && territory.is_none() => {
                self.record.add(node, "MA", &point.to_string());
            }
            None => {}
        }
    }

    /// Lines of `P`, in which line breaks are blanks; or the text itself.
    fn comment(&mut self, frame: &Frame) {
        let text = if frame.parts.is_empty() {
            frame.text.trim().to_owned()
        } else {
            let lines = frame.parts.iter().map(|part| {
                if part.contains(['\n', '\r']) {
                    part.split(['\n', '\r'])
                        .map(str::trim)
                        .collect::<Vec<_>>()
                        .join(" ")
                        .trim()
                        .to_owned()
                } else {
                    part.clone()
                }
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let all = self.comments.entry(self.cursor.node()).or_default();
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(&text);
    }

    /// `<SGF type="EV"><Arg>…</Arg></SGF>`: a property as SGF has it.
    fn other(&mut self, frame: Frame, line: &dyn Fn() -> usize) {
        let name = frame.attributes.get("type").unwrap_or_default();
        let is_identifier = !name.is_empty()
            && name.len() <= 32
            && name.bytes().all(|byte| byte.is_ascii_uppercase());
        if !is_identifier || FIXED.contains(&name) {
            self.note(line, "ignored, a property that is not allowed here", name);
            return;
        }
        let name = name.to_owned();
        let mut values: Vec<String> = frame.parts;
        if values.is_empty() {
            values.push(frame.text.trim().to_owned());
        }
        let values = values.iter().map(|raw| escape_brackets(raw).into_owned());
        let node = self.cursor.node();
        if SHARED.contains(&&*name) {
            values.for_each(|raw| self.record.add(node, &name, &raw));
        } else {
            self.others.entry((node, name)).or_default().extend(values);
        }
    }

    pub(super) fn finish(mut self) {
        for (node, text) in self.comments {
            self.record.lines(node, "C", &text);
        }
        for ((node, name), values) in self.others {
            self.record.push(node, &name, &values);
        }
        self.record
            .set(NodeId::ROOT, "SZ", &self.size.sgf().to_string());
    }
}
