//! The file changes of a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use kifu_collection::{fingerprint, game_bytes};
use kifu_sgf::Collection;
use kifu_syntax::Span;

use super::{Action, Plan, PlanError, Step, StepError, digest, merged, read, unread, unwritten};
use crate::name::path_of;
use crate::replace::ensure_writable;

/// A change of a file.
pub(super) struct Change {
    pub(super) path: PathBuf,
    /// The digest of the current content; `None` if there is no file.
    pub(super) before: Option<String>,
    pub(super) after: Option<Vec<u8>>,
    /// Whether the file then contains records that are removed elsewhere.
    pub(super) adds: bool,
    /// Number of steps that take records out of the file.
    pub(super) steps: usize,
}

/// The changes of a plan.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) files: Vec<Change>,
    /// Number of steps that can be applied.
    pub(super) done: usize,
    /// The reasons why the others cannot, each once.
    pub(super) errors: Vec<StepError>,
    pub(super) notes: Vec<String>,
}

/// Steps that seem possible so far.
struct Steps<'p> {
    plan: &'p Plan,
    is_failed: Vec<bool>,
    errors: Vec<StepError>,
    /// The messages of `errors`, each once.
    reported: BTreeSet<String>,
}

impl<'p> Steps<'p> {
    /// Marks steps as failed.
    fn fail(&mut self, numbers: &[usize], name: &str, error: PlanError) {
        for number in numbers {
            self.is_failed[*number] = true;
        }
        let file = name.to_owned();
        let error = StepError { file, error };
        if self.reported.insert(error.to_string()) {
            self.errors.push(error);
        }
    }

