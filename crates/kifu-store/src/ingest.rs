//! From a game record to events and game info.
//!
//! Records are executed as `kifu_games::go` does it, which is the oracle of the tests: setup of
//! a node first, then its moves; what is no move of the board counts as a pass. The events of the
//! parser are taken as they come, so that a game is walked through once.

mod facts;
mod reader;
mod signature;

use std::borrow::Cow;
use std::sync::Arc;

use kifu_games::go::Start;
use kifu_go::{Point, Size};
use kifu_select::{Field, Record};
use kifu_sgf::schema::Game as Kind;
use kifu_sgf::{Collection, GameTree};
use kifu_syntax::Parser;

pub(crate) use self::facts::Facts;
use self::reader::Reader;
use crate::directory::Entry;
use crate::info::{GameInfo, Text};

/// More nodes than this on the main line, and the times of a block do not hold them.
pub(crate) const MOST_NODES: u32 = 16_382;

/// A game as the index takes it.
#[derive(Clone, Debug)]
pub(crate) struct GameData {
    pub(crate) info: GameInfo,
    pub(crate) facts: Facts,
    pub(crate) size: Size,
    pub(crate) events: Vec<u16>,
    /// All of it but the place of the events and the source, which are known when it is put away.
    pub(crate) entry: Entry,
}

impl GameData {
    /// Reads the games of a collection, of which nothing but the headers need have been read, and counts
    /// them from 0. `keeps_sgf`: whether the records go along.
    pub(crate) fn read_all(collection: &Collection, path: &Arc<str>, keeps_sgf: bool) -> Vec<Self> {
        let mut reader = Reader::new();
        let games = collection.games().zip(0..);
        games
            .map(|(game, number)| Self::read(&mut reader, game, path, number, keeps_sgf))
            .collect()
    }

    /// Reads a single game.
    pub(crate) fn of(game: GameTree<'_>) -> Self {
        Self::read(&mut Reader::new(), game, &"".into(), 0, false)
    }

    fn read<'a>(
        reader: &mut Reader<'a>,
        game: GameTree<'a>,
        path: &Arc<str>,
        number: u32,
        keeps_sgf: bool,
    ) -> Self {
        let size = Start::size_of(game);
        let is_go = game.kind() == Some(Kind::Go);
        let span = game.span().unwrap_or_default();
        let sgf = span.of_str(game.collection().text());
        reader.begin(sgf, size, is_go);
        Parser::new(sgf.as_bytes()).for_each(|event| reader.take(event));
        let (mut info, mut entry) = reader.finish();
        info.path = path.clone();
        info.number = number;
        // The root has these.
        let record = Record::from(game);
        info.texts[Text::Game as usize] = record.text(Field::Game).map(Cow::into_owned);
        info.size = record.size();
        let charset = game.collection().source().segment_at(span.start).charset;
        info.texts[Text::Encoding as usize] = Some(charset.name().to_owned());
        if keeps_sgf {
            info.sgf = Some(sgf.to_owned());
        }
        let facts = Facts::of(&info);
        facts.enter(&mut entry);
        entry.number = number;
        Self {
            info,
            facts,
            size,
            events: reader.events().to_vec(),
            entry,
        }
    }

    /// Sets how many games of its file come before.
    pub(crate) fn set_number(&mut self, number: u32) {
        self.info.number = number;
        self.entry.number = number;
    }

    /// Whether its tree is not all there, although it is Go.
    pub(crate) fn is_cut(&self) -> bool {
        self.entry.flags.has(crate::directory::Flags::INCOMPLETE) && self.entry.is_go()
    }
}

/// The place of a point of the board, row by row.
#[inline]
pub(crate) fn place_of(point: Point, size: Size) -> u16 {
    size.index(point) as u16
}

/// The point at a place.
#[inline]
pub(crate) fn point_at(place: u16, size: Size) -> Point {
    Point::new(place % size.columns(), place / size.columns())
}
