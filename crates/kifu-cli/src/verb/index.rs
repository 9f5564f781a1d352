mod workers;

#[cfg(feature = "watch")]
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{self, Component, Path, PathBuf};

use anyhow::{Context as _, ensure};
use kifu::Collection;
use kifu::store::{Cause, Indexer, Input, StoreErrorKind, Upload};
use kifu_remote::Address;

use self::workers::Shared;
use crate::database;
use crate::exit::Exit;
use crate::failure::{Failure, OfStore, advice, of_cause};
use crate::inputs::{InputArgs, Inputs};
use crate::output::{self, Output};
use crate::progress::Progress;

/// Supported files: games are found again by the file they are in.
const PATHS: &str = "Files, folders or archives (zip, 7z, tar, gz, bz2, xz, zst)";

/// Create an index of games, or update it
///
/// Unchanged files are not read again. Games of deleted files are removed if the folder of the file is
/// given. An interrupted run leaves the index unchanged. Damaged parts are rebuilt from the given files.
/// An archive counts as one file.
#[derive(Debug, clap::Args)]
#[command(mut_arg("paths", |arg| arg.help(PATHS)))]
#[command(after_help = "\
Examples:
  kifu index games/ -o games.kifu
  kifu index new/ -o games.kifu
  kifu index --watch games/ -o games.kifu
  kifu index --sgf --compact games/ -o games.kifu
  kifu index games/ -o file:///mnt/share/go
  kifu index /mnt/games -o s3://bucket/go --workers a:7001,b:7001")]
pub(crate) struct Index {
    // A record of the index is read again without options, so `--encoding` is not one of them.
    #[command(flatten)]
    inputs: InputArgs,

    /// The index: a folder, created if missing, or the address where it is published: `file:///folder`,
    /// `s3://bucket/prefix`
    #[arg(short, long, value_name = "NAME.kifu")]
    output: PathBuf,

    /// Keep the records too; only when the index is created
    #[arg(long)]
    sgf: bool,

    /// Merge small segments, and drop deleted games
    #[arg(long)]
    compact: bool,

    /// Let workers read the files, which have the same paths there, and write segments to the address of the output; see
    /// `kifu sql worker --help`. Needs the program `kifu-sql`, built with workers
    #[arg(long, value_name = "HOST:PORT,…")]
    workers: Option<String>,

    /// Keep running and update the index when files change, until Ctrl-C
    #[cfg(feature = "watch")]
    #[arg(long, conflicts_with = "workers")]
    watch: bool,
}

/// Brings one file of an index up to date.
///
/// # Errors
/// The index cannot be written, or the file cannot be read.
#[cfg(feature = "serve")]
pub(super) fn reindex(index: &Path, file: &Path) -> Result<(), Cause> {
    let mut indexer = Indexer::open(index, false)?.refusing(refusal);
    let mut failed = None;
    indexer.add([file.to_owned()], |done| {
        failed = failed.take().or(done.error);
    })?;
    indexer.finish(false)?;
    failed.map_or(Ok(()), Err)
}

