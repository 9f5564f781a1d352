//! Which rules speak: the command line, and `kifu.toml` before it.

use std::path::PathBuf;

use kifu::lint::Options;
use serde::Deserialize;

use crate::config::Config;

/// Which rules speak
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Rules {
    /// Only these rules: names, or beginnings of codes, as `V2,S301`; `ALL` is every rule
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    select: Vec<String>,

    /// Not these rules: names, or beginnings of codes
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Speak also of what is lawful but unusual
    #[arg(long)]
    strict: bool,

    /// Take the choice of rules from this file, instead of a `kifu.toml` here or above
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The choice of rules in `kifu.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Choice {
    select: Vec<String>,
    ignore: Vec<String>,
    strict: bool,
}

impl Rules {
    /// The choice of the command line, and where it says nothing that of `kifu.toml`.
    pub(crate) fn options(&self) -> anyhow::Result<Options> {
        let Choice {
            mut select,
            mut ignore,
            strict,
        } = Config::read(self.config.as_deref())?.check;
        if !self.select.is_empty() {
            select.clone_from(&self.select);
        }
        ignore.extend_from_slice(&self.ignore);
        let options = Options::default()
            .with_strict(strict || self.strict)
            .with_select(select)
            .with_ignore(ignore);
        if let Some(unknown) = options.unknown().next() {
            anyhow::bail!("no rule has the code or name `{unknown}`; `kifu rule --all` lists them");
        }
        Ok(options)
    }
}
