use std::io::{self, Write};

use kifu::encoding::{DecodeOptions, Source};
use kifu::syntax::{EventKind, Problem, ProblemKind, Reader};

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
}

impl Events {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let has_names = self.inputs.may_be_many();
        let write = |piece: &Piece, bytes: Vec<u8>, output: &mut dyn Write| {
            let source = Source::new(bytes, &DecodeOptions::default());
            show(piece, &source, has_names, output).map_err(|error| Unwritten {
                error,
                bytes: source.into_bytes(),
            })
        };
        each_part(&self.inputs, output, write, |_| Vec::new())
    }
}

/// Writes all events of the piece that `source` was read from. Gives why it is no game record, if it is none.
fn show(
    piece: &Piece,
    source: &Source,
    has_names: bool,
    output: &mut dyn Write,
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
