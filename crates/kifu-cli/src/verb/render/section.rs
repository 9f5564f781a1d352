//! Headings of the problems of a book, and of its games without a name.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use kifu::Node;

/// The section of a problem, or of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    /// Its heading; may be empty.
    pub(super) heading: String,
    /// The folder or file that the heading names; empty if it is a difficulty.
    path: PathBuf,
}

impl Section {
    /// The difficulty of a problem, otherwise its folder, or its file if that has several problems.
    pub(super) fn of(start: Node<'_>, path: &Path, is_many: bool, is_collection: bool) -> Self {
        let mut levels = start.path_up().filter_map(|node| node.simple_text("DI"));
        if let Some(level) = levels.find(|level| !level.trim().is_empty()) {
            return Self {
                heading: level.trim().to_owned(),
                path: PathBuf::new(),
            };
        }
        let path = match (is_many, is_collection) {
            (false, _) => PathBuf::new(),
            (true, true) => path.with_extension(""),
            (true, false) => path.parent().map(PathBuf::from).unwrap_or_default(),
        };
        Self::of_path(path)
    }

    /// The file of a game, without its extension.
    pub(super) fn of_file(path: &Path) -> Self {
        Self::of_path(path.with_extension(""))
    }

    fn of_path(path: PathBuf) -> Self {
        Self {
            heading: ends(&path, 1),
            path,
        }
    }
}

/// Gives sections of folders with one name the names of the folders above, as many as tell them apart.
pub(super) fn name_sections<'a>(sections: impl Iterator<Item = &'a mut Section>) {
    let mut sections: Vec<&mut Section> = sections.collect();
    let paths: BTreeSet<PathBuf> = sections
        .iter()
        .map(|section| section.path.clone())
        .collect();
    let mut alike: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    for path in &paths {
        alike.entry(ends(path, 1)).or_default().push(path);
    }
    let mut headings: BTreeMap<&Path, String> = BTreeMap::new();
    for group in alike.into_values().filter(|group| group.len() > 1) {
        let longest = group.iter().map(|path| path.components().count()).max();
        let is_distinct = |&count: &usize| {
            let names: BTreeSet<String> = group.iter().map(|path| ends(path, count)).collect();
            names.len() == group.len()
        };
        let count = (2..=longest.unwrap_or(1)).find(is_distinct);
        let count = count.unwrap_or(1);
        headings.extend(group.into_iter().map(|path| (path, ends(path, count))));
    }
    for section in &mut sections {
        if let Some(heading) = headings.get(section.path.as_path()) {
            section.heading.clone_from(heading);
        }
    }
}

/// The last `count` names of a path.
fn ends(path: &Path, count: usize) -> String {
    let names: Vec<&OsStr> = path.iter().collect();
    let from = names.len().saturating_sub(count);
    let names = names[from..].iter().map(|name| name.to_string_lossy());
    names.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Section, name_sections};

    #[test]
    fn folders_of_one_name_have_their_parents_too() {
        let paths = [
            "a/weekly/easy",
            "a/daily/easy",
            "a/daily/hard",
            "",
            "a/daily/easy",
        ];
        let mut sections: Vec<Section> = paths
            .iter()
            .map(|path| Section::of_path(PathBuf::from(path)))
            .collect();
        name_sections(sections.iter_mut());
        let headings: Vec<&str> = sections
            .iter()
            .map(|section| section.heading.as_str())
            .collect();
        assert_eq!(
            headings,
            ["weekly/easy", "daily/easy", "hard", "", "daily/easy"]
        );
    }
}
