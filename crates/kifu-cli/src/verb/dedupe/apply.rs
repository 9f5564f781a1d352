//! Doing what a plan says, and undoing it.
//!
//! All that will change is copied first, to a folder beside the plan, with a list of it; then it is
//! changed, file by file. Whenever it is interrupted, the list tells how to come back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use kifu::Collection;
use serde::{Deserialize, Serialize};

use super::plan::{Action, Plan, Step, VERSION, digest};
use crate::exit::Exit;
use crate::output::Output;
use crate::replace;

/// What was done.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Journal {
    #[serde(default, rename = "file")]
    files: Vec<Entry>,
}

/// A file that was changed, removed or made.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    path: PathBuf,
    /// Its copy in the folder of the plan; none if it was not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
    /// Its digest before, and after; none where it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// What a file is to become.
struct Change {
    path: PathBuf,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
}

fn folder_of(plan: &Path) -> PathBuf {
    let mut folder = plan.as_os_str().to_owned();
    folder.push(".kept");
    folder.into()
}

/// The bytes of a file; `None` if there is none.
fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Does what the plan at `path` says, but for steps whose files have changed since.
pub(super) fn apply(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| name.to_string())?;
    let plan: Plan = toml::from_str(&text).with_context(|| format!("{name}: this is no plan"))?;
    ensure!(
        plan.version == VERSION,
        "{name}: a plan of version {} is not known",
        plan.version
    );
    let folder = folder_of(path);
    ensure!(
        !folder.exists(),
        "{}: it is there already: the plan was applied; undo it, or move that folder away",
        folder.display()
    );
    let mut exit = Exit::Clean;
    let (changes, steps) = changes(&plan, &mut exit, output);
    if !changes.is_empty() {
        fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
    }
    let mut journal = Journal::default();
    for (number, change) in (1..).zip(&changes) {
        let kept = match &change.before {
            Some(bytes) => {
                let file = change
                    .path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy();
                let kept = format!("{number}-{file}");
                replace::write(&folder.join(&kept), bytes)
                    .with_context(|| folder.display().to_string())?;
                Some(kept)
            }
            None => None,
        };
        journal.files.push(Entry {
            path: change.path.clone(),
            kept,
            before: change.before.as_deref().map(digest),
            after: change.after.as_deref().map(digest),
        });
    }
    if !changes.is_empty() {
        write_journal(&folder, &journal)?;
    }
    // What is made comes before what is removed.
    let made = changes.iter().filter(|change| change.after.is_some());
    for change in made.chain(changes.iter().filter(|change| change.after.is_none())) {
        let done = match &change.after {
            Some(bytes) => replace::write(&change.path, bytes),
            None => fs::remove_file(&change.path),
        };
        if let Err(error) = done {
            exit.add(Exit::Failure);
            let path = change.path.display();
            output.error(format_args!("{path}: left as it is: {error}"));
        }
    }
    let of = plan.steps.len();
    if changes.is_empty() {
        output.note(format_args!("{steps} of {of} steps done"));
    } else {
        let folder = folder.display();
        output.note(format_args!(
            "{steps} of {of} steps done; what was there is in {folder}"
        ));
    }
    Ok(exit)
}

fn write_journal(folder: &Path, journal: &Journal) -> anyhow::Result<()> {
    let path = folder.join("journal.toml");
    replace::write(&path, toml::to_string(journal)?.as_bytes())
        .with_context(|| path.display().to_string())
}

/// What the steps make of the files, and how many steps can be done.
fn changes(plan: &Plan, exit: &mut Exit, output: &mut Output) -> (Vec<Change>, usize) {
    let mut by_file: BTreeMap<&str, Vec<&Step>> = BTreeMap::new();
    for step in &plan.steps {
        by_file.entry(&step.file).or_default().push(step);
    }
    // A record that others were removed for stays itself.
    let gone: BTreeSet<_> = plan
        .steps
        .iter()
        .map(|step| (&step.file, step.game))
        .collect();
    let (mut changes, mut taken, mut done) = (Vec::new(), BTreeSet::new(), 0);
    for (file, steps) in by_file {
        let stays = steps.iter().all(|step| {
            !gone.contains(&(&step.keep, step.keep_game)) && !gone.contains(&(&step.keep, None))
        });
        let made = if stays {
            changes_of(file, &steps, &mut taken)
        } else {
            Err(anyhow::anyhow!(
                "the record that should stay would be removed as well"
            ))
        };
        match made {
            Ok(made) => {
                done += steps.len();
                changes.extend(made);
            }
            Err(error) => {
                exit.add(Exit::Failure);
                output.error(format_args!("{file}: left as it is: {error:#}"));
            }
        }
    }
    (changes, done)
}