impl Index {
    /// The index of a folder, without records.
    #[cfg(feature = "serve")]
    pub(super) fn of_folder(folder: &Path, output: PathBuf) -> Self {
        Self {
            inputs: InputArgs::of_path(folder),
            output,
            sgf: false,
            compact: false,
            workers: None,
            #[cfg(feature = "watch")]
            watch: false,
        }
    }

    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        #[cfg(feature = "watch")]
        if self.watch {
            return self.watch(output);
        }
        self.bring(&self.inputs().with_formats(), None, output)
    }

    fn inputs(&self) -> Inputs {
        self.inputs.clone().into()
    }

    /// Whether it keeps running.
    #[cfg(feature = "watch")]
    const fn is_watching(&self) -> bool {
        self.watch
    }

    #[cfg(not(feature = "watch"))]
    const fn is_watching(&self) -> bool {
        false
    }

    /// Updates the index, and then for every change of the inputs, until Ctrl-C.
    #[cfg(feature = "watch")]
    fn watch(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let all = &self.inputs().with_formats();
        let mut watch = crate::watch::Watch::of(all)?;
        self.bring(all, None, output)?;
        output.note("watching for changes (Ctrl-C stops)");
        while let Some(changes) = watch.next()? {
            let mut inputs = all.clone();
            let own = dunce::canonicalize(&self.output).ok();
            inputs.paths = changes.changed;
            inputs.paths.retain(|path| !is_in(own.as_deref(), path));
            inputs.paths.extend(changes.gone);
            if !inputs.paths.is_empty() {
                let names = names(&inputs.paths);
                let is_gone = Address::of_path(&self.output)?.is_none()
                    && !self.output.join("manifest").is_file();
                // An index of the changed files alone would look whole.
                let (inputs, names) = if is_gone {
                    (all, None)
                } else {
                    (&inputs, Some(&*names))
                };
                // A file that is gone meanwhile, or an index that somebody else writes, is no reason to stop.
                if let Err(error) = self.bring(inputs, names, output) {
                    output.error(Failure(&error));
                }
            }
        }
        Ok(Exit::Clean)
    }

    /// Brings the index up to date with these inputs. If only `changed` files are given, their names begin the one line
    /// that reports it.
    fn bring(
        &self,
        inputs: &Inputs,
        changed: Option<&str>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        if let Some(address) = Address::of_path(&self.output)? {
            return self.publish(&address, inputs, changed, output);
        }
        ensure!(
            self.workers.is_none(),
            "`--workers` needs an address that workers can write to: `-o file:///folder` or `-o s3://bucket/prefix`"
        );
        let updated = self.update(&self.output, inputs, changed, None, output)?;
        Ok(updated.report(output))
    }

    /// Updates a copy of a published index, and publishes the new state.
    fn publish(
        &self,
        address: &Address,
        inputs: &Inputs,
        changed: Option<&str>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let published = address.open().map_err(database::of_remote)?;
        // Beside the cached files, so that unchanged segments are linked and not copied.
        let cache = kifu_remote::cache_folder()?;
        fs::create_dir_all(&cache).with_context(|| format!("{}", cache.display()))?;
        let work = tempfile::Builder::new().prefix("work-").tempdir_in(cache)?;
        let folder = work.path().join("index");
        let base = published.check_out(&folder)?;
        let shared = self.workers.as_ref().map(|workers| Shared {
            published: &published,
            address,
            workers,
            folder: work.path(),
        });
        let updated = self.update(&folder, inputs, changed, shared.as_ref(), output)?;
        if folder.exists() {
            published.commit_uploaded(&folder, base, &updated.uploads)?;
        }
        Ok(updated.report(output))
    }

    /// Creates or updates the index in a folder.
    fn update(
        &self,
        folder: &Path,
        inputs: &Inputs,
        changed: Option<&str>,
        shared: Option<&Shared<'_>>,
        output: &mut Output,
    ) -> anyhow::Result<Updated> {
        let mut exit = Exit::Clean;
        let exists = folder.exists();
        let is_new = !folder.join("manifest").is_file();
        let indexer = Indexer::open(folder, self.sgf).map_err(|error| match error.kind {
            StoreErrorKind::NotAnIndex => anyhow::anyhow!(
                "{}: this folder exists and is not an index; choose another name",
                folder.display()
            ),
            _ => error.into(),
        });
        let mut indexer = indexer?.refusing(refusal);
        if self.sgf && !indexer.keeps_sgf() {
            output.note(format_args!(
                "{}: `--sgf` is ignored: an index keeps records from its creation, and this one does not; to \
                 keep them, move the index away and create it again with `--sgf`",
                self.output.display()
            ));
        }
        let mut inputs = inputs.clone();
        let mut gone = Vec::new();
        inputs.paths.retain(|path| {
            let known = place_of_gone(path).map(|place| (indexer.files_at(&place), place));
            match known {
                Some((files, place)) if files > 0 => gone.push((path.clone(), files, place)),
                // It was never indexed, or is gone again.
                Some(_) if changed.is_some() => {}
                _ => return true,
            }
            false
        });
        let progress = Progress::of(&inputs);
        let mut errors = Vec::new();
        // An index that lies in a folder that is read is no part of it.
        let own = dunce::canonicalize(folder).ok();
        let read = kifu_batch::index::inputs(&inputs).filter_map(|input| match input {
            Ok(Input::File(path)) if inputs.all && is_in(own.as_deref(), &path) => None,
            Ok(input) => Some(input),
            Err(error) => {
                errors.push(of_cause(&error));
                None
            }
        });
        let (mut uploads, mut cut) = (Vec::new(), Vec::new());
        let read: Box<dyn Iterator<Item = Input>> = match shared {
            None => Box::new(read),
            Some(shared) => {
                let taken = shared.take(&mut indexer, read, &inputs, &progress, output)?;
                for (path, error) in &taken.errors {
                    exit.add(Exit::Failure);
                    output.count_failure();
                    output.error(format_args!("{path}: {error}"));
                }
                (uploads, cut) = (taken.uploads, taken.cut);
                Box::new(taken.rest.into_iter())
            }
        };
        indexer.add(read, |done| {
            let bytes = usize::try_from(done.bytes).unwrap_or(usize::MAX);
            inputs.progress().add_file();
            inputs.progress().add_read(bytes);
            progress.finish(bytes);
            if let Some(error) = done.error {
                exit.add(Exit::Failure);
                output.count_failure();
                let cause = of_cause(&*error);
                output.error(format_args!("{}: {cause}", done.path.display()));
            }
        })?;
        let notes = progress.notes();
        drop(progress);
        output::notes_of_formats(&notes);
        for error in errors {
            exit.add(Exit::Failure);
            output.count_failure();
            output.error(error);
        }
        let there = inputs.paths.iter();
        let there = there.filter_map(|path| dunce::canonicalize(path).ok());
        let roots: Vec<PathBuf> = there
            .chain(gone.iter().map(|(_, _, place)| place.clone()))
            .collect();
        let is_gone = |path: &Path| {
            roots.iter().any(|root| path.starts_with(root)) && !path.try_exists().unwrap_or(true)
        };
        indexer.remove(is_gone);
        let report = indexer.finish(self.compact)?;
        if is_new && report.games == 0 && !self.is_watching() {
            if !exists {
                fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            if exit != Exit::Failure {
                output.ensure_read(&inputs.skipped(), &mut exit);
            }
            return Ok(Updated {
                exit,
                uploads,
                summary: output.take_failures("not read").unwrap_or_default(),
            });
        }
        for (path, files, _) in gone.iter().filter(|_| changed.is_none()) {
            output.note(format_args!(
                "{}: not found; removed the games of {}",
                path.display(),
                output::count(*files, "file")
            ));
        }
        if let Some(lost) = &report.set_aside {
            output.note(format_args!(
                "{}: the manifest and the list of files were missing, so a new index was made of the given files; the old \
                 data ({} in {}) was moved to {} as Parquet tables: remove that folder when you do \
                 not need it",
                self.output.display(),
                output::count(lost.games, "game"),
                output::count(lost.segments, "segment"),
                lost.path.display()
            ));
        }
        let how = match (report.read, report.removed) {
            (0, 1..) => "its games were removed with their files",
            (_, 1..) => "the games were read again, or were removed with their files",
            (_, 0) => "the games were read again",
        };
        if report.has_regained {
            output.note(format_args!(
                "{}: the manifest was damaged or missing; it was rebuilt from the list of sources",
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
                "{} games are in parts of an older version without checksums of their info; give all folders \
                 of the index to rebuild them",
                report.old
            ));
        } else if report.renewed > 0 {
            output.note(format_args!(
                "updated the index from an older version without checksums of game info; read the files of {} \
                 games again",
                report.renewed
            ));
        }
        for damaged in &report.damaged {
            exit.add(Exit::Failure);
            output.error(OfStore(damaged));
        }
        for (path, number) in report.cut.iter().chain(&cut) {
            exit.add(Exit::Findings);
            output.note(format_args!(
                "{path}: game {number} sets up more stones than its length allows; only its beginning can be \
                 searched"
            ));
        }
        let games = output::count(report.games, "game");
        let added = output::count(report.added, "game");
        let failures = output.take_failures("not read");
        let failures = failures.map_or_else(String::new, |failures| format!(", {failures}"));
        let summary = match changed {
            Some(names) => {
                let gone = output::count(report.removed, "file");
                format!("{names}: {added} added, {gone} removed; {games}{failures}")
            }
            None => format!(
                "{games}; {} read with {added}, {} unchanged, {} removed{failures}",
                output::count(report.read, "file"),
                report.unchanged,
                report.removed
            ),
        };
        Ok(Updated {
            exit,
            uploads,
            summary,
        })
    }
}

