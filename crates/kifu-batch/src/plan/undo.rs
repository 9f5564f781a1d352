use std::fs;
use std::path::Path;

use super::apply::{Entry, Journal};
use super::{PlanError, StepError, digest, read, unread, unwritten};
use crate::name::name_of;
use crate::replace;

/// The result of undoing a plan.
#[derive(Debug)]
pub struct Undone {
    /// Number of files that are as before again.
    pub restored: usize,
    /// Files that were left unchanged, and why; they stay in the journal.
    pub errors: Vec<StepError>,
}

/// Restores the files that [`Plan::apply`](super::Plan::apply) copied to this folder, and removes the folder if all are
/// restored.
///
/// # Errors
/// There is no journal in the folder, or the folder cannot be removed.
pub fn undo(folder: &Path) -> Result<Undone, PlanError> {
    let journal = Journal::read(folder)?;
    let mut errors = Vec::new();
    let mut left = Journal::default();
    // Removed files are restored before created files are removed.
    let (back, made): (Vec<_>, Vec<_>) = journal
        .files
        .into_iter()
        .partition(|entry| entry.kept.is_some());
    let count = back.len() + made.len();
    for entry in back.into_iter().chain(made) {
        if let Err(error) = put_back(folder, &entry) {
            let file = name_of(&entry.path).into_owned();
            errors.push(StepError { file, error });
            left.files.push(entry);
        }
    }
    let restored = count - left.files.len();
    if left.files.is_empty() {
        fs::remove_dir_all(folder).map_err(unwritten(folder))?;
    } else {
        left.write(folder)?;
    }
    Ok(Undone { restored, errors })
}

fn put_back(folder: &Path, entry: &Entry) -> Result<(), PlanError> {
    let current = read(&entry.path)?.as_deref().map(digest);
    if current == entry.before {
        return Ok(());
    }
    if current != entry.after {
        return Err(PlanError::ChangedAfter("the file".to_owned()));
    }
    match &entry.kept {
        Some(kept) => {
            let copy = folder.join(kept);
            let bytes = fs::read(&copy).map_err(unread(&copy))?;
            if Some(digest(&bytes)) != entry.before {
                return Err(PlanError::ChangedAfter("its copy".to_owned()));
            }
            replace::write(&entry.path, &bytes)?;
        }
        None => fs::remove_file(&entry.path).map_err(unwritten(&entry.path))?,
    }
    Ok(())
}
