//! What is shown of many inputs at length: written a few games at a time, in bounded memory.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use kifu_batch::Piece;

use crate::each::{open, pieces_in_order};
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;

/// How many bytes to be shown may wait.
const WAITING: usize = 64 << 20;

/// How many bytes are shown at once of what may not wait.
const PART: usize = 1 << 16;

/// Why something could not be written, and the bytes of the piece, which are needed once more.
pub(crate) struct Unwritten {
    pub(crate) error: io::Error,
    pub(crate) bytes: Vec<u8>,
}

/// A message about a piece for standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Why it is no game record.
    Refused(String),
    /// What is not in what was written.
    Lost(String),
}

/// What became of a piece that was written, and what is to be said of it, if anything.
pub(crate) type Written = Result<Option<Word>, Unwritten>;

/// What became of a piece.
enum Outcome {
    Shown {
        piece: Piece,
        text: Vec<u8>,
        word: Option<Word>,
    },
    /// There is more to be shown of it than may wait: it is read when its turn comes.
    Later(Piece),
}

/// Reads every input a few games at a time, and prints the result of `write` for each piece and its
/// bytes. If the result is not empty, the result of `before` precedes it, in the order of the
/// pieces. With `with_places`, each piece knows its offset in the input.
///
/// Unreadable input, input that is not a game record, and losses are reported on standard error; a
/// message that repeats for the next piece is printed once.
pub(crate) fn each_part(
    inputs: &Inputs,
    with_places: bool,
    output: &mut Output,
    write: impl Fn(&Piece, Vec<u8>, &mut dyn Write) -> Written + Sync,
    mut before: impl FnMut(&Piece) -> Vec<u8>,
) -> anyhow::Result<Exit> {
    let waiting = AtomicUsize::new(0);
    let read = |piece: Piece, bytes: Vec<u8>| {
        let length = bytes.len();
        let mut room = Room {
            text: Vec::new(),
            waiting: &waiting,
        };
        let outcome = match write(&piece, bytes, &mut room) {
            Ok(word) => {
                let text = room.text;
                waiting.fetch_add(text.len(), Ordering::Relaxed);
                Outcome::Shown { piece, text, word }
            }
            // The only thing that fails is that there is no more room.
            Err(Unwritten { bytes, .. }) => Outcome::Later(piece.again(bytes)),
        };
        Ok((length, outcome))
    };
    let mut said = Exit::Clean;
    let mut last = None;
    let mut say = |word: Option<Word>, output: &mut Output| {
        if word == last {
            return;
        }
        match &word {
            Some(Word::Refused(why)) => {
                said.add(Exit::Failure);
                output.error(why);
            }
            Some(Word::Lost(what)) => {
                said.add(Exit::Findings);
                output.note(what);
            }
            // A message is not repeated after a piece without one.
            None => return,
        }
        last = word;
    };
    let mut exit = pieces_in_order(
        inputs.pieces_with(with_places),
        inputs,
        output,
        |piece| open(piece, read),
        |output, outcome| match outcome {
            Outcome::Shown { piece, text, word } => {
                waiting.fetch_sub(text.len(), Ordering::Relaxed);
                if !text.is_empty() {
                    output.write_all(&before(&piece))?;
                    output.write_all(&text)?;
                }
                say(word, output);
                Ok(())
            }
            Outcome::Later(piece) => piece.each(|read| {
                let word = match read {
                    Ok((piece, bytes)) => {
                        let mut after = After {
                            output: &mut *output,
                            before: Some(|| before(&piece)),
                        };
                        write(&piece, bytes, &mut after).map_err(|unwritten| unwritten.error)?
                    }
                    Err(error) => Some(Word::Refused(format!("{error:#}"))),
                };
                say(word, output);
                Ok(())
            }),
        },
    )?;
    exit.add(said);
    Ok(exit)
}

/// Text that waits to be shown, as long as there is room for it.
struct Room<'w> {
    text: Vec<u8>,
    /// How many bytes of others wait.
    waiting: &'w AtomicUsize,
}

impl Write for Room<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_much = self.text.len() > PART;
        if is_much && self.waiting.load(Ordering::Relaxed) + self.text.len() > WAITING {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes something before the first write.
struct After<'o, B> {
    output: &'o mut Output,
    before: Option<B>,
}

impl<B: FnOnce() -> Vec<u8>> Write for After<'_, B> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(before) = self.before.take() {
            self.output.write_all(&before())?;
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
