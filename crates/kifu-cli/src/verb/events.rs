use std::io::{self, Write};

use clap::ValueEnum;
use kifu::encoding::{DecodeOptions, Source};
use kifu::syntax::{EventKind, Problem, ProblemKind, Reader, Span};
use serde::Serialize;

use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::parts::{Unwritten, each_part};
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

    /// How events are shown
    #[arg(long, value_name = "FORMAT", default_value = "concise")]
    output_format: Format,
}

/// How events are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With tabulators
    Concise,
    /// One JSON object a line, with the file
    JsonLines,
}

/// What the parser meets, as JSON.
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

impl Events {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let form = Form {
            format: self.output_format,
            has_names: self.inputs.may_be_many(),
        };
        let write = |piece: &Piece, bytes: Vec<u8>, output: &mut dyn Write| {
            let source = Source::new(bytes, &DecodeOptions::default());
            show(piece, &source, form, output).map_err(|error| Unwritten {
                error,
                bytes: source.into_bytes(),
            })
        };
        each_part(&self.inputs, output, write, |_| Vec::new())
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
        span: Span,
        what: What<'_>,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Span { start, end, .. } = span;
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
        let (kind, text) = match what {
            What::Event { event, text } => (event, harmless::line(text)),
            What::Problem { problem, message } => (problem, message.into()),
        };
        writeln!(output, "{start}\t{end}\t{kind}\t{text}")
    }
}

/// Writes all events of the piece that `source` was read from. Gives why it is no game record, if it is none.
fn show(
    piece: &Piece,
    source: &Source,
    form: Form,
    output: &mut dyn Write,
) -> io::Result<Option<String>> {
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
            let what = What::Problem {
                problem: kind.code(),
                message: kind.message(),
            };
            form.write(piece, span, what, output)?;
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
        let what = What::Event {
            event: kind,
            text: event.span.of_str(text),
        };
        form.write(piece, span, what, output)?;
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
