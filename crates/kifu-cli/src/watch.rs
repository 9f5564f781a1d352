//! Inputs that are watched: what changed on the disk, in batches.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use kifu_batch::{Found, is_stream};
use notify::event::ModifyKind;
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
    /// What is watched, until the watcher is dropped.
    places: BTreeMap<PathBuf, RecursiveMode>,
    watcher: RecommendedWatcher,
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
        let mut places = BTreeMap::new();
        for path in &inputs.paths {
            anyhow::ensure!(
                !is_stream(path),
                "{}: cannot be watched; give files and folders",
                path.display()
            );
            anyhow::ensure!(path.exists(), "{}: not found", path.display());
            let absolute = std::path::absolute(path).with_context(|| failed(path))?;
            if path.is_dir() {
                places.insert(absolute.clone(), RecursiveMode::Recursive);
            }
            roots.push((path.as_path(), absolute));
        }
        // A file or a folder that is replaced as a whole is another one: the folder around it sees both.
        for (_, absolute) in &roots {
            let around = folder_of(absolute).to_owned();
            places.entry(around).or_insert(RecursiveMode::NonRecursive);
        }
        for (place, mode) in &places {
            let watched = watcher.watch(place, *mode);
            // Folders that are read need it; the folder around one may be closed to this user.
            let is_needed = roots.iter().any(|(path, absolute)| {
                place == absolute || (!path.is_dir() && folder_of(absolute) == place)
            });
            if is_needed {
                watched.with_context(|| failed(place))?;
            }
        }
        interrupt::on_first(move || {
            let _ = stop.send(Message::Stop);
        });
        Ok(Self {
            inputs,
            roots,
            known: files(inputs),
            messages,
            places,
            watcher,
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
                Ok(Message::Event(event)) => touched.add(event?, &self.roots),
                Ok(Message::Stop) | Err(_) => return Ok(None),
            }
            let end = Instant::now() + LONGEST;
            while Instant::now() < end {
                match self.messages.recv_timeout(QUIET) {
                    Ok(Message::Event(event)) => touched.add(event?, &self.roots),
                    Ok(Message::Stop) => return Ok(None),
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
                }
            }
            self.watch_again(&touched.replaced);
            let changes = self.changes(&touched);
            if !changes.changed.is_empty() || !changes.gone.is_empty() {
                return Ok(Some(changes));
            }
        }
    }

    /// Watches the folders that are at the paths of the inputs now: others may have been there before.
    fn watch_again(&mut self, replaced: &BTreeSet<PathBuf>) {
        for folder in replaced {
            if self.places.get(folder) != Some(&RecursiveMode::Recursive) {
                continue;
            }
            // What was there may be gone, and nothing may have come: then the folder around it reports the next one.
            let _ = self.watcher.unwatch(folder);
            let _ = self.watcher.watch(folder, RecursiveMode::Recursive);
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
                        touched.has(&own)
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
    /// Inputs that came or went themselves, so that others may be in their places.
    replaced: BTreeSet<PathBuf>,
}

impl Touched {
    fn add(&mut self, event: Event, roots: &[(&Path, PathBuf)]) {
        self.is_all |= event.need_rescan();
        // Files that are only read do not change.
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        let comes_or_goes = matches!(
            event.kind,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        for path in event.paths {
            // The folders around the inputs have other files too.
            if roots.iter().any(|(_, root)| path.starts_with(root)) {
                if comes_or_goes && roots.iter().any(|(_, root)| *root == path) {
                    self.replaced.insert(path.clone());
                }
                self.paths.insert(path);
            }
        }
    }

    fn has(&self, path: &Path) -> bool {
        let is_new = |root: &PathBuf| path.starts_with(root);
        self.paths.contains(path) || self.replaced.iter().any(is_new)
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

/// The folder around an absolute path.
fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

fn failed(path: &Path) -> String {
    format!(
        "{}: cannot be watched; the system may limit the number of watched folders",
        path.display()
    )
}
