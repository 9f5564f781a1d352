//! Which files count, and which files were read (`docs/store-format.md`, *manifest*, *sources*).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Result, StoreError, StoreErrorKind};

pub(crate) const MANIFEST: &str = "manifest";
const VERSION: u32 = 1;

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
    pub(crate) columns: u8,
    pub(crate) rows: u8,
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
        if !path.is_file() {
            ensure_not_lost(folder)?;
            return Err(StoreError::new(folder, StoreErrorKind::NotAnIndex));
        }
        let lost = || StoreError::new(&path, StoreErrorKind::Lost("the manifest"));
        let body = match read_checked(&path, "the manifest") {
            Err(error) if matches!(error.kind, StoreErrorKind::NotAnIndex) => {
                ensure_not_lost(folder)?;
                return Err(error);
            }
            read => read?,
        };
        let manifest: Self = serde_json::from_slice(&body).map_err(|_| lost())?;
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
            Err(lost())
        }
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
        let Some(name) = &self.sources else {
            return Ok(Sources::new());
        };
        let path = folder.join(name);
        let what = "the list of sources";
        let lost = || StoreError::new(&path, StoreErrorKind::Lost(what));
        let body = match read_checked(&path, what) {
            Err(error) if is_nothing_there(&error) => return Err(lost()),
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
    let first = format!("kifu-store {VERSION} {:016x}\n", xxh3_64(body));
    write_whole(path, &[first.as_bytes(), body])
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

/// Fails if there is a list of sources in the folder: the first manifest is written before it, so that one was
/// there, and was lost. A run that was killed before that leaves nothing but segments.
pub(crate) fn ensure_not_lost(folder: &Path) -> Result<()> {
    let is_list = |name: &str| {
        let generation = name.strip_prefix("sources.");
        generation.is_some_and(|own| own.len() == 8 && own.bytes().all(|b| b.is_ascii_digit()))
    };
    let Ok(mut entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    if entries.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_list)))
    {
        let path = folder.join(MANIFEST);
        return Err(StoreError::new(&path, StoreErrorKind::Lost("the manifest")));
    }
    Ok(())
}

/// Whether there is no such list, or something else in its place.
fn is_nothing_there(error: &StoreError) -> bool {
    match &error.kind {
        StoreErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
        StoreErrorKind::NotAnIndex => true,
        _ => false,
    }
}

/// The bytes behind the line of version and checksum. `what` is lost if they are not what was written.
fn read_checked(path: &Path, what: &'static str) -> Result<Vec<u8>> {
    let bytes = fs::read(path).map_err(StoreError::io(path))?;
    let damaged = || StoreError::new(path, StoreErrorKind::Lost(what));
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .ok_or_else(damaged)?;
    let first = std::str::from_utf8(&bytes[..end]).map_err(|_| damaged())?;
    let mut words = first.split(' ');
    let (name, version, checksum) = (words.next(), words.next(), words.next());
    if name != Some("kifu-store") {
        return Err(StoreError::new(path, StoreErrorKind::NotAnIndex));
    }
    let version: u32 = version
        .and_then(|version| version.parse().ok())
        .ok_or_else(damaged)?;
    if version > VERSION {
        return Err(StoreError::new(path, StoreErrorKind::Newer { version }));
    }
    let body = &bytes[end + 1..];
    if checksum != Some(format!("{:016x}", xxh3_64(body)).as_str()) {
        return Err(damaged());
    }
    Ok(body.to_vec())
}
