//! The list of valid files, and the list of source files (`docs/store-format.md`, *manifest*, *sources*).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::root::Root;
use crate::segment::is_segment;
use crate::write_whole::write_whole;

pub(crate) const MANIFEST: &str = "manifest";
/// Prefix of the names of lists of sources.
pub(crate) const LIST: &str = "sources.";
/// The beginning of both kinds of files.
const NAME: &str = "kifu-store ";
const VERSION: u32 = 4;
/// The version of lists of sources. Until version 3 each line was an object; since version 5 paths have a root.
const LIST_VERSION: u32 = 5;
/// The number of files that show whether an index moved with them.
const SHOWING: usize = 16;
/// The version whose first line has no checksum of itself.
const FIRST: u32 = 1;

/// The list of valid files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) generation: u32,
    pub(crate) next_segment: u32,
    pub(crate) next_source: u32,
    pub(crate) keeps_sgf: bool,
    /// The folder to which paths are relative. Until version 3 all were absolute.
    #[serde(default)]
    pub(crate) root: Option<String>,
    pub(crate) sources: Option<String>,
    pub(crate) segments: Vec<SegmentEntry>,
}

/// A valid segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SegmentEntry {
    pub(crate) name: String,
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    pub(crate) games: usize,
    pub(crate) dead: Option<String>,
    pub(crate) dead_games: usize,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    pub(crate) bytes: u64,
    /// Nanoseconds since 1970; 0 if the system does not provide the time.
    pub(crate) modified: u64,
    pub(crate) hash: String,
    pub(crate) id: u32,
    pub(crate) games: u32,
}

/// A line of a list of sources: number of bytes that its path shares with the previous line, the rest of the path,
/// bytes, time, hash, number, games.
type Line<'a> = (usize, Cow<'a, str>, u64, u64, Cow<'a, str>, u32, u32);

/// A line of a list of sources until version 3.
#[derive(Deserialize)]
struct SourceLine {
    path: String,
    #[serde(flatten)]
    source: Source,
}

/// The source files, by path.
pub(crate) type Sources = BTreeMap<String, Source>;

impl Manifest {
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(MANIFEST);
        let damaged = || StoreError::damaged(&path, Part::Manifest);
        if !path.is_file() {
            return Err(if is_index(folder) {
                StoreError::io(&path)(ErrorKind::NotFound.into())
            } else if !folder.exists() {
                StoreError::new(folder, StoreErrorKind::NotFound)
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
            // Names must refer to files inside this folder.
            Err(damaged())
        }
    }

    /// Whether the manifest lists a segment.
    pub(crate) fn names(&self, segment: &str) -> bool {
        self.segments.iter().any(|entry| entry.name == segment)
    }

    /// Replaces the manifest.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(MANIFEST);
        let body =
            serde_json::to_vec_pretty(self).map_err(|error| StoreError::io(&path)(error.into()))?;
        write_checked(&path, &body)
    }

    /// The source files.
    pub(crate) fn read_sources(&self, folder: &Path, root: &Root) -> Result<Sources> {
        let name = self.sources.as_ref();
        name.map_or_else(
            || Ok(Sources::new()),
            |name| Ok(read_list(folder, name)?.under(root)),
        )
    }

    /// The folder to which paths are relative.
    pub(crate) fn root(&self, folder: &Path) -> Arc<Root> {
        let list = self.sources.as_deref();
        let files = || list.map_or_else(Vec::new, |list| first_files(&folder.join(list)));
        Root::of(folder, self.root.as_deref(), files)
    }
}

/// The name of the list of sources written by a generation.
pub(crate) fn list_name(generation: u32) -> String {
    format!("{LIST}{generation:08}")
}

/// The generation in a file name with this prefix; `None` for other names.
pub(crate) fn generation_of(name: &str, prefix: &str) -> Option<u32> {
    let number = name.strip_prefix(prefix)?;
    let is_number = number.len() == 8 && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_number)
}

/// The source files as they are stored.
pub(crate) struct SourceList {
    /// The folder to which paths are relative.
    root: Option<String>,
    sources: Sources,
}

impl SourceList {
    /// The folder to which paths are relative.
    pub(crate) fn root(&self, folder: &Path) -> Arc<Root> {
        let files = || self.sources.keys().take(SHOWING).cloned().collect();
        Root::of(folder, self.root.as_deref(), files)
    }

