//! Lists selected games whose records may be needed.

use std::collections::HashMap;
use std::ops::ControlFlow;

use kifu_select::Field;

use crate::bits::{has, set};
use crate::choice::{Choice, Known, RecordData, games};
use crate::error::{Result, StoreError};
use crate::found::GameId;
use crate::info::IndexedGame;
use crate::projection::is_shown;
use crate::segment::Segment;
use crate::store::Store;

/// A segment whose games are listed in order, as far as the selection is decided.
struct Listed<'a> {
    number: u32,
    segment: &'a Segment,
    known: Known,
    /// Games whose records must be read first.
    waiting: Vec<u64>,
    /// Field values from the records of later games.
    of_records: HashMap<u32, Vec<(Field, String)>>,
    /// The next game to list.
    next: u32,
    /// The data of its games, starting with the first listed one.
    infos: Option<Vec<IndexedGame>>,
}

/// The callbacks for games and errors.
pub(crate) struct Takers<'t> {
    pub(crate) take: &'t mut dyn FnMut(GameId, IndexedGame) -> ControlFlow<()>,
    pub(crate) failed: &'t mut dyn FnMut(StoreError) -> Result<()>,
    /// Called before each group of segments, and each time records were read.
    pub(crate) is_canceled: &'t mut dyn FnMut() -> bool,
}

/// The progress of listing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// All games were listed.
    Done,
    /// A record must be read first.
    Waiting,
    /// The caller wants no more games.
    Stopped,
}

impl Listed<'_> {
    /// Lists the next games, up to one that waits for its record.
    fn advance(&mut self, takers: &mut Takers<'_>) -> Result<Progress> {
        while (self.next as usize) < self.segment.games {
            let game = self.next;
            if has(&self.waiting, game as usize) {
                return Ok(Progress::Waiting);
            }
            self.next += 1;
            if !has(&self.known.selected, game as usize) {
                continue;
            }
            let infos = match &mut self.infos {
                Some(infos) => infos,
                none => match self.segment.infos(None, is_shown) {
                    Ok(infos) => none.insert(infos),
                    Err(error) => {
                        (takers.failed)(error)?;
                        return Ok(Progress::Done);
                    }
                },
            };
            let id = GameId {
                segment: self.number,
                game,
            };
            let mut info = std::mem::take(&mut infos[game as usize]);
            info.of_record = self.of_records.remove(&game).unwrap_or_default();
            if (takers.take)(id, info).is_break() {
                return Ok(Progress::Stopped);
            }
        }
        Ok(Progress::Done)
    }

    /// Stores the information from the record of a game.
    fn receive(&mut self, game: u32, data: Option<RecordData>) {
        let place = game as usize;
        set(&mut self.waiting, place, false);
        if has(&self.known.open, place) {
            let is_selected = data.as_ref().is_some_and(|data| data.is_selected);
            set(&mut self.known.selected, place, is_selected);
        }
        if has(&self.known.selected, place) {
            self.of_records.extend(data.map(|data| (game, data.fields)));
        }
    }
}

/// Lists the games of segments, one segment after the other, as far as the selection is decided.
fn advance(listed: &mut Vec<Listed<'_>>, takers: &mut Takers<'_>) -> Result<Progress> {
    while let Some(first) = listed.last_mut() {
        let progress = first.advance(takers)?;
        if progress != Progress::Done {
            return Ok(progress);
        }
        listed.pop();
    }
    Ok(Progress::Done)
}

impl Store {
    /// Lists all selected games in order, each as soon as its selection is decided, with the values of `fields` from
    /// their records.
    pub(crate) fn list_chosen(
        &self,
        choice: &Choice,
        fields: &[Field],
        takers: &mut Takers<'_>,
    ) -> Result<()> {
        for group in self.groups() {
            if (takers.is_canceled)() {
                break;
            }
            let mut wanted = Vec::new();
            let mut listed = Vec::new();
            for number in group {
                let segment = &self.segments()[number];
                let number = number as u32;
                match choice.of(number, segment) {
                    Ok(known) => {
                        let waiting = known.waiting(fields);
                        wanted.extend(games(number, waiting.iter().copied()));
                        let listing = Listed {
                            number,
                            segment,
                            known,
                            waiting,
                            of_records: HashMap::new(),
                            next: 0,
                            infos: None,
                        };
                        listed.push(listing);
                    }
                    Err(error) => (takers.failed)(error)?,
                }
            }
            // In reverse, so that a listed segment is removed from the end.
            listed.reverse();
            let mut outcome = advance(&mut listed, takers);
            if !matches!(outcome, Ok(Progress::Waiting)) {
                wanted.clear();
            }
            self.resolve(choice, &wanted, fields, &mut |resolved| {
                for (id, data) in resolved.games {
                    let mut segments = listed.iter_mut();
                    if let Some(own) = segments.find(|own| own.number == id.segment) {
                        own.receive(id.game, data);
                    }
                }
                let mut errors = resolved.errors.into_iter();
                outcome = match errors.try_for_each(&mut *takers.failed) {
                    Ok(()) if (takers.is_canceled)() => Ok(Progress::Stopped),
                    Ok(()) => advance(&mut listed, takers),
                    Err(error) => Err(error),
                };
                match outcome {
                    Ok(Progress::Stopped) | Err(_) => ControlFlow::Break(()),
                    Ok(_) => ControlFlow::Continue(()),
                }
            })?;
            if outcome? == Progress::Stopped {
                break;
            }
        }
        Ok(())
    }
}
