//! Inputs that are watched: what changed on the disk, in batches.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use kifu_batch::{Found, is_stream};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::inputs::Inputs;
use crate::interrupt;

/// How long nothing must change before a batch is complete: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(200);

/// How long a batch may take if changes do not end.
const LONGEST: Duration = Duration::from_secs(2);

/// A message to the watching thread.
enum Message {
    Event(notify::Result<Event>),
    Stop,
}

/// The files that changed, and those that are gone; by name.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Files and archives that are new or have been written.
    pub(crate) changed: Vec<PathBuf>,
    /// Files and archives that are gone.
    pub(crate) gone: Vec<PathBuf>,
}

/// Folders and files that are watched until the first Ctrl-C.
pub(crate) struct Watch<'i> {
    inputs: &'i Inputs,
    /// Each path as it was given and as events name it.
    roots: Vec<(&'i Path, PathBuf)>,
    /// The files that were there.
    known: BTreeSet<PathBuf>,
    messages: Receiver<Message>,
    /// Watches until it is dropped.
    _watcher: RecommendedWatcher,
}

impl<'i> Watch<'i> {
    /// Begins to watch what is read from `inputs`. Changes from now on are reported.
    ///
    /// # Errors
    /// An input can be read only once, is missing, or the system cannot watch it.
    pub(crate) fn of(inputs: &'i Inputs) -> anyhow::Result<Self> {
        let (sender, messages) = mpsc::channel();
        let stop = sender.clone();
        let mut watcher = notify::recommended_watcher(move |event| {
            // The receiver is gone when the program ends.
            let _ = sender.send(Message::Event(event));
        })?;
        let mut roots = Vec::new();
        for path in &inputs.paths {
            anyhow::ensure!(
                !is_stream(path),
                "{}: cannot be watched; give files and folders",
                path.display()
            );
            anyhow::ensure!(path.exists(), "{}: not found", path.display());
            let (place, mode) = if path.is_dir() {
                (path.as_path(), RecursiveMode::Recursive)
            } else {
                // A file that is replaced as a whole is another one: its folder sees both.
                (folder_of(path), RecursiveMode::NonRecursive)
            };
            let failed = || {
                format!(
                    "{}: cannot be watched; the system may limit the number of watched folders",
                    path.display()
                )
            };
            watcher.watch(place, mode).with_context(failed)?;
            let absolute = std::path::absolute(path).with_context(failed)?;
            roots.push((path.as_path(), absolute));
        }
        interrupt::on_first(move || {
            let _ = stop.send(Message::Stop);
        });
        Ok(Self {
            inputs,
            roots,
            known: files(inputs),
            messages,
            _watcher: watcher,
        })
    }

    /// Waits for the next changes; `None` when Ctrl-C ends the watch.
    ///
    /// # Errors
    /// The system cannot watch any longer.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Changes>> {
        loop {
            let mut touched = Touched::default();
            match self.messages.recv() {
                Ok(Message::Event(event)) => touched.add(event?),
                Ok(Message::Stop) | Err(_) => return Ok(None),
            }
            let end = Instant::now() + LONGEST;
            while Instant::now() < end {
                match self.messages.recv_timeout(QUIET) {
                    Ok(Message::Event(event)) => touched.add(event?),
                    Ok(Message::Stop) => return Ok(None),
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
                }
            }
            let changes = self.changes(&touched);
            if !changes.changed.is_empty() || !changes.gone.is_empty() {
                return Ok(Some(changes));
            }
        }
    }

    /// The changes among the inputs.
    fn changes(&mut self, touched: &Touched) -> Changes {
        if !touched.is_all && touched.paths.is_empty() {
            return Changes::default();
        }
        let now = files(self.inputs);
        let is_touched = |path: &Path| {
            touched.is_all
                || !self.known.contains(path)
                || self.roots.iter().any(|(given, absolute)| {
                    let rest = path.strip_prefix(given).ok();
                    rest.is_some_and(|rest| {
                        let own = if rest.as_os_str().is_empty() {
                            absolute.clone()
                        } else {
                            absolute.join(rest)
                        };
                        touched.paths.contains(&own)
                    })
                })
        };
        let changed = now.iter().filter(|path| is_touched(path)).cloned();
        let changes = Changes {
            changed: changed.collect(),
            gone: self.known.difference(&now).cloned().collect(),
        };
        self.known = now;
        changes
    }
}

/// The paths of events.
#[derive(Debug, Default)]
struct Touched {
    paths: BTreeSet<PathBuf>,
    /// Whether events were lost, so that everything may have changed.
    is_all: bool,
}

impl Touched {
    fn add(&mut self, event: Event) {
        self.is_all |= event.need_rescan();
        // Files that are only read do not change.
        if !matches!(event.kind, EventKind::Access(_)) {
            self.paths.extend(event.paths);
        }
    }
}

/// The files and archives to read; none of those that cannot be found.
fn files(inputs: &Inputs) -> BTreeSet<PathBuf> {
    let found = inputs.found().filter_map(|found| match found {
        Ok(Found::File(path) | Found::Archive(path, _)) => Some(path),
        Ok(Found::Stdin) | Err(_) => None,
    });
    found.collect()
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(path);
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}
