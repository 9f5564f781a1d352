//! Converts game records to events and game info.
//!
//! Moves and setup have the effect that they have in `kifu_games::go`, which the tests compare with: the setup of a
//! node comes before its moves, and a move that cannot be played is a pass. Parser events are processed directly, so
//! that each game is traversed once.

mod facts;
mod identifiers;
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
use crate::info::{IndexedGame, Text};

/// Maximum number of nodes on the main line that the times of a block can represent.
pub(crate) const MOST_NODES: u32 = 16_382;

/// A game to add to the index.
#[derive(Clone, Debug)]
pub(crate) struct GameData {
    pub(crate) info: IndexedGame,
    pub(crate) facts: Facts,
    pub(crate) size: Size,
    pub(crate) events: Vec<u16>,
    /// The directory entry; the offset of the events and the source are set when the game is added to a segment.
    pub(crate) entry: Entry,
}

impl GameData {
    /// Reads the games of a collection, numbered from 0. Only the headers of the collection need to be parsed.
    /// `keeps_sgf` decides whether the result includes the records.
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
        let record = Record::from(game);
        // No letters name the points of a larger board, so its stones are not known.
        let has_points = record.size().is_none_or(Size::has_letters);
        let is_go = game.kind() == Some(Kind::Go) && has_points;
        let span = game.span().unwrap_or_default();
        let sgf = span.of_str(game.collection().text());
        reader.begin(sgf, size, is_go);
        Parser::new(sgf.as_bytes()).for_each(|event| reader.take(event));
        let (mut info, mut entry) = reader.finish();
        info.path = path.clone();
        info.number = number;
        // These fields depend on the root only.
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

    /// Sets the number of records before its own in the archive, and of games before it in the record.
    pub(crate) fn set_place(&mut self, member: u32, number: u32) {
        self.entry.member = member;
        self.info.number = number;
        self.entry.number = number;
    }

    /// Whether a game of Go has an incomplete tree.
    pub(crate) fn is_cut(&self) -> bool {
        self.entry.flags.has(crate::directory::Flags::INCOMPLETE) && self.entry.is_go()
    }
}

/// The index of a point on the board, row by row.
#[inline]
pub(crate) fn place_of(point: Point, size: Size) -> u16 {
    size.index(point) as u16
}

/// The point at an index, row by row.
#[inline]
pub(crate) fn point_at(place: u16, size: Size) -> Point {
    Point::new(place % size.columns(), place / size.columns())
}
