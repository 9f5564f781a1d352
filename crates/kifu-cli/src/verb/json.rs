mod back;
mod write;

use std::io::Write as _;
use std::sync::Arc;

use anyhow::Context as _;
use kifu::Collection;
use kifu::encoding::EncodingProblemKind;

pub(super) use self::write::Layout;
use crate::exit::Exit;
use crate::format::OutputFormat;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::parts::{Unwritten, Word, each_part};
use crate::pieces::Piece;
use crate::record::ensure_record;

/// Turn game records into JSON, and back
///
/// One object for each file: `{"games":[{"nodes":[…]}]}`. The nodes of a game are a list in the
/// order of the file, each with the number of its parent in that list; the root has none. Properties
/// are pairs of an identifier and its values; an identifier that has none in a broken file has none here.
/// Values are raw, with the `\` of the file, and one is supplied where brackets in a text lack it: `[rank [3d]]` has
/// the value `rank \[3d\]`. Where there may be several files, each object has the name of its file as `file`.
/// Large files are read a few games at a time; of one that cannot be read to its end there are the games before.
/// Where text stands outside of games and values, or bytes mean nothing in their encoding, that is not in the JSON; it
/// is said on standard error, and the exit status is 1.
///
/// On the way back what the JSON says is written, in its order, and nothing else; only characters
/// beyond ASCII are written in UTF-8, and `CA` says so. It does so too, with a word on standard error, where a text
/// would be taken for another encoding without it. `kifu fmt` makes the canonical form of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Json {
    #[command(flatten)]
    inputs: Inputs,

    /// Read JSON, and write game records to standard output
    #[arg(long)]
    back: bool,

    /// How objects are shown: `concise` and `json-lines` are one line each, `full` breaks lines and indents
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "json-lines",
        hide_possible_values = true
    )]
    #[arg(conflicts_with = "back")]
    output_format: OutputFormat,

    /// The same as `--output-format full`
    #[arg(long, conflicts_with_all = ["back", "output_format"])]
    pretty: bool,
}

/// What of a collection is not in its JSON, if anything.
fn lost(name: &str, collection: &Collection) -> Option<Word> {
    let mut encoding = collection.source().problems().iter();
    let is_undecodable = encoding.any(|problem| problem.kind == EncodingProblemKind::InvalidBytes);
    let mut grammar = collection.problems().iter();
    let (code, message) = if is_undecodable {
        ("E104", "some bytes mean nothing in their encoding")
    } else {
        let problem = grammar.find(|problem| problem.kind.skips_text())?;
        (problem.kind.code(), problem.kind.message())
    };
    Some(Word::Lost(format!(
        "{name}: not all of it is in the JSON ({code}: {message}); see `kifu check`"
    )))
}

impl Json {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.back {
            return self.back(output);
        }
        let has_names = self.inputs.may_be_many();
        let layout = Layout {
            is_pretty: self.pretty || self.output_format == OutputFormat::Full,
            is_harmless: output.is_terminal,
        };
        let write = |piece: &Piece, bytes: Vec<u8>, output: &mut dyn std::io::Write| {
            let collection = Collection::from_bytes(bytes);
            // Behind the first games there may be a piece of mere text.
            if piece.first == 0
                && let Err(refusal) = ensure_record(&collection, &piece.name)
            {
                return Ok(Some(Word::Refused(refusal.to_string())));
            }
            match layout.games(&collection, output) {
                Ok(()) => Ok(lost(&piece.name, &collection)),
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
            let read = input.and_then(|mut input| {
                let name = input.name().into_owned();
                let bytes = input.read().with_context(|| name.clone())?;
                let records = back::records(&bytes).with_context(|| name.clone())?;
                Ok((name, records))
            });
            match read {
                Ok((name, records)) => {
                    output.data(&records.bytes)?;
                    for game in records.named {
                        output.note(format_args!(
                            "{name}: game {}: CA[UTF-8] is supplied; without it the text would be taken for another \
                             encoding",
                            game + 1
                        ));
                    }
                }
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.error(format_args!("{error:#}"));
                }
            }
        }
        output.flush()?;
        Ok(exit)
    }
}
