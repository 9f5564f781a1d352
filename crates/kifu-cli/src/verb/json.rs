mod back;
mod write;

use std::io::Write as _;
use std::sync::Arc;

use anyhow::Context as _;
use kifu::Collection;
use kifu::encoding::EncodingProblemKind;

pub(super) use self::write::Layout;
use kifu_batch::{Piece, ensure_record};

use crate::exit::Exit;
use crate::format::OutputFormat;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::parts::{Unwritten, Word, each_part};

/// Convert records to JSON and back
///
/// One object for each file: `{"games":[{"nodes":[…]}]}`. The nodes of a game are a list in file order;
/// each has the number of its parent. Properties are pairs of an identifier and its raw values, as the
/// file escapes them. With several inputs each object has the name of its file. Text outside of games and
/// values is omitted and reported, and the exit status is 1.
///
/// `--back` writes the properties of the JSON in their order, and changes none. Text beyond ASCII is written in UTF-8 with a `CA`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu json --pretty game.sgf
  kifu json games/ > games.jsonl
  kifu json --back games.jsonl > games.sgf")]
pub(crate) struct Json {
    #[command(flatten)]
    inputs: Inputs,

    /// Read JSON, and write game records to standard output
    #[arg(long, conflicts_with = "encoding")]
    back: bool,

    /// Output format: `concise` and `json-lines` are one line each, `full` breaks lines and indents
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "json-lines",
        hide_possible_values = true
    )]
    #[arg(conflicts_with = "back")]
    format: OutputFormat,

    /// Short for `--format full`
    #[arg(long, conflicts_with_all = ["back", "format"])]
    pretty: bool,
}

/// The message about parts of a collection that its games lack, and so an output of its games, if any.
pub(super) fn lost(name: &str, collection: &Collection, output: &str) -> Option<String> {
    let mut encoding = collection.source().problems().iter();
    let is_undecodable = encoding.any(|problem| problem.kind == EncodingProblemKind::InvalidBytes);
    let mut grammar = collection.problems().iter();
    let (code, message) = if is_undecodable {
        ("E104", "some bytes are invalid in their encoding")
    } else {
        let problem = grammar.find(|problem| problem.kind.skips_text())?;
        (problem.kind.code(), problem.kind.message())
    };
    Some(format!(
        "{name}: not all of it is in the {output} ({code}: {message}); see `kifu check`"
    ))
}

impl Json {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.back {
            return self.back(output);
        }
        let has_names = self.inputs.may_be_several();
        let layout = Layout {
            is_pretty: self.pretty || self.format == OutputFormat::Full,
            is_harmless: output.is_terminal,
        };
        let write = |piece: &Piece, bytes: Vec<u8>, output: &mut dyn std::io::Write| {
            let collection = match self.inputs.encoding_of(piece).collection(bytes) {
                Ok(collection) => collection,
                Err(error) => return Ok(Some(Word::misread(piece, error))),
            };
            // After the first games, a piece may consist of text alone.
            if piece.first == 0
                && let Err(refusal) = ensure_record(&collection, &piece.name)
            {
                return Ok(Some(Word::refused(&refusal.into())));
            }
            match layout.games(&collection, output) {
                Ok(()) => Ok(lost(&piece.name, &collection, "JSON").map(Word::Lost)),
                Err(error) => Err(Unwritten {
                    error,
                    bytes: collection.source().bytes().to_vec(),
                }),
            }
        };
        // The file whose games are being written.
        let mut current: Option<Arc<str>> = None;
        let before = |piece: &Piece| {
            if current
                .as_ref()
                .is_some_and(|name| Arc::ptr_eq(name, &piece.name))
            {
                return layout.between().into();
            }
            let mut before = match &current {
                Some(_) => layout.end().to_owned(),
                None => String::new(),
            };
            before += &layout.begin(has_names.then_some(&*piece.name));
            current = Some(Arc::clone(&piece.name));
            before.into()
        };
        let exit = each_part(&self.inputs, false, output, write, before)?;
        if current.is_some() {
            output.write_all(layout.end().as_bytes())?;
        }
        Ok(exit)
    }

    fn back(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        for input in self.inputs.iter() {
            let read = input.map_err(anyhow::Error::from).and_then(|mut input| {
                let name = input.name().into_owned();
                let bytes = input.read(self.inputs.progress())?;
                let records = back::records(&bytes).with_context(|| name.clone())?;
                Ok((name, records))
            });
            let Some((name, records)) = output.ok(read, &mut exit) else {
                continue;
            };
            output.data(&records.bytes)?;
            for game in records.named {
                output.note(format_args!(
                    "{name}: game {}: added CA[UTF-8]; without it, the text would be read in another encoding",
                    game + 1
                ));
            }
        }
        output.flush()?;
        Ok(exit)
    }
}
