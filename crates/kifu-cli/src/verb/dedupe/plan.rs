//! The plan for duplicates, as a file that people can edit.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kifu::collection::dedupe::Kind;
use kifu_batch::plan::{Action, Plan, Step, digest};
use kifu_batch::replace;

use super::Dedupe;
use super::apply::MOST_NOTES;
use super::find::Found;
use crate::output::{Output, count, grouped};
use crate::paths::resolved;

const HEAD: &str = "\
# What `kifu dedupe --apply` will do with this file. Steps may be deleted, `do` may be \"remove\",
# \"move\" (then with `to`, a folder) or \"merge\": the record is put into the tree of the one that is kept,
# turned as `turn` and `swap_colors` say, and removed. Nothing is lost: what was there is kept in a folder
# beside this file, and `kifu dedupe --undo` puts it back. A relative path counts from the current folder.
";

/// A path that names the same file in whatever folder the plan is applied.
fn from_anywhere(path: &Path) -> String {
    kifu_batch::name_of(&resolved(path)).into_owned()
}

/// The digests of the plain SGF files in groups, by the numbers of the files. The others are reported.
fn digests(found: &Found, output: &mut Output) -> BTreeMap<u32, String> {
    let numbers = found.groups.iter().flat_map(|group| {
        let others = group.others.iter().map(|member| member.number);
        others.chain([group.best])
    });
    let files: BTreeSet<u32> = numbers
        .map(|number| found.places[number as usize].file)
        .collect();
    let mut digests = BTreeMap::new();
    let mut left_out = 0;
    for file in files {
        let name = &found.files[file as usize].0;
        let path = kifu_batch::path_of(name);
        let is_sgf = |bytes: &Vec<u8>| {
            !kifu_batch::is_packed_data(bytes) && !kifu_batch::is_other_format(&path)
        };
        if let Some(bytes) = fs::read(&path).ok().filter(is_sgf) {
            digests.insert(file, digest(&bytes));
            continue;
        }
        left_out += 1;
        if left_out <= MOST_NOTES {
            output.note(format_args!(
                "{name}: not in the plan: not a plain SGF file"
            ));
        }
    }
    if left_out > MOST_NOTES {
        output.note(format_args!(
            "and {} more are not in the plan",
            grouped(left_out - MOST_NOTES)
        ));
    }
    digests
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
        let digests = digests(found, output);
        let mut steps = Vec::new();
        let digest_of = |number: u32| digests.get(&found.places[number as usize].file);
        // The best record of a group may be one that is left out.
        for group in found
            .finder
            .groups_among(|number| digest_of(number).is_some())
        {
            let keep = found.places[group.best as usize];
            for member in &group.others {
                let digest = digest_of(member.number).zip(digest_of(group.best));
                let Some((digest, keep_digest)) = digest.filter(|_| member.to == group.best) else {
                    continue;
                };
                let place = found.places[member.number as usize];
                let file = |place: super::find::Place| {
                    let (name, games) = &found.files[place.file as usize];
                    let path = from_anywhere(&kifu_batch::path_of(name));
                    (path, (*games > 1).then_some(place.game + 1))
                };
                let ((file, game), (keep, keep_game)) = (file(place), file(keep));
                // An equal tree has nothing that the best record lacks.
                let has_more = member.relation.kind() > Kind::Tree;
                let action = match &self.move_to {
                    _ if self.merge && has_more => Action::Merge,
                    Some(_) => Action::Move,
                    None => Action::Remove,
                };
                let way = found.finder.alignment(group.best, member.number);
                let (symmetry, swap_colors) =
                    way.filter(|_| action == Action::Merge).unwrap_or_default();
                steps.push(Step {
                    action,
                    turn: symmetry,
                    swap_colors,
                    file,
                    game,
                    to: self.move_to.as_deref().map(from_anywhere),
                    why: member.relation.to_string(),
                    keep,
                    keep_game,
                    digest: digest.clone(),
                    keep_digest: keep_digest.clone(),
                });
            }
        }
        let count_of = steps.len();
        let text = format!("{HEAD}\n{}", Plan::new(steps).to_toml()?);
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
