//! The sections `check` and `fix` of `kifu.toml`.

use std::path::PathBuf;

use serde::Deserialize;

/// The rules in `kifu.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Choice {
    pub(crate) select: Vec<String>,
    pub(crate) ignore: Vec<String>,
    pub(crate) strict: bool,
    /// A file with a table of players.
    pub(crate) players: Option<PathBuf>,
}

/// How files are fixed, in `kifu.toml`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct FixConfig {
    /// Apply unsafe fixes too.
    pub(crate) unsafe_fixes: bool,
    /// Keep a copy of each file.
    pub(crate) backup: bool,
}