    /// The possible steps, grouped by a key.
    fn by<K: Ord>(&self, key: impl Fn(&'p Step) -> Option<K>) -> BTreeMap<K, Vec<usize>> {
        let mut groups: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for (number, step) in self.plan.steps.iter().enumerate() {
            if let (false, Some(key)) = (self.is_failed[number], key(step)) {
                groups.entry(key).or_default().push(number);
            }
        }
        groups
    }
}

impl Changes {
    /// The changes of a plan, as far as the files are unchanged since it was made.
    pub(super) fn of(plan: &Plan) -> Self {
        let mut steps = Steps {
            plan,
            is_failed: vec![false; plan.steps.len()],
            errors: Vec::new(),
            reported: BTreeSet::new(),
        };
        check(&mut steps);
        let mut all = Self::default();
        let is_merge = |step: &&Step| step.action == Action::Merge;
        let by_file = steps.by(|step| Some(step).filter(is_merge).map(|step| step.file.as_str()));
        let mut records = BTreeMap::new();
        for (file, numbers) in by_file {
            let own = numbers.iter().map(|number| plan.steps[*number].game);
            match merged::records(file, &own.collect::<Vec<_>>()) {
                Ok(found) => records.extend(numbers.into_iter().zip(found)),
                Err(error) => steps.fail(&numbers, file, error),
            }
        }
        // The new content of files whose games receive more.
        let mut grown: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        let by_keep = steps.by(|step| Some(step).filter(is_merge).map(|step| step.keep.as_str()));
        for (keep, numbers) in by_keep {
            let added = numbers
                .iter()
                .filter_map(|number| Some((&plan.steps[*number], records.remove(number)?)));
            match merged::merge(keep, added, &mut all.notes) {
                Ok(bytes) => _ = grown.insert(keep, bytes),
                Err(error) => steps.fail(&numbers, keep, error),
            }
        }
        let mut taken = BTreeSet::new();
        for (file, numbers) in steps.by(|step| Some(step.file.as_str())) {
            let own = numbers.iter().map(|number| &plan.steps[*number]);
            let own: Vec<&Step> = own.collect();
            match changes_of(file, grown.get(file), &own, &mut taken, &mut all.notes) {
                Ok(changes) => {
                    grown.remove(file);
                    all.files.extend(changes);
                }
                Err(error) => steps.fail(&numbers, file, error),
            }
        }
        for (keep, bytes) in grown {
            let step = plan.steps.iter().find(|step| step.keep == keep);
            all.files.push(Change {
                path: path_of(keep),
                before: step.map(|step| step.keep_digest.clone()),
                after: Some(bytes),
                adds: true,
                steps: 0,
            });
        }
        let failed = steps.is_failed.iter().filter(|is_failed| **is_failed);
        all.done = plan.steps.len() - failed.count();
        all.errors = steps.errors;
        all
    }
}

/// Marks steps as failed if their files have changed, or if no record would remain for them.
fn check(steps: &mut Steps<'_>) {
    // Each file is read once, however many steps it has.
    let mut digests: BTreeMap<&str, Option<String>> = BTreeMap::new();
    // A record is kept if others are removed in favor of it.
    let plan = steps.plan;
    let gone: BTreeSet<_> = plan
        .steps
        .iter()
        .map(|step| (step.file.as_str(), step.game))
        .collect();
    let is_gone = |file: &str, game: Option<u32>| match game {
        Some(_) => gone.contains(&(file, game)) || gone.contains(&(file, None)),
        None => gone
            .range((file, None)..=(file, Some(u32::MAX)))
            .next()
            .is_some(),
    };
    for (number, step) in plan.steps.iter().enumerate() {
        let is_same = |file: &str, digest: &str, other: &str| {
            let found = match digests.get(file) {
                Some(found) => found.clone(),
                None => read(&path_of(file))?.as_deref().map(self::digest),
            };
            let found = found.ok_or_else(|| PlanError::Gone(other.to_owned()))?;
            if found != digest {
                return Err(PlanError::Changed(other.to_owned()));
            }
            Ok(found)
        };
        let checked = if is_gone(&step.keep, step.keep_game) {
            Err(PlanError::KeepIsRemoved)
        } else {
            is_same(&step.file, &step.digest, "it").and_then(|own| {
                // A writable folder would let a read-only file be removed.
                ensure_writable(&path_of(&step.file))?;
                Ok((own, is_same(&step.keep, &step.keep_digest, &step.keep)?))
            })
        };
        match checked {
            Ok((own, keep)) => {
                digests.insert(&step.file, Some(own));
                digests.insert(&step.keep, Some(keep));
            }
            Err(error) => steps.fail(&[number], &step.file, error),
        }
    }
}

/// The changes of one file by the steps of a plan. The file may already have `grown` by merges.
fn changes_of(
    file: &str,
    grown: Option<&Vec<u8>>,
    steps: &[&Step],
    taken: &mut BTreeSet<PathBuf>,
    notes: &mut Vec<String>,
) -> Result<Vec<Change>, PlanError> {
    let path = path_of(file);
    let mut changes = Vec::new();
    let bytes = match grown {
        Some(bytes) => bytes.clone(),
        None => fs::read(&path).map_err(unread(&path))?,
    };
    let collection = Collection::from_bytes(bytes.clone());
    let games: BTreeSet<u32> = if steps.iter().any(|step| step.game.is_none()) {
        (1..=collection.len() as u32).collect()
    } else {
        steps.iter().filter_map(|step| step.game).collect()
    };
    for step in steps.iter().filter(|step| step.action == Action::Move) {
        let to = step.to.as_deref().ok_or(PlanError::NoFolder)?;
        let content = match step.game {
            None => bytes.clone(),
            Some(game) => only(&collection, game)?,
        };
        changes.push(Change {
            path: free_name(&path_of(to), &path, step.game, taken)?,
            before: None,
            after: Some(content),
            adds: true,
            steps: 0,
        });
    }
    let after = if games.len() >= collection.len() {
        let is_moved = |step: &&Step| step.action == Action::Move && step.game.is_none();
        if merged::has_other_text(&collection) && !steps.iter().any(is_moved) {
            notes.push(format!(
                "{file}: text outside of its games and nodes stays in the copy beside the plan"
            ));
        }
        None
    } else {
        Some(without(&bytes, collection, &games)?)
    };
    changes.push(Change {
        path,
        before: steps.first().map(|step| step.digest.clone()),
        after,
        adds: grown.is_some(),
        steps: steps.len(),
    });
    Ok(changes)
}

/// An unused name in the folder `to` for a record of the file `from`.
fn free_name(
    to: &Path,
    from: &Path,
    game: Option<u32>,
    taken: &mut BTreeSet<PathBuf>,
) -> Result<PathBuf, PlanError> {
    fs::create_dir_all(to).map_err(unwritten(to))?;
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
    let free = free.ok_or(PlanError::NoName)?;
    taken.insert(free.clone());
    Ok(free)
}

/// The bytes of a file without some of its games, counted from 1. All other bytes stay.
fn without(
    bytes: &[u8],
    mut collection: Collection,
    games: &BTreeSet<u32>,
) -> Result<Vec<u8>, PlanError> {
    let index = |game: &u32| (*game as usize).checked_sub(1).ok_or(PlanError::NoGame);
    let indexes: BTreeSet<usize> = games.iter().map(index).collect::<Result<_, _>>()?;
    let kept = collection.games();
    let kept: Vec<u64> = kept
        .filter(|game| !indexes.contains(&game.number()))
        .map(fingerprint)
        .collect();
    let is_right = |bytes: &[u8]| {
        let left = Collection::from_bytes(bytes.to_vec());
        left.games().map(fingerprint).eq(kept.iter().copied())
    };
    if let Some(cut) = cut(bytes, &collection, &indexes).filter(|cut| is_right(cut)) {
        return Ok(cut);
    }
    if merged::has_other_text(&collection) {
        return Err(PlanError::Misread);
    }
    // Only the removed games showed the encoding of the others, which are written again.
    for index in indexes.iter().rev() {
        collection.remove_game(*index)?;
    }
    let bytes = collection.to_bytes()?;
    if is_right(&bytes) {
        Ok(bytes)
    } else {
        Err(PlanError::Misread)
    }
}

/// The bytes without those of some games. `None` if a game has no text.
fn cut(bytes: &[u8], collection: &Collection, indexes: &BTreeSet<usize>) -> Option<Vec<u8>> {
    let mut left = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for index in indexes {
        let span = with_line_break(collection.text(), collection.game(*index)?.span()?);
        let span = collection.source().to_bytes_span(span);
        left.extend_from_slice(bytes.get(from..span.start)?);
        from = span.end;
    }
    left.extend_from_slice(bytes.get(from..)?);
    Some(left)
}

/// The span of a game with the line break after it, if the game fills whole lines.
fn with_line_break(text: &str, span: Span) -> Span {
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let begins_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let line_break = ["\r\n", "\n", "\r"]
        .into_iter()
        .find(|line_break| after.starts_with(line_break));
    let length = line_break.filter(|_| begins_line).map_or(0, str::len);
    Span::new(span.start, span.end + length)
}

/// The bytes of one game of a collection, counted from 1.
fn only(collection: &Collection, game: u32) -> Result<Vec<u8>, PlanError> {
    let index = (game as usize).checked_sub(1);
    let game = index.and_then(|index| collection.game(index));
    game.map(game_bytes).ok_or(PlanError::NoGame)
}

#[cfg(test)]
mod tests {
    use super::{Collection, without};

