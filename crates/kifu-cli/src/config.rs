//! `kifu.toml`: the configuration of a folder and everything below it.

mod check;
mod convert;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use kifu_batch::path_of;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(crate) use self::check::{Choice, FixConfig};
use self::convert::ConvertConfig;
pub(crate) use self::convert::{LettersChoice, ObsoleteChoice};

/// The name of the file.
const NAME: &str = "kifu.toml";

/// Players, each with other spellings of the name.
pub(crate) type Players = BTreeMap<String, Vec<String>>;

/// The sections of `kifu.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) check: Choice,
    pub(crate) fix: FixConfig,
    /// Rules ignored in files whose path matches a pattern.
    #[serde(rename = "per-file-ignores")]
    pub(crate) per_file_ignores: BTreeMap<String, Vec<String>>,
    pub(crate) convert: ConvertConfig,
    /// Players, each with other spellings of the name.
    pub(crate) players: Players,
    /// The file; empty for the defaults.
    #[serde(skip)]
    pub(crate) path: PathBuf,
    /// The folder of the file; its paths are relative to it.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
}

impl Config {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, or has an unknown or invalid entry.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let mut config: Self = read_toml(path)?;
        path.parent()
            .unwrap_or(Path::new(""))
            .clone_into(&mut config.folder);
        path.clone_into(&mut config.path);
        Ok(config)
    }
}

/// The configuration of each file: that of the command line, or else the nearest `kifu.toml`, which is read once.
#[derive(Debug)]
pub(crate) struct Nearest {
    given: Option<Arc<Config>>,
    by_folder: Mutex<HashMap<PathBuf, Result<Arc<Config>, String>>>,
}

impl Nearest {
    /// # Errors
    /// The given file cannot be read.
    pub(crate) fn new(given: Option<&Path>) -> anyhow::Result<Self> {
        let given = given.map(Config::read).transpose()?;
        Ok(Self {
            given: given.map(Arc::new),
            by_folder: Mutex::default(),
        })
    }

    /// The configuration of the file with this name.
    ///
    /// # Errors
    /// Its `kifu.toml` cannot be read.
    pub(crate) fn of(&self, name: &str) -> anyhow::Result<Arc<Config>> {
        if let Some(given) = &self.given {
            return Ok(Arc::clone(given));
        }
        // A file in an archive has the configuration of the archive.
        let path = path_of(name);
        let folder = path.ancestors().skip(1).find(|folder| folder.is_dir());
        let folder = dunce::canonicalize(folder.unwrap_or(Path::new(".")))?;
        let mut known = self
            .by_folder
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let config = known.entry(folder).or_insert_with_key(|folder| {
            let config = match find(folder) {
                Some(path) => Config::read(&path),
                None => Ok(Config::default()),
            };
            config.map(Arc::new).map_err(|error| format!("{error:#}"))
        });
        config.clone().map_err(anyhow::Error::msg)
    }
}

/// Reads a file of TOML.
///
/// # Errors
/// It cannot be read, or has an unknown or invalid entry; the error names the line.
pub(crate) fn read_toml<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| name.to_string())?;
    toml::from_str(&text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.unwrap_or_default().matches('\n').count() + 1;
        anyhow::anyhow!("{name}:{line}: {}", error.message())
    })
}

/// The nearest `kifu.toml` in `folder` or above.
pub(crate) fn find(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .map(|folder| folder.join(NAME))
        .find(|path| path.is_file())
}
