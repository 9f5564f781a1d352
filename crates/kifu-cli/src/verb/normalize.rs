use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;
use kifu_lint::normalize::{Aliases, Options, normalize};
use serde::Deserialize;

use super::rewrite::Rewrite;
use crate::config::{Config, read_toml};
use crate::exit::Exit;
use crate::output::Output;

/// Normalize dates, results, komi, names and encodings
///
/// Writes dates, results, ranks, komi, times, rules and player names as the standard defines them, and files in UTF-8
/// with line feeds. Everything else keeps its bytes. Files are rewritten in place; standard input goes to standard
/// output. What is ambiguous is kept and reported.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu normalize --diff games/
  kifu normalize --only dates,results games/
  kifu normalize --aliases players.toml games/")]
pub(crate) struct Normalize {
    #[command(flatten)]
    rewrite: Rewrite,

    /// Normalize only these
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    only: Vec<What>,

    /// Do not normalize these
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    except: Vec<What>,

    /// Also sort the properties of each node in canonical order
    #[arg(long)]
    order: bool,

    /// Also fix habits of programs that are recognized and unambiguous
    #[arg(long)]
    quirks: bool,

    /// Table of player names in TOML: `"Go Seigen" = ["Wu Qingyuan", "呉清源"]`
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,

    /// Use this configuration instead of the nearest `kifu.toml`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What can be brought into one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    /// `DT`: `1996-05-06,07`
    Dates,
    /// `RE`: `W+R`
    Results,
    /// `BR` and `WR` of Go: `9p`, `3d`, `10k`
    Ranks,
    /// `KM` of Go: `6.5`
    Komi,
    /// `TM`, `BL` and `WL` in seconds, overtime in `OT`
    Times,
    /// `RU` of Go: `Japanese`
    Rules,
    /// `PB` and `PW`: white space, width, and the table of players
    Names,
    /// UTF-8, and a `CA` that says so
    Encoding,
    /// Line feeds
    LineEnds,
}

/// What `kifu.toml` says of it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NormalizeConfig {
    only: Vec<What>,
    except: Vec<What>,
    order: bool,
    quirks: bool,
    /// The file with the table of players.
    aliases: Option<PathBuf>,
    /// The table itself.
    players: Table,
}

/// Players, each with other spellings of the name.
type Table = BTreeMap<String, Vec<String>>;

impl Normalize {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let options = self.options()?;
        self.rewrite
            .run(output, |collection| normalize(collection, &options))
    }

    /// The choice of the command line, and where it says nothing that of `kifu.toml`.
    fn options(&self) -> anyhow::Result<Options> {
        let config = Config::read(self.config.as_deref())?;
        let folder = config.folder;
        let config = config.normalize;
        let only = if self.only.is_empty() {
            &config.only
        } else {
            &self.only
        };
        let wanted = |what| {
            let is_left_out = self.except.contains(&what) || config.except.contains(&what);
            // What the command line asks for by name it gets, whatever the file says.
            (only.is_empty() || only.contains(&what))
                && (!is_left_out || (self.only.contains(&what) && !self.except.contains(&what)))
        };
        let mut players = config.players;
        for path in [
            config.aliases.map(|path| folder.join(path)),
            self.aliases.clone(),
        ]
        .into_iter()
        .flatten()
        {
            for (name, mut spellings) in read_toml::<Table>(&path)? {
                players.entry(name).or_default().append(&mut spellings);
            }
        }
        let aliases = Aliases::new(players).context("the table of players")?;
        Ok(Options {
            dates: wanted(What::Dates),
            results: wanted(What::Results),
            ranks: wanted(What::Ranks),
            komi: wanted(What::Komi),
            times: wanted(What::Times),
            rules: wanted(What::Rules),
            names: wanted(What::Names),
            encoding: wanted(What::Encoding),
            line_ends: wanted(What::LineEnds),
            order: self.order || config.order,
            quirks: self.quirks || config.quirks,
            aliases,
        })
    }
}
