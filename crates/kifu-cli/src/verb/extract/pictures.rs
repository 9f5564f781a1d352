//! Diagrams in files of their own, beside the file of comments.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kifu::collection::split::Names;
use kifu_batch::ErrorKind;
use kifu_batch::replace::write_new;

/// A diagram of a comment.
pub(super) struct Picture {
    /// The name of its file; a number is added if another file has it.
    pub(super) name: String,
    /// The byte of the text before which its link belongs.
    pub(super) at: usize,
    pub(super) content: String,
}

/// The diagrams of a run. New files are removed again unless they are kept.
pub(super) struct Pictures<'a> {
    /// The file of comments.
    path: &'a Path,
    overwrite: bool,
    names: Names,
    created: Vec<PathBuf>,
}

impl<'a> Pictures<'a> {
    pub(super) fn beside(path: &'a Path, overwrite: bool) -> Self {
        let mut names = Names::default();
        if let Some(name) = path.file_name() {
            names.unique(&name.to_string_lossy());
        }
        Self {
            path,
            overwrite,
            names,
            created: Vec::new(),
        }
    }

    /// Writes diagrams, and returns the text with links to them.
    pub(super) fn write(&mut self, text: &[u8], pictures: &[Picture]) -> io::Result<Vec<u8>> {
        let mut linked = Vec::with_capacity(text.len());
        let mut done = 0;
        for picture in pictures {
            let name = self.one(picture)?;
            linked.extend_from_slice(&text[done..picture.at]);
            linked.extend(name.replace(' ', "%20").bytes());
            done = picture.at;
        }
        linked.extend_from_slice(&text[done..]);
        Ok(linked)
    }

    /// Writes a diagram, and returns the name of its file.
    fn one(&mut self, picture: &Picture) -> io::Result<String> {
        loop {
            let name = self.names.unique(&picture.name);
            let path = self.path.with_file_name(&name);
            let is_new = fs::symlink_metadata(&path).is_err();
            match write_new(&path, picture.content.as_bytes(), self.overwrite) {
                Err(error) if matches!(error.kind, ErrorKind::Exists) => {}
                written => {
                    written.map_err(io::Error::other)?;
                    if is_new {
                        self.created.push(path);
                    }
                    return Ok(name);
                }
            }
        }
    }

    /// Keeps the new files: the text with their links is written.
    pub(super) fn keep(mut self) {
        self.created.clear();
    }
}

impl Drop for Pictures<'_> {
    fn drop(&mut self) {
        for path in &self.created {
            // What cannot be removed is whole, and the error that led here is reported.
            let _ = fs::remove_file(path);
        }
    }
}
