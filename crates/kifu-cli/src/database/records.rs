//! Games of an index with their records.

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use kifu::Collection;
use kifu::select::{Field, Selection};
use kifu::store::{GameId, IndexedGame, Store};

use super::{Errors, each_selected, open};
use crate::exit::Exit;
use crate::output::Output;

/// Number of records that are read together, so that files of many games are read seldom.
const TOGETHER: usize = 4096;

/// Passes the selected games of an index, with these fields, and their records to `take` until it breaks. A record that
/// cannot be read is `None`, and its error is reported. With `serves_rest` damage is reported and skipped. `needed` is
/// the number of games that are enough.
pub(crate) fn each_record(
    index: &Path,
    selection: &Selection,
    fields: &[Field],
    serves_rest: bool,
    needed: usize,
    output: &mut Output,
    mut take: impl FnMut(&mut Output, &IndexedGame, Option<&Collection>) -> io::Result<ControlFlow<()>>,
) -> anyhow::Result<Exit> {
    let (store, mut exit) = open(index, serves_rest, output)?;
    let errors = Errors::new(serves_rest);
    let mut waiting: Vec<(GameId, IndexedGame)> = Vec::new();
    let mut pass = |waiting: &mut Vec<_>| pass_on(waiting, &store, &errors, output, &mut take);
    each_selected(&store, selection, fields, &errors, |id, info| {
        waiting.push((id, info));
        if waiting.len() < TOGETHER.min(needed) {
            return Ok(ControlFlow::Continue(()));
        }
        pass(&mut waiting)
    })?;
    let _ = pass(&mut waiting)?;
    errors.report(&mut exit, output)?;
    Ok(exit)
}

/// Reads the records of waiting games, and passes them on until `take` breaks.
fn pass_on(
    waiting: &mut Vec<(GameId, IndexedGame)>,
    store: &Store,
    errors: &Errors,
    output: &mut Output,
    mut take: impl FnMut(&mut Output, &IndexedGame, Option<&Collection>) -> io::Result<ControlFlow<()>>,
) -> anyhow::Result<ControlFlow<()>> {
    let ids: Vec<_> = waiting.iter().map(|(id, _)| *id).collect();
    let mut records = HashMap::new();
    let mut keep = |id, text| {
        records.insert(id, text);
        ControlFlow::Continue(())
    };
    store.records_partial(&ids, &mut keep, &mut |error| errors.add(error))?;
    for (id, info) in waiting.drain(..) {
        let record = records.remove(&id).map(Collection::from);
        if take(output, &info, record.as_ref())?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
