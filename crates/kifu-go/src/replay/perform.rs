use alloc::vec::Vec;

use kifu_sgf::{
    Property,
    value::{self, PointItem, ValueErrorKind, number, point_list},
};
use kifu_syntax::Span;

use super::{Mark, Note, NoteKind, Replay};
use crate::{Color, Move, OffBoard, Point, Size};

/// What a node says about the game, beside its moves and setup.
#[derive(Default)]
struct Words<'a> {
    moves: [Option<(Color, Property<'a>)>; 2],
    more_moves: Vec<(Color, Property<'a>)>,
    setup: Vec<Point>,
    is_setup: bool,
    announced: bool,
    number: Option<u32>,
    to_play: Option<Color>,
}

impl Replay<'_> {
    /// Does what the node says; returns its last move.
    pub(super) fn perform(&mut self) -> Option<(Color, Move)> {
        let mut words = Words::default();
        for property in self.node.properties() {
            let written = property.written_identifier();
            if written.bytes().any(|byte| byte.is_ascii_lowercase()) {
                self.read(&property.identifier(), property, &mut words);
            } else {
                self.read(written, property, &mut words);
            }
        }
        if words.is_setup {
            let scratch = &mut self.scratch;
            let size = self.game.board().size();
            let stones = words.setup.iter().map(|&point| {
                let place = &mut scratch[size.index(point)];
                let color = match core::mem::take(place) {
                    Mark::Stone(color) => Some(color),
                    Mark::Empty | Mark::Untouched => None,
                };
                (point, color)
            });
            // All points were held against the size of the board when they were read.
            let done = self.game.setup(stones);
            debug_assert!(done.is_ok(), "points of the board");
        }
        let has_move = words.moves[0].is_some();
        if let Some(number) = words.number {
            self.game
                .set_move_number(number.saturating_sub(has_move.into()));
        }
        let mut played = None;
        let moves = words.moves.into_iter().flatten().chain(words.more_moves);
        for (n, (color, property)) in moves.enumerate() {
            if n > 0 {
                self.note(property.span(), NoteKind::SeveralMoves);
            }
            played = Some((color, self.play(color, property, words.announced)));
        }
        if let Some(color) = words.to_play {
            self.game.set_to_play(color);
        }
        played
    }

    fn read<'a>(&mut self, identifier: &str, property: Property<'a>, words: &mut Words<'a>) {
        let color = match identifier {
            "B" | "AB" => Some(Color::Black),
            "W" | "AW" => Some(Color::White),
            _ => None,
        };
        match (identifier, color) {
            ("B" | "W", Some(color)) => {
                let free = words.moves.iter_mut().find(|place| place.is_none());
                match free {
                    Some(place) => *place = Some((color, property)),
                    None => words.more_moves.push((color, property)),
                }
            }
            ("AB" | "AW" | "AE", color) => {
                words.is_setup = true;
                self.read_setup(property, color, &mut words.setup);
            }
            ("KO", _) => words.announced = true,
            ("MN", _) => match move_number(property.value()) {
                Ok(number) => words.number = Some(number),
                Err(error) => {
                    self.note(self.span(property.value()), NoteKind::NotAMoveNumber(error));
                }
            },
            ("PL", _) => match value::color::parse_lenient(property.value()) {
                Ok(read) => words.to_play = Some(read.value),
                Err(error) => self.note(
                    self.span(property.value()),
                    NoteKind::NotAPlayer(error.kind),
                ),
            },
            _ => {}
        }
    }

    fn play(&mut self, color: Color, property: Property<'_>, announced: bool) -> Move {
        let raw = property.value();
        let mut kind = None;
        let mv = match value::r#move::parse_lenient(raw, self.game.board().size()) {
            Ok(read) => read.value,
            Err(error) => value::point::parse(raw).map_or_else(
                |_| {
                    kind = Some(NoteKind::NotAMove(error.kind));
                    Move::Pass
                },
                Move::Play,
            ),
        };
        let played = self.game.play(color, mv);
        let illegal = played
            .illegal
            .map(|illegal| NoteKind::Illegal { illegal, announced });
        if let Some(kind) = illegal.or(kind) {
            self.note(self.span(property.value()), kind);
        }
        if let Some(second) = property.values().nth(1) {
            self.note(self.span(second), NoteKind::SeveralValues);
        }
        match mv {
            Move::Play(point) if !self.game.board().size().contains(point) => Move::Pass,
            mv => mv,
        }
    }

    /// Reads the points of `AB`, `AW` or `AE` into the scratch board. Each point is listed once,
    /// however often it is named: a few letters can name thousands.
    fn read_setup(&mut self, property: Property<'_>, color: Option<Color>, setup: &mut Vec<Point>) {
        let size = self.game.board().size();
        for raw in property.values() {
            match setup_items(raw, size) {
                Ok(Items::One(item)) => self.mark(item, color, setup, raw),
                Ok(Items::Many(items)) => {
                    for item in items {
                        self.mark(item, color, setup, raw);
                    }
                }
                Err(error) => self.note(self.span(raw), NoteKind::NotAPoint(error)),
            }
        }
    }

    fn mark(&mut self, item: PointItem, color: Option<Color>, setup: &mut Vec<Point>, raw: &str) {
        let size = self.game.board().size();
        let mut missed = None;
        for point in item.points() {
            if !size.contains(point) {
                missed.get_or_insert(OffBoard { point, size });
                continue;
            }
            let place = &mut self.scratch[size.index(point)];
            if matches!(place, Mark::Untouched) {
                setup.push(point);
            }
            *place = color.map_or(Mark::Empty, Mark::Stone);
        }
        if let Some(missed) = missed {
            self.note(self.span(raw), NoteKind::SetupOffBoard(missed));
        }
    }

    /// The place of a value in the text of the collection.
    ///
    /// It is found by address: values of a list can be counted only from its beginning.
    fn span(&self, raw: &str) -> Option<Span> {
        let text = self.node.collection().text();
        let start = raw.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        let span = Span::new(start, start.checked_add(raw.len())?);
        (span.end <= text.len()).then_some(span)
    }

    fn note(&mut self, span: Option<Span>, kind: NoteKind) {
        let node = self.node.id();
        self.notes.push(Note { node, span, kind });
    }
}

enum Items {
    One(PointItem),
    Many(Vec<PointItem>),
}

/// The points of a value, on the board or not.
fn setup_items(raw: &str, size: Size) -> Result<Items, ValueErrorKind> {
    if let Ok(item) = PointItem::parse(raw, size) {
        return Ok(Items::One(item));
    }
    point_list::parse_lenient(raw, size)
        .or_else(|error| point_list::parse_lenient(raw, Size::LARGEST).map_err(|_| error))
        .map(|read| Items::Many(read.value))
        .map_err(|error| error.kind)
}

fn move_number(raw: &str) -> Result<u32, ValueErrorKind> {
    let read = number::parse_lenient(raw).map_err(|error| error.kind)?;
    u32::try_from(read.value).map_err(|_| ValueErrorKind::OutOfRange)
}
