use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use kifu::encoding::{DecodeOptions, Source};
use kifu::syntax::{EventKind, Problem, ProblemKind, Reader};

use crate::each::{open, pieces_in_order};
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::pieces::Piece;
use crate::record::{is_bare_page, is_foreign, not_sgf};

/// Show what the parser meets, one event a line
///
/// Each line has, with tabulators between them: the offset of the first byte, the offset behind the
/// last one, what it is, and the text. Where the grammar is broken, a line with a code says how.
/// Offsets count the bytes of the file as it is, whatever its encoding (in an archive, of the file that is
/// packed); the text is decoded. Large files are read a few games at a time.
#[derive(Debug, clap::Args)]
pub(crate) struct Events {
    #[command(flatten)]
    inputs: Inputs,
}

/// How many bytes to be shown may wait.
const WAITING: usize = 64 << 20;

/// How many bytes are shown at once of what may not wait.
const PART: usize = 1 << 16;

/// What became of a piece.
enum Outcome {
    Shown {
        text: Vec<u8>,
        /// Why it is no game record, if it is none.
        refusal: Option<String>,
    },
    /// There is more to be shown of it than may wait: it is read when its turn comes.
    Later(Piece),
}

impl Events {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let has_names = self.inputs.may_be_many();
        let waiting = AtomicUsize::new(0);
        let read = |piece: Piece, bytes: Vec<u8>| {
            let length = bytes.len();
            let source = Source::new(bytes, &DecodeOptions::default());
            let mut room = Room {
                text: Vec::new(),
                waiting: &waiting,
            };
            let outcome = match show(&piece, &source, has_names, &mut room) {
                Ok(refusal) => {
                    let text = room.text;
                    waiting.fetch_add(text.len(), Ordering::Relaxed);
                    Outcome::Shown { text, refusal }
                }
                // The only thing that fails is that there is no more room.
                Err(_) => Outcome::Later(piece.again(source.into_bytes())),
            };
            Ok((length, outcome))
        };
        let mut refused = Exit::Clean;
        let mut refuse = |output: &mut Output, refusal: Option<String>| {
            if let Some(refusal) = refusal {
                refused.add(Exit::Failure);
                output.error(refusal);
            }
        };
        let mut exit = pieces_in_order(
            &self.inputs,
            output,
            |piece| open(piece, read),
            |output, outcome| match outcome {
                Outcome::Shown { text, refusal } => {
                    waiting.fetch_sub(text.len(), Ordering::Relaxed);
                    output.write_all(&text)?;
                    refuse(output, refusal);
                    Ok(())
                }
                Outcome::Later(piece) => piece.each(|read| {
                    let refusal = match read {
                        Ok((piece, bytes)) => {
                            let source = Source::new(bytes, &DecodeOptions::default());
                            show(&piece, &source, has_names, output)?
                        }
                        Err(error) => Some(format!("{error:#}")),
                    };
                    refuse(output, refusal);
                    Ok(())
                }),
            },
        )?;
        exit.add(refused);
        Ok(exit)
    }
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

/// Writes all events of the piece that `source` was read from. Gives why it is no game record, if it is none.
fn show(
    piece: &Piece,
    source: &Source,
    has_names: bool,
    output: &mut impl Write,
) -> io::Result<Option<String>> {
    let prefix = if has_names {
        format!("{}\t", harmless::line(&piece.name))
    } else {
        String::new()
    };
    let text = source.text();
    let mut reader = Reader::with_sink(text.as_bytes(), Vec::<Problem>::new());
    let mut has_node = false;
    loop {
        let event = reader.next_event()?;
        for Problem { kind, span } in reader.sink_mut().drain(..) {
            let Some(kind) = kind_in(piece, kind) else {
                continue;
            };
            let span = source.to_bytes_span(span).offset_by(piece.start);
            writeln!(
                output,
                "{prefix}{}\t{}\t{}\t{}",
                span.start,
                span.end,
                kind.code(),
                kind.message()
            )?;
        }
        let Some(event) = event else {
            break;
        };
        let kind = match event.kind {
            EventKind::TreeBegin => "tree-begin",
            EventKind::NodeBegin => "node-begin",
            EventKind::Identifier => "identifier",
            EventKind::Value => "value",
            EventKind::TreeEnd => "tree-end",
        };
        has_node |= event.kind == EventKind::NodeBegin;
        let span = source.to_bytes_span(event.span).offset_by(piece.start);
        let (start, end) = (span.start, span.end);
        let text = harmless::line(event.span.of_str(text));
        writeln!(output, "{prefix}{start}\t{end}\t{kind}\t{text}")?;
    }
    // Behind the first games there may be a piece of mere text.
    let is_record = piece.first > 0
        || (has_node && !is_bare_page(text.as_bytes()) && !is_foreign(source.bytes()));
    Ok((!is_record).then(|| format!("{}: {}", piece.name, not_sgf(source.bytes()))))
}

/// What a problem of a piece is in the whole input; `None` if it is none there.
fn kind_in(piece: &Piece, kind: ProblemKind) -> Option<ProblemKind> {
    match kind {
        _ if piece.first == 0 => Some(kind),
        ProblemKind::NoGameTree => None,
        ProblemKind::TextBeforeTree => Some(ProblemKind::TextBetweenTrees),
        _ => Some(kind),
    }
}
