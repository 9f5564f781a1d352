use std::fmt;

use anyhow::Context as _;
use kifu::encoding::{Charset, DecodeOptions, Source};
use kifu::{Collection, FlatCollection, FlatError, FlatGame, WriteError};
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

/// The message about other JSON.
const NOT_JSON: &str = "this is not the JSON that `kifu json` writes";

/// The records in a JSON document.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) bytes: Vec<u8>,
    /// The games in ASCII whose `CA` differs from that of the JSON, because their text would be read in another
    /// encoding.
    pub(super) named: Vec<usize>,
}

/// All collections of a JSON text in order. One game at a time is held as a tree.
pub(super) fn records(json: &[u8]) -> anyhow::Result<Records> {
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    let mut reading = Reading::default();
    let json = json.strip_prefix(BYTE_ORDER_MARK).unwrap_or(json);
    let mut json = serde_json::Deserializer::from_slice(json);
    let mut is_empty = true;
    while json.end().is_err() {
        let read = Object(&mut reading).deserialize(&mut json);
        if let Some(error) = reading.failed {
            return Err(error);
        }
        read.context(NOT_JSON)?;
        is_empty = false;
    }
    anyhow::ensure!(!is_empty, "the input has no JSON");
    let Records { bytes, named } = reading.records;
    // Each game reads back on its own, and must also do so next to the others.
    let source = Source::new(bytes, &DecodeOptions::default());
    if source.text().as_bytes() != source.bytes() {
        return Err(WriteError::Misread.into());
    }
    let bytes = source.into_bytes();
    Ok(Records { bytes, named })
}

/// The state of reading.
#[derive(Debug, Default)]
struct Reading {
    games: usize,
    records: Records,
    /// The reason why a game is invalid or cannot be written.
    failed: Option<anyhow::Error>,
}

impl Reading {
    fn add(&mut self, mut game: FlatGame) -> anyhow::Result<()> {
        if needs_name(&game) {
            name_encoding(&mut game);
        }
        let number = self.games;
        let mut flat = FlatCollection { games: vec![game] };
        let mut bytes = written(&flat, number)?;
        if matches!(bytes, Err(WriteError::Misread)) {
            flat.games.iter_mut().for_each(name_encoding);
            self.records.named.push(number);
            bytes = written(&flat, number)?;
        }
        self.records.bytes.extend_from_slice(&bytes?);
        self.games += 1;
        Ok(())
    }
}

/// The bytes written for a collection; for one game, of the given number.
fn written(flat: &FlatCollection, number: usize) -> Result<Result<Vec<u8>, WriteError>, FlatError> {
    let collection = Collection::try_from(flat).map_err(|error| match error {
        FlatError::Empty(_) => FlatError::Empty(number),
        FlatError::Parent(_, node) => FlatError::Parent(number, node),
        FlatError::Property(_, node, identifier, error) => {
            FlatError::Property(number, node, identifier, error)
        }
        other => other,
    })?;
    Ok(collection.to_bytes())
}

/// Whether the root must declare UTF-8: if its `CA` does not, unless the game is ASCII and its `CA` is missing, unknown
/// or names an encoding that extends ASCII.
fn needs_name(game: &FlatGame) -> bool {
    let mut texts = game.nodes.iter().flat_map(|node| &node.properties);
    let is_ascii = texts.all(|(_, values)| values.iter().all(|value| value.is_ascii()));
    let root = game.nodes.first();
    let own = root.and_then(|root| root.properties.iter().find(|(name, _)| name == "CA"));
    let label = own.and_then(|(_, values)| values.first());
    let charset = label.and_then(|label| Charset::for_label(label));
    charset != Some(Charset::UTF_8) && !(is_ascii && charset.is_none_or(Charset::extends_ascii))
}

/// Declares UTF-8 in the root.
fn name_encoding(game: &mut FlatGame) {
    let Some(root) = game.nodes.first_mut() else {
        return;
    };
    let properties = &mut root.properties;
    let values = vec![Charset::UTF_8.name().to_owned()];
    let Some(place) = properties.iter().position(|(name, _)| name == "CA") else {
        properties.push(("CA".to_owned(), values));
        return;
    };
    match &mut properties[place].1 {
        own if own.len() <= 1 && own.iter().all(|own| Charset::is_label(own)) => *own = values,
        // Other text stays, after the name.
        _ => properties.insert(place, ("CA".to_owned(), values)),
    }
}

