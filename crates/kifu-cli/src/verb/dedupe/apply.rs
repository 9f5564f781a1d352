//! Applies a plan.
//!
//! All files that will change are first copied to a folder next to the plan, with a journal; then they are changed, one
//! by one. After an interruption, the journal can undo the changes.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};

use super::changes::{Change, Changes};
use super::plan::{Plan, digest};
use crate::exit::Exit;
use crate::output::{Output, count, grouped};
use kifu_batch::replace;

/// Maximum number of notes of a kind that are reported.
pub(super) const MOST_NOTES: usize = 10;

/// The journal of changes, for `--undo`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    #[serde(default, rename = "file")]
    pub(super) files: Vec<Entry>,
}

/// A file that was changed, removed or created.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) path: PathBuf,
    /// Its copy in the folder of the plan; `None` if the file did not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kept: Option<String>,
    /// Its digest before and after; `None` if it does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<String>,
}

/// The folder with the backups of the plan at a path.
pub(super) fn folder_of(plan: &Path) -> PathBuf {
    let mut folder = plan.as_os_str().to_owned();
    folder.push(".kept");
    folder.into()
}

/// The bytes of a file; `None` if there is none.
pub(super) fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Applies the plan at `path`, except for steps whose files have changed since.
pub(super) fn apply(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let name = path.display();
    let plan = Plan::read(path)?;
    let folder = folder_of(path);
    ensure!(
        !folder.exists(),
        "{}: the folder exists: the plan was applied; undo it, or move the folder away",
        folder.display()
    );
    let mut exit = Exit::Clean;
    let found = Changes::of(&plan);
    for note in found.notes.iter().take(MOST_NOTES) {
        output.note(note);
    }
    if found.notes.len() > MOST_NOTES {
        let more = found.notes.len() - MOST_NOTES;
        output.note(format_args!("and {} more like these", grouped(more)));
    }
    for error in &found.errors {
        exit.add(Exit::Failure);
        output.error(error);
    }
    let steps = found.done;
    if !found.files.is_empty() {
        keep(&folder, &found.files).inspect_err(|_| {
            // Nothing was changed yet, so the copies are not needed.
            let _ = fs::remove_dir_all(&folder);
        })?;
    }
    // Files that receive records come first, then files that lose some, and removed files come last.
    let mut changes = found.files;
    changes.sort_by_key(|change| (!change.adds, change.after.is_none()));
    for change in &changes {
        let done = match &change.after {
            Some(bytes) => replace::write(&change.path, bytes).map_err(anyhow::Error::from),
            None => {
                fs::remove_file(&change.path).with_context(|| change.path.display().to_string())
            }
        };
        if let Err(error) = done {
            ensure!(
                !change.adds,
                "{error:#}; stopped before removing files; to restore changed files: kifu dedupe --undo {name}"
            );
            exit.add(Exit::Failure);
            output.error(format_args!("{error:#}; left unchanged"));
        }
    }
    let of = count(plan.steps.len(), "step");
    if changes.is_empty() {
        output.note(format_args!("{steps} of {of} done"));
    } else {
        let folder = folder.display();
        output.note(format_args!(
            "{steps} of {of} done; the old files are in {folder}"
        ));
    }
    Ok(exit)
}

/// Backs up the existing files, and writes the journal of all changes.
fn keep(folder: &Path, changes: &[Change]) -> anyhow::Result<()> {
    fs::create_dir(folder).with_context(|| folder.display().to_string())?;
    let mut journal = Journal::default();
    for (number, change) in (1..).zip(changes) {
        let mut entry = Entry {
            path: change.path.clone(),
            kept: None,
            before: None,
            after: change.after.as_deref().map(digest),
        };
        if let Some(expected) = &change.before {
            let name = change.path.file_name().unwrap_or_default();
            let kept = format!("{number}-{}", name.to_string_lossy());
            let bytes =
                fs::read(&change.path).with_context(|| change.path.display().to_string())?;
            ensure!(
                digest(&bytes) == *expected,
                "{}: changed by another program in the meantime; nothing was done",
                change.path.display()
            );
            replace::write(&folder.join(&kept), &bytes)?;
            entry.kept = Some(kept);
            entry.before = Some(expected.clone());
        }
        journal.files.push(entry);
    }
    write_journal(folder, &journal)
}

pub(super) fn write_journal(folder: &Path, journal: &Journal) -> anyhow::Result<()> {
    let path = folder.join("journal.toml");
    Ok(replace::write(&path, toml::to_string(journal)?.as_bytes())?)
}
