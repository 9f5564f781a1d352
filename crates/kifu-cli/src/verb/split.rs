use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use kifu::collection::split::{Draft, Facts, Names, Template, line_of_play, lines_of_play};
use kifu::collection::{game_bytes, game_bytes_with_text};
use kifu::select::{Field, Record, Selection};
use kifu::{Collection, GameTree};

use kifu_batch::Games;
use kifu_batch::replace::{create, write};

use crate::each::each_games_into;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::Inputs;
use crate::omitted_text::OmittedText;
use crate::output::{Output, count};
use crate::selected::Selected;
use crate::sources::Sources;

/// Write each game to a file of its own
#[derive(Debug, clap::Args)]
#[command(long_about = long_about())]
#[command(after_help = "\
Examples:
  kifu split --output games all.sgf
  kifu split -t '{date}-{black}-{white}' all.sgf
  kifu split --each-variation --dry-run game.sgf
  kifu split --variation 3 joseki.sgf")]
pub(crate) struct Split {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// Folder to write to; created if missing
    #[arg(
        long,
        short,
        alias = "into",
        short_alias = 'i',
        value_name = "FOLDER",
        default_value = "."
    )]
    output: PathBuf,

    /// Names of the files
    ///
    /// The default is `{file}-{number}.sgf`, or `{file}-{number}-{variation}.sgf` with --each-variation.
    #[arg(long, short, value_name = "TEMPLATE")]
    template: Option<Template>,

    /// Write a file for each variation, from the root to its end
    #[arg(long, alias = "variations")]
    each_variation: bool,

    /// Write only the variation of this number, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "each_variation", value_parser = clap::value_parser!(u32).range(1..))]
    variation: Option<u32>,

    /// Keep the text before each game, and after the last one
    #[arg(long, conflicts_with_all = ["each_variation", "variation"])]
    keep_text: bool,

    #[command(flatten)]
    existing: Existing,

    /// Write nothing; print the names of the files
    #[arg(long, visible_alias = "check")]
    dry_run: bool,
}

/// The action if a file of the name exists; without one the new file gets a number.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Existing {
    /// Replace existing files; by default the new file gets a number. Files of this run are never replaced
    #[arg(long)]
    overwrite: bool,

    /// Do not write a file whose name exists
    #[arg(long, conflicts_with = "overwrite")]
    refuse_existing: bool,
}

/// A file to be written.
struct Piece {
    draft: Draft,
    bytes: Vec<u8>,
}

/// The result for an input.
struct Pieces {
    name: String,
    files: Vec<Piece>,
    /// Games that cannot be split, with the reasons.
    refused: Vec<String>,
    /// Whether there is text outside of its games.
    has_more: bool,
}

/// The counts so far.
#[derive(Default)]
struct Tally {
    written: usize,
    failed: usize,
    omitted: OmittedText,
    names: Names,
    /// The existing folders.
    folders: HashSet<PathBuf>,
    /// The files that are read, if others may be replaced.
    sources: Sources,
}

