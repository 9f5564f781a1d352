//! Headings of the problems of a book, and of its games without a name.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use kifu::Node;
use kifu_batch::is_stdin;

/// The section of a problem, or of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    /// Its heading; may be empty.
    pub(super) heading: String,
    /// The folder or file that the heading names; empty if it is a difficulty.
    path: PathBuf,
    /// Whether the extension of the path is left out of the heading.
    is_file: bool,
}

impl Section {
    /// The difficulty of a problem, otherwise its folder, or its file if that has several problems.
    pub(super) fn of(start: Node<'_>, path: &Path, is_many: bool, is_collection: bool) -> Self {
        let mut levels = start.path_up().filter_map(|node| node.simple_text("DI"));
        if let Some(level) = levels.find(|level| !level.trim().is_empty()) {
            return Self {
                heading: level.trim().to_owned(),
                ..Self::default()
            };
        }
        match (is_many, is_collection) {
            (false, _) => Self::default(),
            (true, true) => Self::of_file(path),
            (true, false) => Self::of_folder(path.parent().map(PathBuf::from).unwrap_or_default()),
        }
    }

    /// The file of a game.
    pub(super) fn of_file(path: &Path) -> Self {
        let path = if is_stdin(path) {
            PathBuf::from("<stdin>")
        } else {
            path.to_owned()
        };
        Self {
            heading: ends(&path.with_extension(""), 1),
            path,
            is_file: true,
        }
    }

    fn of_folder(path: PathBuf) -> Self {
        Self {
            heading: ends(&path, 1),
            path,
            is_file: false,
        }
    }

    /// The last `count` names of the path, as in a heading.
    fn ends(&self, count: usize) -> String {
        if self.is_file {
            ends(&self.path.with_extension(""), count)
        } else {
            ends(&self.path, count)
        }
    }
}

/// Gives sections of one name the names of the folders above, as many as tell them apart; files that differ only by
/// their extensions get these.
pub(super) fn name_sections<'a>(sections: impl Iterator<Item = &'a mut Section>) {
    let mut sections: Vec<&mut Section> = sections.collect();
    let all: BTreeMap<PathBuf, Section> = sections
        .iter()
        .map(|section| (section.path.clone(), Section::clone(section)))
        .collect();
    let mut alike: BTreeMap<String, Vec<&Section>> = BTreeMap::new();
    for section in all
        .values()
        .filter(|section| !section.path.as_os_str().is_empty())
    {
        alike.entry(section.ends(1)).or_default().push(section);
    }
    let mut headings: BTreeMap<&Path, String> = BTreeMap::new();
    for group in alike.into_values().filter(|group| group.len() > 1) {
        headings.extend(
            group
                .iter()
                .map(|section| &*section.path)
                .zip(distinct(&group)),
        );
    }
    for section in &mut sections {
        if let Some(heading) = headings.get(section.path.as_path()) {
            section.heading.clone_from(heading);
        }
    }
}

/// The shortest headings that tell sections of one name apart.
fn distinct(group: &[&Section]) -> Vec<String> {
    let longest = group
        .iter()
        .map(|section| section.path.components().count());
    let longest = longest.max().unwrap_or(1);
    let short = |count| group.iter().map(|section| section.ends(count)).collect();
    let long = |count| {
        group
            .iter()
            .map(|section| ends(&section.path, count))
            .collect()
    };
    let short = (2..=longest).map(short);
    let all = short.chain((1..=longest).map(long));
    let is_distinct =
        |names: &Vec<String>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let mut all = all.filter(is_distinct);
    all.next()
        .unwrap_or_else(|| group.iter().map(|section| section.ends(1)).collect())
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
    use std::path::{Path, PathBuf};

    use super::{Section, name_sections};

    fn headings<const N: usize>(mut sections: [Section; N]) -> [String; N] {
        name_sections(sections.iter_mut());
        sections.map(|section| section.heading)
    }

    #[test]
    fn folders_of_one_name_have_their_parents_too() {
        let paths = [
            "a/weekly/easy",
            "a/daily/easy",
            "a/daily/hard",
            "",
            "a/daily/easy",
        ];
        let sections = paths.map(|path| Section::of_folder(PathBuf::from(path)));
        assert_eq!(
            headings(sections),
            ["weekly/easy", "daily/easy", "hard", "", "daily/easy"]
        );
    }

    #[test]
    fn files_that_differ_by_extension_have_it_in_their_headings() {
        let paths = ["a/one.sgf", "a/one.gib", "b/two.sgf", "c/two.gib", "-"];
        let sections = paths.map(|path| Section::of_file(Path::new(path)));
        assert_eq!(
            headings(sections),
            ["one.sgf", "one.gib", "b/two", "c/two", "<stdin>"]
        );
    }
}