    /// The source files by their absolute paths.
    pub(crate) fn under(self, root: &Root) -> Sources {
        let sources = self.sources.into_iter();
        sources
            .map(|(path, source)| (root.absolute(&path).into_owned(), source))
            .collect()
    }
}

/// The source files from a list in the folder.
pub(crate) fn read_list(folder: &Path, name: &str) -> Result<SourceList> {
    let path = folder.join(name);
    sources_of(&path, fs::read(&path))
}

/// The stored paths of the first files of a list, as far as they can be read.
fn first_files(list: &Path) -> Vec<String> {
    let Ok(list) = File::open(list) else {
        return Vec::new();
    };
    let lines = BufReader::new(list).lines().map_while(io::Result::ok);
    // Lines before them have the version and the root.
    lines
        .skip(2)
        .take(SHOWING)
        .scan(String::new(), |last, line| {
            let (shared, rest, ..): Line<'_> = serde_json::from_str(&line).ok()?;
            *last = last.get(..shared)?.to_owned() + &rest;
            Some(last.clone())
        })
        .collect()
}

/// The source files from the bytes of their list.
pub(crate) fn sources_of(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<SourceList> {
    let what = Part::Sources;
    let lost = || StoreError::new(path, StoreErrorKind::Lost(what));
    let read = bytes.map_err(StoreError::io(path));
    let body = match read.and_then(|bytes| checked(path, what, bytes)) {
        Err(error) if error.is_damage() || matches!(error.kind, StoreErrorKind::NotAnIndex) => {
            return Err(lost());
        }
        read => read?,
    };
    if body.first() == Some(&b'{') {
        let lines = serde_json::Deserializer::from_slice(&body).into_iter::<SourceLine>();
        let read = lines.map(|line| line.map(|line| (line.path, line.source)));
        let sources = read.collect::<std::result::Result<_, _>>();
        return Ok(SourceList {
            root: None,
            sources: sources.map_err(|_| lost())?,
        });
    }
    let (root, body) = match body.first() {
        None | Some(b'[') => (None, &*body),
        Some(_) => {
            let end = body.iter().position(|byte| *byte == b'\n');
            let (root, rest) = body.split_at(end.ok_or_else(lost)?);
            (serde_json::from_slice(root).map_err(|_| lost())?, rest)
        }
    };
    let mut sources = Sources::new();
    let mut last = String::new();
    for line in serde_json::Deserializer::from_slice(body).into_iter::<Line<'_>>() {
        let (shared, rest, bytes, modified, hash, id, games) = line.map_err(|_| lost())?;
        let path = last.get(..shared).ok_or_else(lost)?.to_owned() + &rest;
        let source = Source {
            bytes,
            modified,
            hash: hash.into_owned(),
            id,
            games,
        };
        last.clone_from(&path);
        sources.insert(path, source);
    }
    Ok(SourceList { root, sources })
}

/// Writes the list of sources of a generation and returns its name. If the previous list has the same content, it is
/// kept.
pub(crate) fn write_sources(
    folder: &Path,
    generation: u32,
    before: Option<&str>,
    sources: &Sources,
    root: &Root,
) -> Result<String> {
    let name = list_name(generation);
    let path = folder.join(&name);
    let failed = |error: serde_json::Error| StoreError::io(&path)(error.into());
    let mut body = serde_json::to_vec(&root.text()).map_err(failed)?;
    body.push(b'\n');
    let mut last = Cow::Borrowed("");
    for (path_of, source) in sources {
        let path_of = root.stored(path_of);
        let same = last.chars().zip(path_of.chars());
        let same = same.take_while(|(last, own)| last == own);
        let shared = same.map(|(own, _)| own.len_utf8()).sum();
        let line: Line<'_> = (
            shared,
            path_of.get(shared..).unwrap_or_default().into(),
            source.bytes,
            source.modified,
            source.hash.as_str().into(),
            source.id,
            source.games,
        );
        serde_json::to_writer(&mut body, &line).map_err(failed)?;
        body.push(b'\n');
        last = path_of;
    }
    let first = first_line(LIST_VERSION, &body);
    if let Some(before) = before
        && fs::read(folder.join(before)).is_ok_and(|old| {
            let old = old.strip_prefix(first.as_bytes());
            old.and_then(|old| old.strip_prefix(b"\n")) == Some(&body)
        })
    {
        return Ok(before.to_owned());
    }
    write_whole(&path, &[first.as_bytes(), b"\n", &body])?;
    Ok(name)
}