impl Split {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        self.check_folder()?;
        let template = self.template()?;
        let selection = self.selected.selection();
        let mut tally = Tally {
            sources: Sources::of(&self.inputs.with_formats(), self.existing.overwrite),
            ..Tally::default()
        };
        let work = |games: Games<'_>| self.pieces(games, &template, &selection);
        let mut exit = each_games_into(
            &self.inputs.with_formats(),
            output,
            work,
            |output, pieces| self.write(output, pieces, &mut tally),
        )?;
        if tally.failed > 0 {
            exit.add(Exit::Failure);
        }
        if let (Some(number), 0, 0) = (self.variation, tally.written, tally.failed)
            && exit != Exit::Failure
        {
            anyhow::bail!("no selected game has variation {number}");
        }
        let verb = if self.dry_run {
            "would be written"
        } else {
            "written"
        };
        let mut last = vec![format!("{} {verb}", count(tally.written, "file"))];
        last.extend(tally.omitted.message());
        if tally.failed > 0 {
            last.push(format!("{} not written, see above", tally.failed));
        }
        last.extend(output.take_failures("not read"));
        output.note(last.join(", "));
        Ok(exit)
    }

    /// Refuses an output that is a file, and one in a folder that is read: the new files would be read too.
    fn check_folder(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.output.exists() || self.output.is_dir(),
            "{}: this is a file; give a folder as `--output`",
            self.output.display()
        );
        // A folder that does not exist yet will be created in its nearest existing ancestor.
        let mut above = self.output.ancestors().map(|path| {
            let is_here = path.as_os_str().is_empty();
            if is_here { Path::new(".") } else { path }
        });
        let Some(into) = above.find_map(|path| dunce::canonicalize(path).ok()) else {
            return Ok(());
        };
        if let Some(folder) = self.inputs.folder_around(&into) {
            anyhow::bail!(
                "{}: the new files would be in the folder that is read; give another with `--output`",
                folder.display()
            );
        }
        Ok(())
    }

    fn template(&self) -> anyhow::Result<Template> {
        let template = match &self.template {
            Some(template) => template.clone(),
            None if self.each_variation || self.variation.is_some() => {
                "{file}-{number}-{variation}.sgf".parse()?
            }
            None => "{file}-{number}.sgf".parse()?,
        };
        Ok(template)
    }

    /// The files of an input.
    fn pieces(&self, games: Games<'_>, template: &Template, selection: &Selection) -> Pieces {
        let (name, collection) = (games.file, games.collection);
        let mut all = Pieces {
            name: name.to_owned(),
            files: Vec::new(),
            refused: Vec::new(),
            has_more: (!self.keep_text || collection.is_empty()) && OmittedText::is_in(collection),
        };
        for game in collection.games() {
            let record = Record::in_file(game, name).after_games(games.first);
            if !selection.matches_facts(&record) {
                continue;
            }
            if self.each_variation {
                lines(game, &record, template, &mut all);
            } else if let Some(number) = self.variation {
                let number = number as usize;
                if let Some(line) = line_of_play(game, number) {
                    add_line(&line, number, &record, template, &mut all);
                }
            } else {
                let facts = Facts {
                    file: name,
                    variation: 1,
                    ..Facts::default()
                };
                let bytes = if self.keep_text {
                    let (bytes, has_more) = game_bytes_with_text(game);
                    all.has_more |= has_more;
                    bytes
                } else {
                    game_bytes(game)
                };
                all.files.push(Piece {
                    draft: template.draft(&record, facts),
                    bytes,
                });
            }
        }
        all
    }

    fn write(&self, output: &mut Output, pieces: Pieces, tally: &mut Tally) -> io::Result<()> {
        for message in pieces.refused {
            tally.failed += 1;
            output.error(message);
        }
        if pieces.has_more {
            tally.omitted.add(&pieces.name);
        }
        for piece in pieces.files {
            let path = piece.draft.path(tally.written + tally.failed + 1);
            match self.write_one(&path, &piece.bytes, tally) {
                Ok(written) => {
                    tally.written += 1;
                    if self.dry_run {
                        let written =
                            crate::harmless::line(&written.to_string_lossy()).into_owned();
                        io::Write::write_fmt(output, format_args!("{written}\n"))?;
                    }
                }
                Err(error) => {
                    tally.failed += 1;
                    let mut causes = error.chain();
                    let is_full = causes.any(|cause| {
                        let cause = cause.downcast_ref::<io::Error>();
                        cause.is_some_and(|cause| cause.kind() == ErrorKind::StorageFull)
                    });
                    output.error(format_args!("{}: {}", pieces.name, Failure(&error)));
                    if is_full {
                        // Further writes would fail too, and take hours.
                        return Err(io::Error::new(
                            ErrorKind::StorageFull,
                            format!(
                                "stopped: the disk is full; {} written, whole",
                                count(tally.written, "file")
                            ),
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes a file and returns its path.
    fn write_one(&self, path: &str, bytes: &[u8], tally: &mut Tally) -> anyhow::Result<PathBuf> {
        loop {
            let name = tally.names.unique(path);
            let full = self.output.join(&name);
            let is_own_number = name != path;
            let is_there = fs::symlink_metadata(&full).is_ok();
            if is_there && self.existing.refuse_existing {
                anyhow::bail!("{}: not written: the file exists", full.display());
            }
            if is_there && !self.existing.overwrite {
                continue;
            }
            if is_there && let Err(error) = tally.sources.ensure_outside(&full) {
                if is_own_number {
                    continue;
                }
                return Err(error);
            }
            if self.dry_run {
                return Ok(full);
            }
            let folder = full.parent().unwrap_or(Path::new("."));
            if !tally.folders.contains(folder) {
                let failed = || format!("{}: cannot create the folder", full.display());
                fs::create_dir_all(folder).with_context(failed)?;
                tally.folders.insert(folder.to_owned());
            }
            let done = if is_there {
                write(&full, bytes)
            } else {
                create(&full, bytes)
            };
            match done {
                // Somebody else was faster.
                Err(error)
                    if matches!(error.kind, kifu_batch::ErrorKind::Exists)
                        && !self.existing.refuse_existing => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Ok(full),
            }
        }
    }
}

/// The lines of play of a game.
fn lines(game: GameTree<'_>, record: &Record<'_>, template: &Template, all: &mut Pieces) {
    let lines = match lines_of_play(game) {
        Ok(lines) => lines,
        Err(error) => {
            let number = record.number(Field::Number).unwrap_or_default();
            all.refused
                .push(format!("{}: game {number}: {error}, with `kifu transform --crop-variations` or `--truncate`", all.name));
            return;
        }
    };
    for (line, number) in lines.zip(1..) {
        add_line(&line, number, record, template, all);
    }
}

/// Adds the line of play of this number as a file.
fn add_line(
    line: &Collection,
    number: usize,
    record: &Record<'_>,
    template: &Template,
    all: &mut Pieces,
) {
    let facts = Facts {
        file: &all.name,
        variation: number,
        ..Facts::default()
    };
    let draft = template.draft(record, facts);
    let games = line.games();
    all.files.extend(games.map(|game| Piece {
        draft: draft.clone(),
        bytes: kifu::collection::utf8_bytes(game),
    }));
}

const LONG_ABOUT: &str = "Write each game to a file of its own\n\nA template names the files: `{date}-{black}-{white}.sgf`. It may contain the fields of `kifu list` \
                          and `{n}` (a running number), `{file}`, `{number}`, `{year}` and `{variation}`. `{n:4}` has four \
                          digits; a `/` makes folders. Characters that some system does not allow in names are replaced. Games \
                          keep their bytes where possible.";

/// The long description. An empty style keeps `{n}` from becoming a line break, as it does in texts of the help.
fn long_about() -> String {
    LONG_ABOUT.replace("{n}", "{\u{1b}[0mn}")
}
