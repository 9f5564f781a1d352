use std::io::Write as _;

use anyhow::Context as _;
use kifu::{Collection, FlatCollection};
use serde_json::{Deserializer, json};

use crate::each::each;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;

/// Turn game records into JSON, and back
///
/// One object for each file: `{"games":[{"nodes":[…]}]}`. The nodes of a game are a list in the
/// order of the file, each with the number of its parent in that list; the root has none. Properties
/// are pairs of an identifier and its raw values. Where there may be several files, each object has
/// the name of its file as `file`.
#[derive(Debug, clap::Args)]
pub(crate) struct Json {
    #[command(flatten)]
    inputs: Inputs,

    /// Read JSON, and write game records to standard output
    #[arg(long)]
    back: bool,

    /// Break lines and indent
    #[arg(long, conflicts_with = "back")]
    pretty: bool,
}

impl Json {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.back {
            return self.back(output);
        }
        let has_names = self.inputs.may_be_many();
        let is_terminal = output.is_terminal;
        each(&self.inputs, output, |name, collection| {
            let mut text = text(has_names.then_some(name), collection, self.pretty);
            if is_terminal {
                text = harmless::json(&text).into_owned();
            }
            text.push('\n');
            text
        })
    }

    fn back(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        for input in self.inputs.iter() {
            let text = input.and_then(|mut input| {
                let name = input.name().into_owned();
                sgf(&input.read().with_context(|| name.clone())?).context(name)
            });
            match text {
                Ok(text) => output.data(text.as_bytes())?,
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

/// The JSON of a collection, with the name of its file where that is wanted.
pub(super) fn text(name: Option<&str>, collection: &Collection, is_pretty: bool) -> String {
    let object = Object {
        file: name,
        collection: &FlatCollection::from(collection),
    };
    let text = if is_pretty {
        serde_json::to_string_pretty(&object)
    } else {
        serde_json::to_string(&object)
    };
    text.unwrap_or_else(|error| json!({ "error": error.to_string() }).to_string())
}

/// What is written for a file.
#[derive(serde::Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    collection: &'a FlatCollection,
}

/// All collections of a JSON text, one behind the other.
fn sgf(json: &[u8]) -> anyhow::Result<String> {
    let mut text = String::new();
    let objects = Deserializer::from_slice(json).into_iter::<FlatCollection>();
    let mut is_empty = true;
    for flat in objects {
        let collection = Collection::try_from(&flat.context(NOT_JSON)?)?;
        text.push_str(&collection.to_canonical());
        is_empty = false;
    }
    anyhow::ensure!(!is_empty, "there is no JSON in it");
    Ok(text)
}

const NOT_JSON: &str = "this is not the JSON that `kifu json` writes";

#[cfg(test)]
mod tests {
    use kifu::{Collection, Compare, FlatCollection};

    use super::sgf;

    #[test]
    fn there_and_back() {
        let collection = Collection::from("(;FF[4]C[a\\]b];B[dd](;W[aa])(;W[bb]))(;FF[4])");
        let json = serde_json::to_vec(&FlatCollection::from(&collection)).unwrap();
        let mut twice = json.clone();
        twice.extend_from_slice(&json);
        let back = Collection::from(sgf(&json).unwrap());
        assert!(back.len() == 2);
        for (game, other) in collection.games().zip(back.games()) {
            let moves = game.root().first_child().zip(other.root().first_child());
            let (first, second) = moves.unwrap_or((game.root(), game.root()));
            assert!(first.is_same(second, Compare::Ordered));
        }
        assert_eq!(Collection::from(sgf(&twice).unwrap()).len(), 4);
    }

    #[test]
    fn what_is_no_such_json_is_refused() {
        for json in ["", "[]", "{", r#"{"games":[{"nodes":[]}]}"#] {
            assert!(sgf(json.as_bytes()).is_err(), "{json}");
        }
    }
}
