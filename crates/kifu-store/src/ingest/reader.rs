use std::borrow::Cow;

use kifu_games::go::Stones;
use kifu_go::{BareBoard, Color, Point, Size};
use kifu_select::Field;
use kifu_sgf::schema::normal_identifier;
use kifu_sgf::value;
use kifu_syntax::{Event as Syntax, EventKind, Span};
use xxhash_rust::xxh3::xxh3_64;

use super::identifiers::{key_of, properties};
use super::signature::{DYER, dyer_signature};
use super::{MOST_NODES, place_of, point_at};
use crate::directory::{Entry, Flags};
use crate::event::{Event, extend_le};
use crate::info::{IndexedGame, Text};

/// Minimum limit of the number of events of a game; the limit grows by two for each byte of its record. Without a
/// limit, a few letters could set up many stones again and again.
const MOST_EVENTS: usize = 8192;

/// The effect of a property on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Nothing,
    Move(Color),
    Setup(Option<Color>),
    Info(Field),
}

/// Builds a game from the events of the parser. Memory is reused for the next game.
pub(super) struct Reader<'a> {
    sgf: &'a str,
    size: Size,
    is_go: bool,
    board: BareBoard,
    /// The stones, row by row: 0 empty, 1 black, 2 white.
    stones: Vec<u8>,
    events: Vec<u16>,
    limit: usize,
    flags: Flags,
    /// Number of events of the main line, once it has ended.
    main: Option<u32>,
    /// Number of nodes of the main line whose events are kept.
    kept: u32,
    /// Number of nodes of the tree.
    nodes: u32,
    /// Number of nodes from the root to the last node.
    length: u32,
    /// Number of nodes above the current node or the next one.
    depth: u32,
    /// Number of nodes above each open tree.
    trees: Vec<u32>,
    /// Changes to undo when a variation ends: the point and its previous content.
    changes: Vec<(u16, u8)>,
    /// Start of the changes of each node on the current path.
    starts: Vec<u32>,
    in_node: bool,
    is_first_value: bool,
    property: Use,
    /// The fields whose property has occurred, one bit each. Only the first occurrence is used.
    met: u64,
    moves: Vec<(Color, Span)>,
    setup: Vec<(Option<Color>, Span)>,
    /// The setup of the current node.
    named: Stones,
    removed: Vec<Point>,
    /// Number of moves on the main line.
    played: u32,
    dyer: [Option<Point>; 6],
    leaves: u32,
    /// Identifiers of one or two letters that occurred, one bit each. `others` has the other identifiers.
    known: [u64; 11],
    others: Vec<String>,
    info: IndexedGame,
    /// The hashed bytes of the main line.
    bytes: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub(super) fn new() -> Self {
        let size = Size::GO;
        Self {
            sgf: "",
            size,
            is_go: false,
            board: BareBoard::new(size),
            stones: Vec::new(),
            events: Vec::new(),
            limit: 0,
            flags: Flags::PLAIN,
            main: None,
            kept: 0,
            nodes: 0,
            length: 0,
            depth: 0,
            trees: Vec::new(),
            changes: Vec::new(),
            starts: Vec::new(),
            in_node: false,
            is_first_value: false,
            property: Use::Nothing,
            met: 0,
            moves: Vec::new(),
            setup: Vec::new(),
            named: Stones::new(size),
            removed: Vec::new(),
            played: 0,
            dyer: [None; 6],
            leaves: 0,
            known: [0; 11],
            others: Vec::new(),
            info: IndexedGame::default(),
            bytes: Vec::new(),
        }
    }

    /// Starts a game.
    pub(super) fn begin(&mut self, sgf: &'a str, size: Size, is_go: bool) {
        self.sgf = sgf;
        if self.size == size {
            self.board.clear();
        } else {
            self.board = BareBoard::new(size);
            self.named = Stones::new(size);
            self.size = size;
        }
        self.is_go = is_go;
        self.stones.clear();
        self.stones.resize(size.area(), 0);
        self.events.clear();
        self.limit = MOST_EVENTS + sgf.len() * 2;
        self.flags = Flags::PLAIN;
        self.main = None;
        (self.kept, self.nodes, self.length, self.depth) = (0, 0, 0, 0);
        self.trees.clear();
        self.changes.clear();
        self.starts.clear();
        self.in_node = false;
        self.is_first_value = false;
        self.property = Use::Nothing;
        self.met = 0;
        self.moves.clear();
        self.setup.clear();
        self.played = 0;
        self.dyer = [None; 6];
        self.leaves = 0;
        self.known = [0; 11];
        self.others.clear();
        self.info = IndexedGame {
            texts: vec![None; Text::ALL.len()],
            ..IndexedGame::default()
        };
    }

    /// Processes the next event.
    #[inline]
    pub(super) fn take(&mut self, event: Syntax) {
        match event.kind {
            EventKind::Value => self.value(event.span),
            EventKind::Identifier => self.identifier(event.span),
            EventKind::NodeBegin => {
                self.end_node();
                self.in_node = true;
            }
            EventKind::TreeBegin => {
                self.end_node();
                self.trees.push(self.depth);
            }
            EventKind::TreeEnd => {
                self.end_node();
                if let Some(depth) = self.trees.pop() {
                    self.depth = depth;
                }
            }
        }
    }

    fn identifier(&mut self, span: Span) {
        self.is_first_value = true;
        let written = span.of_str(self.sgf);
        self.property = match written {
            "B" => Use::Move(Color::Black),
            "W" => Use::Move(Color::White),
            _ => self.other_property(written),
        };
        if let Use::Move(color) = self.property {
            // A move without a value is a pass.
            self.moves.push((color, Span::default()));
        }
        if let Some(key) = key_of(written) {
            self.known[key / 64] |= 1 << (key % 64);
            return;
        }
        let name = normal_identifier(written);
        // A long name of a property with one or two letters: `White`.
        if let Some(key) = key_of(&name) {
            self.known[key / 64] |= 1 << (key % 64);
        } else if !self.others.iter().any(|other| *other == name) && self.others.len() < 1000 {
            self.others.push(name.into_owned());
        }
    }

    fn other_property(&mut self, written: &str) -> Use {
        let name = normal_identifier(written);
        match &*name {
            "B" => Use::Move(Color::Black),
            "W" => Use::Move(Color::White),
            "AB" => Use::Setup(Some(Color::Black)),
            "AW" => Use::Setup(Some(Color::White)),
            "AE" => Use::Setup(None),
            // A node that is not deeper than the previous one begins a variation.
            name if self.main.is_none() && self.depth == self.length => match field_of(name) {
                Some(field) if self.met & bit(field) == 0 => {
                    self.met |= bit(field);
                    // The property may have no value.
                    self.keep(field, Span::default());
                    Use::Info(field)
                }
                _ => Use::Nothing,
            },
            _ => Use::Nothing,
        }
    }

    fn value(&mut self, span: Span) {
        let is_first = std::mem::replace(&mut self.is_first_value, false);
        match self.property {
            Use::Move(color) if is_first => {
                self.moves.pop();
                self.moves.push((color, span));
            }
            Use::Setup(stone) => self.setup.push((stone, span)),
            Use::Info(field) if is_first => self.keep(field, span),
            Use::Nothing | Use::Move(_) | Use::Info(_) => {}
        }
    }

    /// Stores the value of the first node of the main line that has the property.
    fn keep(&mut self, field: Field, span: Span) {
        let raw = span.of_str(self.sgf);
        let number = || field.number_of(raw);
        let info = &mut self.info;
        match field {
            Field::Komi => info.komi = number(),
            Field::Time => info.time = number(),
            // Both are 32-bit integers.
            Field::Handicap => info.handicap = number().map(|number| number as i32),
            Field::Format => info.format = number().map(|number| number as i32),
            _ => {
                if let Some(text) = Text::of_field(field) {
                    info.texts[text as usize] = field.text_of(raw).map(Cow::into_owned);
                }
            }
        }
    }

    /// Applies a node, after all its properties were read.
    fn end_node(&mut self) {
        if !self.in_node {
            return;
        }
        self.in_node = false;
        if self.depth < self.length {
            self.leaves += 1;
            self.go_up(self.length - self.depth);
        }
        self.depth += 1;
        self.nodes += 1;
        self.length = self.depth;
        let is_main = self.main.is_none();
        let moves = std::mem::take(&mut self.moves);
        if is_main {
            self.info.moves += u32::from(!moves.is_empty());
            let wanted = usize::from(self.length > 1);
            if moves.len() > 1 {
                self.flags |= Flags::IRREGULAR;
            }
            if moves.len() != wanted {
                self.flags = self.flags.without(Flags::PLAIN);
            }
        }
        if self.is_go && !self.flags.has(Flags::INCOMPLETE) {
            self.starts.push(self.changes.len() as u32);
            self.kept += u32::from(is_main);
            let first = self.events.len();
            if !self.setup.is_empty() {
                self.set_up();
            }
            for &(color, span) in &moves {
                self.play(color, span, is_main);
            }
            match self.events[first..].last_mut() {
                Some(last) => *last = Event(*last).with_end().0,
                None => self.events.push(Event::pass(None).with_end().0),
            }
            if self.events.len() > self.limit {
                self.flags |= Flags::INCOMPLETE;
            }
        }
        self.setup.clear();
        self.moves = moves;
        self.moves.clear();
    }

    fn go_up(&mut self, nodes: u32) {
        if self.main.is_none() {
            self.main = Some(self.events.len() as u32);
            self.flags |= Flags::VARIATIONS;
        }
        if !self.is_go || self.flags.has(Flags::INCOMPLETE) {
            return;
        }
        self.events.extend(Event::up(nodes));
        let Some(rest) = self.starts.len().checked_sub(nodes as usize) else {
            return;
        };
        let Some(&start) = self.starts.get(rest) else {
            return;
        };
        for (place, before) in self.changes.drain(start as usize..).rev() {
            self.stones[usize::from(place)] = before;
            let stone = [None, Some(Color::Black), Some(Color::White)][usize::from(before)];
            let on_board = self.board.set(point_at(place, self.size), stone);
            debug_assert!(on_board.is_ok(), "it was there before");
        }
        self.starts.truncate(rest);
    }

    /// Sets each point once, even if several values name it; the last value applies.
    fn set_up(&mut self) {
        for (stone, span) in &self.setup {
            // A value that is not a point is ignored.
            let _ = self.named.set_up(*stone, span.of_str(self.sgf));
        }
        self.named.take(|point, stone| {
            let place = place_of(point, self.size);
            let now = stone.map_or(0, |color| color as u8 + 1);
            let before = std::mem::replace(&mut self.stones[usize::from(place)], now);
            if before != now {
                let on_board = self.board.set(point, stone);
                debug_assert!(on_board.is_ok(), "a point of the board");
                self.changes.push((place, before));
                self.events.push(Event::set(stone, place).0);
            }
        });
    }

    fn play(&mut self, color: Color, span: Span, is_main: bool) {
        let raw = span.of_str(self.sgf);
        if is_main {
            self.played += 1;
        }
        // Nearly all moves are two letters that name a point of the board.
        let letters = match *raw.as_bytes() {
            [x, y] => Point::from_letters(x, y).filter(|point| self.size.contains(*point)),
            _ => None,
        };
        let point = letters.or_else(|| {
            let read = value::r#move::parse_lenient(raw, self.size).ok()?;
            read.value.point()
        });
        let mut removed = std::mem::take(&mut self.removed);
        removed.clear();
        let played = point.and_then(|point| {
            let played = self
                .board
                .play_with(point, color, |gone| removed.push(gone));
            played.ok().map(|_| point)
        });
        match played {
            Some(point) => {
                let place = place_of(point, self.size);
                self.change(place, color as u8 + 1);
                self.events.push(Event::play(color, place).0);
                for &gone in &removed {
                    let place = place_of(gone, self.size);
                    self.change(place, 0);
                    self.events.push(Event::remove(place).0);
                }
                if is_main && let Some(n) = DYER.iter().position(|n| *n == self.played) {
                    self.dyer[n] = Some(point);
                }
            }
            None => self.events.push(Event::pass(Some(color)).0),
        }
        self.removed = removed;
    }

    fn change(&mut self, place: u16, now: u8) {
        let stone = &mut self.stones[usize::from(place)];
        self.changes.push((place, *stone));
        *stone = now;
    }

    /// Ends the game and returns its info and entry. The events are available until the next game begins.
    pub(super) fn finish(&mut self) -> (IndexedGame, Entry) {
        self.end_node();
        let main = self.main.unwrap_or(self.events.len() as u32);
        if self.kept > MOST_NODES {
            self.flags |= Flags::IRREGULAR;
        }
        if !self.is_go {
            self.flags |= Flags::INCOMPLETE;
        }
        self.bytes.clear();
        // Board sizes are at most 52.
        self.bytes
            .extend([self.size.columns() as u8, self.size.rows() as u8]);
        extend_le(&mut self.bytes, &self.events[..main as usize]);
        let mut info = std::mem::take(&mut self.info);
        info.nodes = self.nodes;
        info.variations = self.leaves + 1;
        info.properties = properties(&self.known, &mut self.others);
        info.dyer_signature = dyer_signature(self.dyer, self.size);
        let entry = Entry {
            events: self.events.len() as u32,
            main,
            nodes: self.kept,
            moves: u16::try_from(info.moves).unwrap_or(u16::MAX),
            flags: self.flags,
            hash: xxh3_64(&self.bytes),
            ..Entry::default()
        };
        (info, entry)
    }

    /// The events of the game that was finished last.
    pub(super) fn events(&self) -> &[u16] {
        &self.events
    }
}

/// The field that is read from a property, if any.
fn field_of(identifier: &str) -> Option<Field> {
    Some(match identifier {
        "KM" => Field::Komi,
        "TM" => Field::Time,
        "HA" => Field::Handicap,
        "FF" => Field::Format,
        // The caller of the reader sets these.
        "GM" | "CA" => return None,
        other => Text::of_property(other.as_bytes())?.field(),
    })
}

const fn bit(field: Field) -> u64 {
    1 << field as u32
}
