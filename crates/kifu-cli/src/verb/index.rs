use std::fs;
use std::io::ErrorKind;
use std::path::{self, Component, Path, PathBuf};

use kifu::Collection;
use kifu::store::{Cause, Indexer, Input, StoreErrorKind};

use crate::exit::Exit;
use crate::failure::{OfStore, advice};
use crate::inputs::Inputs;
use crate::output::Output;
use crate::progress::Progress;
use crate::sources::to_index;

/// What can be read: games are found again by the file they are in.
const PATHS: &str = "Files, folders or archives (zip, 7z, tar, gz, bz2, xz, zst)";

/// Create an index of games, or update it
///
/// Unchanged files are not read again. Games whose files are gone are removed, if the folder of the file is named. An
/// interrupted run leaves the index unchanged. Damaged parts are made again from the named files. An archive counts as
/// one file.
#[derive(Debug, clap::Args)]
#[command(mut_arg("paths", |arg| arg.help(PATHS)))]
#[command(after_help = "\
Examples:
  kifu index games/ -o games.kifu
  kifu index new/ -o games.kifu
  kifu index --sgf --compact games/ -o games.kifu")]
pub(crate) struct Index {
    #[command(flatten)]
    inputs: Inputs,

    /// The index: a folder, created if missing
    #[arg(short, long, value_name = "NAME.kifu")]
    output: PathBuf,

    /// Keep the records too; only when the index is created
    #[arg(long)]
    sgf: bool,

    /// Merge small segments, and drop deleted games
    #[arg(long)]
    compact: bool,
}

/// Brings one file of an index up to date.
///
/// # Errors
/// The index cannot be written, or the file cannot be read.
#[cfg(feature = "serve")]
pub(super) fn reindex(index: &Path, file: &Path) -> Result<(), String> {
    let update = || {
        let mut indexer = Indexer::open(index, false)?.refusing(refusal);
        let mut failed = None;
        indexer.add([file.to_owned()], |done| {
            failed = failed.take().or(done.error);
        })?;
        indexer.finish(false)?;
        Ok(failed)
    };
    match update() {
        Ok(None) => Ok(()),
        Ok(Some(error)) => Err(error.to_string()),
        Err(error) => Err(kifu::store::StoreError::to_string(&error)),
    }
}

