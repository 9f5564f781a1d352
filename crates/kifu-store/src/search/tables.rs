//! The tables of times for the search of a block.
//!
//! The first search of a block does not build a table: the times of a game are computed when the game is examined, in
//! memory that is reused for the next 512 games. So a search computes only what it needs, and the result stays in the
//! caches. When many games of a block are searched again, its table is built and kept, if there is room.

use std::sync::Arc;

use crate::bits::bits;
use crate::directory::Entry;
use crate::error::Result;
use crate::occupancy::TOGETHER;
use crate::segment::Segment;
use crate::store::Store;
use crate::times::{GameTimes, Maker, Numbers, Short, Times};

/// Number of games whose times are computed at a time.
const GAMES: usize = 64 * TOGETHER;

/// The memory for times that are not kept.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// The times of 512 games.
    times: Times,
    numbers: Numbers,
    /// The games whose times were computed.
    made: [u64; TOGETHER],
    /// The stored events of the block.
    bytes: Vec<u8>,
    /// The events of a game.
    events: Vec<u16>,
    maker: Maker,
}

impl Scratch {
    fn new() -> Self {
        Self {
            times: Times::new(0, GAMES),
            numbers: Numbers::none(),
            made: [0; TOGETHER],
            bytes: Vec::new(),
            events: Vec::new(),
            maker: Maker::default(),
        }
    }
}

/// The times of a block.
pub(super) struct Tables<'a> {
    segment: &'a Segment,
    /// The entries of the games of the block.
    directory: Arc<Vec<Entry>>,
    block: usize,
    /// The first of the 512 current games, by its word in the block.
    first: usize,
    source: Source,
}

enum Source {
    Kept(Arc<Times>, Arc<Numbers>),
    Made(Box<Scratch>),
}

impl<'a> Tables<'a> {
    /// The times of a block. `is_worth`: whether to build a table if there is none and the block was searched before.
    pub(super) fn new(
        store: &Store,
        segment: &'a Segment,
        block: usize,
        is_worth: bool,
    ) -> Result<Self> {
        let keep = |bytes| store.may_keep(bytes);
        let has_room = |bytes| is_worth && store.has_room(bytes);
        let source = if let Some(times) = segment.times(block, has_room, keep)? {
            Source::Kept(times, segment.numbers(block, keep)?)
        } else {
            let mut scratch = Box::new(store.scratch().unwrap_or_else(Scratch::new));
            segment.read_events(block, &mut scratch.bytes)?;
            Source::Made(scratch)
        };
        let mut tables = Self {
            segment,
            directory: segment.directory()?,
            block,
            first: 0,
            source,
        };
        tables.turn(0);
        Ok(tables)
    }

    /// Moves to the 512 games that begin at a word of the block.
    pub(super) fn turn(&mut self, first: usize) {
        self.first = first;
        if let Source::Made(scratch) = &mut self.source {
            scratch.times.clear(self.segment.size.area());
            scratch.numbers.clear();
            scratch.made = [0; TOGETHER];
        }
    }

    /// Computes the missing times of some of 64 games. `word` is the number of these 64 among the 512.
    #[inline]
    pub(super) fn need(&mut self, word: usize, games: u64) -> Result<()> {
        match &mut self.source {
            Source::Made(scratch) if games & !scratch.made[word] != 0 => self.make(word, games),
            _ => Ok(()),
        }
    }

    fn make(&mut self, word: usize, games: u64) -> Result<()> {
        let Source::Made(scratch) = &mut self.source else {
            return Ok(());
        };
        let missing = games & !scratch.made[word];
        scratch.made[word] |= games;
        let games = self.segment.games_of(self.block);
        for bit in bits(missing) {
            let game = word * 64 + bit;
            let entry = &self.directory[games.start + self.first * 64 + game];
            self.segment
                .main_from(&scratch.bytes, entry, &mut scratch.events)?;
            scratch.times.add(game, &scratch.events, &mut scratch.maker);
            if Numbers::are_of(entry) {
                scratch.numbers.add(game, &scratch.events);
            }
        }
        Ok(())
    }

    /// The times of the 512 games, as far as they were computed.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        match &self.source {
            Source::Kept(times, numbers) => View {
                times,
                numbers,
                first: self.first,
            },
            Source::Made(scratch) => View {
                times: &scratch.times,
                numbers: &scratch.numbers,
                first: 0,
            },
        }
    }

    /// Releases the memory for the next block.
    pub(super) fn end(self, store: &Store) {
        if let Source::Made(scratch) = self.source {
            store.put_scratch(*scratch);
        }
    }
}

/// The times of 512 games.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    times: &'a Times,
    numbers: &'a Numbers,
    /// The word of the first game in the table.
    first: usize,
}

impl<'a> View<'a> {
    /// The short numbers of 64 of the games.
    #[inline]
    pub(super) fn word(self, word: usize) -> Short<'a> {
        self.times.word(self.first + word)
    }

    /// The times of a game.
    #[inline]
    pub(super) fn game(self, game: usize) -> GameTimes<'a> {
        self.times.game(self.first * 64 + game)
    }

    /// The move numbers of a game by node; `None` if they equal the node numbers.
    #[inline]
    pub(super) fn numbers(self, game: usize) -> Option<&'a [u16]> {
        self.numbers.of_game(self.first * 64 + game)
    }
}
