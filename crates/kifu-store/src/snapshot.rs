//! An index for other engines: its segments, their valid games, and their columns.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use kifu_go::{Color, Move, Point, Size};
use kifu_select::Selection;
use serde::{Deserialize, Serialize};

use crate::bits::{bits, count};
use crate::directory::Entry;
use crate::error::{Result, StoreError};
use crate::event::Action;
use crate::events::main_line;
use crate::found::GameId;
use crate::ingest::point_at;
use crate::segment::{BLOCK, Segment};
use crate::store::{Store, eligible_of};
use crate::table::{Batch, ColumnType, columns};

/// The segments of an index as they were when it was opened. Writers do not change them.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'s> {
    store: &'s Store,
}

/// The games that a selection selects, and those that only unavailable records could decide: for each segment, one bit
/// per game. Deleted games are in neither.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartialSelection {
    /// The selected games.
    pub selected: Vec<Vec<u64>>,
    /// The undecided games.
    pub undecided: Vec<Vec<u64>>,
}

/// A segment of an index: up to 65,536 games of one board size.
#[derive(Clone, Copy, Debug)]
pub struct SegmentView<'s> {
    number: u32,
    segment: &'s Segment,
}

/// A permanent key of a game of an index: later runs of the indexer keep it as long as the content of the file does not
/// change.
///
/// The text form is three numbers, as in `17-3-00c2e5…`. In an archive the number of the record follows the first one,
/// unless it is 0, as in `17.8-3-00c2e5…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameKey {
    /// The number of the content of the file; it is never reused for other content.
    pub source: u32,
    /// The number of the record in its archive, from 0: the order in which the archive was read. Records after the
    /// first 16,777,215 share the last number. 0 for other files, and in indexes made before keys had it.
    #[serde(default)]
    pub member: u32,
    /// The index of the game in its record, from 0.
    pub number: u32,
    /// The hash of its main line ([`Store::main_hash`]).
    pub hash: u64,
}

impl GameKey {
    const fn of(entry: &Entry) -> Self {
        Self {
            source: entry.source,
            member: entry.member,
            number: entry.number,
            hash: entry.hash,
        }
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source)?;
        if self.member > 0 {
            write!(f, ".{}", self.member)?;
        }
        write!(f, "-{}-{:016x}", self.number, self.hash)
    }
}

/// The error for a text that is not the key of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameKeyError {
    /// The text.
    pub text: String,
}

