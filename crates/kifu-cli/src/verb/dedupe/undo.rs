//! Undoes the changes of a plan.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::apply::{Entry, Journal, folder_of, read, write_journal};
use super::plan::{Plan, digest};
use crate::exit::Exit;
use crate::output::Output;
use kifu_batch::replace;

/// Reverts the changes made by applying the plan at `path`.
pub(super) fn undo(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let folder = folder_of(path);
    let list = folder.join("journal.toml");
    if !folder.exists() {
        return nothing(path, output);
    }
    let text = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    let journal: Journal = toml::from_str(&text).with_context(|| list.display().to_string())?;
    let mut exit = Exit::Clean;
    let mut left = Journal::default();
    // Removed files are restored before created files are removed.
    let (back, made): (Vec<_>, Vec<_>) = journal
        .files
        .into_iter()
        .partition(|entry| entry.kept.is_some());
    let count = back.len() + made.len();
    for entry in back.into_iter().chain(made) {
        if let Err(error) = put_back(&folder, &entry) {
            exit.add(Exit::Failure);
            output.error(format_args!(
                "{}: left unchanged: {error:#}",
                entry.path.display()
            ));
            left.files.push(entry);
        }
    }
    let undone = count - left.files.len();
    if left.files.is_empty() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    } else {
        write_journal(&folder, &left)?;
    }
    output.note(format_args!("{undone} of {count} files restored"));
    Ok(exit)
}

/// Reports that nothing was changed: by an empty plan, or by one that was not applied.
fn nothing(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let name = path.display();
    ensure!(
        Plan::read(path)?.steps.is_empty(),
        "{name}: nothing to undo: the plan was not applied, or changed no files"
    );
    output.note(format_args!(
        "{name}: the plan has no steps: nothing to undo"
    ));
    Ok(Exit::Clean)
}

fn put_back(folder: &Path, entry: &Entry) -> anyhow::Result<()> {
    let current = read(&entry.path)?.as_deref().map(digest);
    if current == entry.before {
        return Ok(());
    }
    ensure!(
        current == entry.after,
        "the file has changed since the plan was applied"
    );
    match &entry.kept {
        Some(kept) => {
            let bytes = fs::read(folder.join(kept)).with_context(|| kept.clone())?;
            ensure!(Some(digest(&bytes)) == entry.before, "its copy has changed");
            replace::write(&entry.path, &bytes)?;
        }
        None => fs::remove_file(&entry.path)?,
    }
    Ok(())
}
