//! Shared parts of the database verbs: the index, and the search query.

mod line;
mod records;
mod wanted;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use kifu::go::{Point, Size};
use kifu::select::{Field, Selection};
use kifu::store::{Found, GameId, IndexedGame, Order, Pattern, Share, Store, StoreError, Text};
use kifu_remote::{Address, RemoteError};
use serde_json::{Value, json};

pub(crate) use self::line::line;
pub(crate) use self::records::each_record;
pub(crate) use self::wanted::Wanted;
use crate::exit::Exit;
use crate::failure::OfStore;
use crate::inputs::Inputs;
use crate::output::Output;

/// Whether a path is an index: a folder with a manifest, a path with the extension of an index, or the address of a
/// published index.
pub(crate) fn is_index(path: &Path) -> bool {
    is_address(path)
        || path.join("manifest").is_file()
        || path
            .extension()
            .is_some_and(|extension| extension == "kifu")
            && !path.is_file()
}

/// Whether a path is the address of a published index.
pub(crate) fn is_address(path: &Path) -> bool {
    Address::of_path(path).is_ok_and(|address| address.is_some())
}

/// The folder of an index, in the cache if its path is an address.
pub(crate) fn local(path: &Path) -> anyhow::Result<PathBuf> {
    kifu_remote::local(path).map_err(of_remote)
}

/// An error of a published index; advice is found by the error of the store in it.
pub(crate) fn of_remote(error: RemoteError) -> anyhow::Error {
    match error {
        RemoteError::Store(error) => error.into(),
        other => other.into(),
    }
}

/// Opens an index; with `serves_rest` damage is reported and skipped.
pub(crate) fn open(
    path: &Path,
    serves_rest: bool,
    output: &mut Output,
) -> anyhow::Result<(Store, Exit)> {
    let mut exit = Exit::Clean;
    let store = if serves_rest {
        // Files that are missing or damaged at an address are missing in the folder, and are reported with it.
        let (path, _) = kifu_remote::local_partial(path).map_err(of_remote)?;
        let (store, errors) = Store::open_partial(path)?;
        report(&errors, &mut exit, output);
        store
    } else {
        Store::open(local(path)?)?
    };
    Ok((store.unpacking(kifu_batch::index::unpacking()), exit))
}

/// The message about `--encoding` with an index.
pub(crate) const NO_ENCODING: &str =
    "`--encoding` does not apply to an index, which keeps the text that it read";

/// The index among the inputs, which must be the only one of them.
pub(crate) fn only(inputs: &Inputs) -> anyhow::Result<Option<&Path>> {
    let is_index = |path: &&PathBuf| is_index(path);
    match inputs.paths.as_slice() {
        [path] if is_index(&path) => {
            anyhow::ensure!(!inputs.encoding().is_named(), NO_ENCODING);
            Ok(Some(path))
        }
        paths => match paths.iter().find(is_index) {
            Some(path) => anyhow::bail!("{}: give an index as the only path", path.display()),
            None => Ok(None),
        },
    }
}

/// Passes the selected games of an index, with these fields, to `take` until it breaks. With `serves_rest` damage is
/// reported and skipped.
pub(crate) fn each_game(
    index: &Path,
    selection: &Selection,
    fields: &[Field],
    serves_rest: bool,
    output: &mut Output,
    mut take: impl FnMut(&mut Output, IndexedGame) -> io::Result<ControlFlow<()>>,
) -> anyhow::Result<Exit> {
    let (store, mut exit) = open(index, serves_rest, output)?;
    let errors = Errors::new(serves_rest);
    each_selected(&store, selection, fields, &errors, |_, info| {
        Ok(take(output, info)?)
    })?;
    errors.report(&mut exit, output)?;
    Ok(exit)
}

/// Passes selected games, with these fields, to `take` until it breaks.
fn each_selected(
    store: &Store,
    selection: &Selection,
    fields: &[Field],
    errors: &Errors,
    mut take: impl FnMut(GameId, IndexedGame) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let mut outcome = Ok(());
    let take = |id, info| {
        take(id, info).unwrap_or_else(|error| {
            outcome = Err(error);
            ControlFlow::Break(())
        })
    };
    let games = store.select(selection).with(fields);
    games
        .on_error(|error| errors.add(error))
        .try_for_each(take)?;
    outcome
}

/// Errors of an answer that go on without what is damaged; see [`served`].
struct Errors {
    serves_rest: bool,
    served: RefCell<Vec<StoreError>>,
}

impl Errors {
    const fn new(serves_rest: bool) -> Self {
        Self {
            serves_rest,
            served: RefCell::new(Vec::new()),
        }
    }

    /// Adds an error; `Err` if it aborts the answer.
    fn add(&self, error: StoreError) -> Result<(), StoreError> {
        let errors = served(vec![error], self.serves_rest)?;
        self.served.borrow_mut().extend(errors);
        Ok(())
    }

    fn report(self, exit: &mut Exit, output: &mut Output) -> anyhow::Result<()> {
        let mut report = DamageReport::default();
        report.add(self.served.into_inner(), self.serves_rest, exit, output)?;
        report.end(output);
        Ok(())
    }
}

/// Reports damaged parts that are left out.
pub(crate) fn report(errors: &[StoreError], exit: &mut Exit, output: &mut Output) {
    for error in errors {
        exit.add(Exit::Failure);
        output.error(OfStore(error));
    }
}

