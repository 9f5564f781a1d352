//! Which files count, and which files were read (`docs/store-format.md`, *manifest*, *sources*).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::segment::is_segment;

pub(crate) const MANIFEST: &str = "manifest";
/// What names of lists of sources begin with.
pub(crate) const LIST: &str = "sources.";
/// What both kinds of files begin with.
const NAME: &str = "kifu-store ";
const VERSION: u32 = 3;
/// The version whose first line has no checksum of itself.
const FIRST: u32 = 1;

/// Which files count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) generation: u32,
    pub(crate) next_segment: u32,
    pub(crate) next_source: u32,
    pub(crate) keeps_sgf: bool,
    pub(crate) sources: Option<String>,
    pub(crate) segments: Vec<SegmentEntry>,
}

/// A segment that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SegmentEntry {
    pub(crate) name: String,
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    pub(crate) games: usize,
    pub(crate) dead: Option<String>,
    pub(crate) dead_games: usize,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    pub(crate) bytes: u64,
    /// Nanoseconds since 1970; 0 where the system does not say.
    pub(crate) modified: u64,
    pub(crate) hash: String,
    pub(crate) id: u32,
    pub(crate) games: u32,
}

#[derive(Serialize, Deserialize)]
struct SourceLine {
    path: String,
    #[serde(flatten)]
    source: Source,
}

/// The files that were read, by path.
pub(crate) type Sources = BTreeMap<String, Source>;

impl Manifest {
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(MANIFEST);
        let damaged = || StoreError::damaged(&path, Part::Manifest);
        if !path.is_file() {
            return Err(if is_index(folder) {
                StoreError::io(&path)(ErrorKind::NotFound.into())
            } else {
                StoreError::new(folder, StoreErrorKind::NotAnIndex)
            });
        }
        let read = fs::read(&path).map_err(StoreError::io(&path));
        let body = match read.and_then(|bytes| checked(&path, Part::Manifest, bytes)) {
            Err(error) if matches!(error.kind, StoreErrorKind::NotAnIndex) && is_index(folder) => {
                return Err(damaged());
            }
            read => read?,
        };
        let manifest: Self = serde_json::from_slice(&body).map_err(|_| damaged())?;
        let is_plain = |name: &String| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
                && !name.contains("..")
        };
        let names = manifest
            .segments
            .iter()
            .flat_map(|segment| [Some(&segment.name), segment.dead.as_ref()]);
        if names.flatten().chain(&manifest.sources).all(is_plain) {
            Ok(manifest)
        } else {
            // Names lead to files of this folder only.
            Err(damaged())
        }
    }

    /// Whether it names a segment.
    pub(crate) fn names(&self, segment: &str) -> bool {
        self.segments.iter().any(|entry| entry.name == segment)
    }

    /// Puts the manifest in the place of the one before.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(MANIFEST);
        let body =
            serde_json::to_vec_pretty(self).map_err(|error| StoreError::io(&path)(error.into()))?;
        write_checked(&path, &body)
    }

    /// The files that were read.
    pub(crate) fn read_sources(&self, folder: &Path) -> Result<Sources> {
        let name = self.sources.as_ref();
        name.map_or_else(|| Ok(Sources::new()), |name| read_list(folder, name))
    }
}

/// The name of the list of sources that a generation wrote.
pub(crate) fn list_name(generation: u32) -> String {
    format!("{LIST}{generation:08}")
}

/// The generation that wrote a file with a name that begins so; `None` if there is no such file.
pub(crate) fn generation_of(name: &str, prefix: &str) -> Option<u32> {
    let number = name.strip_prefix(prefix)?;
    let is_number = number.len() == 8 && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_number)
}

/// The files that were read, as a list in the folder says.
pub(crate) fn read_list(folder: &Path, name: &str) -> Result<Sources> {
    let path = folder.join(name);
    sources_of(&path, fs::read(&path))
}

