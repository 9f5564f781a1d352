use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use etcetera::BaseStrategy as _;
use kifu::NodeId;
use serde_json::{Map, Value, json};

use super::library::Order;
use super::look::BoardStyle;
use super::model::Model;
use super::skin::Skin;

/// How many files are remembered; the one not seen for longest is forgotten.
const FILES: usize = 1000;

/// The file of the viewer in the folder for the state of programs (`$XDG_STATE_HOME/kifu`, or the folder that the system
/// has for it): an object with the list of places, oldest first, and the preferences.
#[derive(Debug)]
struct State {
    file: PathBuf,
}

impl State {
    fn of_user() -> anyhow::Result<Self> {
        let strategy = etcetera::choose_base_strategy()?;
        let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
        Ok(Self::within(&folder.join("kifu")))
    }

    fn within(folder: &Path) -> Self {
        Self {
            file: folder.join("places.json"),
        }
    }

    /// The contents; empty if the file is missing or has another form.
    fn read(&self) -> Map<String, Value> {
        let bytes = fs::read(&self.file).unwrap_or_default();
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(object)) => object,
            // The form before there were preferences: the list alone.
            Ok(list @ Value::Array(_)) => Map::from_iter([(PLACES.to_owned(), list)]),
            _ => Map::new(),
        }
    }

    /// Puts a new file in the place of the old one: either is whole, whatever happens.
    fn write(&self, contents: &Map<String, Value>) -> anyhow::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, contents)?;
        file.write_all(b"\n")?;
        file.persist(&self.file)?;
        Ok(())
    }
}

const PLACES: &str = "places";
const BOARD: &str = "board";
const SKIN: &str = "skin";
const ORDER: &str = "order";

/// Where a file was left.
#[derive(Debug)]
pub(crate) struct Memory {
    state: State,
    /// The file, as an absolute path.
    path: String,
}

impl Memory {
    /// That of a file, in the folder of the user.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        Ok(Self::at(State::of_user()?, path))
    }

    /// That of a file, in a folder.
    #[cfg(test)]
    pub(crate) fn within(folder: &Path, path: &Path) -> Self {
        Self::at(State::within(folder), path)
    }

    fn at(state: State, path: &Path) -> Self {
        let path = dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self {
            state,
            path: path.to_string_lossy().into_owned(),
        }
    }

    /// Goes to where the file was left, if that is known and still there.
    pub(crate) fn recall(&self, model: &mut Model<'_>) {
        let place = self.place();
        let node =
            place.and_then(|(game, node)| model.collection.game(game)?.node(NodeId::new(node)));
        if let Some(node) = node {
            model.go_to(node);
        }
    }

    /// The game and the node where the file was left; of a folder the game of its list.
    pub(crate) fn place(&self) -> Option<(usize, u32)> {
        let contents = self.state.read();
        let entries = contents.get(PLACES)?.as_array()?;
        let entry = entries.iter().find(|entry| self.is_own(entry))?;
        let number = |name: &str| entry.get(name).and_then(Value::as_u64);
        let game = number("game").and_then(|game| usize::try_from(game).ok())?;
        let node = number("node").and_then(|node| u32::try_from(node).ok())?;
        Some((game, node))
    }

    /// Remembers a game and a node.
    pub(crate) fn keep_place(&self, game: usize, node: u32) -> anyhow::Result<()> {
        let mut contents = self.state.read();
        let mut entries = match contents.remove(PLACES) {
            Some(Value::Array(entries)) => entries,
            _ => Vec::new(),
        };
        entries.retain(|entry| !self.is_own(entry));
        entries.push(json!({
            "file": self.path,
            "game": game,
            "node": node,
        }));
        let forgotten = entries.len().saturating_sub(FILES);
        entries.drain(..forgotten);
        contents.insert(PLACES.to_owned(), Value::Array(entries));
        self.state.write(&contents).with_context(|| {
            format!(
                "{}: cannot remember the position",
                self.state.file.display()
            )
        })
    }

    fn is_own(&self, entry: &Value) -> bool {
        entry.get("file").and_then(Value::as_str) == Some(&self.path)
    }
}

/// The appearance and the order that the user chose by keys, for all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Preferences {
    pub(crate) board: Option<BoardStyle>,
    pub(crate) skin: Option<Skin>,
    /// The order of the games of a folder.
    pub(crate) order: Option<Order>,
}

impl Preferences {
    /// The preferences of the user; none if they cannot be read.
    pub(crate) fn read() -> Self {
        State::of_user().map_or_else(|_| Self::default(), |state| Self::from(&state))
    }

    fn from(state: &State) -> Self {
        let contents = state.read();
        let text = |name: &str| contents.get(name).and_then(Value::as_str);
        Self {
            board: text(BOARD).and_then(BoardStyle::named),
            skin: text(SKIN).and_then(Skin::named),
            order: text(ORDER).and_then(Order::named),
        }
    }

    /// Remembers those that are set; keeps the others.
    pub(crate) fn keep(self) -> anyhow::Result<()> {
        self.keep_in(&State::of_user()?)
    }

    fn keep_in(self, state: &State) -> anyhow::Result<()> {
        let mut contents = state.read();
        for (name, value) in [
            (BOARD, self.board.map(BoardStyle::name)),
            (SKIN, self.skin.map(Skin::name)),
            (ORDER, self.order.map(Order::name)),
        ] {
            if let Some(value) = value {
                contents.insert(name.to_owned(), value.into());
            }
        }
        state
            .write(&contents)
            .with_context(|| format!("{}: cannot remember the appearance", state.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardStyle, Memory, Order, Preferences, Skin, State, fs};

    #[test]
    fn preferences_and_places_share_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = State::within(folder.path());
        let memory = Memory::within(folder.path(), "/a.sgf".as_ref());
        assert_eq!(Preferences::from(&state), Preferences::default());
        let old = r#"[{"file": "/a.sgf", "game": 1, "node": 7}]"#;
        fs::write(folder.path().join("places.json"), old).expect("a file");
        assert_eq!(memory.place(), Some((1, 7)));
        let wood = Preferences {
            board: None,
            skin: Some(Skin::Wood),
            order: Some(Order::Players),
        };
        wood.keep_in(&state).expect("kept");
        assert_eq!(memory.place(), Some((1, 7)));
        let text = Preferences {
            board: Some(BoardStyle::Text),
            skin: None,
            order: None,
        };
        text.keep_in(&state).expect("kept");
        memory.keep_place(0, 3).expect("kept");
        assert_eq!(memory.place(), Some((0, 3)));
        let both = Preferences {
            board: Some(BoardStyle::Text),
            skin: Some(Skin::Wood),
            order: Some(Order::Players),
        };
        assert_eq!(Preferences::from(&state), both);
    }

    #[test]
    fn unknown_preferences_are_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = State::within(folder.path());
        for other in [
            "",
            "{]",
            "3",
            r#"{"skin": "blue", "board": 3, "order": "size", "places": {}}"#,
        ] {
            fs::write(folder.path().join("places.json"), other).expect("a file");
            assert_eq!(Preferences::from(&state), Preferences::default(), "{other}");
            let memory = Memory::within(folder.path(), "/a.sgf".as_ref());
            assert_eq!(memory.place(), None);
            memory.keep_place(2, 3).expect("kept");
            assert_eq!(memory.place(), Some((2, 3)));
        }
    }
}
