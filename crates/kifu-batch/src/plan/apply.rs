use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::changes::{Change, Changes};
use super::{Plan, PlanError, StepError, digest, unread, unwritten};
use crate::inputs::walk::{JOURNAL, PART};
use crate::name::name_of;
use crate::replace;

/// The result of applying a plan.
#[derive(Debug)]
pub struct Applied {
    /// Number of steps that were applied.
    pub done: usize,
    /// Whether any file was changed: then there are copies in the folder.
    pub has_changes: bool,
    /// Files that were left unchanged, and why.
    pub errors: Vec<StepError>,
    /// Notes on content that is only in the copies now.
    pub notes: Vec<String>,
}

/// The journal of changes.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    #[serde(default, rename = "file")]
    pub(super) files: Vec<Entry>,
}

/// A file that was changed, removed or created.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// As text without loss, whatever its bytes.
    #[serde(with = "path")]
    pub(super) path: PathBuf,
    /// Its copy in the folder; `None` if the file did not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kept: Option<String>,
    /// Its digest before and after; `None` if it does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<String>,
}

/// Paths as text without loss.
mod path {
    use std::path::{Path, PathBuf};

    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::name::{name_of, path_of};

    pub(super) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&name_of(path))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        Ok(path_of(&String::deserialize(from)?))
    }
}

impl Journal {
    /// The journal in a folder of copies.
    pub(super) fn path(folder: &Path) -> PathBuf {
        folder.join(JOURNAL)
    }

    pub(super) fn read(folder: &Path) -> Result<Self, PlanError> {
        let path = Self::path(folder);
        let text = fs::read_to_string(&path).map_err(unread(&path))?;
        toml::from_str(&text).map_err(|error| PlanError::not_a_plan(&path, &text, &error))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), PlanError> {
        let text = toml::to_string(self);
        let text = text.map_err(|error| PlanError::Unwritable(Box::new(error)))?;
        Ok(replace::write(&Self::path(folder), text.as_bytes())?)
    }
}

impl Plan {
    /// Applies the plan, except for steps whose files have changed since it was made. The old files are copied to this
    /// new folder before anything is changed.
    ///
    /// # Errors
    /// The folder exists or cannot be written, and nothing was changed; or a file that receives records cannot be
    /// written, and nothing was removed ([`PlanError::Stopped`]).
    pub fn apply(&self, folder: &Path) -> Result<Applied, PlanError> {
        if folder.symlink_metadata().is_ok() {
            return Err(PlanError::AlreadyApplied(name_of(folder).into_owned()));
        }
        let found = Changes::of(self);
        let (notes, mut errors) = (found.notes, found.errors);
        if !found.files.is_empty() {
            keep(folder, &found.files)?;
        }
        // Files that receive records come first, then files that lose some, and removed files come last.
        let mut changes = found.files;
        changes.sort_by_key(|change| (!change.adds, change.after.is_none()));
        let failed = write(&changes, &mut errors)?;
        Ok(Applied {
            done: found.done - failed,
            has_changes: !changes.is_empty(),
            errors,
            notes,
        })
    }
}

/// Writes and removes files. Returns the number of steps whose files could not be changed.
fn write(changes: &[Change], errors: &mut Vec<StepError>) -> Result<usize, PlanError> {
    let mut failed = 0;
    for change in changes {
        let done = match &change.after {
            Some(bytes) => replace::write(&change.path, bytes),
            None => fs::remove_file(&change.path).map_err(unwritten(&change.path)),
        };
        match done {
            Ok(()) => {}
            Err(error) if change.adds => return Err(PlanError::Stopped(error)),
            Err(error) => {
                failed += change.steps;
                errors.push(StepError {
                    file: name_of(&change.path).into_owned(),
                    error: error.into(),
                });
            }
        }
    }
    Ok(failed)
}

/// Copies the existing files to a new folder with a journal of all changes, all or nothing.
fn keep(folder: &Path, changes: &[Change]) -> Result<(), PlanError> {
    let unfinished = unfinished_of(folder);
    // A run that was interrupted while it copied has changed nothing, so its copies are not needed.
    if unfinished.is_dir() {
        fs::remove_dir_all(&unfinished).map_err(unwritten(&unfinished))?;
    }
    fs::create_dir(&unfinished).map_err(unwritten(&unfinished))?;
    let kept = copy(&unfinished, changes).and_then(|()| {
        let renamed = fs::rename(&unfinished, folder);
        Ok(renamed.map_err(unwritten(folder))?)
    });
    kept.inspect_err(|_| {
        let _ = fs::remove_dir_all(&unfinished);
    })
}

/// The name of a folder of copies before it is complete. [`Inputs`](crate::Inputs) skip both names.
fn unfinished_of(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(PART);
    name.into()
}

/// Copies the existing files to a folder, and writes the journal of all changes.
fn copy(folder: &Path, changes: &[Change]) -> Result<(), PlanError> {
    let mut journal = Journal::default();
    for (number, change) in (1..).zip(changes) {
        let mut entry = Entry {
            // The changes may be undone from another folder.
            path: std::path::absolute(&change.path).unwrap_or_else(|_| change.path.clone()),
            kept: None,
            before: None,
            after: change.after.as_deref().map(digest),
        };
        if let Some(expected) = &change.before {
            let name = change.path.file_name().unwrap_or_default();
            let kept = format!("{number}-{}", name.to_string_lossy());
            let bytes = fs::read(&change.path).map_err(unread(&change.path))?;
            if digest(&bytes) != *expected {
                return Err(PlanError::Changed(name_of(&change.path).into_owned()));
            }
            replace::write(&folder.join(&kept), &bytes)?;
            entry.kept = Some(kept);
            entry.before = Some(expected.clone());
        }
        journal.files.push(entry);
    }
    journal.write(folder)
}

#[cfg(test)]
mod tests {
    use super::{Change, write};

    #[test]
    fn steps_of_files_that_cannot_be_changed_are_not_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.sgf"), "(;)").unwrap();
        // A folder cannot be removed as a file.
        std::fs::create_dir(path("b.sgf")).unwrap();
        let change = |name: &str, after: Option<&[u8]>, steps| Change {
            path: path(name),
            before: None,
            after: after.map(<[u8]>::to_vec),
            adds: false,
            steps,
        };
        let changes = [
            change("a.sgf", None, 1),
            change("b.sgf", None, 1),
            change("missing/c.sgf", Some(b"(;)"), 3),
        ];
        let mut errors = Vec::new();
        assert_eq!(write(&changes, &mut errors).unwrap(), 4);
        assert_eq!(errors.len(), 2);
        assert!(!path("a.sgf").exists());
    }
}
