//! Identifiers of games in addresses.

use std::ops::ControlFlow;

use kifu::select::{Field, Selection};
use kifu::store::{GameId, IndexedGame, StoreError, Text, player_key};
use xxhash_rust::xxh3::Xxh3;

use crate::error::ApiError;
use crate::gate::Cancel;
use crate::library::{Opened, ensure_time};

/// The fields that tell a game from others, besides its moves.
const FIELDS: [Field; 8] = [
    Field::File,
    Field::Number,
    Field::Moves,
    Field::Black,
    Field::White,
    Field::Date,
    Field::Round,
    Field::Game,
];

impl Opened {
    /// The identifier of a game: where the index has it, and the hash of what the game is.
    pub(crate) fn name(&self, id: GameId, info: &IndexedGame) -> Result<String, StoreError> {
        let hash = self.identity(id, info)?;
        Ok(format!("{}-{}-{hash:016x}", id.segment, id.game))
    }

    /// The game with an identifier, wherever the index has it now.
    pub(crate) fn game(&self, name: &str, cancel: &Cancel) -> Result<GameId, ApiError> {
        let missing = || ApiError::missing("no such game");
        let (wanted, hash) = parsed(name).ok_or_else(missing)?;
        if self.is_at(wanted, hash)? {
            return Ok(wanted);
        }
        self.find(hash, cancel)?.ok_or_else(missing)
    }

    /// The hash of the main line of a game, its players, dates and round, as they are before and after fixes of their
    /// form. Where these may be equal in other games, the file and the number in it count too.
    fn identity(&self, id: GameId, info: &IndexedGame) -> Result<u64, StoreError> {
        let text = |text| info.text(text).unwrap_or_default().trim();
        let dates = info.dates().map(|dates| dates.to_string());
        let (black, white) = (player_key(text(Text::Black)), player_key(text(Text::White)));
        // Games other than Go have no moves in the index.
        let is_go = text(Text::Game) == "Go";
        let is_known = is_go && info.moves > 0 && !black.is_empty() && !white.is_empty();
        let mut hash = Xxh3::new();
        hash.update(&self.store.main_hash(id)?.to_le_bytes());
        hash.update(&info.moves.to_le_bytes());
        if !is_known {
            hash.update(&info.number.to_le_bytes());
            hash.update(info.path.as_bytes());
        }
        let dates = dates.unwrap_or_else(|| text(Text::Date).to_owned());
        for text in [&*black, &*white, &*dates, text(Text::Round)] {
            hash.update(&[0]);
            hash.update(text.as_bytes());
        }
        Ok(hash.digest())
    }

    /// Whether the index has the game with a hash at this place.
    fn is_at(&self, id: GameId, hash: u64) -> Result<bool, StoreError> {
        let segment = self.store.snapshot().segment(id.segment);
        let game = id.game as usize;
        if !segment.is_some_and(|own| game < own.rows() && !own.is_deleted(game)) {
            return Ok(false);
        }
        match self.store.games(&[id])?.first() {
            Some(info) => Ok(self.identity(id, info)? == hash),
            None => Ok(false),
        }
    }

    /// Looks for the game with a hash in the whole index.
    fn find(&self, hash: u64, cancel: &Cancel) -> Result<Option<GameId>, ApiError> {
        let mut found = None;
        let mut failed = None;
        let all = Selection::default();
        let games = self.store.select(&all).only(&FIELDS);
        let games = games.on_error(|error| {
            failed.get_or_insert(error);
            Ok(())
        });
        games.until(|| cancel.is_over()).try_for_each(|id, info| {
            match self.identity(id, &info) {
                Ok(own) if own == hash => {
                    found = Some(id);
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            }
        })?;
        if found.is_none() {
            ensure_time(cancel)?;
            // The game may be in the part that cannot be read.
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        Ok(found)
    }
}

/// Parses `SEGMENT-GAME-HASH`.
fn parsed(name: &str) -> Option<(GameId, u64)> {
    let mut parts = name.splitn(3, '-');
    let segment = parts.next()?.parse().ok()?;
    let game = parts.next()?.parse().ok()?;
    let hash = parts.next().filter(|hash| hash.len() == 16)?;
    let hash = u64::from_str_radix(hash, 16).ok()?;
    Some((GameId { segment, game }, hash))
}
