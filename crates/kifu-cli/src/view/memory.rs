use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use etcetera::BaseStrategy as _;
use kifu::NodeId;
use serde_json::{Value, json};

use super::model::Model;

/// How many files are remembered; the one not seen for longest is forgotten.
const FILES: usize = 1000;

/// Where a file was left.
///
/// All files share one list, oldest first, in the folder for the state of programs
/// (`$XDG_STATE_HOME/kifu`, or what the system has for it).
#[derive(Debug)]
pub(crate) struct Memory {
    list: PathBuf,
    /// The file, as an absolute path.
    path: String,
}

impl Memory {
    /// That of a file, in the folder of the user.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Self> {
        let strategy = etcetera::choose_base_strategy()?;
        let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
        Ok(Self::within(&folder.join("kifu"), path))
    }

    /// That of a file, in a folder.
    pub(crate) fn within(folder: &Path, path: &Path) -> Self {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self {
            list: folder.join("places.json"),
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
        let entries = self.entries();
        let entry = entries.iter().find(|entry| self.is_own(entry))?;
        let number = |name: &str| entry.get(name).and_then(Value::as_u64);
        let game = number("game").and_then(|game| usize::try_from(game).ok())?;
        let node = number("node").and_then(|node| u32::try_from(node).ok())?;
        Some((game, node))
    }

    /// Remembers a game and a node.
    pub(crate) fn keep_place(&self, game: usize, node: u32) -> anyhow::Result<()> {
        let mut entries = self.entries();
        entries.retain(|entry| !self.is_own(entry));
        entries.push(json!({
            "file": self.path,
            "game": game,
            "node": node,
        }));
        let forgotten = entries.len().saturating_sub(FILES);
        entries.drain(..forgotten);
        self.write(&Value::Array(entries))
            .with_context(|| format!("{}: cannot remember the position", self.list.display()))
    }

    fn is_own(&self, entry: &Value) -> bool {
        entry.get("file").and_then(Value::as_str) == Some(&self.path)
    }

    /// What is remembered; nothing where the list is missing or is not one.
    fn entries(&self) -> Vec<Value> {
        let bytes = fs::read(&self.list).unwrap_or_default();
        match serde_json::from_slice(&bytes) {
            Ok(Value::Array(entries)) => entries,
            _ => Vec::new(),
        }
    }

    /// Puts a new list in the place of the old one: either is whole, whatever happens.
    fn write(&self, list: &Value) -> anyhow::Result<()> {
        let folder = self.list.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, list)?;
        file.write_all(b"\n")?;
        file.persist(&self.list)?;
        Ok(())
    }
}