    #[test]
    fn all_bytes_around_a_removed_game_stay() {
        const GAME: &str = "(;PB[x];B[aa])";
        for (file, games, left) in [
            (
                "intro\nG\nMAIL 2\nG\nMAIL 3\n(;PB[o];B[ss])\n",
                &[2][..],
                "intro\nG\nMAIL 2\nMAIL 3\n(;PB[o];B[ss])\n",
            ),
            (
                "intro\r\nG\r\nMAIL 2\r\nG\r\n\r\nMAIL 3\r\n(;PB[o])",
                &[1, 2],
                "intro\r\nMAIL 2\r\n\r\nMAIL 3\r\n(;PB[o])",
            ),
            ("G\nlast G", &[2], "G\nlast "),
            ("one G two\nG three", &[1], "one  two\nG three"),
            ("GG(;PB[o])", &[1, 2], "(;PB[o])"),
            (
                "\u{FEFF}é G\n(;CA[UTF-8]PB[é])\n",
                &[1],
                "\u{FEFF}é \n(;CA[UTF-8]PB[é])\n",
            ),
        ] {
            let file = file.replace('G', GAME);
            let collection = Collection::from_bytes(file.clone().into_bytes());
            let games = games.iter().copied().collect();
            let found = without(file.as_bytes(), collection, &games).unwrap();
            let found = String::from_utf8(found).unwrap();
            assert_eq!(found, left.replace('G', GAME), "{file}");
        }
    }

    #[test]
    fn bytes_of_utf_16_stay() {
        let encode =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let file = encode("\u{FEFF}Hallo\n(;PB[x])\nund\n(;PB[ö])\n");
        let collection = Collection::from_bytes(file.clone());
        let found = without(&file, collection, &[1].into()).unwrap();
        assert_eq!(found, encode("\u{FEFF}Hallo\nund\n(;PB[ö])\n"));
    }
}
