//! From a game record to events and game info.
//!
//! What a record says is done as `kifu_go::replay` does it, which is the oracle of the tests: setup of
//! a node first, then its moves; what is no move of the board counts as a pass. The events of the
//! parser are taken as they come, so that a game is walked through once.

use std::sync::Arc;

use kifu_go::replay::Start;
use kifu_go::{BareBoard, Color, Point, Size, Symmetry};
use kifu_sgf::GameTree;
use kifu_sgf::schema::{Game as Kind, short_identifier};
use kifu_sgf::value::{self, handicap, komi, number, point_list, real};
use kifu_syntax::{Event as Syntax, EventKind, Parser, Span, text};
use xxhash_rust::xxh3::xxh3_64;

use crate::directory::{Flags, Winner};
use crate::event::Event;
use crate::info::{GameInfo, Text};

/// More nodes than this on the main line, and the times of a block do not hold them.
pub(crate) const MOST_NODES: u32 = 16_382;

/// Few letters can set up many stones, again and again: so many events are kept of a game in any case,
/// and two more for each byte of it.
const MOST_EVENTS: usize = 8192;

/// The largest board: what is named by letters, but not on the board at hand.
const LETTERS: value::Size = value::Size::square(Size::MAX as u16);

/// The moves of the signature of Dyer.
const DYER: [u32; 6] = [20, 40, 60, 31, 51, 71];

/// A game as the index takes it.
#[derive(Clone, Debug)]
pub(crate) struct GameData {
    pub(crate) info: GameInfo,
    pub(crate) size: Size,
    pub(crate) events: Vec<u16>,
    /// Events of the main line.
    pub(crate) main: u32,
    /// Nodes of the main line.
    pub(crate) nodes: u32,
    pub(crate) flags: Flags,
    pub(crate) winner: Winner,
    pub(crate) hash: u64,
}

impl GameData {
    /// Reads a game of a file. `keeps_sgf`: whether the record goes along.
    pub(crate) fn read(game: GameTree<'_>, path: &Arc<str>, number: u32, keeps_sgf: bool) -> Self {
        let size = Start::of(game).size;
        let is_go = game.kind() == Some(Kind::Go);
        let whole = game.collection().text();
        let sgf = game.span().unwrap_or_default().of_str(whole);
        let mut reader = Reader::new(sgf, size, is_go);
        Parser::new(sgf.as_bytes()).for_each(|event| reader.take(event));
        reader.end_node();
        let mut data = reader.finish();
        let info = &mut data.info;
        info.path = path.clone();
        info.number = number;
        info.nodes = game.node_count() as u32;
        info.texts[Text::Game as usize] = game.kind().map(|kind| kind.name().to_owned());
        let start = game.span().map_or(0, |span| span.start);
        let charset = game.collection().source().segment_at(start).charset;
        info.texts[Text::Encoding as usize] = Some(charset.name().to_owned());
        if keeps_sgf {
            info.sgf = Some(sgf.to_owned());
        }
        if is_go {
            info.size = Some((size.width().into(), size.height().into()));
        } else if info.size.is_none() {
            let usual = game.kind().and_then(value::Size::default_of);
            info.size = usual.map(|size| (size.columns, size.rows));
        }
        data
    }
}

/// What a property does to the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Nothing,
    Move(Color),
    Setup(Option<Color>),
    Info,
}

struct Reader<'a> {
    sgf: &'a str,
    size: Size,
    is_go: bool,
    board: BareBoard,
    /// The stones, row by row: 0 none, 1 black, 2 white.
    stones: Vec<u8>,
    events: Vec<u16>,
    limit: usize,
    flags: Flags,
    /// The events of the main line, once it has ended.
    main: Option<u32>,
    /// Nodes of the main line whose events are kept.
    kept: u32,
    /// Nodes from the root to the last one.
    length: u32,
    /// Nodes above the one that is read or comes next.
    depth: u32,
    /// For each open tree, how many nodes are above it.
    trees: Vec<u32>,
    /// What changed, to be undone when a variation ends: point and what was there before.
    changes: Vec<(u16, u8)>,
    /// Where the changes of each node of the path begin.
    starts: Vec<u32>,
    in_node: bool,
    is_first_value: bool,
    property: Use,
    identifier: Span,
    moves: Vec<(Color, Span)>,
    setup: Vec<(Option<Color>, Span)>,
    marks: Vec<u8>,
    removed: Vec<Point>,
    /// Moves on the main line.
    played: u32,
    dyer: [Option<Point>; 6],
    leaves: u32,
    /// Identifiers of two letters that occurred, and the others.
    known: [u64; 11],
    others: Vec<String>,
    info: GameInfo,
}

