//! Real files, which are not part of the checkout.
//!
//! They are in the folder that `KIFU_CORPUS` names, or else in `../shared/corpus` next to the workspace. Tests that
//! need them are skipped, with a message, if they are missing.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::UNIX_EPOCH;

/// The folder of the corpus, if there is one.
#[must_use]
pub fn root() -> Option<PathBuf> {
    let root = std::env::var_os("KIFU_CORPUS").map_or_else(
        || crate::workspace().join("../shared/corpus"),
        PathBuf::from,
    );
    root.is_dir().then_some(root)
}

/// A file or folder of the corpus, if it is there; says that the test is skipped if not.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let path = root()
        .map(|root| root.join(name))
        .filter(|path| path.exists());
    if path.is_none() {
        crate::skip(format_args!("`{name}` of the corpus is not here"));
    }
    path
}

/// The folder in which the archive `NAME.tar.gz` of the corpus is unpacked; says that the test is
/// skipped where the archive is missing.
///
/// It is unpacked once, into the cargo target folder or else the folder of temporary files, beside
/// its place and then renamed: several processes may ask at once.
///
/// # Panics
/// If the archive cannot be read or unpacked.
#[must_use]
pub fn archive(name: &str) -> Option<PathBuf> {
    let archive = path(&format!("{name}.tar.gz"))?;
    Some(
        unpacked(name, &archive).unwrap_or_else(|error| panic!("`{}`: {error}", archive.display())),
    )
}

/// All files below `folder` whose extension is `extension` (in any case), sorted by path. With an
/// empty `extension`, all files.
///
/// # Panics
/// If a folder cannot be read.
#[must_use]
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("`{}`: {error}", folder.display()));
        for path in entries.map_while(Result::ok).map(|entry| entry.path()) {
            if path.is_symlink() {
                continue;
            }
            let is_wanted = || {
                extension.is_empty()
                    || path
                        .extension()
                        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
            };
            if path.is_dir() {
                folders.push(path);
            } else if is_wanted() {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The file `NAME` that the corpus has as `NAME.xz`, unpacked once. If it or the program `xz` is missing, reports that the
/// test is skipped.
///
/// # Panics
/// If it cannot be unpacked.
#[must_use]
pub fn compressed(name: &str) -> Option<PathBuf> {
    let packed = path(&format!("{name}.xz"))?;
    match decompressed(name, &packed) {
        Ok(file) => Some(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            crate::skip(format_args!(
                "`{name}` is not unpacked, and there is no `xz`"
            ));
            None
        }
        Err(error) => panic!("`{}`: {error}", packed.display()),
    }
}

fn decompressed(name: &str, packed: &Path) -> io::Result<PathBuf> {
    let cache = cache();
    let file = cache.join(name_of_unpacked(name, packed)?);
    if file.is_file() {
        return Ok(file);
    }
    let partial = name_of_partial(name);
    fs::create_dir_all(&cache)?;
    let output = File::create(cache.join(&partial))?;
    let mut xz = Command::new("xz");
    let status = xz.arg("-dc").arg(packed).stdout(output).status();
    let done = status.and_then(|status| {
        if status.success() {
            fs::rename(cache.join(&partial), &file)
        } else {
            Err(io::Error::other(format!("`xz`: {status}")))
        }
    });
    if done.is_err() {
        fs::remove_file(cache.join(&partial))?;
    }
    done.map(|()| file)
}

/// Returns the name for the unpacked files of an archive; a changed archive gets a new name.
fn name_of_unpacked(name: &str, archive: &Path) -> io::Result<String> {
    let meta = archive.metadata()?;
    let changed = meta
        .modified()?
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Ok(format!("{}-{}-{name}", meta.len(), changed.as_secs()))
}

/// A name that nobody else has.
fn name_of_partial(name: &str) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{name}.{}.{number}.partial", std::process::id())
}

fn unpacked(name: &str, archive: &Path) -> io::Result<PathBuf> {
    let cache = cache();
    let folder = cache.join(name_of_unpacked(name, archive)?);
    if folder.is_dir() {
        return Ok(folder);
    }
    let partial = cache.join(name_of_partial(name));
    fs::create_dir_all(&partial)?;
    let mut entries = tar::Archive::new(flate2::read::GzDecoder::new(File::open(archive)?));
    entries.set_preserve_mtime(false);
    let done = entries
        .unpack(&partial)
        .and_then(|()| fs::rename(&partial, &folder));
    if done.is_err() {
        fs::remove_dir_all(&partial)?;
    }
    // Another process may have been faster.
    if folder.is_dir() {
        Ok(folder)
    } else {
        done.map(|()| folder)
    }
}

/// Folder for unpacked archives: cargo marks its target folder, in which the test runs, with a file.
fn cache() -> PathBuf {
    let target = std::env::current_exe().ok().and_then(|program| {
        program
            .ancestors()
            .find(|folder| folder.join("CACHEDIR.TAG").is_file())
            .map(Path::to_path_buf)
    });
    target
        .unwrap_or_else(std::env::temp_dir)
        .join("kifu-corpus")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_unpacked_once() {
        let Some(first) = archive("joseki") else {
            return;
        };
        assert_eq!(archive("joseki"), Some(first.clone()));
        let found = files(&first, "SGF");
        assert!(!found.is_empty());
        assert!(found.is_sorted());
    }

    #[test]
    fn at_once() {
        let folders = std::thread::scope(|scope| {
            let asked = [(); 3].map(|()| scope.spawn(|| archive("joseki")));
            asked.map(|thread| thread.join().expect("no thread panics"))
        });
        assert!(folders.iter().all(|folder| *folder == folders[0]));
    }
}
