//! An index of many segments, and answers as text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use futures::TryStreamExt as _;
use kifu::store::Indexer;
use kifu_sql::cluster::{Security, Workers};
use kifu_sql::{Options, Session, SqlError};
use tempfile::TempDir;

/// Files, each a segment of its own.
const FILES: usize = 12;

/// An index in a temporary folder.
pub(crate) struct Database {
    folder: TempDir,
}

impl Database {
    /// Games of two sizes in a dozen segments. One file was replaced, so deleted games lie in the index.
    pub(crate) fn new() -> Self {
        let database = Self {
            folder: TempDir::new().unwrap(),
        };
        for file in 0..FILES {
            database.add(file, 0);
        }
        database.add(3, 7);
        database
    }

    /// Writes a file of records, and indexes it.
    pub(crate) fn add(&self, file: usize, seed: usize) {
        let path = self.folder.path().join(format!("{file:02}.sgf"));
        std::fs::write(&path, records(file, seed)).unwrap();
        let mut indexer = Indexer::open(self.index(), true).unwrap();
        indexer.add([path], |_| ()).unwrap();
        indexer.finish(false).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.folder.path().join("games.kifu")
    }
}

/// Some records: moves that a linear generator draws, on points that differ within a record.
pub(crate) fn records(file: usize, seed: usize) -> String {
    let mut text = String::new();
    let mut state = (file * 31 + seed + 1) as u32;
    let mut draw = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % most
    };
    for game in 0..3 + file % 3 {
        let side = if file.is_multiple_of(2) { 9 } else { 13 };
        let winner = ["B+R", "W+3.5", "Draw", "?"][game % 4];
        write!(
            text,
            "(;FF[4]GM[1]SZ[{side}]PB[a{}]PW[b{}]RE[{winner}]KM[{}.5]DT[19{}{}-05]",
            draw(9),
            draw(3),
            5 + game % 3,
            draw(10),
            draw(10),
        )
        .unwrap();
        if game == 1 {
            text.push_str("AB[aa][bb]MN[x]");
        }
        let mut played = std::collections::BTreeSet::from([(0, 0), (1, 1)]);
        for number in 0..4 + draw(12) {
            let point = (draw(side), draw(side));
            if played.insert(point) {
                let letter = |at: u32| char::from(b'a' + at as u8);
                let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
                let (x, y) = (letter(point.0), letter(point.1));
                write!(text, ";{color}[{x}{y}]").unwrap();
            }
        }
        text.push_str(")\n");
    }
    text
}

/// A session in this process, with workers or without.
pub(crate) fn session(index: &Path, workers: &[String], partitions: usize) -> Session {
    secured(index, workers, partitions, &Security::default())
}

pub(crate) fn secured(
    index: &Path,
    workers: &[String],
    partitions: usize,
    security: &Security,
) -> Session {
    let workers =
        (!workers.is_empty()).then(|| Workers::new(&workers.join(","), security).unwrap());
    let options = Options {
        memory: None,
        threads: Some(partitions),
        workers,
    };
    Session::with(Some(index), options).unwrap()
}

/// The rows of an answer, and the notes about workers.
pub(crate) async fn ask(
    session: &Session,
    sql: &str,
) -> Result<(Vec<String>, Vec<String>), String> {
    let mut notes = Vec::new();
    let mut statements = session.statements(sql).map_err(|error| error.to_string())?;
    let statement = statements.pop().unwrap();
    let mut note = |text: String| notes.push(text);
    let answer = session.answer(statement, &mut note).await;
    let rows = answer.map_err(|error| error.to_string())?;
    let batches: Vec<RecordBatch> = rows
        .try_collect()
        .await
        .map_err(|error| SqlError::from(error).to_string())?;
    Ok((batches.iter().flat_map(cells).collect(), notes))
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
