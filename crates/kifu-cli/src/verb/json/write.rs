use std::io::{self, BufWriter, Write};

use kifu::{Collection, GameTree};
use serde::Serialize as _;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use serde_json::value::Value;

use crate::harmless;

/// Number of bytes passed on at a time.
const BUFFER: usize = 1 << 15;

/// The layout of JSON. An object is written in parts, so that it need not be in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Whether lines are broken and indented.
    pub(crate) is_pretty: bool,
    /// Whether it is for a terminal.
    pub(crate) is_harmless: bool,
}

impl Layout {
    /// The text before the first game of an object, with the name of its file if requested.
    pub(crate) fn begin(self, file: Option<&str>) -> String {
        let (open, space) = if self.is_pretty {
            ("{\n  ", " ")
        } else {
            ("{", "")
        };
        let file = file.map_or_else(String::new, |file| {
            let comma = if self.is_pretty { ",\n  " } else { "," };
            let name = Value::from(file).to_string();
            format!("\"file\":{space}{name}{comma}")
        });
        let newline = if self.is_pretty { "\n    " } else { "" };
        let begin = format!("{open}{file}\"games\":{space}[{newline}");
        if self.is_harmless {
            harmless::json(&begin).into_owned()
        } else {
            begin
        }
    }

    /// The separator between two games.
    pub(crate) const fn between(self) -> &'static str {
        if self.is_pretty { ",\n    " } else { "," }
    }

    /// The text after the last game of an object.
    pub(crate) const fn end(self) -> &'static str {
        if self.is_pretty { "\n  ]\n}\n" } else { "]}\n" }
    }

    /// Writes the games of a collection, node by node.
    pub(crate) fn games(self, collection: &Collection, output: &mut dyn Write) -> io::Result<()> {
        let mut output = BufWriter::with_capacity(BUFFER, output);
        for game in collection.games() {
            if game.number() > 0 {
                output.write_all(self.between().as_bytes())?;
            }
            if self.is_harmless {
                self.game(game, Harmless(&mut output))?;
            } else {
                self.game(game, &mut output)?;
            }
        }
        output.flush()
    }

    fn game(self, game: GameTree<'_>, output: impl Write) -> io::Result<()> {
        fn write(
            game: GameTree<'_>,
            output: impl Write,
            formatter: impl Formatter,
        ) -> io::Result<()> {
            game.serialize(&mut Serializer::with_formatter(output, formatter))?;
            Ok(())
        }
        if self.is_pretty {
            let mut formatter = PrettyFormatter::new();
            // Starts at the depth of a game in the object.
            formatter.begin_object(&mut io::sink())?;
            formatter.begin_array(&mut io::sink())?;
            write(game, output, formatter)
        } else {
            write(game, output, CompactFormatter)
        }
    }
}

/// Escapes JSON for a terminal: each write consists of whole characters.
struct Harmless<W>(W);

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(harmless::json(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use kifu::{Collection, FlatCollection, NodeId};
    use serde::Serialize;

    use super::Layout;

    #[derive(Serialize)]
    struct Object<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<&'a str>,
        #[serde(flatten)]
        collection: &'a FlatCollection,
    }

    #[test]
    fn a_collection_is_written_as_its_flat_copy() {
        let mut collection = Collection::from("(;FF[4](;B[aa]C[x])(;B[bb](;W[cc])(;W[dd])))(;KO)");
        let json = |collection: &Collection| {
            let streamed = serde_json::to_string(collection).unwrap();
            let copied = serde_json::to_string(&FlatCollection::from(collection)).unwrap();
            assert_eq!(streamed, copied);
            streamed
        };
        let before = json(&collection);
        let mut game = collection.game_mut(0).unwrap();
        let root = game.root();
        let last = game.tree().root().last_child().unwrap().id();
        game.make_main_line(last).unwrap();
        game.remove(NodeId::new(1)).unwrap();
        let new = game.insert_child(root, 0).unwrap();
        game.set_text(new, "N", "a new one").unwrap();
        let after = json(&collection);
        assert_ne!(before, after);
        assert!(
            after.contains(r#"{"parent":2,"properties":[["W",["cc"]]]}"#),
            "{after}"
        );
    }

    #[test]
    fn parts_are_the_object() {
        for text in [
            "(;)",
            "(;FF[4]KO;B[aa][bb](;C[a\\]\"b\\\\\n\u{1b}\u{202e}本])(;;))(;GM[1])",
        ] {
            let collection = Collection::from(text);
            for file in [None, Some("a\"b\u{202e}.sgf")] {
                for (is_pretty, is_harmless) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    let layout = Layout {
                        is_pretty,
                        is_harmless,
                    };
                    let mut written = layout.begin(file).into_bytes();
                    layout.games(&collection, &mut written).unwrap();
                    written.extend_from_slice(layout.end().as_bytes());
                    let object = Object {
                        file,
                        collection: &FlatCollection::from(&collection),
                    };
                    let mut expected = if is_pretty {
                        serde_json::to_string_pretty(&object).unwrap()
                    } else {
                        serde_json::to_string(&object).unwrap()
                    };
                    if is_harmless {
                        expected = crate::harmless::json(&expected).into_owned();
                    }
                    assert_eq!(String::from_utf8(written).unwrap(), expected + "\n");
                }
            }
        }
    }
}