/// Splits the errors of a partial answer: returns those that are only reported, or the first one that aborts the
/// answer. Missing records never abort it; damage to the index does, unless `serves_rest`.
pub(crate) fn served(
    errors: Vec<StoreError>,
    serves_rest: bool,
) -> Result<Vec<StoreError>, StoreError> {
    let stops = |error: &StoreError| !serves_rest && !error.is_of_records();
    match errors.iter().position(stops) {
        None => Ok(errors),
        Some(first) => Err({ errors }.swap_remove(first)),
    }
}

/// Reports the damage of an index: each error once, and at most ten files that cannot be read.
#[derive(Debug, Default)]
pub(crate) struct DamageReport {
    reported: BTreeSet<String>,
    of_records: usize,
}

/// Number of files that are named, of those that are gone or have changed.
const MOST_NAMED: usize = 10;

impl DamageReport {
    /// Reports the errors that are new. The error is the one that aborts the answer; see [`served`].
    pub(crate) fn add(
        &mut self,
        errors: Vec<StoreError>,
        serves_rest: bool,
        exit: &mut Exit,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        for error in served(errors, serves_rest)? {
            if !self.reported.insert(error.to_string()) {
                continue;
            }
            exit.add(Exit::Failure);
            self.of_records += usize::from(error.is_of_records());
            if !error.is_of_records() || self.of_records <= MOST_NAMED {
                output.error(OfStore(&error));
            }
        }
        Ok(())
    }

    /// Reports the number of files that were not named.
    pub(crate) fn end(&self, output: &mut Output) {
        let more = self.of_records.saturating_sub(MOST_NAMED);
        if more > 0 {
            output.error(format_args!(
                "{more} more files were deleted, have changed or cannot be read; run `kifu index` again"
            ));
        }
    }
}

/// Returns the most common board size among selected games, and the errors of unreadable parts. If `serves_rest`
/// and no selected game can be read, returns the most common size of all games.
pub(crate) fn usual_size(
    store: &Store,
    selection: &Selection,
    serves_rest: bool,
) -> anyhow::Result<(Size, Vec<StoreError>)> {
    let (sizes, errors) = store.sizes_partial(selection)?;
    let errors = served(errors, serves_rest)?;
    let mut usual = sizes.first().map(|(size, _)| *size);
    if !errors.is_empty() {
        usual = usual.or(store.sizes().first().copied());
    }
    Ok((usual.unwrap_or(Size::GO), errors))
}

/// The order of games
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sort {
    /// The order in which they were added
    Index,
    /// The strongest players first, by the weaker of the two; an unknown rank is the weakest
    Rank,
    /// The newest first
    Newest,
    /// The oldest first
    Oldest,
    /// The rarest continuations first
    Novelty,
}

impl From<Sort> for Order {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Index => Self::Index,
            Sort::Rank => Self::Rank,
            Sort::Newest => Self::Newest,
            Sort::Oldest => Self::Oldest,
            Sort::Novelty => Self::Novelty,
        }
    }
}

/// The maximum number to show, from a number on the command line where 0 means all.
pub(crate) const fn most(shown: usize) -> usize {
    if shown == 0 { usize::MAX } else { shown }
}

/// A share with its interval, in percent; the share itself is `width` characters wide.
pub(crate) fn percents(share: Share, width: usize) -> String {
    let [own, low, high] = [share.share, share.low, share.high].map(|part| part * 100.0);
    format!("{own:>width$.1} % ({low:.1}–{high:.1})")
}

/// A point of a pattern, by its letters.
pub(crate) fn letters(pattern: &Pattern, cell: u16) -> String {
    let columns = pattern.columns();
    Point::new(cell % columns, cell / columns).to_string()
}

/// The position of a hit in its game, as an argument of `kifu show`. An index counts the moves of a line. The node
/// alone identifies the position in variations and if the record has its own move numbers; it is added if there are
/// nodes without a move.
pub(crate) fn place(info: &IndexedGame, found: &Found) -> String {
    let (node, moves) = (found.node, found.move_number);
    if found.is_variation || info.properties.split(',').any(|own| own == "MN") {
        format!("node {node}")
    } else if node == moves {
        format!("move {moves}")
    } else {
        format!("move {moves} (node {node})")
    }
}

/// The fields in [`line()`] and [`found_json`].
pub(crate) const SHOWN: [Field; 7] = [
    Field::File,
    Field::Number,
    Field::Black,
    Field::White,
    Field::Date,
    Field::Result,
    Field::Properties,
];

/// A game that was found, as JSON.
pub(crate) fn found_json(info: &IndexedGame, found: &Found, pattern: &Pattern) -> Value {
    json!({
        "path": &*info.path,
        "number": info.number + 1,
        "node": found.node,
        "move": found.move_number,
        "variation": found.is_variation,
        "swapped": found.transform.is_swapped,
        "corner": found.corner.to_string(),
        "next": found.next.map(|(cell, color)| json!({
            "point": letters(pattern, cell),
            "color": color.to_string(),
        })),
        "black": info.text(Text::Black),
        "white": info.text(Text::White),
        "date": info.text(Text::Date),
        "result": info.text(Text::Result),
    })
}

/// The letter of a continuation on the drawing. Letters with another meaning are skipped.
pub(crate) fn letter(rank: usize) -> Option<char> {
    "abcdefghijklmnpqrstuvwyz".chars().nth(rank)
}
