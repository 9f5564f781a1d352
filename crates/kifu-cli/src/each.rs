use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use kifu::Collection;

use crate::exit::Exit;
use crate::inputs::{Input, Inputs};
use crate::output::Output;
use crate::pieces::{Games, Opened, Piece};
use crate::progress::{self, Progress};
use crate::record::ensure_record;
use crate::run::{self, Step};

/// Reads every input, and writes what `show` makes of its name and its collection.
///
/// What cannot be read, or is no game record, is said on standard error.
pub(crate) fn each(
    inputs: &Inputs,
    output: &mut Output,
    show: impl Fn(&str, &Collection) -> String + Sync,
) -> anyhow::Result<Exit> {
    let read = |input: anyhow::Result<Input>| {
        let mut input = input?;
        let bytes = input
            .read_record()
            .with_context(|| input.name().into_owned())?;
        let name = input.name();
        let length = bytes.len();
        let collection = Collection::from_bytes(bytes);
        ensure_record(&collection, &name)?;
        Ok((length, show(&name, &collection)))
    };
    let mut taking = Taking::new(inputs, output, |output: &mut Output, shown: String| {
        output.write_all(shown.as_bytes())
    });
    run::in_order(inputs.iter(), Input::weight, read, |done| taking.take(done))?;
    Ok(taking.exit)
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
    let read = |piece: Piece, bytes: Vec<u8>| {
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
    pieces_in_order(
        inputs.pieces(),
        inputs,
        output,
        |piece| open(piece, read),
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
    let read = |piece: Piece, bytes: Vec<u8>| {
        let length = bytes.len();
        let collection = Collection::from_bytes(bytes);
        // Behind the first games there may be a piece of mere text.
        if piece.first == 0 {
            ensure_record(&collection, &piece.name)?;
        }
        Ok((length, Some(work(piece.games(&collection)))))
    };
    let work = |piece: Piece| {
        if wanted(&piece.name) {
            open(piece, read)
        } else {
            Step::Done(Ok((0, None)))
        }
    };
    pieces_in_order(inputs.pieces(), inputs, output, work, take)
}

/// What `read` makes of a piece and its bytes, unless it is many.
pub(crate) fn open<R>(
    mut piece: Piece,
    read: impl Fn(Piece, Vec<u8>) -> anyhow::Result<R>,
) -> Step<anyhow::Result<Piece>, anyhow::Result<R>> {
    match piece.open() {
        Ok(Opened::Bytes(bytes)) => Step::Done(read(piece, bytes)),
        Ok(Opened::Pieces(pieces)) => Step::Many(pieces),
        Err(error) => Step::Done(Err(error)),
    }
}

/// Does `work` on each of the pieces of the inputs, which makes of it its length and something that is given to
/// `take`; errors are said, and the rest goes on.
pub(crate) fn pieces_in_order<R: Send>(
    pieces: impl Iterator<Item = anyhow::Result<Piece>>,
    inputs: &Inputs,
    output: &mut Output,
    work: impl Fn(Piece) -> Step<anyhow::Result<Piece>, anyhow::Result<(usize, R)>> + Sync,
    take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let work = |(): &mut (), piece: anyhow::Result<Piece>| match piece {
        Ok(piece) => work(piece),
        Err(error) => Step::Done(Err(error)),
    };
    let weight = |piece: &anyhow::Result<Piece>| piece.as_ref().map_or(0, Piece::weight);
    let mut taking = Taking::new(inputs, output, take);
    run::in_order_with(pieces, weight, || (), work, |done| taking.take(done))?;
    Ok(taking.exit)
}

/// Hands results on, and says what went wrong.
struct Taking<'o, T> {
    exit: Exit,
    progress: Progress,
    output: &'o mut Output,
    take: T,
}

impl<'o, T> Taking<'o, T> {
    fn new(inputs: &Inputs, output: &'o mut Output, take: T) -> Self {
        Self {
            exit: Exit::Clean,
            progress: Progress::of(inputs),
            output,
            take,
        }
    }

    fn take<R>(&mut self, done: anyhow::Result<(usize, R)>) -> anyhow::Result<()>
    where
        T: FnMut(&mut Output, R) -> io::Result<()>,
    {
        let (output, take) = (&mut *self.output, &mut self.take);
        match done {
            Ok((length, made)) => {
                progress::finish(length);
                self.progress.aside(|| take(output, made))?;
            }
            Err(error) => {
                self.exit.add(Exit::Failure);
                self.progress
                    .aside(|| output.error(format_args!("{error:#}")));
            }
        }
        Ok(())
    }
}
