//! An index in a temporary folder, and statements as text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use kifu::store::Indexer;
use kifu_sql::Session;
use tempfile::TempDir;

/// Four games on two sizes of boards: a capture and setup, a handicap game with a variation and a problem, a game
/// without moves, one with a pass.
pub(crate) const GAMES: [(&str, &str); 2] = [
    (
        "a.sgf",
        "(;FF[4]GM[1]SZ[5]PB[Ann Lee]PW[Bob]BR[3d]DT[2001-02-03]RE[B+3.5]KM[6.5];AB[aa];W[ba];B[ee];W[ab])
         (;FF[4]GM[1]SZ[9]PB[Bob]PW[ann  lee]DT[1999-12]RE[W+R]HA[2]AB[cc][gg];W[ee](;B[ec];W[];B[eg])(;B[ce]))",
    ),
    (
        "b.sgf",
        "(;FF[4]GM[1]SZ[9]PB[Cem];B[ee];W[ec];B[cd])
         (;FF[4]GM[1]SZ[9]PB[Dan]PW[Bob]RE[Draw]KM[much])",
    ),
];

/// The interpreter that `KIFU_PYTHON` names, or `python3`; `None`, with a word, if it cannot import a module.
pub(crate) fn python_with(module: &str) -> Option<OsString> {
    let python = std::env::var_os("KIFU_PYTHON").unwrap_or_else(|| "python3".into());
    let import = format!("import {module}");
    let probe = Command::new(&python).args(["-c", &import]).output();
    if probe.is_ok_and(|probe| probe.status.success()) {
        return Some(python);
    }
    eprintln!(
        "skipped: there is no {module} for {}",
        Path::new(&python).display()
    );
    None
}

/// An index of games.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self::of(&GAMES)
    }

    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let place = Self {
            folder: TempDir::new().unwrap(),
        };
        for (name, text) in files {
            std::fs::write(place.path(name), text).unwrap();
        }
        place.index(files.iter().map(|(name, _)| *name));
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Reads files into the index, as they are now.
    pub(crate) fn index<'a>(&self, names: impl IntoIterator<Item = &'a str>) {
        let mut indexer = Indexer::open(self.index_path(), true).unwrap();
        let files: Vec<PathBuf> = names.into_iter().map(|name| self.path(name)).collect();
        indexer.add(files, |_| ()).unwrap();
        indexer.finish(false).unwrap();
    }

    pub(crate) fn index_path(&self) -> PathBuf {
        self.path("games.kifu")
    }

    pub(crate) fn session(&self) -> Session {
        Session::open(Some(&self.index_path())).unwrap()
    }
}

/// The index of the examples, without a temporary copy of their files.
pub(crate) fn examples() -> Place {
    let place = Place {
        folder: TempDir::new().unwrap(),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/go");
    let mut indexer = Indexer::open(place.index_path(), true).unwrap();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sgf"))
        .collect();
    files.sort();
    indexer.add(files, |_| ()).unwrap();
    indexer.finish(false).unwrap();
    place
}

/// The rows of an answer: cells with `|` between them, nulls as `-`.
pub(crate) fn rows(session: &Session, sql: &str) -> Vec<String> {
    answer(session, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

pub(crate) fn answer(session: &Session, sql: &str) -> Result<Vec<String>, String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let batches = runtime.block_on(async {
        let answer = session
            .query(sql)
            .await
            .map_err(|error| error.to_string())?;
        answer
            .collect()
            .await
            .map_err(|error| kifu_sql::SqlError::from(error).to_string())
    })?;
    Ok(batches.iter().flat_map(cells).collect())
}

fn cells(batch: &RecordBatch) -> Vec<String> {
    let options = FormatOptions::default().with_null("-");
    let columns: Vec<ArrayFormatter<'_>> = batch
        .columns()
        .iter()
        .map(|column| ArrayFormatter::try_new(column, &options).unwrap())
        .collect();
    let row = |row: usize| {
        let cells = columns.iter().map(|column| column.value(row).to_string());
        cells.collect::<Vec<_>>().join("|")
    };
    (0..batch.num_rows()).map(row).collect()
}