/// The files that were read, from the bytes of their list.
pub(crate) fn sources_of(path: &Path, bytes: std::io::Result<Vec<u8>>) -> Result<Sources> {
    let what = Part::Sources;
    let lost = || StoreError::new(path, StoreErrorKind::Lost(what));
    let read = bytes.map_err(StoreError::io(path));
    let body = match read.and_then(|bytes| checked(path, what, bytes)) {
        Err(error) if error.is_damage() || matches!(error.kind, StoreErrorKind::NotAnIndex) => {
            return Err(lost());
        }
        read => read?,
    };
    let lines = serde_json::Deserializer::from_slice(&body).into_iter::<SourceLine>();
    lines
        .map(|line| match line {
            Ok(line) => Ok((line.path, line.source)),
            Err(_) => Err(lost()),
        })
        .collect()
}

pub(crate) fn write_sources(path: &Path, sources: &Sources) -> Result<()> {
    let mut body = Vec::new();
    for (name, source) in sources {
        let line = SourceLine {
            path: name.clone(),
            source: source.clone(),
        };
        serde_json::to_writer(&mut body, &line)
            .map_err(|error| StoreError::io(path)(error.into()))?;
        body.push(b'\n');
    }
    write_checked(path, &body)
}

/// Writes a file with its line of version and checksum: all of it, or nothing.
fn write_checked(path: &Path, body: &[u8]) -> Result<()> {
    let first = first_line(VERSION, body);
    write_whole(path, &[first.as_bytes(), b"\n", body])
}

/// Writes a file through a temporary one beside it.
pub(crate) fn write_whole(path: &Path, parts: &[&[u8]]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".new-");
        // Others may read it as far as the user lets them, as with any new file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        for part in parts {
            file.write_all(part)?;
        }
        file.as_file().sync_all()?;
        file.persist(path)?;
        // The name is safe when the folder is. Where folders cannot be opened, it is so already.
        if let Ok(folder) = File::open(folder) {
            folder.sync_all()?;
        }
        Ok(())
    };
    write().map_err(StoreError::io(path))
}

/// Whether there is a list of sources in the folder. The first manifest is written before it, so that one was there.
pub(crate) fn has_list(folder: &Path) -> bool {
    has(folder, |name| generation_of(name, LIST).is_some())
}

/// Whether there is what only an index has, beside the manifest.
fn is_index(folder: &Path) -> bool {
    has_list(folder) || has(folder, |name| has_segment(folder, name))
}

/// Whether there is a segment of this name in the folder.
pub(crate) fn has_segment(folder: &Path, name: &str) -> bool {
    generation_of(name, "").is_some() && is_segment(&folder.join(name))
}

/// Whether one of the names in a folder is such a one.
fn has(folder: &Path, is_such: impl Fn(&str) -> bool) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(&is_such)))
}

/// The line of version and checksum, as a version of the format has it. The first version has none of the line itself.
fn first_line(version: u32, body: &[u8]) -> String {
    let head = format!("{NAME}{version} ");
    let mut checksum = Xxh3::new();
    if version != FIRST {
        checksum.update(head.as_bytes());
    }
    checksum.update(body);
    format!("{head}{:016x}", checksum.digest())
}

/// The bytes after the line of version and checksum. `what` is damaged if they are not what was written; that is
/// known of a newer version too, since it writes this line in the same way.
fn checked(path: &Path, what: Part, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    let damaged = || StoreError::damaged(path, what);
    let head = &bytes[..bytes.len().min(NAME.len())];
    if !NAME.as_bytes().starts_with(head) {
        return Err(StoreError::new(path, StoreErrorKind::NotAnIndex));
    }
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .ok_or_else(damaged)?;
    let (first, body) = (&bytes[..end], &bytes[end + 1..]);
    let words = std::str::from_utf8(first).map_err(|_| damaged())?;
    let version = words.split(' ').nth(1).and_then(|word| word.parse().ok());
    let version: u32 = version.ok_or_else(damaged)?;
    if first != first_line(version, body).as_bytes() {
        return Err(damaged());
    }
    if version > VERSION {
        return Err(StoreError::new(path, StoreErrorKind::Newer { version }));
    }
    bytes.drain(..=end);
    Ok(bytes)
}
