//! The files of an archive as an iterator.
//!
//! Decoders call back for each member, so each decoder runs in its own thread, at most a few items ahead.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use self::limited::Limited;
use crate::archive::{self, is_named_packed};
use crate::error::{Error, ErrorKind};
use crate::inputs::Skipped;
use crate::name::name_of;
use crate::progress::Progress;
use crate::record_name::is_wanted_name;

/// Maximum number of items produced ahead.
const AHEAD: usize = 2;

/// The files of an archive to read.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// All, not only those with the name of a game record.
    pub(crate) all: bool,
    /// Also those with the name of another format.
    pub(crate) formats: bool,
    /// Only this one, or those in this folder.
    pub(crate) only: Option<String>,
    /// Exactly these; names begin with that of the archive.
    pub(crate) records: Option<BTreeSet<String>>,
    /// Counts those that are not read.
    pub(crate) skipped: Arc<Mutex<Skipped>>,
    /// The largest size of one, in bytes.
    pub(crate) limit: u64,
}

impl Wanted {
    /// Whether a member of this name is wanted.
    fn includes(&self, archive: &str, name: &str) -> bool {
        if let Some(records) = &self.records {
            return records.contains(&named(archive, name));
        }
        let path = Path::new(name);
        // A file without an extension is recognized by its content.
        (self.all || path.extension().is_none() || is_wanted_name(path, self.formats))
            && self.is_in(name)
    }

    /// Whether a member is the only one that is wanted, or in the only folder.
    fn is_in(&self, name: &str) -> bool {
        let mut only = self.only.iter();
        only.all(|only| is_below(name.trim_start_matches("./"), only))
    }

    /// Counts a member that is not read, by its full name.
    pub(crate) fn skip(&self, name: &str) {
        let mut skipped = self.skipped.lock().unwrap_or_else(PoisonError::into_inner);
        skipped.add(name);
    }

    /// Whether a member of this name is an archive that may hold wanted members.
    fn descends(&self, archive: &str, name: &str) -> bool {
        let path = Path::new(name);
        if !is_named_packed(path, |inner| {
            self.all || self.records.is_some() || is_wanted_name(inner, self.formats)
        }) {
            return false;
        }
        if let Some(records) = &self.records {
            let own = named(archive, name);
            return records.iter().any(|record| is_below(record, &own));
        }
        let name = name.trim_start_matches("./");
        self.only
            .as_deref()
            .is_none_or(|only| is_below(name, only) || is_below(only, name))
    }

    /// Whether a member of this name is wanted, or an archive with wanted members. Sets `is_met` at the only one that is
    /// wanted, and in the only folder, whether it is a record or not.
    fn takes(&self, archive: &str, name: &str, is_met: &Cell<bool>) -> bool {
        let is_in = self.is_in(name);
        is_met.set(is_met.get() || (self.only.is_some() && is_in));
        let is_taken = self.includes(archive, name) || self.descends(archive, name);
        if !is_taken && is_in && self.records.is_none() {
            self.skip(&named(archive, name));
        }
        is_taken
    }
}

