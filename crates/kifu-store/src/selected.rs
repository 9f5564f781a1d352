//! Requests for selected games of an index: games, fields, and error handling.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use kifu_select::{Field, Selection};

use crate::bits::has;
use crate::error::{Result, StoreError};
use crate::found::GameId;
use crate::info::IndexedGame;
use crate::projection::{Projection, is_shown};
use crate::store::Store;

/// The handler of errors of parts of the index and records.
type OnError<'s> = Box<dyn FnMut(StoreError) -> Result<()> + 's>;

/// A request for the selected games of an index, made by [`Store::select`].
///
/// By default all columns but the records and their comments are read, and the first error ends the request.
pub struct Selected<'s> {
    store: &'s Store,
    selection: &'s Selection,
    /// The fields to read from the records.
    fields: Vec<Field>,
    /// Whether to read only the columns of `fields` and of the selection.
    is_lean: bool,
    on_error: OnError<'s>,
    is_canceled: Box<dyn FnMut() -> bool + 's>,
}

impl fmt::Debug for Selected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selected")
            .field("selection", self.selection)
            .field("fields", &self.fields)
            .field("is_lean", &self.is_lean)
            .finish_non_exhaustive()
    }
}

impl Store {
    /// Requests the selected games with their game info, in the order of the index.
    ///
    /// ```no_run
    /// # use std::ops::ControlFlow;
    /// # use kifu_store::{Store, Text};
    /// let store = Store::open("games.kifu")?;
    /// let selection = "player~Shusaku date<1850".parse()?;
    /// store.select(&selection).for_each(|_, game| println!("{:?}", game.text(Text::Event)))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn select<'s>(&'s self, selection: &'s Selection) -> Selected<'s> {
        Selected {
            store: self,
            selection,
            fields: Vec::new(),
            is_lean: false,
            on_error: Box::new(Err),
            is_canceled: Box::new(|| false),
        }
    }
}

impl<'s> Selected<'s> {
    /// Reads these fields in addition to all columns: comments, captures and signatures are read from the records. A
    /// record that cannot be read is an error; its game lacks these fields.
    #[must_use]
    pub fn with(mut self, fields: &[Field]) -> Self {
        self.fields = fields.to_vec();
        self
    }

    /// Reads only the columns of these fields and of the selection, which is several times faster.
    #[must_use]
    pub fn only(mut self, fields: &[Field]) -> Self {
        self.fields = fields.to_vec();
        self.is_lean = true;
        self
    }

    /// Sets the handler for segments and records that cannot be read: `Ok` skips them, `Err` ends the request. By
    /// default, errors end the request.
    #[must_use]
    pub fn on_error(mut self, on_error: impl FnMut(StoreError) -> Result<()> + 's) -> Self {
        self.on_error = Box::new(on_error);
        self
    }

    /// Sets the condition for stopping, which is tested before each segment. The default is never.
    #[must_use]
    pub fn until(mut self, is_canceled: impl FnMut() -> bool + 's) -> Self {
        self.is_canceled = Box::new(is_canceled);
        self
    }

    /// Passes all selected games to `take`.
    ///
    /// # Errors
    /// A table, or a record that is needed, cannot be read, unless [`Selected::on_error`] skips it; the list of
    /// files is damaged, and records are needed.
    pub fn for_each(self, mut take: impl FnMut(GameId, IndexedGame)) -> Result<()> {
        self.try_for_each(|id, info| {
            take(id, info);
            ControlFlow::Continue(())
        })
    }

    /// Passes selected games to `take` until it stops.
    ///
    /// # Errors
    /// A table, or a record that is needed, cannot be read, unless [`Selected::on_error`] skips it; the list of
    /// files is damaged, and records are needed.
    pub fn try_for_each(
        mut self,
        mut take: impl FnMut(GameId, IndexedGame) -> ControlFlow<()>,
    ) -> Result<()> {
        let of_records: Vec<Field> = self
            .fields
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .filter(|field| field.is_of_record())
            .collect();
        let needs_records = !of_records.is_empty();
        let choice = if needs_records {
            Some(self.store.any_choice(self.selection))
        } else {
            self.store.choice(self.selection)
        };
        let chosen = match choice {
            Some(choice) if self.is_lean && !needs_records => {
                Some(self.store.chosen(&choice, &mut self.on_error)?)
            }
            Some(choice) => {
                let mut takers = crate::list::Takers {
                    take: &mut take,
                    failed: &mut self.on_error,
                    is_canceled: &mut self.is_canceled,
                };
                return self.store.list_chosen(&choice, &of_records, &mut takers);
            }
            None => None,
        };
        let fields = self.selection.fields().chain(self.fields.iter().copied());
        let asked = Projection {
            fields: fields.collect(),
            properties: self.selection.asks_for_properties(),
        };
        let wanted = |name: &str| {
            if self.is_lean {
                asked.has(name)
            } else {
                is_shown(name)
            }
        };
        for (number, segment) in self.store.segments().iter().enumerate() {
            if (self.is_canceled)() {
                break;
            }
            let infos = match segment.infos(None, wanted) {
                Ok(infos) => infos,
                Err(error) => {
                    (self.on_error)(error)?;
                    continue;
                }
            };
            for (game, info) in infos.into_iter().enumerate() {
                let is_selected = match &chosen {
                    Some(chosen) => chosen[number]
                        .as_ref()
                        .is_some_and(|own| has(&own.selected, game)),
                    None => self.selection.matches_facts(&info),
                };
                let id = GameId {
                    segment: number as u32,
                    game: game as u32,
                };
                if is_selected && segment.is_alive(game) && take(id, info).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