impl fmt::Display for GameKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}`: not the key of a game (expected `NUMBER-NUMBER-HASH` or `NUMBER.NUMBER-NUMBER-HASH`)",
            self.text
        )
    }
}

impl std::error::Error for GameKeyError {}

impl FromStr for GameKey {
    type Err = GameKeyError;

    fn from_str(text: &str) -> std::result::Result<Self, GameKeyError> {
        let read = || {
            let (source, rest) = text.split_once('-')?;
            let (number, hash) = rest.split_once('-')?;
            let (source, member) = source.split_once('.').unwrap_or((source, "0"));
            Some(Self {
                source: source.parse().ok()?,
                member: member.parse().ok()?,
                number: number.parse().ok()?,
                hash: u64::from_str_radix(hash, 16).ok()?,
            })
        };
        let key = read().filter(|key| key.to_string() == text);
        key.ok_or_else(|| GameKeyError { text: text.into() })
    }
}

/// A change on the main line of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A move; a move that is impossible on the board counts as a pass.
    Move(Color, Move),
    /// The previous move captures a stone.
    Capture(Point),
    /// Setup places a stone on a point, or clears it.
    Setup(Point, Option<Color>),
}

impl Store {
    /// The segments of the index.
    pub const fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { store: self }
    }

    /// The keys of games, in order.
    ///
    /// # Errors
    /// A part of the index is damaged.
    pub fn keys(&self, ids: &[GameId]) -> Result<Vec<GameKey>> {
        ids.iter()
            .map(|id| {
                let entry = self.segment(*id)?.directory()?[id.game as usize];
                Ok(GameKey::of(&entry))
            })
            .collect()
    }

    /// The game with a key; `None` if the file is gone or has changed. Takes time linear in the number of games.
    ///
    /// # Errors
    /// A part of the index is damaged.
    pub fn find(&self, key: GameKey) -> Result<Option<GameId>> {
        for (number, segment) in (0..).zip(self.segments()) {
            let directory = segment.directory()?;
            let game = directory
                .iter()
                .enumerate()
                .position(|(game, entry)| GameKey::of(entry) == key && segment.is_alive(game));
            if let Some(game) = game {
                return Ok(Some(GameId {
                    segment: number,
                    game: game as u32,
                }));
            }
        }
        Ok(None)
    }

    /// The selected games of each segment, one bit per game.
    ///
    /// # Errors
    /// A part of the index, or a record that is needed, cannot be read.
    pub fn selected(&self, selection: &Selection) -> Result<Vec<Vec<u64>>> {
        let partial = self.selected_partial(selection, &mut Err)?;
        Ok(partial.selected)
    }

    /// The selected games, and those that only unavailable records could decide. Errors of records that are needed are
    /// passed to `failed`: `Ok` continues without them, `Err` ends the request.
    ///
    /// # Errors
    /// A part of the index cannot be read, and what `failed` returns.
    pub fn selected_partial(
        &self,
        selection: &Selection,
        failed: &mut dyn FnMut(StoreError) -> Result<()>,
    ) -> Result<PartialSelection> {
        let mut partial = PartialSelection::default();
        let Some(choice) = self.choice(selection) else {
            for segment in self.segments() {
                let selected = eligible_of(segment, selection)?;
                partial.undecided.push(vec![0; selected.len()]);
                partial.selected.push(selected);
            }
            return Ok(partial);
        };
        let chosen = self.chosen(&choice, &mut |error| {
            if error.is_of_records() {
                failed(error)
            } else {
                Err(error)
            }
        })?;
        for known in chosen.into_iter().flatten() {
            partial.selected.push(known.selected);
            partial.undecided.push(known.open);
        }
        Ok(partial)
    }
}

impl<'s> Snapshot<'s> {
    /// The number of games.
    pub fn games(&self) -> usize {
        self.store.len()
    }

    /// The columns of game info, in order.
    pub fn columns() -> Vec<(&'static str, ColumnType)> {
        columns()
    }

    /// The segments in the order of the manifest.
    pub fn segments(&self) -> impl ExactSizeIterator<Item = SegmentView<'s>> + use<'s> {
        let segments = self.store.segments().iter().enumerate();
        segments.map(|(number, segment)| SegmentView {
            number: number as u32,
            segment,
        })
    }

    /// A segment by its number.
    pub fn segment(&self, number: u32) -> Option<SegmentView<'s>> {
        self.segments().nth(number as usize)
    }
}

impl SegmentView<'_> {
    /// Its number in manifest order.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The board size of its games.
    pub const fn size(&self) -> Size {
        self.segment.size
    }

    /// The number of its rows, deleted games included.
    pub const fn rows(&self) -> usize {
        self.segment.games
    }

    /// The number of its games that are not deleted.
    pub fn games(&self) -> usize {
        self.segment.games - count(self.segment.dead())
    }

    /// Whether one of its games is deleted.
    pub fn is_deleted(&self, game: usize) -> bool {
        !self.segment.is_alive(game)
    }

    /// The games that are not deleted, one bit per game.
    pub fn live(&self) -> Vec<u64> {
        let words = (0..self.segment.games.div_ceil(64)).map(|word| {
            let games = self.segment.games - word * 64;
            let all = if games < 64 {
                (1 << games) - 1
            } else {
                u64::MAX
            };
            all & !self.segment.dead().get(word).copied().unwrap_or(0)
        });
        words.collect()
    }

    /// Removes the bits of games other than Go from a set of games, one bit per game.
    ///
    /// # Errors
    /// The segment is damaged or cannot be read.
    pub fn keep_go(&self, games: &mut [u64]) -> Result<()> {
        for (game, entry) in self.segment.directory()?.iter().enumerate() {
            if !entry.is_go()
                && let Some(word) = games.get_mut(game / 64)
            {
                *word &= !(1 << (game % 64));
            }
        }
        Ok(())
    }

    /// Passes on columns of game info by name, in batches of at most `most` rows. Deleted games and games without a bit
    /// in `games` are omitted; parts of the table without any game are not read. Names that are not columns are
    /// ignored.
    ///
    /// # Errors
    /// The table is damaged or cannot be read.
    pub fn read(
        &self,
        names: &[&str],
        games: Option<&[u64]>,
        most: usize,
        take: impl FnMut(Batch) -> ControlFlow<()>,
    ) -> Result<()> {
        let live = self.masked(games);
        self.segment.columns(names, &live, most.max(1), take)
    }

    /// Passes on the changes on the main lines of games: the node, from 0, and the change. Deleted games and games
    /// without a bit in `games` are omitted.
    ///
    /// # Errors
    /// The segment is damaged or cannot be read.
    pub fn main_lines(
        &self,
        games: Option<&[u64]>,
        mut take: impl FnMut(u32, &[(u32, Change)]) -> ControlFlow<()>,
    ) -> Result<()> {
        let live = self.masked(games);
        let directory = self.segment.directory()?;
        let size = self.segment.size;
        let mut changes = Vec::new();
        for block in 0..self.segment.blocks() {
            let words = block * BLOCK / 64..((block + 1) * BLOCK / 64).min(live.len());
            if live[words.clone()].iter().all(|word| *word == 0) {
                continue;
            }
            let events = self.segment.events(block)?;
            for word in words {
                for bit in bits(live[word]) {
                    let game = word * 64 + bit;
                    changes.clear();
                    let main = self.segment.main_of(&events, &directory[game])?;
                    main_line(main, |node, event| {
                        let point = point_at(event.point(), size);
                        changes.push((
                            node,
                            match event.action() {
                                Action::Play(color) => Change::Move(color, Move::Play(point)),
                                Action::Pass(Some(color)) => Change::Move(color, Move::Pass),
                                Action::Remove => Change::Capture(point),
                                Action::Set(stone) => Change::Setup(point, stone),
                                Action::Pass(None) | Action::Up => return,
                            },
                        ));
                    });
                    if take(game as u32, &changes).is_break() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The games that are not deleted and have a bit in `games`.
    fn masked(&self, games: Option<&[u64]>) -> Vec<u64> {
        let mut live = self.live();
        if let Some(games) = games {
            for (word, own) in live.iter_mut().enumerate() {
                *own &= games.get(word).copied().unwrap_or(0);
            }
        }
        live
    }
}
