//! The files of an archive as an iterator.
//!
//! Decoders hand out one member after the other and want to be called back, so one of them runs in a
//! thread of its own, never more than a few items ahead.

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

use anyhow::{Context as _, anyhow};

use self::limited::Limited;
use crate::archive;
use crate::inputs::is_record;
use crate::name::of_path;

/// How many items are made before they are asked for.
const AHEAD: usize = 2;

/// Which files of an archive are meant.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Not only those whose names are of game records.
    pub(crate) all: bool,
    /// Only this one, or those in this folder.
    pub(crate) only: Option<String>,
    /// Only these, whatever else is said; names begin with that of the archive.
    pub(crate) records: Option<BTreeSet<String>>,
    /// How many bytes of one there may be.
    pub(crate) limit: u64,
}

impl Wanted {
    /// Whether the member of this name of an archive is meant.
    fn is_meant(&self, archive: &str, name: &str) -> bool {
        if let Some(records) = &self.records {
            return records.contains(&named(archive, name));
        }
        let is_in = |only: &str| {
            name.trim_start_matches("./")
                .strip_prefix(only.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        (self.all || is_record(Path::new(name))) && self.only.as_deref().is_none_or(is_in)
    }
}

/// What people call a member of an archive; compressed files have no name of their own.
fn named(archive: &str, name: &str) -> String {
    if name.is_empty() {
        archive.to_owned()
    } else {
        format!("{archive}/{}", name.trim_start_matches("./"))
    }
}

/// What a member is made into, item by item; the name is that of the archive and its own.
type Sink<'s, T> = &'s mut dyn FnMut(anyhow::Result<T>) -> ControlFlow<()>;

/// The items of an archive.
pub(crate) struct Members<T> {
    name: String,
    receiver: Receiver<anyhow::Result<T>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Members<T> {
    /// The members of `archive` that are `wanted`, as items that `make` makes of each.
    pub(crate) fn new(
        archive: PathBuf,
        wanted: Wanted,
        make: fn(&str, &mut dyn Read, Sink<'_, T>) -> ControlFlow<()>,
    ) -> Self {
        let name = of_path(&archive).into_owned();
        let (sender, receiver) = sync_channel(AHEAD);
        let copy = sender.clone();
        let work = move || read(&archive, &wanted, make, &copy);
        let thread = Builder::new().name("archive".to_owned()).spawn(work);
        let thread = thread
            .inspect_err(|error| {
                // There is room: nothing was sent before.
                let _ = sender.send(Err(anyhow!("{name}: {error}")));
            })
            .ok();
        Self {
            name,
            receiver,
            thread,
        }
    }
}

impl<T> Iterator for Members<T> {
    type Item = anyhow::Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(item) = self.receiver.recv() {
            return Some(item);
        }
        let outcome = self.thread.take()?.join();
        outcome
            .is_err()
            .then(|| Err(anyhow!("{}: it is too broken to be unpacked", self.name)))
    }
}

fn read<T>(
    path: &Path,
    wanted: &Wanted,
    make: fn(&str, &mut dyn Read, Sink<'_, T>) -> ControlFlow<()>,
    sender: &SyncSender<anyhow::Result<T>>,
) {
    let archive = of_path(path);
    let mut send = |item| match sender.send(item) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let is_meant = |name: &str| wanted.is_meant(&archive, name);
    let outcome = archive::each_member(path, &is_meant, &mut |name, member| {
        let name = named(&archive, name);
        match member {
            Ok(input) => make(&name, &mut Limited::new(input, wanted.limit), &mut send),
            Err(error) => send(Err(error.context(name))),
        }
    });
    if let Err(error) = outcome.with_context(|| archive.clone().into_owned()) {
        let _ = send(Err(error));
    }
}

/// Streams that end with an error where there is more than they may give.
pub(crate) mod limited {
    use std::io::{self, Read};

    /// Bytes of a megabyte.
    pub(crate) const MEGA: u64 = 1_000_000;

    pub(super) struct Limited<R> {
        input: R,
        limit: u64,
        left: u64,
    }

    impl<R> Limited<R> {
        pub(super) const fn new(input: R, limit: u64) -> Self {
            Self {
                input,
                limit,
                left: limit,
            }
        }
    }

    impl<R: Read> Read for Limited<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let room = usize::try_from(self.left).unwrap_or(usize::MAX);
            if room == 0 && !buffer.is_empty() {
                return match self.input.read(&mut buffer[..1])? {
                    0 => Ok(0),
                    _ => Err(io::Error::other(format!(
                        "it is larger than {} MB; `--member-limit` lets more in",
                        self.limit / MEGA
                    ))),
                };
            }
            let length = buffer.len().min(room);
            let count = self.input.read(&mut buffer[..length])?;
            self.left -= count as u64;
            Ok(count)
        }
    }
}
