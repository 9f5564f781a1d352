use std::io::{self, Read, Write as _};

use anyhow::Context as _;
use kifu::syntax::{EventKind, Problem, Reader};

use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;

/// Show what the parser meets, one event a line
///
/// Each line has, with tabulators between them: the offset of the first byte, the offset behind the
/// last one, what it is, and the bytes. Where the grammar is broken, a line with a code says how.
/// The bytes are read as they stand, whatever their encoding, and little of the file is held in
/// memory.
#[derive(Debug, clap::Args)]
pub(crate) struct Events {
    #[command(flatten)]
    inputs: Inputs,
}

impl Events {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let has_names = self.inputs.may_be_many();
        for input in self.inputs.iter() {
            let opened = input.and_then(|input| {
                let name = input.name().into_owned();
                let file = input.open().with_context(|| name.clone())?;
                Ok((name, file))
            });
            let shown = opened.map(|(name, file)| {
                let prefix = if has_names {
                    format!("{}\t", harmless::line(&name))
                } else {
                    String::new()
                };
                (show(file, &prefix, output), name)
            });
            match shown {
                Ok((Ok(Ok(())), _)) => {}
                Ok((Ok(Err(error)), name)) => {
                    output.error(format_args!("{name}: {error}"));
                    exit.add(Exit::Failure);
                }
                Ok((Err(unwritten), _)) => return Err(unwritten.into()),
                Err(error) => {
                    output.error(format_args!("{error:#}"));
                    exit.add(Exit::Failure);
                }
            }
        }
        Ok(exit)
    }
}

/// All events of a file. The outer error is one of writing, the inner one of reading.
fn show(file: impl Read, prefix: &str, output: &mut Output) -> io::Result<io::Result<()>> {
    let mut reader = Reader::with_sink(file, Vec::<Problem>::new());
    loop {
        let event = match reader.next_event() {
            Ok(event) => event,
            Err(error) => return Ok(Err(error)),
        };
        for Problem { kind, span } in reader.sink_mut().drain(..) {
            let (code, message) = (kind.code(), kind.message());
            writeln!(
                output,
                "{prefix}{}\t{}\t{code}\t{message}",
                span.start, span.end
            )?;
        }
        let Some(event) = event else {
            return Ok(Ok(()));
        };
        let kind = match event.kind {
            EventKind::TreeBegin => "tree-begin",
            EventKind::NodeBegin => "node-begin",
            EventKind::Identifier => "identifier",
            EventKind::Value => "value",
            EventKind::TreeEnd => "tree-end",
        };
        let bytes = String::from_utf8_lossy(reader.bytes(event.span));
        let (start, end) = (event.span.start, event.span.end);
        writeln!(
            output,
            "{prefix}{start}\t{end}\t{kind}\t{}",
            harmless::line(&bytes)
        )?;
    }
}
