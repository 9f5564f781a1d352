//! The plan for duplicates, as a file that people can edit.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use kifu::collection::dedupe::Kind;
use serde::{Deserialize, Serialize};

use super::apply::MOST_NOTES;
use super::find::Found;
use super::{Dedupe, UpTo};
use crate::output::{Output, count, grouped};
use crate::verb::transform::SymmetryChoice;
use kifu_batch::replace;

/// The version of written plans.
const VERSION: u32 = 1;

const HEAD: &str = "\
# What `kifu dedupe --apply` will do with this file. Steps may be deleted, `do` may be \"remove\",
# \"move\" (then with `to`, a folder) or \"merge\": the record is put into the tree of the one that is kept,
# turned as `turn` and `swap_colors` say, and removed. Nothing is lost: what was there is kept in a folder
# beside this file, and `kifu dedupe --undo` puts it back.
";

/// A plan.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub(super) version: u32,
    #[serde(default, rename = "step")]
    pub(super) steps: Vec<Step>,
}

impl Plan {
    /// Reads the plan at a path.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| name.to_string())?;
        let plan: Self = toml::from_str(&text).with_context(|| format!("{name}: not a plan"))?;
        ensure!(
            plan.version == VERSION,
            "{name}: a plan of version {} is not known",
            plan.version
        );
        Ok(plan)
    }
}

/// The action for one record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    #[serde(rename = "do")]
    pub(super) action: Action,
    pub(super) file: String,
    /// The game of the file, from 1; the whole file if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<String>,
    /// The symmetry that gives the record the orientation of the kept one before the merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<SymmetryChoice>,
    /// Whether colors are swapped too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) swap_colors: bool,
    pub(super) why: String,
    /// The kept record.
    pub(super) keep: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) keep_game: Option<u32>,
    /// Digests that identify the files: files that have changed since are not touched.
    pub(super) digest: String,
    pub(super) keep_digest: String,
}

/// The possible actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    Remove,
    Move,
    Merge,
}

/// A digest that identifies the content of a file.
pub(super) fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:016x}-{}", hasher.finish(), bytes.len())
}

impl Dedupe {
    /// Writes the plan. Records in archives and in other formats are left out, and so are those that are related to the
    /// best record only through another one.
    pub(super) fn write_plan(
        &self,
        path: &Path,
        found: &Found,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let up_to = if self.up_to == UpTo::Players {
            Kind::Moves
        } else {
            self.up_to.kind()
        };
        let mut digests: BTreeMap<u32, Option<String>> = BTreeMap::new();
        let mut left_out = 0;
        let mut digest_of = |file: u32, output: &mut Output| {
            let digest = digests.entry(file).or_insert_with(|| {
                let name = &found.files[file as usize].0;
                let bytes = fs::read(name).ok();
                let is_sgf = |bytes: &Vec<u8>| {
                    !kifu_batch::begins_packed(bytes)
                        && !kifu_batch::is_other_format(Path::new(name))
                };
                let bytes = bytes.filter(is_sgf);
                left_out += usize::from(bytes.is_none());
                if bytes.is_none() && left_out <= MOST_NOTES {
                    output.note(format_args!(
                        "{name}: not in the plan: not a plain SGF file"
                    ));
                }
                bytes.as_deref().map(digest)
            });
            digest.clone()
        };
        let mut steps = Vec::new();
        for group in &found.groups {
            let keep = found.places[group.best as usize];
            for member in &group.others {
                if member.to != group.best || member.relation.kind() > up_to {
                    continue;
                }
                let place = found.places[member.number as usize];
                let (Some(digest), Some(keep_digest)) =
                    (digest_of(place.file, output), digest_of(keep.file, output))
                else {
                    continue;
                };
                let file = |place: super::find::Place| {
                    let (name, games) = &found.files[place.file as usize];
                    (name.clone(), (*games > 1).then_some(place.game + 1))
                };
                let ((file, game), (keep, keep_game)) = (file(place), file(keep));
                // An equal tree has nothing that the best record lacks.
                let has_more = member.relation.kind() > Kind::Tree;
                let action = match &self.move_to {
                    _ if self.merge && has_more => Action::Merge,
                    Some(_) => Action::Move,
                    None => Action::Remove,
                };
                let way = found.finder.way(group.best, member.number);
                let (symmetry, swap_colors) =
                    way.filter(|_| action == Action::Merge).unwrap_or_default();
                steps.push(Step {
                    action,
                    turn: SymmetryChoice::of(symmetry),
                    swap_colors,
                    file,
                    game,
                    to: self
                        .move_to
                        .as_ref()
                        .map(|to| to.to_string_lossy().into_owned()),
                    why: member.relation.to_string(),
                    keep,
                    keep_game,
                    digest,
                    keep_digest,
                });
            }
        }
        if left_out > MOST_NOTES {
            output.note(format_args!(
                "and {} more are not in the plan",
                grouped(left_out - MOST_NOTES)
            ));
        }
        let count_of = steps.len();
        let plan = Plan {
            version: VERSION,
            steps,
        };
        let text = format!("{HEAD}\n{}", toml::to_string(&plan)?);
        if crate::output::is_stdout(path) {
            output.data(text.as_bytes())?;
            return Ok(());
        }
        replace::write(path, text.as_bytes())?;
        output.note(format_args!(
            "{}: {}; read it, then: kifu dedupe --apply {}",
            path.display(),
            count(count_of, "step"),
            path.display()
        ));
        Ok(())
    }
}