/// An object with `games`, which are read one by one.
struct Object<'r>(&'r mut Reading);

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `games`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut has_games = false;
        while let Some(key) = map.next_key::<String>()? {
            if key != "games" {
                map.next_value::<IgnoredAny>()?;
            } else if std::mem::replace(&mut has_games, true) {
                return Err(A::Error::duplicate_field("games"));
            } else {
                map.next_value_seed(GameList(self.0))?;
            }
        }
        if has_games {
            Ok(())
        } else {
            Err(A::Error::missing_field("games"))
        }
    }
}

struct GameList<'r>(&'r mut Reading);

impl<'de> DeserializeSeed<'de> for GameList<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for GameList<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of games")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut games: A) -> Result<(), A::Error> {
        while let Some(game) = games.next_element()? {
            self.0.add(game).map_err(|error| {
                let message = A::Error::custom(&error);
                self.0.failed = Some(error);
                message
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kifu::{Collection, Compare, FlatCollection};
    use kifu_testkit::{corpus, suite, workspace};

    use super::{name_encoding, needs_name, records};

    fn sgf(json: &[u8]) -> anyhow::Result<Vec<u8>> {
        Ok(records(json)?.bytes)
    }

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

    /// JSON survives the round trip, except for an added `CA`.
    fn check_way_back(name: &str, bytes: Vec<u8>) {
        let mut flat = FlatCollection::from(&Collection::from_bytes(bytes));
        let json = serde_json::to_vec(&flat).unwrap();
        let back = records(&json).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        for (number, game) in flat.games.iter_mut().enumerate() {
            if needs_name(game) || back.named.contains(&number) {
                name_encoding(game);
            }
        }
        let back = back.bytes;
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
    fn what_looks_like_another_encoding_comes_back() {
        let text = "(;FF[4]CA[UTF-8];B[aa])(;CA[UTF-8]C[~{VPNJ~}])(;FF[4])";
        for label in [None, Some("none")] {
            let mut flat = FlatCollection::from(&Collection::from(text));
            let root = &mut flat.games[1].nodes[0].properties;
            root.remove(0);
            root.extend(label.map(|label| ("CA".to_owned(), vec![label.to_owned()])));
            let back = records(&serde_json::to_vec(&flat).unwrap()).unwrap();
            assert_eq!(back.named, [1], "{label:?}");
            name_encoding(&mut flat.games[1]);
            let again = Collection::from_bytes(back.bytes);
            assert!(FlatCollection::from(&again) == flat, "{label:?}");
            assert_eq!(again.game(1).unwrap().root().value("CA"), Some("UTF-8"));
        }
    }

    #[test]
    fn objects_are_read_whatever_stands_beside_their_games() {
        let game = r#"{"nodes":[{"properties":[["B",["aa"]]]}]}"#;
        let json = format!(
            "{{\"file\":\"a\",\"other\":[1,{{\"games\":2}}],\"games\":[{game},{game}]}}\n{{\"games\":[]}} "
        );
        assert_eq!(sgf(json.as_bytes()).unwrap(), b"(;B[aa])\n(;B[aa])\n");
        let marked = format!("\u{feff}{json}");
        assert_eq!(sgf(marked.as_bytes()).unwrap(), b"(;B[aa])\n(;B[aa])\n");
    }

    #[test]
    fn messages_give_the_number_of_the_game() {
        let good = r#"{"nodes":[{"properties":[]}]}"#;
        for (bad, message) in [
            (r#"{"nodes":[]}"#, "game 1 has no node"),
            (
                r#"{"nodes":[{"parent":0,"properties":[]}]}"#,
                "node 0 of game 1",
            ),
            (
                r#"{"nodes":[{"properties":[["b c",[]]]}]}"#,
                "node 0 of game 1",
            ),
            (r#"{"nodes":7}"#, "not the JSON"),
        ] {
            let error = sgf(format!(r#"{{"games":[{good},{bad}]}}"#).as_bytes()).unwrap_err();
            assert!(error.to_string().contains(message), "{error:#}");
        }
    }

    #[test]
    fn what_is_no_such_json_is_refused() {
        for json in [
            "",
            "[]",
            "{",
            "{}",
            "7",
            r#"{"games":[{"nodes":[]}]}"#,
            r#"{"games":[],"games":[]}"#,
            r#"{"games":[]}]"#,
        ] {
            assert!(sgf(json.as_bytes()).is_err(), "{json}");
        }
    }
}
