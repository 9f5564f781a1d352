//! The records that pictures are made of.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::ensure;

/// The files that are read: no picture replaces one of them.
#[derive(Debug)]
pub(super) struct Sources(HashSet<PathBuf>);

impl Sources {
    pub(super) fn new<'a>(paths: impl Iterator<Item = &'a Path>) -> Self {
        Self(
            paths
                .filter_map(|path| dunce::canonicalize(path).ok())
                .collect(),
        )
    }

    /// Refuses to replace a file that is read: its games would be lost.
    pub(super) fn ensure_outside(&self, path: &Path) -> anyhow::Result<()> {
        let is_read = dunce::canonicalize(path).is_ok_and(|path| self.0.contains(&path));
        let name = path.display();
        ensure!(!is_read, "{name}: the file is read; give another with `-o`");
        Ok(())
    }
}
