use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;
use kifu::Collection;
use kifu::collection::diff::{self, outline};

use kifu_batch::ensure_record;

use super::transform::SymmetryChoice;
use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::{Output, Palette, is_stdout};

/// Compare two records as game trees
///
/// Nodes are matched by their moves. The diff lists added (`+`), removed (`-`) and changed (`~`) properties and
/// variations. A property without a value (`W`) is the same as one with an empty value (`W[]`). The exit status is 1 if
/// the records differ. `docs/collections.md` describes the use as a diff driver of
/// git.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu diff old.sgf new.sgf
  kifu diff --format json old.sgf new.sgf
  kifu diff --any-symmetry game.sgf turned.sgf
  git config diff.sgf.command 'kifu diff --git'")]
pub(crate) struct Diff {
    /// The old record and the new one; with `--git` the arguments from git, with `--textconv` one record
    #[arg(required = true, value_name = "FILE", num_args = 1..=9)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    encoding: Encoding,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "text"
    )]
    format: Format,

    /// Run as a driver of git: takes the arguments of `diff.*.command`
    #[arg(long, conflicts_with = "textconv")]
    git: bool,

    /// Rotate and mirror the games of the new record to match the old ones before comparing
    #[arg(long, alias = "symmetry", conflicts_with = "textconv")]
    any_symmetry: bool,

    /// Show one record with a line for each node, for `diff.*.textconv` of git
    #[arg(long)]
    textconv: bool,
}

/// How a difference is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs: a complete patch from the old record to the new one
    Json,
}

impl Diff {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.textconv {
            let [file] = self.files.as_slice() else {
                anyhow::bail!("`--textconv` takes one file");
            };
            let text = outline(&read(file, self.encoding)?);
            output.data(text.as_bytes())?;
            return Ok(Exit::Clean);
        }
        let (name, old, new) = self.sides()?;
        anyhow::ensure!(
            !(is_stdout(old) && is_stdout(new)),
            "give `-` once: standard input holds one record"
        );
        let (old, mut new) = (read(old, self.encoding)?, read(new, self.encoding)?);
        if self.any_symmetry {
            for (number, symmetry) in diff::orient(&old, &mut new) {
                let how =
                    SymmetryChoice::of(symmetry).and_then(|choice| choice.to_possible_value());
                let how = how
                    .as_ref()
                    .map_or("", clap::builder::PossibleValue::get_name);
                output.note(format_args!("game {} was compared after {how}", number + 1));
            }
        }
        let diff = diff::Diff::between(&old, &new);
        if self.format == Format::Json {
            serde_json::to_writer(&mut *output, &diff)?;
            writeln!(output)?;
        } else if !diff.is_empty() {
            let text = diff.text(&old);
            if let Some(name) = name {
                let name = harmless::line(name);
                writeln!(output, "diff --kifu a/{name} b/{name}")?;
            }
            let colored = colored(&text, &output.palette, output.is_terminal);
            output.write_all(colored.as_bytes())?;
        }
        // Git takes anything but 0 for a failure of the driver.
        Ok(if diff.is_empty() || self.git {
            Exit::Clean
        } else {
            Exit::Findings
        })
    }

    /// The name, if git gives one, the old file and the new one.
    fn sides(&self) -> anyhow::Result<(Option<&str>, &Path, &Path)> {
        match (self.git, self.files.as_slice()) {
            (false, [old, new]) => Ok((None, old, new)),
            // Path, old file, its hash and mode, new file, its hash and mode; for a renamed file, the new name
            // and the similarity follow.
            (true, [name, old, _, _, new, _, _] | [name, old, _, _, new, _, _, _, _]) => {
                Ok((name.to_str(), old, new))
            }
            (false, _) => anyhow::bail!("give two files: the old record and the new one"),
            (true, [name]) => anyhow::bail!(
                "{}: not merged yet; resolve the conflict first",
                name.display()
            ),
            (true, _) => {
                anyhow::bail!("`--git` takes the seven or nine arguments of a git diff driver")
            }
        }
    }
}

/// Reads a record; an empty collection if git reports that the file does not exist.
pub(super) fn read(path: &Path, encoding: Encoding) -> anyhow::Result<Collection> {
    if path == Path::new("/dev/null") || path == Path::new("nul") {
        return Ok(Collection::new());
    }
    let mut input = Inputs::one(path, false)?;
    let bytes = input.read(&kifu_batch::Progress::default())?;
    let is_empty = bytes.trim_ascii().is_empty();
    let name = || path.display().to_string();
    let collection = encoding.collection(bytes).with_context(name)?;
    if !is_empty {
        ensure_record(&collection, &name())?;
    }
    Ok(collection)
}

/// A colored diff, safe for a terminal.
fn colored(text: &str, palette: &Palette, is_terminal: bool) -> String {
    let mut colored = String::new();
    for line in text.lines() {
        let sign = line.trim_start().chars().next();
        let style = match sign {
            _ if !line.starts_with([' ', '+', '-', '=']) => palette.strong,
            Some('+') => palette.good,
            Some('-') => palette.error,
            Some('~' | '=') => palette.warning,
            Some(_) | None => palette.faint,
        };
        let shown = if is_terminal {
            harmless::line(line)
        } else {
            line.into()
        };
        colored.push_str(&format_args!("{style}{shown}{style:#}\n").to_string());
    }
    colored
}
