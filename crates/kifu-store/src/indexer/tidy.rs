//! Which segments are joined, and which files are removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::manifest::{LIST, Manifest, SegmentEntry, generation_of};
use crate::segment::{BLOCK, DEAD, MOST_GAMES, SEARCH_FILE, TABLE_FILE};

/// Prefix of the names of incomplete files.
const NEW: &str = ".new-";

/// Small segments of one size that are left before they are joined.
const MOST_SMALL: usize = 8;

/// The segments that are to be joined: those of a size that are not full, if there are many of them or
/// `compacts` is set, and then also those with games that do not count.
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

/// Removes what no manifest names, but for segments of an index that was lost. What cannot be removed (a reader on
/// Windows) stays for the next time.
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

/// Removes the files of a segment, and its folder if it holds nothing else. A folder that holds nothing of a segment
/// stays, unless its name says that it is ours: somebody else may have made it.
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

/// Whether a file of a segment is a list of dead games, or one that is not complete.
fn is_passing(name: &str) -> bool {
    generation_of(name, DEAD).is_some() || name.starts_with(NEW)
}
