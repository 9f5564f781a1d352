//! Long output for many inputs, written a few games at a time in bounded memory.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use kifu_batch::Piece;

use crate::each::{open, pieces_in_order};
use crate::encoding::Misread;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::output::Output;

/// Maximum number of bytes of output that wait to be shown.
const WAITING: usize = 64 << 20;

/// Number of bytes shown at once of a piece that is shown directly.
const PART: usize = 1 << 16;

/// The reason why something could not be written, and the bytes of the piece for another attempt.
pub(crate) struct Unwritten {
    pub(crate) error: io::Error,
    pub(crate) bytes: Vec<u8>,
}

/// A message about a piece for standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// The reason why it is not a game record.
    Refused(String),
    /// The losses of the output.
    Lost(String),
}

impl Word {
    /// The message about an input that cannot be read, with advice.
    pub(crate) fn refused(error: &anyhow::Error) -> Self {
        Self::Refused(Failure(error).to_string())
    }

    /// The message about a piece that the named encoding would misread.
    pub(crate) fn misread(piece: &Piece, error: Misread) -> Self {
        Self::refused(&anyhow::Error::new(error).context(piece.name.to_string()))
    }
}

/// The result of writing a piece, with a message about it if there is one.
pub(crate) type Written = Result<Option<Word>, Unwritten>;

/// The result for a piece.
enum Outcome {
    Shown {
        piece: Piece,
        text: Vec<u8>,
        word: Option<Word>,
    },
    /// The output is too long to wait: the piece is read again when its turn comes.
    Later(Piece),
}

/// Reads every input a few games at a time, and prints what `write` returns for each piece and its bytes. If that
/// is not empty, the text of `before` precedes it, in the order of the pieces. With `with_places`, each piece knows
/// its offset in the input.
///
/// Unreadable inputs, inputs that are not game records, and losses are reported on standard error. A message that
/// repeats for the next piece is printed once.
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
            // Writing fails only if there is no more room.
            Err(Unwritten { bytes, .. }) => Outcome::Later(piece.again(bytes)),
        };
        Ok((length, outcome))
    };
    let mut worst = Exit::Clean;
    let mut last = None;
    let mut say = |word: Option<Word>, output: &mut Output| {
        if word == last {
            return;
        }
        match &word {
            Some(Word::Refused(why)) => {
                worst.add(Exit::Failure);
                output.count_failure();
                output.error(why);
            }
            Some(Word::Lost(what)) => {
                worst.add(Exit::Findings);
                output.note(what);
            }
            // A message may occur again after a piece without one.
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
                    Err(error) => Some(Word::refused(&error.into())),
                };
                say(word, output);
                Ok(())
            }),
        },
    )?;
    exit.add(worst);
    Ok(exit)
}

/// Text that waits to be shown, as long as there is room for it.
struct Room<'w> {
    text: Vec<u8>,
    /// Number of waiting bytes of other pieces.
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

/// Calls `before` ahead of the first write.
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

#[cfg(test)]
mod tests {
    use kifu_batch::{Error, ErrorKind};

    use super::Word;

    #[test]
    fn a_refusal_says_what_to_do() {
        let error = Error::new("a.zip", ErrorKind::Misnamed);
        let Word::Refused(message) = Word::refused(&error.into()) else {
            panic!("a refusal");
        };
        assert!(message.starts_with("a.zip: "), "{message}");
        assert!(
            message.ends_with(", or name it on the command line"),
            "{message}"
        );
    }
}