/// Atomically writes a file that begins with a line of version and checksum.
fn write_checked(path: &Path, body: &[u8]) -> Result<()> {
    let first = first_line(VERSION, body);
    write_whole(path, &[first.as_bytes(), b"\n", body])
}

/// Whether a file has the name of a list of sources.
pub(crate) fn is_list(name: &str) -> bool {
    generation_of(name, LIST).is_some()
}

/// Whether the folder has a list of sources. The first manifest is written before the list, so a list shows that a
/// manifest existed.
pub(crate) fn has_list(folder: &Path) -> bool {
    has(folder, is_list)
}

/// Whether the folder has a file, besides the manifest, that only an index has.
fn is_index(folder: &Path) -> bool {
    has_list(folder) || has(folder, |name| has_segment(folder, name))
}

/// Whether the folder has a segment of this name.
pub(crate) fn has_segment(folder: &Path, name: &str) -> bool {
    generation_of(name, "").is_some() && is_segment(&folder.join(name))
}

/// Whether a name in the folder satisfies a condition.
fn has(folder: &Path, is_such: impl Fn(&str) -> bool) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(&is_such)))
}

/// The line of version and checksum in a version of the format. The first version has no checksum of the line itself.
fn first_line(version: u32, body: &[u8]) -> String {
    let head = format!("{NAME}{version} ");
    let mut checksum = Xxh3::new();
    if version != FIRST {
        checksum.update(head.as_bytes());
    }
    checksum.update(body);
    format!("{head}{:016x}", checksum.digest())
}

/// The bytes after the line of version and checksum. Reports `what` as damaged if the checksum does not match. This
/// also works for newer versions, which write this line in the same way.
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
    let newest = match what {
        Part::Sources => LIST_VERSION,
        _ => VERSION,
    };
    if version > newest {
        return Err(StoreError::new(path, StoreErrorKind::Newer { version }));
    }
    bytes.drain(..=end);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::{MAIN_SEPARATOR, Path};

    use super::{Source, Sources, first_line, read_list, write_sources};
    use crate::root::Root;
    use crate::write_whole::write_whole;

    fn sources() -> Sources {
        let in_a = |name| format!("/a{MAIN_SEPARATOR}{name}");
        let paths = [
            in_a("è.sgf"),
            in_a("é.sgf"),
            in_a("é.sgf.bak"),
            "/b.zip/x\"y.sgf".to_owned(),
        ];
        let source = |id: u32| Source {
            bytes: u64::MAX - u64::from(id),
            modified: 1_700_000_000_000_000_000,
            hash: format!("{id:016x}"),
            id,
            games: id * 3,
        };
        let sources = paths.into_iter().zip(0..);
        sources.map(|(path, id)| (path, source(id))).collect()
    }

    #[test]
    fn a_list_is_read_as_it_was_written_and_stays_while_it_is_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let root = Root::new(Path::new("/a/games.kifu"));
        let mut sources = sources();
        let first = write_sources(folder, 1, None, &sources, &root).unwrap();
        assert_eq!(first, "sources.00000001");
        assert_eq!(read_list(folder, &first).unwrap().under(&root), sources);
        let second = write_sources(folder, 2, Some(&first), &sources, &root).unwrap();
        assert_eq!(second, first);
        sources.pop_first();
        let third = write_sources(folder, 3, Some(&first), &sources, &root).unwrap();
        assert_eq!(third, "sources.00000003");
        assert_eq!(read_list(folder, &third).unwrap().under(&root), sources);
    }

    #[test]
    fn a_list_of_version_3_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut body = String::new();
        for (path, own) in sources() {
            let line = serde_json::json!({
                "path": path,
                "bytes": own.bytes,
                "modified": own.modified,
                "hash": own.hash,
                "id": own.id,
                "games": own.games,
            });
            body.push_str(&line.to_string());
            body.push('\n');
        }
        let first = first_line(3, body.as_bytes());
        let path = folder.path().join("sources.00000001");
        write_whole(&path, &[first.as_bytes(), b"\n", body.as_bytes()]).unwrap();
        assert_eq!(
            read_list(folder.path(), "sources.00000001")
                .unwrap()
                .under(&Root::default()),
            sources()
        );
    }
}
