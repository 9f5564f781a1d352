//! The files that a run reads.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::inputs::Inputs;

/// The files that are read: no output replaces one of them.
#[derive(Debug, Default)]
pub(crate) struct Sources(HashSet<PathBuf>);

impl Sources {
    /// All files of the inputs; none if no file is replaced. Those that cannot be listed are reported when they are read.
    pub(crate) fn of(inputs: &Inputs, overwrite: bool) -> Self {
        if !overwrite {
            return Self::default();
        }
        let files = inputs.files();
        let canonical = |path| dunce::canonicalize(path).ok();
        Self(files.into_iter().filter_map(canonical).collect())
    }

    /// Refuses to replace a file that is read: its games would be lost.
    pub(crate) fn ensure_outside(&self, path: &Path) -> anyhow::Result<()> {
        let is_read = dunce::canonicalize(path).is_ok_and(|path| self.0.contains(&path));
        let name = path.display();
        ensure!(!is_read, "{name}: the file is read; give another with `-o`");
        Ok(())
    }
}
