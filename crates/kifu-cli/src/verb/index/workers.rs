//! `kifu index --workers`: workers make segments, and this process takes them over.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use kifu::store::{Indexer, Input, Published, Storage, StoreError, StoreErrorKind, Upload};
use kifu_batch::index::{Made, Share};
use kifu_remote::Address;

use crate::inputs::Inputs;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::verb::sql::{explained, program};

/// Number of shares for each worker: with several, few files are read again if a worker dies.
const SHARES_OF_WORKER: usize = 4;

/// The parameters of an index that several machines make.
pub(super) struct Shared<'a> {
    /// The storage where the index is published.
    pub(super) published: &'a Published<Box<dyn Storage>>,
    /// The address of the storage.
    pub(super) address: &'a Address,
    /// The workers, as `HOST:PORT,…`.
    pub(super) workers: &'a str,
    /// A folder for segments, on the disk of the index.
    pub(super) folder: &'a Path,
}

/// The results of all workers.
#[derive(Default)]
pub(super) struct Taken {
    /// The segments, which are in the storage.
    pub(super) uploads: Vec<Upload>,
    /// The files that no worker read.
    pub(super) rest: Vec<Input>,
    /// Parts of archives that cannot be read.
    pub(super) errors: Vec<(String, String)>,
    /// Games that were cut.
    pub(super) cut: Vec<(String, u32)>,
}

impl Shared<'_> {
    /// Lets workers read the files that changed, and puts their segments into the index.
    pub(super) fn take(
        &self,
        indexer: &mut Indexer,
        found: impl Iterator<Item = Input>,
        inputs: &Inputs,
        progress: &Progress,
        output: &mut Output,
    ) -> anyhow::Result<Taken> {
        let mut taken = Taken::default();
        let mut changed = Vec::new();
        let mut waiting = BTreeMap::new();
        for input in found {
            let (Input::File(path) | Input::Archive { path, .. }) = &input;
            match indexer.changed(path) {
                Ok(None) => inputs.progress().add_file(),
                Ok(Some(file)) => {
                    if waiting.insert(file.path.clone(), input).is_none() {
                        changed.push(file);
                    }
                }
                // Reading the file reports the error.
                Err(_) => taken.rest.push(input),
            }
        }
        let count = self.workers.split(',').count() * SHARES_OF_WORKER;
        let lengths: BTreeMap<String, u64> = changed
            .iter()
            .map(|file| (file.path.clone(), file.bytes))
            .collect();
        let shares = Share::divide(indexer, changed, count, inputs)?;
        if shares.is_empty() {
            return Ok(taken);
        }
        let done = |share: &Share| {
            for file in &share.files {
                let bytes = lengths.get(file).copied().unwrap_or(0);
                let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
                inputs.progress().add_file();
                inputs.progress().add_read(bytes);
                progress.finish(bytes);
            }
        };
        let mut made = self.made(&shares, done, output)?;
        let mut left = 0;
        for (number, share) in shares.iter().enumerate() {
            let files = || share.files.iter().map(String::as_str);
            let own = made.remove(&number);
            let adopted = own.map(|own| {
                let adopted = indexer.adopt(&self.place(number), share.numbers, files());
                adopted.map(|unread| (own, unread))
            });
            let unread = match adopted {
                None => files().collect(),
                Some(Ok((own, unread))) => {
                    let is_left = |path: &str| {
                        let path = Path::new(path);
                        unread.iter().any(|file| path.starts_with(file))
                    };
                    let errors = own.errors.into_iter();
                    taken
                        .errors
                        .extend(errors.filter(|(path, _)| !is_left(path)));
                    taken.cut.extend(own.cut);
                    taken.uploads.push(own.upload);
                    unread
                }
                Some(Err(error)) if is_bad(&error) => {
                    output.note(format_args!("segments of a worker are not used: {error}"));
                    files().collect()
                }
                Some(Err(error)) => return Err(error.into()),
            };
            left += unread.len();
            let inputs = unread.into_iter().filter_map(|file| waiting.remove(file));
            taken.rest.extend(inputs);
        }
        if left > 0 {
            output.note(format_args!(
                "{} that workers did not read: reading them here",
                output::count(left, "file")
            ));
        }
        Ok(taken)
    }

    /// The folder for the segments of a share.
    fn place(&self, share: usize) -> PathBuf {
        self.folder.join(format!("share-{share}"))
    }

    /// The results of workers, by the numbers of shares; the segments are downloaded. `done` is called for each result.
    fn made(
        &self,
        shares: &[Share],
        done: impl Fn(&Share),
        output: &mut Output,
    ) -> anyhow::Result<BTreeMap<usize, Made>> {
        let mut command = Command::new(program());
        command.arg("index-shares").arg(self.address.to_string());
        command.args(["--workers", self.workers]);
        // Its messages about workers go to standard error, which is that of this process.
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(explained)?;
        let mut text = Vec::new();
        for share in shares {
            serde_json::to_writer(&mut text, share)?;
            text.push(b'\n');
        }
        if let Some(mut input) = child.stdin.take() {
            // If it stops reading, it reports the reason itself.
            let _ = input.write_all(&text);
        }
        let mut made = BTreeMap::new();
        let answers = child.stdout.take().context("no output of the workers")?;
        for line in BufReader::new(answers).lines() {
            let answer = serde_json::from_str(&line?);
            let (number, own): (usize, Option<Made>) = answer.context("the answer of a worker")?;
            let share = shares.get(number).context("the answer of a worker")?;
            let Some(own) = own else {
                continue;
            };
            match self.published.download(&own.upload, &self.place(number)) {
                Ok(()) => {
                    done(share);
                    made.insert(number, own);
                }
                Err(error) => {
                    output.note(format_args!("segments of a worker are not used: {error}"));
                }
            }
        }
        if child.wait()?.success() {
            Ok(made)
        } else {
            bail!("the workers made no segments")
        }
    }
}

/// Whether the segments of a worker are wrong or damaged, so that none of them was taken over.
const fn is_bad(error: &StoreError) -> bool {
    use StoreErrorKind::{Damaged, Lost, NotAnIndex, NotFound, OtherShare};
    matches!(
        error.kind,
        OtherShare | Damaged(_) | Lost(_) | NotAnIndex | NotFound
    )
}
