use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use kifu::Collection;

use kifu_batch::{Cancel, Games, Input, Opened, Piece, Pool, Step, ensure_record};

use crate::encoding::Misread;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::progress::Progress;

/// Reads every input, and writes the result of `show` for its name and its collection.
///
/// Inputs that cannot be read, or are not records, are reported on standard error.
pub(crate) fn each(
    inputs: &Inputs,
    output: &mut Output,
    show: impl Fn(&str, &Collection) -> String + Sync,
) -> anyhow::Result<Exit> {
    let read = |input: Result<Input, kifu_batch::Error>| {
        let mut input = input?;
        let bytes = input.read_record(inputs.progress())?;
        let name = input.name();
        let length = bytes.len();
        let collection = inputs.encoding().collection(bytes);
        let collection = collection.with_context(|| name.clone().into_owned())?;
        ensure_record(&collection, &name)?;
        Ok((length, show(&name, &collection)))
    };
    let mut taking = Taking::new(inputs, output, |output: &mut Output, shown: String| {
        output.write_all(shown.as_bytes())
    });
    Pool::default().in_order(inputs.iter(), Input::weight, read, |done| taking.take(done))?;
    Ok(taking.finish())
}

/// Reads every input a few games at a time, and passes the results of `make` to `take`, in order, until `take` breaks.
///
/// If `from_headers`, `make` gets only the headers of games, unless it sets the flag: then it is called again with the
/// whole games.
pub(crate) fn each_headers<R: Send>(
    inputs: &Inputs,
    output: &mut Output,
    from_headers: bool,
    make: impl Fn(Games<'_>, Option<&AtomicBool>) -> R + Sync,
    mut take: impl FnMut(&mut Output, R) -> io::Result<ControlFlow<()>>,
) -> anyhow::Result<Exit> {
    // Headers that were insufficient once usually are again.
    let fails = AtomicBool::new(!from_headers);
    let read = |piece: Piece, bytes: Vec<u8>| {
        let length = bytes.len();
        let encoding = inputs.encoding_of(&piece);
        let name = || piece.name.to_string();
        // After the first games, a piece may consist of text alone.
        let ensure = |collection: &Collection| match piece.first {
            0 => ensure_record(collection, &piece.name),
            _ => Ok(()),
        };
        let bytes = if fails.load(Ordering::Relaxed) {
            bytes
        } else {
            let collection = encoding.headers(bytes).with_context(name)?;
            ensure(&collection)?;
            let missed = AtomicBool::new(false);
            let made = make(piece.games(&collection), Some(&missed));
            if !missed.load(Ordering::Relaxed) {
                return Ok((length, made));
            }
            fails.store(true, Ordering::Relaxed);
            collection.source().bytes().to_vec()
        };
        let collection = encoding.collection(bytes).with_context(name)?;
        ensure(&collection)?;
        Ok((length, make(piece.games(&collection), None)))
    };
    let cancel = Cancel::default();
    let pool = Pool::default().with_cancel(cancel.clone());
    let mut is_over = false;
    pieces_in_order_with(
        &pool,
        inputs.pieces(),
        inputs,
        output,
        |piece| open(piece, read),
        |output, made| {
            if !is_over && take(output, made)?.is_break() {
                is_over = true;
                cancel.cancel();
            }
            Ok(())
        },
    )
}

/// Reads every input a few games at a time, and passes the results of `work` to `take` in input order.
///
/// Memory is bounded by the longest game, whatever the size of files and archives.
pub(crate) fn each_games_into<R: Send>(
    inputs: &Inputs,
    output: &mut Output,
    work: impl Fn(Games<'_>) -> R + Sync,
    take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let mut take = take;
    each_games_in(
        inputs.pieces(),
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

/// Calls `work` on the games of each input whose name is `wanted`, and `take` on each result in order.
/// Other inputs are not read: `take` gets `None` for them, and nothing is reported if they are missing. An earlier pass
/// reported the notes on files of other formats.
pub(crate) fn each_games_of<R: Send>(
    inputs: &Inputs,
    output: &mut Output,
    wanted: impl Fn(&str) -> bool + Sync,
    work: impl Fn(Games<'_>) -> R + Sync,
    take: impl FnMut(&mut Output, Option<R>) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let found = inputs.pieces().flatten().map(Ok);
    // An earlier pass counted the inputs.
    let counted = output.inputs;
    output.is_again = true;
    let exit = each_games_in(found, inputs, output, wanted, work, take);
    output.is_again = false;
    output.inputs = counted;
    exit
}

fn each_games_in<R: Send>(
    pieces: impl Iterator<Item = Result<Piece, kifu_batch::Error>>,
    inputs: &Inputs,
    output: &mut Output,
    wanted: impl Fn(&str) -> bool + Sync,
    work: impl Fn(Games<'_>) -> R + Sync,
    take: impl FnMut(&mut Output, Option<R>) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let read = |piece: Piece, bytes: Vec<u8>| {
        let length = bytes.len();
        let collection = inputs.encoding_of(&piece).collection(bytes);
        let collection = collection.with_context(|| piece.name.to_string())?;
        // After the first games, a piece may consist of text alone.
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
    pieces_in_order(pieces, inputs, output, work, take)
}

/// The result of `read` for a piece and its bytes, or the smaller pieces of a large one.
pub(crate) fn open<R>(
    mut piece: Piece,
    read: impl Fn(Piece, Vec<u8>) -> anyhow::Result<R>,
) -> Step<Result<Piece, kifu_batch::Error>, anyhow::Result<R>> {
    match piece.open() {
        Ok(Opened::Bytes(bytes)) => Step::Done(read(piece, bytes)),
        Ok(Opened::Pieces(pieces)) => Step::Many(pieces),
        Err(error) => Step::Done(Err(error.into())),
    }
}

/// Calls `work` on each piece of the inputs, and passes its results to `take`. `work` also returns the length of the
/// piece. Errors are reported, and the rest continues.
pub(crate) fn pieces_in_order<R: Send>(
    pieces: impl Iterator<Item = Result<Piece, kifu_batch::Error>>,
    inputs: &Inputs,
    output: &mut Output,
    work: impl Fn(Piece) -> Step<Result<Piece, kifu_batch::Error>, anyhow::Result<(usize, R)>> + Sync,
    take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    pieces_in_order_with(&Pool::default(), pieces, inputs, output, work, take)
}

fn pieces_in_order_with<R: Send>(
    pool: &Pool,
    pieces: impl Iterator<Item = Result<Piece, kifu_batch::Error>>,
    inputs: &Inputs,
    output: &mut Output,
    work: impl Fn(Piece) -> Step<Result<Piece, kifu_batch::Error>, anyhow::Result<(usize, R)>> + Sync,
    take: impl FnMut(&mut Output, R) -> io::Result<()>,
) -> anyhow::Result<Exit> {
    let work = |(): &mut (), piece: Result<Piece, kifu_batch::Error>| match piece {
        Ok(piece) => work(piece),
        Err(error) => Step::Done(Err(error.into())),
    };
    let weight = |piece: &Result<Piece, kifu_batch::Error>| piece.as_ref().map_or(0, Piece::weight);
    let mut taking = Taking::new(inputs, output, take);
    pool.in_order_with(pieces, weight, || (), work, |done| taking.take(done))?;
    Ok(taking.finish())
}

/// Passes results on, and reports errors.
struct Taking<'o, T> {
    exit: Exit,
    inputs: Inputs,
    progress: Progress,
    output: &'o mut Output,
    take: T,
    /// The last input that the named encoding would misread: its other pieces are not reported.
    misread: String,
}

impl<'o, T> Taking<'o, T> {
    fn new(inputs: &Inputs, output: &'o mut Output, take: T) -> Self {
        Self {
            exit: Exit::Clean,
            inputs: inputs.clone(),
            progress: Progress::of(inputs),
            output,
            take,
            misread: String::new(),
        }
    }

    fn take<R>(&mut self, done: anyhow::Result<(usize, R)>) -> anyhow::Result<()>
    where
        T: FnMut(&mut Output, R) -> io::Result<()>,
    {
        if let Err(error) = &done
            && error.is::<Misread>()
        {
            let message = format!("{error:#}");
            if self.misread == message {
                return Ok(());
            }
            self.misread = message;
        }
        let (output, take) = (&mut *self.output, &mut self.take);
        if let Some((length, made)) = output.ok(done, &mut self.exit) {
            self.progress.finish(length);
            crate::progress::aside(|| take(output, made))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Exit {
        let notes = self.progress.notes();
        drop(self.progress);
        if !self.output.is_again {
            crate::output::notes_of_formats(&notes);
        }
        let skipped = self.inputs.skipped();
        self.output.ensure_read(&skipped, &mut self.exit);
        self.exit
    }
}