impl<'a> Reader<'a> {
    fn new(sgf: &'a str, size: Size, is_go: bool) -> Self {
        Self {
            sgf,
            size,
            is_go,
            board: BareBoard::new(size),
            stones: vec![0; size.area()],
            events: Vec::with_capacity(sgf.len() / 5),
            limit: MOST_EVENTS + sgf.len() * 2,
            flags: Flags::PLAIN,
            main: None,
            kept: 0,
            length: 0,
            depth: 0,
            trees: Vec::new(),
            changes: Vec::new(),
            starts: Vec::new(),
            in_node: false,
            is_first_value: false,
            property: Use::Nothing,
            identifier: Span::default(),
            moves: Vec::new(),
            setup: Vec::new(),
            marks: Vec::new(),
            removed: Vec::new(),
            played: 0,
            dyer: [None; 6],
            leaves: 0,
            known: [0; 11],
            others: Vec::new(),
            info: GameInfo {
                texts: vec![None; Text::ALL.len()],
                ..GameInfo::default()
            },
        }
    }

    #[inline]
    fn take(&mut self, event: Syntax) {
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
        self.identifier = span;
        self.is_first_value = true;
        let written = span.of_str(self.sgf);
        self.property = match written {
            "B" => Use::Move(Color::Black),
            "W" => Use::Move(Color::White),
            _ => self.other_property(written),
        };
        let key = match *written.as_bytes() {
            [first] => usize::from(first.wrapping_sub(b'A')) * 27,
            [first, second] if second.is_ascii_uppercase() => {
                usize::from(first.wrapping_sub(b'A')) * 27 + usize::from(second - b'A') + 1
            }
            _ => usize::MAX,
        };
        match self.known.get_mut(key / 64) {
            Some(word) if key < 26 * 27 => *word |= 1 << (key % 64),
            _ => {
                let name = short_identifier(written);
                if !self.others.iter().any(|other| *other == name) && self.others.len() < 1000 {
                    self.others.push(name.into_owned());
                }
            }
        }
    }

    fn other_property(&self, written: &str) -> Use {
        let name = short_identifier(written);
        match &*name {
            "B" => Use::Move(Color::Black),
            "W" => Use::Move(Color::White),
            "AB" => Use::Setup(Some(Color::Black)),
            "AW" => Use::Setup(Some(Color::White)),
            "AE" => Use::Setup(None),
            _ if self.main.is_none() && self.depth <= self.length => Use::Info,
            _ => Use::Nothing,
        }
    }

    fn value(&mut self, span: Span) {
        let is_first = std::mem::replace(&mut self.is_first_value, false);
        match self.property {
            Use::Move(color) if is_first => self.moves.push((color, span)),
            Use::Setup(stone) => self.setup.push((stone, span)),
            Use::Info if is_first => self.keep(span),
            Use::Nothing | Use::Move(_) | Use::Info => {}
        }
    }

    /// Keeps what the first node of the main line says that has the property.
    fn keep(&mut self, span: Span) {
        if self.depth < self.length {
            return;
        }
        let raw = span.of_str(self.sgf);
        if raw.trim().is_empty() {
            return;
        }
        let identifier = short_identifier(self.identifier.of_str(self.sgf));
        let info = &mut self.info;
        match &*identifier {
            "KM" if info.komi.is_none() => {
                info.komi = komi::parse_lenient(raw).ok().map(|read| read.value.get());
            }
            "TM" if info.time.is_none() => {
                info.time = real::parse_lenient(raw).ok().map(|read| read.value.get());
            }
            "HA" if info.handicap.is_none() => {
                info.handicap = handicap::parse_lenient(raw)
                    .ok()
                    .map(|read| read.value.into());
            }
            "FF" if info.format.is_none() => {
                let version = number::parse_lenient(raw).ok();
                info.format = version.and_then(|read| i32::try_from(read.value).ok());
            }
            "SZ" if info.size.is_none() => {
                let size = value::Size::parse_lenient(raw).ok();
                info.size = size.map(|read| (read.value.columns, read.value.rows));
            }
            "AP" => {
                let program = value::Application::parse_lenient(raw).ok();
                let name = program.map(|read| read.value.name.into_owned());
                let place = &mut info.texts[Text::Program as usize];
                *place = place.take().or(name);
            }
            "GM" | "CA" => {}
            other => {
                if let Some(kind) = Text::of_property(other.as_bytes()) {
                    let place = &mut info.texts[kind as usize];
                    if place.is_none() {
                        *place = Some(if kind == Text::About {
                            text::unescape_text(raw).into_owned()
                        } else {
                            text::unescape_simple_text(raw).into_owned()
                        });
                    }
                }
            }
        }
    }

