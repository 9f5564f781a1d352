use std::path::{Path, PathBuf};

use kifu::Collection;
use kifu::store::{Indexer, Input};

use crate::archive;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::progress::{self, Progress};
use crate::record;

/// What can be read: games are found again by the file they are in.
const PATHS: &str = "Files, folders with all they hold, or archives (zip, 7z, tar, gz, xz, zst)";

/// Make an index of game records, or bring it up to date
///
/// Files that have not changed are not read again. Games of files that are gone from the folders named are
/// removed; those of other folders stay. A run that is broken off leaves the index as it was. Archives are
/// read too; each counts as one file.
#[derive(Debug, clap::Args)]
#[command(mut_arg("paths", |arg| arg.help(PATHS)))]
pub(crate) struct Index {
    #[command(flatten)]
    inputs: Inputs,

    /// The index: a folder, which is made if it is not there
    #[arg(short, long, value_name = "NAME.kifu")]
    output: PathBuf,

    /// Keep the records themselves too (when the index is made)
    #[arg(long)]
    sgf: bool,

    /// Join small segments, and leave out what does not count any more
    #[arg(long)]
    compact: bool,
}

impl Index {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let mut indexer = Indexer::open(&self.output, self.sgf)?.refusing(refusal);
        let mut progress = Progress::of(&self.inputs);
        let mut errors = Vec::new();
        // An index that lies in a folder that is read is no part of it.
        let own = self.output.canonicalize().ok();
        let is_own = |path: &Path| {
            let own = own.as_deref();
            own.is_some_and(|own| path.canonicalize().is_ok_and(|path| path.starts_with(own)))
        };
        let inputs = self.inputs.to_index().filter_map(|input| match input {
            Ok(Input::File(path)) if self.inputs.has_all() && is_own(&path) => None,
            Ok(input) => Some(input),
            Err(error) => {
                errors.push(format!("{error:#}"));
                None
            }
        });
        indexer.add(inputs, |done| {
            let bytes = usize::try_from(done.bytes).unwrap_or(usize::MAX);
            progress::count(bytes);
            progress.add(bytes);
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
        // A folder that is not there says nothing about its files.
        let roots: Vec<PathBuf> = self
            .inputs
            .paths
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let is_gone = |path: &Path| {
            roots.iter().any(|root| path.starts_with(root)) && !path.try_exists().unwrap_or(true)
        };
        indexer.remove(is_gone);
        let report = indexer.finish(self.compact)?;
        for mended in &report.mended {
            output.note(format_args!(
                "{mended} was damaged; the games were read again"
            ));
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
            output.error(damaged);
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

/// Says why what was read is no game record, as the other verbs do.
fn refusal(collection: &Collection) -> Option<String> {
    let bytes = collection.source().bytes();
    if archive::begins_packed(bytes) {
        return Some(archive::MISNAMED.to_owned());
    }
    (!record::is_record(collection)).then(|| record::not_sgf(bytes))
}
