//! Selects segments to join, and removes unused files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::manifest::{LIST, Manifest, SegmentEntry, generation_of};
use crate::segment::{BLOCK, DEAD, MOST_GAMES, SEARCH_FILE, TABLE_FILE};

/// Prefix of the names of incomplete files.
const NEW: &str = ".new-";

/// Maximum number of small segments of a board size that are not joined.
const MOST_SMALL: usize = 8;

/// Selects the segments to join, by board size: those with fewer than [`BLOCK`] games, if there are more than
/// [`MOST_SMALL`]. With `compacts`, selects those that are not full or contain deleted games, except a single one
/// without deleted games.
pub(super) fn to_join(segments: &[SegmentEntry], compacts: bool) -> BTreeSet<String> {
    let mut of_sizes: BTreeMap<(u16, u16), Vec<&SegmentEntry>> = BTreeMap::new();
    for entry in segments {
        let is_small = entry.games < BLOCK;
        if is_small || compacts && (entry.dead_games > 0 || entry.games < MOST_GAMES) {
            of_sizes
                .entry((entry.columns, entry.rows))
                .or_default()
                .push(entry);
        }
    }
    let many = |entries: &Vec<&SegmentEntry>| {
        if compacts {
            entries.len() > 1 || entries.iter().any(|entry| entry.dead_games > 0)
        } else {
            entries.len() > MOST_SMALL
        }
    };
    let joined = of_sizes.into_values().filter(many).flatten();
    joined.map(|entry| entry.name.clone()).collect()
}

/// Removes files of the index that the manifest does not list, except segments of a lost index. Files that cannot be
/// removed, such as open files on Windows, stay until the next run.
pub(super) fn clean(folder: &Path, manifest: &Manifest, lost: &BTreeSet<String>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            continue;
        };
        if lost.contains(name) {
            continue;
        }
        let path = entry.path();
        let known = manifest
            .segments
            .iter()
            .find(|segment| segment.name == name);
        if let Some(segment) = known {
            let Ok(files) = fs::read_dir(&path) else {
                continue;
            };
            for file in files.flatten() {
                let name = file.file_name();
                let is_old = name
                    .to_str()
                    .is_some_and(|name| is_passing(name) && segment.dead.as_deref() != Some(name));
                if is_old {
                    let _ = fs::remove_file(file.path());
                }
            }
        } else if path.is_dir() {
            if generation_of(name, "").is_some() || name.starts_with(NEW) {
                remove_segment(&path, name.starts_with(NEW));
            }
        } else if name.starts_with(NEW)
            || generation_of(name, LIST).is_some() && manifest.sources.as_deref() != Some(name)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Removes the files of a segment, and its folder if it is empty then. A folder without files of a segment is kept,
/// unless `is_ours`: another program may have created it.
fn remove_segment(folder: &Path, is_ours: bool) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    let (mut own, mut others) = (Vec::new(), false);
    for file in files.flatten() {
        let name = file.file_name();
        let is_own = name
            .to_str()
            .is_some_and(|name| [SEARCH_FILE, TABLE_FILE].contains(&name) || is_passing(name));
        if is_own {
            own.push(file.path());
        } else {
            others = true;
        }
    }
    for file in &own {
        let _ = fs::remove_file(file);
    }
    if !others && (is_ours || !own.is_empty()) {
        let _ = fs::remove_dir(folder);
    }
}

/// Whether a file of a segment is a list of deleted games, or is incomplete.
fn is_passing(name: &str) -> bool {
    generation_of(name, DEAD).is_some() || name.starts_with(NEW)
}