    /// Does what the node said, when all of it was read.
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

    /// Each point is set once, however often it is named; the last word counts.
    fn set_up(&mut self) {
        const UNTOUCHED: u8 = 3;
        self.marks.clear();
        self.marks.resize(self.size.area(), UNTOUCHED);
        let board = value::Size::from(self.size);
        for (stone, span) in &self.setup {
            let mark = stone.map_or(0, |color| color as u8 + 1);
            let raw = span.of_str(self.sgf);
            // A rectangle that reaches over the edge is cut.
            let items = point_list::parse_lenient(raw, board)
                .or_else(|_| point_list::parse_lenient(raw, LETTERS))
                .map(|read| read.value)
                .unwrap_or_default();
            for point in items.into_iter().flat_map(value::PointItem::points) {
                if self.size.contains(point.into()) {
                    self.marks[place_of(point.into(), self.size) as usize] = mark;
                }
            }
        }
        for place in 0..self.marks.len() {
            let mark = self.marks[place];
            if mark != UNTOUCHED && mark != self.stones[place] {
                let place = place as u16;
                let stone = [None, Some(Color::Black), Some(Color::White)][usize::from(mark)];
                let on_board = self.board.set(point_at(place, self.size), stone);
                debug_assert!(on_board.is_ok(), "a point of the board");
                self.change(place, mark);
                self.events.push(Event::set(stone, place).0);
            }
        }
    }

    fn play(&mut self, color: Color, span: Span, is_main: bool) {
        let raw = span.of_str(self.sgf);
        if is_main {
            self.played += 1;
        }
        let point = value::Move::parse_lenient(raw, self.size.into())
            .ok()
            .and_then(|read| read.value.point())
            .map(Point::from);
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

    fn finish(mut self) -> GameData {
        let main = self.main.unwrap_or(self.events.len() as u32);
        if self.kept > MOST_NODES {
            self.flags |= Flags::IRREGULAR;
        }
        if !self.is_go {
            self.flags |= Flags::INCOMPLETE;
        }
        let mut bytes = vec![self.size.width(), self.size.height()];
        let of_main = &self.events[..main as usize];
        bytes.extend(of_main.iter().flat_map(|event| event.to_le_bytes()));
        let winner = self.info.winner();
        let mut info = self.info;
        info.variations = self.leaves + 1;
        info.properties = properties(&self.known, self.others);
        info.dyer_signature = dyer_signature(self.dyer, self.size);
        self.events.shrink_to_fit();
        GameData {
            info,
            size: self.size,
            main,
            nodes: self.kept,
            flags: self.flags,
            winner,
            hash: xxh3_64(&bytes),
            events: self.events,
        }
    }
}

/// The identifiers, sorted, with commas.
fn properties(known: &[u64; 11], others: Vec<String>) -> String {
    let mut names = others;
    for key in 0..26 * 27_usize {
        if known[key / 64] >> (key % 64) & 1 == 1 {
            let letter = |ordinal: usize| char::from(b'A' + ordinal as u8);
            let mut name = String::from(letter(key / 27));
            if key % 27 > 0 {
                name.push(letter(key % 27 - 1));
            }
            names.push(name);
        }
    }
    names.sort_unstable();
    names.join(",")
}

/// The least of the eight images of the moves; `--` where there is none.
fn dyer_signature(moves: [Option<Point>; 6], size: Size) -> String {
    let image = |symmetry: Symmetry| {
        let letters = |point: &Option<Point>| {
            let letters = point.and_then(|point| symmetry.apply(point, size).letters());
            let [x, y] = letters.unwrap_or([b'-'; 2]);
            [char::from(x), char::from(y)]
        };
        moves.iter().flat_map(letters).collect::<String>()
    };
    let images = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| symmetry.size(size) == size);
    images.map(image).min().unwrap_or_default()
}

/// The place of a point of the board, row by row.
#[inline]
pub(crate) fn place_of(point: Point, size: Size) -> u16 {
    u16::from(point.y) * u16::from(size.width()) + u16::from(point.x)
}

/// The point at a place.
#[inline]
pub(crate) fn point_at(place: u16, size: Size) -> Point {
    let width = u16::from(size.width());
    Point::new((place % width) as u8, (place / width) as u8)
}
