use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use kifu::encoding::{ByteSpan, Source};
use kifu::syntax::{EventKind, LineIndex, Position, Problem, ProblemKind, Reader, Span};
use serde::Serialize;

use kifu_batch::{Piece, is_foreign, is_page_without_game};

use crate::exit::Exit;
use crate::failure::not_sgf;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::parts::{Unwritten, Word, each_part};

/// Print the events of the parser, one per line
///
/// Each line has, separated by tabs: start and end offset, kind, text. A line with a code marks a syntax problem.
/// Offsets count bytes of the file, or of the file inside an archive. The exit status is 1 if there is a problem.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu debug events game.sgf
  kifu debug events --format json-lines game.sgf")]
pub(crate) struct Events {
    #[command(flatten)]
    inputs: Inputs,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "concise"
    )]
    format: Format,
}

/// How events are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With line and column first, as `kifu check` counts them
    Full,
    /// Separated by tabs, as above
    Concise,
    /// One JSON object per line, with the file
    JsonLines,
}

/// An event of the parser as JSON.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    #[serde(flatten)]
    what: What<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum What<'a> {
    Event { event: &'a str, text: &'a str },
    Problem { problem: &'a str, message: &'a str },
}

/// How many bytes are handed on at a time.
const BUFFER: usize = 1 << 15;

impl Events {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let form = Form {
            format: self.format,
            has_names: self.inputs.may_be_several(),
        };
        let is_broken = AtomicBool::new(false);
        let write = |piece: &Piece, bytes: Vec<u8>, output: &mut dyn Write| {
            let source = match self.inputs.encoding_of(piece).source(bytes) {
                Ok(source) => source,
                Err(error) => return Ok(Some(Word::misread(piece, error))),
            };
            let mut output = BufWriter::with_capacity(BUFFER, output);
            let shown = show(piece, &source, form, &is_broken, &mut output);
            shown
                .and_then(|refusal| output.flush().map(|()| refusal.map(Word::Refused)))
                .map_err(|error| Unwritten {
                    error,
                    bytes: source.into_bytes(),
                })
        };
        let mut exit = each_part(
            &self.inputs,
            form.format == Format::Full,
            output,
            write,
            |_| Vec::new(),
        )?;
        if is_broken.into_inner() {
            exit.add(Exit::Findings);
        }
        Ok(exit)
    }
}

/// How lines are written.
#[derive(Clone, Copy)]
struct Form {
    format: Format,
    /// Whether lines with tabulators begin with the name of the file.
    has_names: bool,
}

impl Form {
    fn write(
        self,
        piece: &Piece,
        place: Option<Position>,
        span: ByteSpan,
        what: What<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let ByteSpan { start, end } = span;
        if self.format == Format::JsonLines {
            let line = Line {
                file: &piece.name,
                start,
                end,
                what,
            };
            let line = serde_json::to_string(&line)?;
            return writeln!(output, "{}", harmless::json(&line));
        }
        if self.has_names {
            write!(output, "{}\t", harmless::line(&piece.name))?;
        }
        if let Some(Position { line, column }) = place {
            write!(output, "{line}:{column}\t")?;
        }
        let (kind, text) = match what {
            What::Event { event, text } => (event, harmless::line(text)),
            What::Problem { problem, message } => (problem, message.into()),
        };
        writeln!(output, "{start}\t{end}\t{kind}\t{text}")
    }
}

/// Writes all events of the piece that `source` was read from, and notes whether its grammar is broken. Gives why it is
/// no game record, if it is none.
fn show(
    piece: &Piece,
    source: &Source,
    form: Form,
    is_broken: &AtomicBool,
    output: &mut impl Write,
) -> io::Result<Option<String>> {
    let text = source.text();
    let mut reader = Reader::with_sink(text.as_bytes(), Vec::<Problem>::new());
    let mut has_node = false;
    let lines = (form.format == Format::Full).then(|| LineIndex::new(text.as_bytes()));
    let place_of = |span: Span| {
        let lines = lines.as_ref()?;
        let place = lines.position(text.as_bytes(), span.start);
        Some(piece.before.shift(place))
    };
    loop {
        let event = reader.next_event()?;
        for Problem { kind, span } in reader.sink_mut().drain(..) {
            let Some(kind) = kind_in(piece, kind) else {
                continue;
            };
            is_broken.store(true, Ordering::Relaxed);
            let place = place_of(span);
            let span = source.to_bytes_span(span).offset_by(piece.start);
            let what = What::Problem {
                problem: kind.code(),
                message: kind.message(),
            };
            form.write(piece, place, span, what, output)?;
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
        let place = place_of(event.span);
        let span = source.to_bytes_span(event.span).offset_by(piece.start);
        let what = What::Event {
            event: kind,
            text: event.span.of_str(text),
        };
        form.write(piece, place, span, what, output)?;
    }
    // After the first games there may be a piece of text alone.
    let is_record = piece.first > 0
        || (has_node && !is_page_without_game(text.as_bytes()) && !is_foreign(source.bytes()));
    Ok((!is_record).then(|| format!("{}: {}", piece.name, not_sgf(source.bytes()))))
}

/// The kind of a problem of a piece in the context of the whole input; `None` if it is not a problem there.
fn kind_in(piece: &Piece, kind: ProblemKind) -> Option<ProblemKind> {
    match kind {
        _ if piece.first == 0 => Some(kind),
        ProblemKind::NoGameTree => None,
        ProblemKind::TextBeforeTree => Some(ProblemKind::TextBetweenTrees),
        _ => Some(kind),
    }
}
