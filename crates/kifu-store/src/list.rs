//! The games that a selection means, where records have to be asked.

use std::ops::ControlFlow;

use crate::answer::GameId;
use crate::bits::{has, set};
use crate::choice::{Choice, Known};
use crate::error::{Result, StoreError};
use crate::info::GameInfo;
use crate::segment::Segment;
use crate::store::{Store, is_shown};

/// A segment whose games are told in their order, as far as it is known which are meant.
struct Listed<'a> {
    number: u32,
    segment: &'a Segment,
    known: Known,
    /// The games that come before are told.
    next: u32,
    /// What is known of its games, from the first one on that is told.
    infos: Option<Vec<GameInfo>>,
}

/// Who takes games, and who is told what is wrong.
struct Takers<'t> {
    take: &'t mut dyn FnMut(GameId, GameInfo),
    failed: &'t mut dyn FnMut(StoreError) -> Result<()>,
}

impl Listed<'_> {
    /// Tells the next games, up to one that is open; whether there are no more.
    fn tell(&mut self, takers: &mut Takers<'_>) -> Result<bool> {
        while (self.next as usize) < self.segment.games {
            let game = self.next;
            if has(&self.known.open, game as usize) {
                return Ok(false);
            }
            self.next += 1;
            if !has(&self.known.meant, game as usize) {
                continue;
            }
            let infos = match &mut self.infos {
                Some(infos) => infos,
                none => match self.segment.infos(None, is_shown) {
                    Ok(infos) => none.insert(infos),
                    Err(error) => {
                        (takers.failed)(error)?;
                        return Ok(true);
                    }
                },
            };
            let id = GameId {
                segment: self.number,
                game,
            };
            (takers.take)(id, std::mem::take(&mut infos[game as usize]));
        }
        Ok(true)
    }
}

/// Tells the games of segments, one segment after the other, as far as it is known which are meant.
fn tell(listed: &mut Vec<Listed<'_>>, takers: &mut Takers<'_>) -> Result<()> {
    while let Some(first) = listed.last_mut() {
        if !first.tell(takers)? {
            break;
        }
        listed.pop();
    }
    Ok(())
}

impl Store {
    /// All games that are meant, in their order, each as soon as it is known that it is.
    pub(crate) fn list_chosen(
        &self,
        choice: &Choice,
        take: &mut dyn FnMut(GameId, GameInfo),
        failed: &mut dyn FnMut(StoreError) -> Result<()>,
    ) -> Result<()> {
        let mut takers = Takers { take, failed };
        for group in self.groups() {
            let mut open = Vec::new();
            let mut listed = Vec::new();
            for number in group {
                let segment = &self.segments()[number];
                let number = number as u32;
                match choice.of(number, segment) {
                    Ok(known) => {
                        open.extend(known.open_games(number));
                        let listing = Listed {
                            number,
                            segment,
                            known,
                            next: 0,
                            infos: None,
                        };
                        listed.push(listing);
                    }
                    Err(error) => (takers.failed)(error)?,
                }
            }
            // The first one comes last, so that it is taken away when it is told.
            listed.reverse();
            tell(&mut listed, &mut takers)?;
            let mut outcome = Ok(());
            self.resolve(choice, &open, &mut |resolved| {
                for (id, is_meant) in &resolved.games {
                    let mut segments = listed.iter_mut();
                    if let Some(own) = segments.find(|own| own.number == id.segment) {
                        set(&mut own.known.open, id.game as usize, false);
                        set(
                            &mut own.known.meant,
                            id.game as usize,
                            *is_meant == Some(true),
                        );
                    }
                }
                let mut errors = resolved.errors.into_iter();
                outcome = errors.try_for_each(&mut *takers.failed);
                if outcome.is_ok() {
                    outcome = tell(&mut listed, &mut takers);
                }
                match outcome {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            })?;
            outcome?;
        }
        Ok(())
    }
}
