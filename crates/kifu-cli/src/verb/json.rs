use std::io::Write as _;

use anyhow::Context as _;
use kifu::encoding::Charset;
use kifu::{Collection, FlatCollection, FlatGame};
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
/// are pairs of an identifier and its raw values; an identifier that has none in a broken file has none here.
/// Where there may be several files, each object has the name of its file as `file`.
///
/// On the way back what the JSON says is written, in its order, and nothing else; only characters
/// beyond ASCII are written in UTF-8, and `CA` says so. `kifu fmt` makes the canonical form of it.
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
                Ok(bytes) => output.data(&bytes)?,
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
fn sgf(json: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let objects = Deserializer::from_slice(json).into_iter::<FlatCollection>();
    let mut is_empty = true;
    for flat in objects {
        let mut flat = flat.context(NOT_JSON)?;
        flat.games.iter_mut().for_each(name_encoding);
        bytes.extend_from_slice(&Collection::try_from(&flat)?.to_bytes()?);
        is_empty = false;
    }
    anyhow::ensure!(!is_empty, "there is no JSON in it");
    Ok(bytes)
}

/// Has the root say that the game is in UTF-8, where it must: where it says nothing or something else, and
/// it is not the same in both.
fn name_encoding(game: &mut FlatGame) {
    let mut texts = game.nodes.iter().flat_map(|node| &node.properties);
    let is_ascii = texts.all(|(_, values)| values.iter().all(|value| value.is_ascii()));
    let Some(root) = game.nodes.first_mut() else {
        return;
    };
    let properties = &mut root.properties;
    let own = properties.iter().position(|(name, _)| name == "CA");
    let label = own.and_then(|own| properties[own].1.first());
    let charset = label.and_then(|label| Charset::for_label(label));
    if charset == Some(Charset::UTF_8) || is_ascii && charset.is_none_or(Charset::extends_ascii) {
        return;
    }
    let values = vec![Charset::UTF_8.name().to_owned()];
    match own {
        Some(own) => properties[own].1 = values,
        None => properties.push(("CA".to_owned(), values)),
    }
}

const NOT_JSON: &str = "this is not the JSON that `kifu json` writes";

#[cfg(test)]
mod tests {
    use kifu::{Collection, Compare, FlatCollection};
    use kifu_testkit::{corpus, suite, workspace};

    use super::{name_encoding, sgf};

    #[test]
    fn there_and_back() {
        let collection = Collection::from("(;FF[4]C[a\\]b];B[dd](;W[aa])(;W[bb]))(;FF[4])");
        let json = serde_json::to_vec(&FlatCollection::from(&collection)).unwrap();
        let mut twice = json.clone();
        twice.extend_from_slice(&json);
        let back = Collection::from_bytes(sgf(&json).unwrap());
        assert!(collection.is_same(&back, Compare::Ordered));
        assert_eq!(Collection::from_bytes(sgf(&twice).unwrap()).len(), 4);
    }

    #[test]
    fn the_same_json_again() {
        let json = |text: Vec<u8>| {
            let collection = Collection::from_bytes(text);
            serde_json::to_vec(&FlatCollection::from(&collection)).unwrap()
        };
        for text in [
            "(;B[dd]C[a\\]b\\\\];W[aa](;B[bb])(;SZ[9]FF[3]))",
            "(;SZ[19]GM[1]AB[aa][bb]FF[3])(;CA[ISO-8859-1]PB[x])(;CA[none]AE[])",
            "(;CA[utf-8]FF[4]PB[本因坊])",
        ] {
            let first = json(text.into());
            assert_eq!(json(sgf(&first).unwrap()), first, "{text}");
        }
    }

    /// What JSON says comes back, but for the `CA` that is supplied.
    fn check_way_back(name: &str, bytes: Vec<u8>) {
        let mut flat = FlatCollection::from(&Collection::from_bytes(bytes));
        let json = serde_json::to_vec(&flat).unwrap();
        let back = sgf(&json).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        flat.games.iter_mut().for_each(name_encoding);
        let again = FlatCollection::from(&Collection::from_bytes(back.clone()));
        assert!(again == flat, "{name}: {}", String::from_utf8_lossy(&back));
    }

    #[test]
    fn identifiers_without_value_stay_so() {
        for text in [
            "(;B)",
            "(;B W;C[x]KO D;E[](;A_ B1)(;F;))",
            "(;C[a [b\\] c]d e;small C[x] words)",
            "(;FF SZ[9](;GM;B)(;KM[1]PB))",
        ] {
            check_way_back(text, text.into());
        }
    }

    #[test]
    fn every_file_comes_back() {
        suite::for_each(|name, case| check_way_back(name, case.input()));
        let mut folders = vec![workspace().join("testdata/regressions")];
        folders.extend(["sgfc", "encodings"].into_iter().filter_map(corpus::path));
        folders.extend(corpus::archive("programs"));
        for path in folders.iter().flat_map(|folder| corpus::files(folder, "")) {
            check_way_back(&path.to_string_lossy(), std::fs::read(&path).unwrap());
        }
    }

    #[test]
    fn the_encoding_is_named_where_it_must_be() {
        for (text, expected) in [
            ("(;PB[本因坊])", "(;PB[本因坊]CA[UTF-8])\n"),
            ("(;CA[Shift_JIS]PB[本因坊])", "(;CA[UTF-8]PB[本因坊])\n"),
            ("(;CA[Shift_JIS]PB[x])", "(;CA[Shift_JIS]PB[x])\n"),
            ("(;CA[UTF-16LE]PB[x])", "(;CA[UTF-8]PB[x])\n"),
        ] {
            let collection = Collection::from(text);
            let json = serde_json::to_vec(&FlatCollection::from(&collection)).unwrap();
            assert_eq!(String::from_utf8(sgf(&json).unwrap()).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_no_such_json_is_refused() {
        for json in ["", "[]", "{", r#"{"games":[{"nodes":[]}]}"#] {
            assert!(sgf(json.as_bytes()).is_err(), "{json}");
        }
    }
}
