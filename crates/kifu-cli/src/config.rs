//! `kifu.toml`: what is asked for in a folder, for all commands that are run in it or below.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::rules::Choice;
use crate::verb::{ConvertConfig, NormalizeConfig};

/// The name of the file.
const NAME: &str = "kifu.toml";

/// What `kifu.toml` may hold.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) check: Choice,
    pub(crate) convert: ConvertConfig,
    pub(crate) normalize: NormalizeConfig,
    /// The folder that the file lies in, from which its paths count.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
}

impl Config {
    /// Reads the file at `path`, or else the nearest `kifu.toml` in this folder or above. Without
    /// one nothing is asked for.
    pub(crate) fn read(path: Option<&Path>) -> anyhow::Result<Self> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => match find(&std::env::current_dir()?) {
                Some(path) => path,
                None => return Ok(Self::default()),
            },
        };
        let mut config: Self = read_toml(&path)?;
        path.parent()
            .unwrap_or(Path::new(""))
            .clone_into(&mut config.folder);
        Ok(config)
    }
}

/// Reads a file of TOML.
///
/// # Errors
/// It cannot be read, or says something that is not asked for: with the line, and in one line.
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
fn find(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .map(|folder| folder.join(NAME))
        .find(|path| path.is_file())
}