/// What the steps make of one file.
fn changes_of(
    file: &str,
    steps: &[&Step],
    taken: &mut BTreeSet<PathBuf>,
) -> anyhow::Result<Vec<Change>> {
    let path = PathBuf::from(file);
    let Some(bytes) = read(&path)? else {
        bail!("it is not there any more");
    };
    let own = digest(&bytes);
    for step in steps {
        ensure!(step.digest == own, "it has changed since the plan was made");
        let keep = read(Path::new(&step.keep))?;
        let keep = keep.with_context(|| format!("{} is not there any more", step.keep))?;
        ensure!(
            digest(&keep) == step.keep_digest,
            "{} has changed since the plan was made",
            step.keep
        );
    }
    let mut changes = Vec::new();
    let collection = Collection::from_bytes(bytes.clone());
    let games: BTreeSet<u32> = if steps.iter().any(|step| step.game.is_none()) {
        (1..=collection.len() as u32).collect()
    } else {
        steps.iter().filter_map(|step| step.game).collect()
    };
    for step in steps.iter().filter(|step| step.action == Action::Move) {
        let to = step.to.as_deref().context("`to` says where to move it")?;
        let content = match step.game {
            None => bytes.clone(),
            Some(game) => only(&collection, game)?,
        };
        changes.push(Change {
            path: free_name(Path::new(to), &path, step.game, taken)?,
            before: None,
            after: Some(content),
        });
    }
    let after = if games.len() >= collection.len() {
        None
    } else {
        Some(without(collection, &games)?)
    };
    changes.push(Change {
        path,
        before: Some(bytes),
        after,
    });
    Ok(changes)
}

/// A name in the folder `to` that nobody has, for a record of the file `from`.
fn free_name(
    to: &Path,
    from: &Path,
    game: Option<u32>,
    taken: &mut BTreeSet<PathBuf>,
) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    let stem = from
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let stem = game.map_or(stem.clone(), |game| format!("{stem}-{game}"));
    let ending = from.extension().unwrap_or("sgf".as_ref()).to_string_lossy();
    let name = |number: u32| match number {
        1 => to.join(format!("{stem}.{ending}")),
        _ => to.join(format!("{stem}-{number}.{ending}")),
    };
    let free = (1..=u32::MAX)
        .map(name)
        .find(|path| !taken.contains(path) && path.symlink_metadata().is_err());
    let free = free.context("there is no name left")?;
    taken.insert(free.clone());
    Ok(free)
}

/// The bytes of a collection without some of its games, counted from 1.
fn without(mut collection: Collection, games: &BTreeSet<u32>) -> anyhow::Result<Vec<u8>> {
    for game in games.iter().rev() {
        let index = (*game as usize)
            .checked_sub(1)
            .context("games count from 1")?;
        collection.remove_game(index)?;
    }
    let bytes = collection.to_bytes()?;
    let left = Collection::from_bytes(bytes.clone());
    ensure!(
        left.len() == collection.len(),
        "it would not read as the same games"
    );
    Ok(bytes)
}

/// The bytes of one game of a collection.
fn only(collection: &Collection, game: u32) -> anyhow::Result<Vec<u8>> {
    let others = (1..=collection.len() as u32).filter(|other| *other != game);
    without(collection.clone(), &others.collect())
}

/// Puts back what applying the plan at `path` changed.
pub(super) fn undo(path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
    let folder = folder_of(path);
    let list = folder.join("journal.toml");
    let text = fs::read_to_string(&list)
        .with_context(|| format!("{}: nothing of this plan was done", list.display()))?;
    let journal: Journal = toml::from_str(&text).with_context(|| list.display().to_string())?;
    let mut exit = Exit::Clean;
    let mut left = Journal::default();
    // What was removed comes back before what was made goes.
    let (back, made): (Vec<_>, Vec<_>) = journal
        .files
        .into_iter()
        .partition(|entry| entry.kept.is_some());
    let count = back.len() + made.len();
    for entry in back.into_iter().chain(made) {
        if let Err(error) = put_back(&folder, &entry) {
            exit.add(Exit::Failure);
            output.error(format_args!(
                "{}: left as it is: {error:#}",
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
    output.note(format_args!("{undone} of {count} files put back"));
    Ok(exit)
}

fn put_back(folder: &Path, entry: &Entry) -> anyhow::Result<()> {
    let current = read(&entry.path)?.as_deref().map(digest);
    if current == entry.before {
        return Ok(());
    }
    ensure!(
        current == entry.after,
        "it has changed since the plan was applied"
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