impl Index {
    /// The index of a folder, without records.
    #[cfg(feature = "serve")]
    pub(super) fn of_folder(folder: &Path, output: PathBuf) -> Self {
        Self {
            inputs: Inputs::of_path(folder),
            output,
            sgf: false,
            compact: false,
        }
    }

    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let mut indexer = Indexer::open(&self.output, self.sgf)?.refusing(refusal);
        if self.sgf && !indexer.keeps_sgf() {
            output.note(format_args!(
                "{}: --sgf changes nothing here: records are kept from the start of an index or not at all, and this \
                 one was made without; to have them, move it away, and make it anew with --sgf",
                self.output.display()
            ));
        }
        let mut inputs = self.inputs.with_formats();
        let mut gone = Vec::new();
        inputs.paths.retain(|path| {
            let known = place_of_gone(path).map(|place| (indexer.files_at(&place), place));
            match known {
                Some((files, place)) if files > 0 => gone.push((path.clone(), files, place)),
                _ => return true,
            }
            false
        });
        let progress = Progress::of(&inputs);
        let mut errors = Vec::new();
        // An index that lies in a folder that is read is no part of it.
        let own = self.output.canonicalize().ok();
        let is_own = |path: &Path| {
            let own = own.as_deref();
            own.is_some_and(|own| path.canonicalize().is_ok_and(|path| path.starts_with(own)))
        };
        let read = to_index(&inputs).filter_map(|input| match input {
            Ok(Input::File(path)) if inputs.all && is_own(&path) => None,
            Ok(input) => Some(input),
            Err(error) => {
                errors.push(kifu_batch::index::describe(&error));
                None
            }
        });
        indexer.add(read, |done| {
            let bytes = usize::try_from(done.bytes).unwrap_or(usize::MAX);
            inputs.progress().add_file();
            inputs.progress().add_read(bytes);
            progress.finish(bytes);
            if let Some(error) = done.error {
                exit.add(Exit::Failure);
                progress.aside(|| output.error(format_args!("{}: {error}", done.path.display())));
            }
        })?;
        drop(progress);
        for error in errors {
            exit.add(Exit::Failure);
            output.error(error);
        }
        let there = inputs.paths.iter();
        let there = there.filter_map(|path| path.canonicalize().ok());
        let roots: Vec<PathBuf> = there
            .chain(gone.iter().map(|(_, _, place)| place.clone()))
            .collect();
        let is_gone = |path: &Path| {
            roots.iter().any(|root| path.starts_with(root)) && !path.try_exists().unwrap_or(true)
        };
        indexer.remove(is_gone);
        let report = indexer.finish(self.compact)?;
        for (path, files, _) in &gone {
            let s = if *files == 1 { "" } else { "s" };
            output.note(format_args!(
                "{}: it is not there any more; the games of {files} file{s} are removed",
                path.display()
            ));
        }
        if let Some(lost) = &report.set_aside {
            let s = if lost.segments == 1 { "" } else { "s" };
            output.note(format_args!(
                "{}: its manifest and its list of files were lost, so that it began anew, with the files that were named; \
                 what was in it ({} games in {} segment{s}) lies in {} now, as tables that other programs read \
                 (Parquet): remove that folder when nothing in it is needed",
                self.output.display(),
                lost.games,
                lost.segments,
                lost.path.display()
            ));
        }
        let how = match (report.read, report.removed) {
            (0, 1..) => "its games are gone with their files",
            (_, 1..) => "the games were read again, or are gone with their files",
            (_, 0) => "the games were read again",
        };
        if report.has_regained {
            output.note(format_args!(
                "{}: its manifest was damaged or lost, and is written again; which games count follows from the list of \
                 sources",
                self.output.display()
            ));
        }
        for mended in &report.mended {
            let path = mended.path.display();
            output.note(match &mended.kind {
                StoreErrorKind::Damaged(part) => format!("{path}: {part} was damaged; {how}"),
                _ => format!("{path}: the file was damaged; {how}"),
            });
        }
        if report.old > 0 {
            output.note(format_args!(
                "{} games stand in parts of an older version, where damage of their info cannot be told; name all \
                 folders of the index to have them made anew",
                report.old
            ));
        } else if report.renewed > 0 {
            output.note(format_args!(
                "the index was of an older version, without checksums of the info of games; the files of {} games \
                 were read again, and now it has them",
                report.renewed
            ));
        }
        for damaged in &report.damaged {
            exit.add(Exit::Failure);
            output.error(OfStore(damaged));
        }
        for (path, number) in &report.cut {
            exit.add(Exit::Findings);
            output.note(format_args!(
                "{path}: game {number} sets up more stones than its length allows; only its beginning can be \
                 searched"
            ));
        }
        output.note(format_args!(
            "{} games; {} files read with {} games, {} unchanged, {} gone",
            report.games, report.read, report.added, report.unchanged, report.removed
        ));
        Ok(exit)
    }
}

/// The absolute path of what is not there, as the index has it; `None` if it exists or that is unknown.
fn place_of_gone(path: &Path) -> Option<PathBuf> {
    let is_gone = |path: &Path| {
        let found = fs::symlink_metadata(path);
        found.is_err_and(|error| error.kind() == ErrorKind::NotFound)
    };
    if !is_gone(path) {
        return None;
    }
    let path = path::absolute(path).ok()?;
    let above = path.ancestors().find(|above| !is_gone(above))?;
    let rest = path.strip_prefix(above).ok()?;
    // `..` of a missing folder is unknown.
    let is_plain = |part| matches!(part, Component::Normal(_));
    let place = above.canonicalize().ok()?.join(rest);
    rest.components().all(is_plain).then_some(place)
}

/// Says why what was read is no game record, as the other verbs do.
fn refusal(collection: &Collection) -> Option<Cause> {
    let kind = kifu_batch::index::refused(collection)?;
    Some(format!("{kind}{}", advice(&kind)).into())
}