/// Whether a name equals `above` or is below it.
fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above.trim_end_matches('/'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The name of a member of an archive; a compressed file has no name of its own.
fn named(archive: &str, name: &str) -> String {
    if name.is_empty() {
        archive.to_owned()
    } else {
        format!("{archive}/{}", name.trim_start_matches("./"))
    }
}

/// Takes the items made from a member.
pub(crate) type Sink<'s, T> = &'s mut dyn FnMut(Result<T, Error>) -> ControlFlow<()>;

/// Makes items from a member, whose name includes that of its archive.
pub(crate) trait Make<T>:
    Fn(&str, &mut dyn Read, Sink<'_, T>) -> ControlFlow<()> + Send + 'static
{
}

impl<T, F> Make<T> for F where
    F: Fn(&str, &mut dyn Read, Sink<'_, T>) -> ControlFlow<()> + Send + 'static
{
}

/// The items of an archive.
pub(crate) struct Members<T> {
    name: String,
    receiver: Receiver<Result<T, Error>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Members<T> {
    /// The items that `make` produces from the `wanted` members of `archive`.
    pub(crate) fn new(
        archive: PathBuf,
        wanted: Wanted,
        progress: Progress,
        make: impl Make<T>,
    ) -> Self {
        let name = name_of(&archive).into_owned();
        let (sender, receiver) = sync_channel(AHEAD);
        let copy = sender.clone();
        let work = move || read(&archive, &wanted, &progress, &make, &copy);
        let thread = Builder::new().name("archive".to_owned()).spawn(work);
        let thread = thread
            .inspect_err(|error| {
                // There is room: nothing was sent before.
                let error = ErrorKind::Read(error.kind().into());
                let _ = sender.send(Err(Error::new(name.clone(), error)));
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
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(item) = self.receiver.recv() {
            return Some(item);
        }
        let outcome = self.thread.take()?.join();
        outcome
            .is_err()
            .then(|| Err(Error::new(self.name.clone(), ErrorKind::Damaged)))
    }
}

fn read<T>(
    path: &Path,
    wanted: &Wanted,
    progress: &Progress,
    make: &impl Make<T>,
    sender: &SyncSender<Result<T, Error>>,
) {
    let archive = name_of(path);
    // Whether the only wanted member was met, or an error was sent that explains why not.
    let is_met = Cell::new(false);
    let mut send = |item: Result<T, Error>| {
        is_met.set(is_met.get() || item.is_err());
        match sender.send(item) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let is_wanted = |name: &str| wanted.takes(&archive, name, &is_met);
    let mut take = |name: &str, member: Result<&mut dyn Read, ErrorKind>| {
        let full = named(&archive, name);
        if name.is_empty() && wanted.only.is_some() {
            // A compressed file has no members.
            return ControlFlow::Continue(());
        }
        let mut input = match member {
            Ok(input) => Limited::new(input, wanted.limit),
            Err(error) => return send(Err(Error::new(full, error))),
        };
        if name.is_empty() || !wanted.descends(&archive, name) {
            return make(&full, &mut input, &mut send);
        }
        let mut bytes = Vec::new();
        if let Err(error) = input.read_to_end(&mut bytes) {
            return send(Err(Error::new(full, error)));
        }
        inside(&archive, (name, &bytes), wanted, &is_met, make, &mut send)
    };
    let read = archive::each_member(path, &is_wanted, &mut take, progress);
    let error = match (read, &wanted.only) {
        (Err(error), _) => Some(Error::new(archive.clone(), error)),
        (Ok(()), Some(only)) if !is_met.get() => {
            Some(Error::new(named(&archive, only), ErrorKind::NoMember))
        }
        _ => None,
    };
    if let Some(error) = error {
        let _ = send(Err(error));
    }
}

/// Makes items from the members of `name`, an archive inside `archive`. Archives in it are errors.
fn inside<T>(
    archive: &str,
    (name, bytes): (&str, &[u8]),
    wanted: &Wanted,
    is_met: &Cell<bool>,
    make: &impl Make<T>,
    send: Sink<'_, T>,
) -> ControlFlow<()> {
    let path = |inner: &str| named(name, inner);
    let is_wanted = |inner: &str| wanted.takes(archive, &path(inner), is_met);
    let mut flow = ControlFlow::Continue(());
    let mut take = |inner: &str, member: Result<&mut dyn Read, ErrorKind>| {
        let full = named(archive, &path(inner));
        flow = match member {
            Ok(_) if !inner.is_empty() && wanted.descends(archive, &path(inner)) => {
                send(Err(Error::new(full, ErrorKind::NestedArchive)))
            }
            Ok(input) => make(&full, &mut Limited::new(input, wanted.limit), send),
            Err(error) => send(Err(Error::new(full, error))),
        };
        flow
    };
    if let Err(error) = archive::each_member_inside(bytes, name, &is_wanted, &mut take) {
        return send(Err(Error::new(named(archive, name), error)));
    }
    flow
}

/// Streams that fail when they exceed a limit.
pub(crate) mod limited {
    use std::io::{self, Read};

    use crate::error::ErrorKind;

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
                    _ => Err(io::Error::other(ErrorKind::MemberTooLarge {
                        limit_mb: self.limit / MEGA,
                    })),
                };
            }
            let length = buffer.len().min(room);
            let count = self.input.read(&mut buffer[..length])?;
            self.left -= count as u64;
            Ok(count)
        }
    }
}
