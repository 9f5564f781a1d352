use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use kifu::Collection;

use crate::exit::Exit;
use crate::inputs::{Input, Inputs};
use crate::output::Output;
use crate::pieces::{Games, Piece};
use crate::progress::Progress;
use crate::record::ensure_record;
use crate::run;

/// Reads every input, and writes what `show` makes of its name and its collection.
///
/// What cannot be read, or is no game record, is said on standard error.
pub(crate) fn each(
    inputs: &Inputs,
    output: &mut Output,
    show: impl Fn(&str, &Collection) -> String + Sync,
) -> anyhow::Result<Exit> {
    let read = |input: anyhow::Result<Input>| {
        let input = input?;
        let name = input.name();
        let bytes = input.read().with_context(|| name.clone().into_owned())?;
        let length = bytes.len();
        let collection = Collection::from_bytes(bytes);
        ensure_record(&collection, &name)?;
        Ok((length, show(&name, &collection)))
    };
    in_order(
        inputs,
        inputs.iter(),
        Input::weight,
        output,
        read,
        |output, shown| output.write_all(shown.as_bytes()),
    )
}

/// Reads every input a few games at a time, and writes what `show` makes of them.
pub(crate) fn each_games(
    inputs: &Inputs,
    output: &mut Output,
    show: impl Fn(Games<'_>) -> String + Sync,
) -> anyhow::Result<Exit> {
    each_games_into(inputs, output, show, |output, shown| {
        output.write_all(shown.as_bytes())
    })
}

/// The same for questions that roots answer, as a rule: what `show` makes of the headers of some games counts
/// unless it sets the flag; then it is asked again with all of the games.
pub(crate) fn each_headers(
    inputs: &Inputs,
    output: &mut Output,
    show: impl Fn(Games<'_>, Option<&AtomicBool>) -> String + Sync,
) -> anyhow::Result<Exit> {
    // Where roots did not answer once they will not answer again, as a rule.
    let fails = AtomicBool::new(false);
    let read = |piece: anyhow::Result<Piece>| {
        let mut piece = piece?;
        let bytes = piece.read()?;
        let length = bytes.len();
        // Behind the first games there may be a piece of mere text.
        let ensure = |collection: &Collection| match piece.first {
            0 => ensure_record(collection, &piece.name),
            _ => Ok(()),
        };
        let bytes = if fails.load(Ordering::Relaxed) {
            bytes
        } else {
            let collection = Collection::headers_from_bytes(bytes);
            ensure(&collection)?;
            let missed = AtomicBool::new(false);
            let shown = show(piece.games(&collection), Some(&missed));
            if !missed.load(Ordering::Relaxed) {
                return Ok((length, shown));
            }
            fails.store(true, Ordering::Relaxed);
            collection.source().bytes().to_vec()
        };
        let collection = Collection::from_bytes(bytes);
        ensure(&collection)?;
        Ok((length, show(piece.games(&collection), None)))
    };
    let weight = |piece: &anyhow::Result<Piece>| piece.as_ref().map_or(0, Piece::weight);
    in_order(
        inputs,
        inputs.pieces(),
        weight,
        output,
        read,
        |output, shown| output.write_all(shown.as_bytes()),
    )
}

/// Reads every input a few games at a time, and gives what `work` makes of them to `take`, in the order
/// of the inputs.
///
/// Memory is bounded by the longest game, whatever the size of files and archives.
pub(crate) fn each_games_into<R: Send>(
    inputs: &Inputs,
    output: &mut Output,
    work: impl Fn(Games<'_>) -> R + Sync,
    take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let mut take = take;
    each_games_of(
        inputs,
        output,
        |_| true,
        work,
        |output, made| match made {
            Some(made) => take(output, made),
            None => Ok(()),
        },
    )
}

/// The same for inputs whose names are `wanted`; files that are not are not read, and there is nothing
/// made of them.
pub(crate) fn each_games_of<R: Send>(
    inputs: &Inputs,
    output: &mut Output,
    wanted: impl Fn(&str) -> bool + Sync,
    work: impl Fn(Games<'_>) -> R + Sync,
    take: impl FnMut(&mut Output, Option<R>) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let read = |piece: anyhow::Result<Piece>| {
        let mut piece = piece?;
        if !wanted(&piece.name) {
            return Ok((0, None));
        }
        let bytes = piece.read()?;
        let length = bytes.len();
        let collection = Collection::from_bytes(bytes);
        // Behind the first games there may be a piece of mere text.
        if piece.first == 0 {
            ensure_record(&collection, &piece.name)?;
        }
        Ok((length, Some(work(piece.games(&collection)))))
    };
    let weight = |piece: &anyhow::Result<Piece>| piece.as_ref().map_or(0, Piece::weight);
    in_order(inputs, inputs.pieces(), weight, output, read, take)
}

/// Does `read` on each item, and gives what it makes to `take`; errors are said, and the rest goes on.
fn in_order<T: Send, R: Send>(
    inputs: &Inputs,
    items: impl Iterator<Item = T>,
    weight: impl Fn(&T) -> usize,
    output: &mut Output,
    read: impl Fn(T) -> anyhow::Result<(usize, R)> + Sync,
    mut take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    let mut progress = Progress::of(inputs);
    run::in_order(items, weight, read, |done| {
        match done {
            Ok((length, made)) => {
                progress.add(length);
                progress.aside(|| take(output, made))?;
            }
            Err(error) => {
                exit.add(Exit::Failure);
                progress.aside(|| output.error(format_args!("{error:#}")));
            }
        }
        anyhow::Ok(())
    })?;
    Ok(exit)
}
