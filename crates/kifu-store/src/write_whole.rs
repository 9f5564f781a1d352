//! Writing a file of an index in one step.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use crate::error::{Result, StoreError};

/// Atomically writes a file, through a temporary file in its folder.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".new-");
        // The default permissions of a temporary file exclude other users; use those of any new file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        for part in parts {
            file.write_all(part)?;
        }
        file.as_file().sync_all()?;
        file.persist(path)?;
        // The name is durable only after the folder is synced. Systems where folders cannot be opened need no sync.
        if let Ok(folder) = File::open(folder) {
            folder.sync_all()?;
        }
        Ok(())
    };
    write().map_err(StoreError::io(path))
}