/// An index that was brought up to date.
struct Updated {
    exit: Exit,
    /// What workers uploaded of it.
    uploads: Vec<Upload>,
    /// The last line; empty if the index has no games.
    summary: String,
}

impl Updated {
    fn report(self, output: &mut Output) -> Exit {
        if !self.summary.is_empty() {
            output.note(self.summary);
        }
        self.exit
    }
}

/// The names of changed files, as many as fit into a line.
#[cfg(feature = "watch")]
fn names(paths: &[PathBuf]) -> String {
    const NAMED: usize = 3;
    let names = paths
        .iter()
        .take(NAMED)
        .map(|path| kifu_batch::name_of(path));
    let mut text = names.collect::<Vec<_>>().join(", ");
    if paths.len() > NAMED {
        // Writing to a string does not fail.
        let _ = write!(text, " and {} more", paths.len() - NAMED);
    }
    text
}

/// Whether a path is in the folder of an index; `own` is its canonical path, if it exists.
fn is_in(own: Option<&Path>, path: &Path) -> bool {
    own.is_some_and(|own| dunce::canonicalize(path).is_ok_and(|path| path.starts_with(own)))
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
    let place = dunce::canonicalize(above).ok()?.join(rest);
    rest.components().all(is_plain).then_some(place)
}

/// Says why what was read is no game record, as the other verbs do.
fn refusal(collection: &Collection) -> Option<Cause> {
    let kind = kifu_batch::index::refused(collection)?;
    Some(format!("{kind}{}", advice(&kind)).into())
}
