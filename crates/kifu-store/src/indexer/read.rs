use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use kifu_sgf::{Collection, GameReader};
use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::Result;
use crate::ingest::GameData;
use crate::manifest::Source;

/// What is said of a file without any game.
const NOT_SGF: &str = "this is not SGF: there is no game tree in it";

/// Games that are taken apart together.
const GAMES: usize = 2048;
/// Or so many bytes of them.
const BYTES: usize = 4 << 20;

/// A file as the system knows it.
#[derive(Clone, Debug)]
pub(super) struct Stamp {
    /// The absolute path.
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) modified: u64,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("this is no file"));
        }
        let absolute = fs::canonicalize(path)?;
        let Some(name) = absolute.to_str() else {
            return Err(io::Error::other(
                "the name of the file is not UTF-8; rename it",
            ));
        };
        let since = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok(Self {
            name: name.to_owned(),
            bytes: metadata.len(),
            modified: since
                .and_then(|since| u64::try_from(since.as_nanos()).ok())
                .unwrap_or(0),
        })
    }

    /// Whether the file has not been touched since it was read.
    pub(super) fn is_of(&self, source: &Source) -> bool {
        self.modified != 0 && (self.bytes, self.modified) == (source.bytes, source.modified)
    }
}

/// What is in a file.
#[derive(Debug)]
pub(super) enum Content {
    /// What was in it before.
    Same,
    Games {
        hash: String,
        games: Vec<GameData>,
    },
}

fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Reads a file as a whole.
pub(super) fn small(
    path: &Path,
    stamp: &Stamp,
    known: Option<&str>,
    keeps_sgf: bool,
) -> std::result::Result<Content, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let hash = hex(xxh3_64(&bytes));
    if known == Some(hash.as_str()) {
        return Ok(Content::Same);
    }
    let collection = Collection::from_bytes(bytes);
    if collection.is_empty() {
        return Err(NOT_SGF.to_owned());
    }
    let name: Arc<str> = stamp.name.as_str().into();
    let games = collection.games().enumerate();
    let games = games.map(|(number, game)| GameData::read(game, &name, number as u32, keeps_sgf));
    Ok(Content::Games {
        hash,
        games: games.collect(),
    })
}

/// The hash of the content of a file.
pub(super) fn hash(path: &Path) -> io::Result<String> {
    let mut input = Hashed::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    while input.read(&mut buffer)? > 0 {}
    Ok(hex(input.hash.digest()))
}

/// A file whose bytes are hashed as they are read.
struct Hashed {
    file: File,
    hash: Xxh3,
}

impl Hashed {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            hash: Xxh3::new(),
        })
    }
}

impl Read for Hashed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }
}

/// Reads a file game by game, and hands the games to `take` in their order. The next ones are read while
/// those at hand are taken apart. The hash of the file, or what is wrong with it.
pub(super) fn large(
    path: &Path,
    stamp: &Stamp,
    keeps_sgf: bool,
    mut take: impl FnMut(Vec<GameData>) -> Result<()>,
) -> Result<std::result::Result<String, String>> {
    let mut input = match Hashed::open(path) {
        Ok(input) => input,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let name: Arc<str> = stamp.name.as_str().into();
    let mut reader = GameReader::new(&mut input);
    let mut number = 0;
    let mut next = batch(&mut reader);
    loop {
        let games = match next {
            Ok(games) => games,
            Err(error) => return Ok(Err(error.to_string())),
        };
        if games.is_empty() {
            break;
        }
        let count: usize = games.iter().map(Collection::len).sum();
        let (read, ahead) = rayon::join(
            || take_apart(games, &name, number, keeps_sgf),
            || batch(&mut reader),
        );
        next = ahead;
        number += count as u32;
        take(read)?;
    }
    drop(reader);
    if number == 0 {
        return Ok(Err(NOT_SGF.to_owned()));
    }
    Ok(Ok(hex(input.hash.digest())))
}

fn batch(reader: &mut GameReader<&mut Hashed>) -> io::Result<Vec<Collection>> {
    let mut games = Vec::new();
    let mut bytes = 0;
    while games.len() < GAMES && bytes < BYTES {
        let Some(game) = reader.next().transpose()? else {
            break;
        };
        bytes += game.text().len();
        games.push(game);
    }
    Ok(games)
}

/// The games of collections of one game each, as a rule.
fn take_apart(
    collections: Vec<Collection>,
    name: &Arc<str>,
    first: u32,
    keeps_sgf: bool,
) -> Vec<GameData> {
    let mut number = first;
    let numbered: Vec<(Collection, u32)> = collections
        .into_iter()
        .map(|collection| {
            let own = number;
            number += collection.len() as u32;
            (collection, own)
        })
        .collect();
    numbered
        .into_par_iter()
        .with_min_len(32)
        .flat_map_iter(|(collection, first)| {
            let games = collection.games().enumerate();
            let read =
                games.map(|(n, game)| GameData::read(game, name, first + n as u32, keeps_sgf));
            read.collect::<Vec<_>>()
        })
        .collect()
}
