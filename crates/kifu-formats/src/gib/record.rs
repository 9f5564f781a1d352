use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Size};

use super::header::Header;
use crate::draft::{Draft, Record};
use crate::go::handicap_stones;
use crate::note::quote;

/// The most stones of a handicap.
const MOST: u32 = 9;

/// The lines of a game, added to a tree one by one.
pub(super) struct Moves<'a> {
    record: Record<'a>,
    header: &'a Header,
    size: Size,
    node: NodeId,
    last: Option<Color>,
    stones: u32,
}

impl<'a> Moves<'a> {
    pub(super) fn begin(draft: &'a mut Draft, header: &'a Header) -> Self {
        let side = header.size().unwrap_or(19);
        let size = if let Ok(side @ 2..=52) = u16::try_from(side) {
            Size::square(side).unwrap_or_default()
        } else {
            draft.notes.file(format_args!(
                "{side} is not the size of a Go board; using 19"
            ));
            Size::GO
        };
        Self {
            record: draft.begin(Game::Go, size),
            header,
            size,
            node: NodeId::ROOT,
            last: None,
            stones: 0,
        }
    }

    pub(super) fn line(&mut self, number: usize, line: &str) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("STO") => {
                if !self.stone(words) {
                    let quoted = quote(line);
                    self.record.notes.line(
                        number,
                        format_args!("ignored, not a move on the board: {quoted}"),
                    );
                }
            }
            Some("SKI") => {
                let even = if self.stones >= 2 {
                    Color::White
                } else {
                    Color::Black
                };
                let color = self.last.map_or(even, Color::opponent);
                self.play(color, None);
            }
            Some("INI") => self.start(number, words),
            // Marks the end of the counting, and restarts of the counter: nothing of the game.
            Some("REM" | "IDX") | None => {}
            // The lines of numbers before the first move.
            Some(first)
                if first.starts_with(|char: char| char.is_ascii_digit() || char == '\\') => {}
            Some(_) => {
                let quoted = quote(line);
                self.record
                    .notes
                    .line(number, format_args!("ignored, unknown command: {quoted}"));
            }
        }
    }

    /// `INI 0 1 H &4`.
    fn start<'w>(&mut self, number: usize, mut words: impl Iterator<Item = &'w str>) {
        let Some(stones) = words.nth(2).and_then(|word| word.parse::<u32>().ok()) else {
            return;
        };
        if stones < 2 || self.stones > 0 {
            return;
        }
        let points = handicap_stones(self.size, stones);
        if stones > MOST || points.is_empty() {
            self.record.notes.line(
                number,
                format_args!(
                    "the points of the {stones} handicap stones are unknown; set `AB` by hand"
                ),
            );
            return;
        }
        self.stones = stones;
        self.record.set(NodeId::ROOT, "HA", &stones.to_string());
        self.record.add_points(NodeId::ROOT, "AB", points);
    }

    /// `0 N C X Y`, after `STO`.
    fn stone<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> bool {
        let mut numbers = words.skip(2).map(|word| word.parse::<u16>().ok());
        let mut next = || numbers.next().flatten();
        let (Some(color), Some(column), Some(row)) = (next(), next(), next()) else {
            return false;
        };
        let color = match color {
            1 => Color::Black,
            2 => Color::White,
            _ => return false,
        };
        let point = Point::new(column, row);
        let is_on_board = self.size.contains(point);
        if is_on_board {
            self.play(color, Some(point));
        }
        is_on_board
    }

    fn play(&mut self, color: Color, point: Option<Point>) {
        self.node = self.record.play(self.node, color, point);
        self.last = Some(color);
    }

    pub(super) fn finish(mut self) {
        self.header.fill(&mut self.record, self.stones);
    }
}
