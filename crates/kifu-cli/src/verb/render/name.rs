//! The names of output files.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::ensure;

/// The destination of pictures: a file, numbered files, or a template.
#[derive(Debug)]
pub(super) struct Name {
    path: PathBuf,
    /// The files, if each picture has a name of its own.
    list: Vec<PathBuf>,
    /// The files of this run that a template has named.
    used: RefCell<HashSet<PathBuf>>,
}

/// The contents of a picture, for the parts of a template.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// The name of the record without its extension.
    pub(super) name: String,
    /// The game of the file, from 1.
    pub(super) game: usize,
    /// The number of the last move.
    pub(super) last_move: u32,
    /// The number of the picture of the run, from 1.
    pub(super) number: usize,
}

/// The parts of a template.
const PARTS: [&str; 4] = ["{name}", "{game}", "{move}", "{number}"];

impl Name {
    /// Reads a path that may be a template.
    ///
    /// # Errors
    /// A word in braces is none of the parts of a template.
    pub(super) fn parse(path: &Path) -> anyhow::Result<Self> {
        let text = path.to_string_lossy();
        for (start, _) in text.match_indices('{') {
            let Some(length) = text[start..].find('}') else {
                break;
            };
            let part = &text[start..=start + length];
            let is_word = part[1..length].chars().all(char::is_alphabetic);
            ensure!(
                !is_word || PARTS.contains(&part),
                "`{part}` is not replaced; the parts of a name are `{}`",
                PARTS.join("`, `")
            );
        }
        Ok(Self::new(path))
    }

    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            list: Vec::new(),
            used: RefCell::default(),
        }
    }

    /// A name for each picture.
    pub(super) fn each(list: Vec<PathBuf>) -> Self {
        Self {
            path: list.first().cloned().unwrap_or_default(),
            list,
            used: RefCell::default(),
        }
    }

    /// The path as given.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the pictures go to standard output.
    pub(super) fn is_stdout(&self) -> bool {
        crate::output::is_stdout(&self.path)
    }

    /// Whether the path has parts in braces to replace.
    pub(super) fn is_template(&self) -> bool {
        let text = self.path.to_string_lossy();
        PARTS.iter().any(|part| text.contains(part))
    }

    /// Whether a template has a part with another text for each picture of a game.
    pub(super) fn is_per_picture(&self) -> bool {
        let text = self.path.to_string_lossy();
        text.contains("{move}") || text.contains("{number}")
    }

    /// The file for a picture.
    ///
    /// # Errors
    /// Another picture of this run has the same name.
    pub(super) fn unused(&self, shown: &Shown) -> anyhow::Result<PathBuf> {
        let path = self.of(shown);
        ensure!(
            self.used.borrow_mut().insert(path.clone()),
            "{}: two pictures have this name; add `{{number}}` to the name of `-o`",
            path.display()
        );
        Ok(path)
    }

    fn of(&self, shown: &Shown) -> PathBuf {
        let name: String = shown
            .name
            .chars()
            .map(|c| {
                if matches!(c, '/' | '\\') || c.is_control() {
                    '_'
                } else {
                    c
                }
            })
            .collect();
        let text = self
            .path
            .to_string_lossy()
            .replace("{game}", &shown.game.to_string())
            .replace("{move}", &format!("{:03}", shown.last_move))
            .replace("{number}", &format!("{:03}", shown.number))
            .replace("{name}", &name);
        PathBuf::from(text)
    }

    /// The names of `count` files: a number before the extension if there are several.
    pub(super) fn numbered(&self, count: usize) -> impl Iterator<Item = PathBuf> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = stem.into_owned();
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        let extension = extension.into_owned();
        let width = count.to_string().len().max(3);
        (1..=count).map(move |number| {
            if let Some(path) = self.list.get(number - 1) {
                path.clone()
            } else if count == 1 {
                self.path.clone()
            } else {
                let name = format!("{stem}-{number:0width$}.{extension}");
                self.path.with_file_name(name)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Name, Shown};

    #[test]
    fn templates_are_filled() {
        let name = Name::new(Path::new("out/{name}-{game}-{move}.svg"));
        let shown = Shown {
            name: "a/b{move}".into(),
            game: 2,
            last_move: 7,
            number: 1,
        };
        assert!(name.is_template());
        assert_eq!(name.of(&shown), Path::new("out/a_b{move}-2-007.svg"));
        assert!(!Name::new(Path::new("{1}.svg")).is_template());
        assert!(Name::parse(Path::new("{1}-{name}.svg")).is_ok());
        assert!(Name::parse(Path::new("{nam}.svg")).is_err());
    }
}
