//! The tables of times that the search of a block asks.
//!
//! A block that is searched for the first time gets no table of its own: the times of a game are made when the game is
//! looked at, in memory that is used again for the next 512 games. So one search makes no more than it needs, and what
//! it makes stays in the caches. When many games of a block are searched again, its table is made and kept, if there is
//! room.

use std::sync::Arc;

use crate::bits::bits;
use crate::directory::Entry;
use crate::error::Result;
use crate::occupancy::TOGETHER;
use crate::segment::Segment;
use crate::store::Store;
use crate::times::{GameTimes, Maker, Numbers, Short, Times};

/// Games whose times are made at a time.
const GAMES: usize = 64 * TOGETHER;

/// The memory for times that are not kept.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// Of 512 games.
    times: Times,
    numbers: Numbers,
    /// The games that have their times.
    made: [u64; TOGETHER],
    /// The events of the block, as they are in the file.
    bytes: Vec<u8>,
    /// Those of a game.
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
    /// The first of the 512 games that are looked at, by its word in the block.
    first: usize,
    source: Source,
}

enum Source {
    Kept(Arc<Times>, Arc<Numbers>),
    Made(Box<Scratch>),
}

impl<'a> Tables<'a> {
    /// The times of a block. `is_worth`: whether a table is made, if there is none and the block was searched before.
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

    /// Goes on to the 512 games from a word of the block on.
    pub(super) fn turn(&mut self, first: usize) {
        self.first = first;
        if let Source::Made(scratch) = &mut self.source {
            scratch.times.clear(self.segment.size.area());
            scratch.numbers.clear();
            scratch.made = [0; TOGETHER];
        }
    }

    /// Makes the times of some of 64 games, if they are not there. `word`: which 64 of the 512.
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

    /// The times of the 512 games, as far as they were made.
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

    /// Leaves the memory for the next block.
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
    /// The word of the first of them in the table.
    first: usize,
}

impl<'a> View<'a> {
    /// What may be where in 64 of the games.
    #[inline]
    pub(super) fn word(self, word: usize) -> Short<'a> {
        self.times.word(self.first + word)
    }

    /// The times of a game.
    #[inline]
    pub(super) fn game(self, game: usize) -> GameTimes<'a> {
        self.times.game(self.first * 64 + game)
    }

    /// The numbers of the moves of a game by node; `None` if they are those of the nodes.
    #[inline]
    pub(super) fn numbers(self, game: usize) -> Option<&'a [u16]> {
        self.numbers.of_game(self.first * 64 + game)
    }
}
