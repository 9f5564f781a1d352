//! Which segments are joined, and which files are removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::manifest::{LIST, Manifest, SegmentEntry};
use crate::segment::{BLOCK, DEAD, MOST_GAMES};

/// Small segments of one size that are left before they are joined.
const MOST_SMALL: usize = 8;

/// The segments that are to be joined: those of a size that are not full, if there are many of them or
/// `compacts` is set, and then also those with games that do not count.
pub(super) fn to_join(segments: &[SegmentEntry], compacts: bool) -> BTreeSet<String> {
    let mut of_sizes: BTreeMap<(u8, u8), Vec<&SegmentEntry>> = BTreeMap::new();
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

/// Removes what no manifest names. What cannot be removed (a reader on Windows) stays for the next time.
pub(super) fn clean(folder: &Path, manifest: &Manifest) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            continue;
        };
        let path = entry.path();
        let known = manifest
            .segments
            .iter()
            .find(|segment| segment.name == name);
        let is_number = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(segment) = known {
            let Ok(files) = fs::read_dir(&path) else {
                continue;
            };
            for file in files.flatten() {
                let name = file.file_name();
                let is_old = name.to_str().is_some_and(|name| {
                    (name.starts_with(DEAD) || name.starts_with(".new-"))
                        && segment.dead.as_deref() != Some(name)
                });
                if is_old {
                    let _ = fs::remove_file(file.path());
                }
            }
        } else if is_number || name.starts_with(".new-") && path.is_dir() {
            let _ = fs::remove_dir_all(&path);
        } else if name.starts_with(".new-")
            || name.starts_with(LIST) && manifest.sources.as_deref() != Some(name)
        {
            let _ = fs::remove_file(&path);
        }
    }
}
