mod destination;
mod other;
mod table;
mod target;

use std::path::PathBuf;

use kifu_formats::Format;
use kifu_lint::convert::{Options, to_ff4};

use self::other::Other;
use self::target::Target;
use super::rewrite::Rewrite;
use crate::config::{LettersChoice, Nearest, ObsoleteChoice};
use crate::exit::Exit;
use crate::output::Output;

/// Convert records to FF[4] or to another format
///
/// `--to ff4`, the default, updates FF[1] to FF[3] records to FF[4] in place: long identifiers, letters and marks, move
/// annotations, komi, dates, results and times. Everything else keeps its bytes. What cannot be converted is kept and
/// reported.
///
/// `--to sgf` reads other formats, recognized by their content, and writes `.sgf` files next to them or
/// to --output. `--to FORMAT` writes that format. Losses are reported, and the exit status is 1 then.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu convert --diff old.sgf
  kifu convert --to sgf games/
  kifu convert --to sgf --output converted/ games.zip
  kifu convert --to gtp game.sgf
  kifu convert --formats")]
pub(crate) struct Convert {
    #[command(flatten)]
    rewrite: Rewrite,

    /// What to convert to: `ff4`, `sgf`, `json`, or a format of `--formats`
    ///
    /// The default is `sgf` with `--from`, and `ff4` otherwise.
    #[arg(long, value_name = "FORMAT", value_parser = target::target)]
    to: Option<Target>,

    /// Format of the files; the default is detected from their content
    #[arg(long, value_name = "FORMAT", value_parser = target::format, conflicts_with = "encoding")]
    from: Option<Format>,

    /// List the other formats and what they can hold
    #[arg(long, exclusive = true)]
    formats: bool,

    /// How to treat properties that the new version dropped
    ///
    /// The default is `obsolete` in the section `convert` of `kifu.toml`, or else `keep`.
    #[arg(long, value_name = "WHAT")]
    obsolete: Option<ObsoleteChoice>,

    /// Case of the letters for the points of `L`
    ///
    /// The default is `letters` in the section `convert` of `kifu.toml`, or else `upper`.
    #[arg(long, value_name = "CASE")]
    letters: Option<LettersChoice>,

    /// Use this configuration instead of the nearest `kifu.toml` of each file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Convert {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.formats {
            return table::show(output);
        }
        let to = match (self.to, self.from) {
            (Some(to), _) => to,
            (None, Some(_)) => Target::Sgf,
            (None, None) => Target::Ff4,
        };
        if to != Target::Ff4 {
            if let Some(switch) = self.rewrite.own_switch() {
                anyhow::bail!("`{switch}` belongs to `--to ff4`, which rewrites files");
            }
            return Other {
                inputs: self.rewrite.inputs(),
                from: self.from,
                to,
                output: self.rewrite.output(),
                overwrite: self.rewrite.overwrites(),
            }
            .run(output);
        }
        anyhow::ensure!(
            self.from.is_none() && !self.rewrite.overwrites(),
            "`--to ff4` rewrites SGF in place; for other formats give `--to sgf`"
        );
        ensure_no_target(&self.rewrite.inputs().paths)?;
        let configs = Nearest::new(self.config.as_deref())?;
        self.rewrite.run(output, |part, collection| {
            let config = &configs.of(part.file)?.convert;
            let options = Options {
                obsolete: self.obsolete.unwrap_or(config.obsolete).into(),
                letters: self.letters.unwrap_or(config.letters).into(),
            };
            Ok(to_ff4(collection, &options))
        })
    }
}

/// Refuses `kifu convert game.sgf game.gib`: the second file would be the result in the converters of others.
fn ensure_no_target(paths: &[PathBuf]) -> anyhow::Result<()> {
    let [first, .., last] = paths else {
        return Ok(());
    };
    if last.exists() {
        return Ok(());
    }
    let extension = last.extension().and_then(|extension| extension.to_str());
    let format = extension.and_then(|extension| {
        let mut all = Format::ALL.iter();
        all.find(|format| format.extensions().contains(&extension))
    });
    if let Some(format) = format {
        anyhow::ensure!(
            format.writes(),
            "{}: no such file or folder, and {} is only read, not written",
            last.display(),
            format.title()
        );
        anyhow::bail!(
            "{}: no such file or folder; to write it: `kifu convert --to {} -o {} {}`",
            last.display(),
            format.name(),
            last.display(),
            first.display()
        );
    }
    Ok(())
}
